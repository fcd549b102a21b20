/** Python. */
import { type CodeGrammar, fieldText, isField, nearest, type Rule, type Syntax, wrapped } from './syntax.js';

const DECORATED = new Set(['decorated_definition']);
const DEFINITIONS = new Set(['class_definition', 'function_definition', 'lambda']);

/** Whether a statement stands in a module or right in a class, and not in a function or under a condition. */
function isAtTop(at: Syntax): boolean {
  if (at.up === null || at.up.type === 'module') return true;
  return at.up.type === 'block' && at.up.up?.type === 'class_definition' && isField(at.up, 'body');
}

const functionDefinition: Rule = (at, text) => {
  const name = fieldText(at.node, 'name', text);
  if (name === undefined) return null;
  const isMethod = nearest(at, DEFINITIONS)?.type === 'class_definition';
  // Properties with their setters, and overloads: one name defined several times in a row is one thing.
  return { kind: isMethod ? 'method' : 'function', name, whole: wrapped(at, DECORATED), joins: true };
};

const classDefinition: Rule = (at, text) => {
  const name = fieldText(at.node, 'name', text);
  return name === undefined ? null : { kind: 'class', name, whole: wrapped(at, DECORATED) };
};

const TARGETS = new Set(['identifier', 'pattern_list', 'tuple_pattern', 'list_pattern']);

/** An assignment to a plain name, of a module or a class. Names in capitals are constants by convention. */
const assignment: Rule = (at, text) => {
  const left = at.node.childForFieldName('left');
  if (left === null || !TARGETS.has(left.type) || !isAtTop(at)) return null;
  const name = text(left);
  if (at.node.childForFieldName('right')?.type === 'lambda') return { kind: 'function', name };
  return { kind: /^_*[A-Z][A-Z0-9_]*$/.test(name) ? 'constant' : 'variable', name };
};

export const python: CodeGrammar = {
  grammar: { package: 'tree-sitter-python', file: 'tree-sitter-python.wasm' },
  rules: {
    function_definition: functionDefinition,
    class_definition: classDefinition,
    assignment,
    type_alias_statement: (at, text) => ({ kind: 'type', name: fieldText(at.node, 'left', text) ?? '' }),
  },
  structure: ['module', 'block', 'decorated_definition', 'lambda'],
  opaque: [
    'comment',
    'identifier',
    'string',
    'integer',
    'float',
    'attribute',
    'import_statement',
    'import_from_statement',
    'type',
    'parameters',
    'true',
    'false',
    'none',
  ],
  comments: ['comment'],
};
