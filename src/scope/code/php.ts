/** PHP. */
import type { ScopeKind } from '../scope.js';
import { type CodeGrammar, countChildren, fieldText, named, type Rule } from './syntax.js';

/** One scope an element; the whole declaration when it has only one. */
function elements(type: string, kind: ScopeKind): Rule {
  return (at, text) => {
    const isOnly = countChildren(at.node, type) === 1;
    return at.node.namedChildren.flatMap((child) => {
      if (child?.type !== type) return [];
      const { startIndex: start, endIndex: end } = child;
      const named = child.childForFieldName('name') ?? child.namedChild(0);
      if (named === null) return [];
      return [{ kind, name: text(named), whole: isOnly ? at : { ...at, node: child, start, end } }];
    });
  };
}

const CLOSURES = new Set(['anonymous_function', 'arrow_function']);

/** A variable of the file itself. */
const assignment: Rule = (at, text) => {
  const left = at.node.childForFieldName('left');
  const statement = at.up;
  if (left?.type !== 'variable_name' || statement?.type !== 'expression_statement') return null;
  if (statement.up !== null && statement.up.type !== 'program') return null;
  const isFunction = CLOSURES.has(at.node.childForFieldName('right')?.type ?? '');
  return { kind: isFunction ? 'function' : 'variable', name: text(left), whole: statement };
};

export const php: CodeGrammar = {
  grammar: { package: 'tree-sitter-php', file: 'tree-sitter-php.wasm' },
  rules: {
    // Without a body it only says where the rest of the file belongs.
    namespace_definition: (at, text) =>
      at.node.childForFieldName('body') === null
        ? null
        : { kind: 'module', name: fieldText(at.node, 'name', text) ?? '' },
    class_declaration: named('class'),
    trait_declaration: named('class'),
    interface_declaration: named('interface'),
    enum_declaration: named('enum'),
    method_declaration: named('method'),
    function_definition: named('function'),
    const_declaration: elements('const_element', 'constant'),
    property_declaration: elements('property_element', 'variable'),
    assignment_expression: assignment,
  },
  structure: ['program', 'compound_statement', 'expression_statement'],
  opaque: [
    'comment',
    'name',
    'variable_name',
    'string',
    'encapsed_string',
    'integer',
    'namespace_use_declaration',
    'formal_parameters',
    'text',
  ],
  comments: ['comment'],
};
