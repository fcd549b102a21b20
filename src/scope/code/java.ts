/** Java. */
import type { ScopeKind } from '../scope.js';
import { type CodeGrammar, countChildren, fieldText, named, overloaded, type Rule } from './syntax.js';

/** One scope a declarator; the whole field when it has only one. Constants are those that are static and final. */
const field: Rule = (at, text) => {
  const { node } = at;
  const words = node.namedChild(0)?.type === 'modifiers' ? text(node.namedChild(0)!).split(/\s+/) : [];
  const isConstant = words.includes('static') && words.includes('final');
  const kind: ScopeKind = at.type === 'constant_declaration' || isConstant ? 'constant' : 'variable';
  const isOnly = countChildren(node, 'variable_declarator') === 1;
  return node.childrenForFieldName('declarator').flatMap((declarator) => {
    const name = declarator === null ? undefined : fieldText(declarator, 'name', text);
    if (declarator === null || name === undefined) return [];
    const { startIndex: start, endIndex: end } = declarator;
    return [{ kind, name, whole: isOnly ? at : { ...at, node: declarator, start, end } }];
  });
};

export const java: CodeGrammar = {
  grammar: { package: 'tree-sitter-java', file: 'tree-sitter-java.wasm' },
  rules: {
    class_declaration: named('class'),
    record_declaration: named('class'),
    interface_declaration: named('interface'),
    annotation_type_declaration: named('interface'),
    enum_declaration: named('enum'),
    method_declaration: overloaded,
    constructor_declaration: overloaded,
    compact_constructor_declaration: named('method'),
    annotation_type_element_declaration: named('method'),
    field_declaration: field,
    constant_declaration: field,
  },
  structure: ['program'],
  opaque: [
    'line_comment',
    'block_comment',
    'identifier',
    'type_identifier',
    'string_literal',
    'decimal_integer_literal',
    'import_declaration',
    'formal_parameters',
    'type_parameters',
    'type_arguments',
    'generic_type',
  ],
  comments: ['line_comment', 'block_comment'],
};
