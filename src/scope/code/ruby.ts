/** Ruby. */
import { type CodeGrammar, fieldText, named, nearest, type Rule, type Syntax } from './syntax.js';

const OWNERS = new Set(['class', 'module', 'singleton_class', 'assignment']);
const TYPES = new Set(['class', 'module', 'singleton_class']);

/** Whether a statement stands at the top of the file or right in a class or a module. */
function isAtTop(at: Syntax): boolean {
  if (at.up === null || at.up.type === 'program') return true;
  return at.up.type === 'body_statement' && at.up.up !== null && TYPES.has(at.up.up.type);
}

/** `Struct.new(…) do … end` and its like make classes. */
const MAKERS = /^(?:Struct|Class|Data|Module)\.(?:new|define)\b/;

const assignment: Rule = (at, text) => {
  const left = at.node.childForFieldName('left');
  const right = at.node.childForFieldName('right');
  if (left === null || !isAtTop(at)) return null;
  switch (left.type) {
    case 'constant':
      return {
        kind: right?.type === 'call' && MAKERS.test(text(right)) ? 'class' : 'constant',
        name: text(left),
      };
    case 'identifier':
    case 'global_variable':
    case 'class_variable':
    case 'instance_variable':
      return { kind: 'variable', name: text(left) };
    default:
      return null;
  }
};

const method: Rule = (at, text) => {
  const name = fieldText(at.node, 'name', text);
  return name === undefined ? null : { kind: nearest(at, OWNERS) === null ? 'function' : 'method', name };
};

export const ruby: CodeGrammar = {
  grammar: { package: 'tree-sitter-ruby', file: 'tree-sitter-ruby.wasm' },
  rules: {
    module: named('module'),
    class: named('class'),
    method,
    singleton_method: method,
    assignment,
  },
  structure: ['program', 'body_statement', 'singleton_class', 'block', 'do_block', 'begin', 'then'],
  opaque: [
    'comment',
    'identifier',
    'constant',
    'string',
    'integer',
    'simple_symbol',
    'method_parameters',
    'heredoc_body',
    'string_array',
  ],
  comments: ['comment'],
  unattached: /^#\s*(?:frozen_string_literal|encoding|coding|typed):/,
  leadingWords: /(?:(?:private|protected|public|module_function|private_class_method)[ \t]+)+$/,
};
