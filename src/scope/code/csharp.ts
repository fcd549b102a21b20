/** C#. */
import type { Node } from 'web-tree-sitter';
import type { ScopeKind } from '../scope.js';
import {
  type CodeGrammar,
  countChildren,
  type Finding,
  fieldText,
  named,
  overloaded,
  type Rule,
  type Syntax,
} from './syntax.js';

function modifiers(node: Node, text: (node: Node) => string): Set<string> {
  return new Set(node.namedChildren.flatMap((child) => (child?.type === 'modifier' ? [text(child)] : [])));
}

/** The declarators of a field, an event or a top-level variable. */
function declarators(at: Syntax, kind: ScopeKind, text: (node: Node) => string): Finding[] {
  const declaration = at.node.namedChildren.find((child) => child?.type === 'variable_declaration');
  if (declaration == null) return [];
  const isOnly = countChildren(declaration, 'variable_declarator') === 1;
  const whole = at.up?.type === 'global_statement' ? at.up : at;
  return declaration.namedChildren.flatMap((child) => {
    if (child?.type !== 'variable_declarator') return [];
    const { startIndex: start, endIndex: end } = child;
    const name = fieldText(child, 'name', text) ?? '';
    return [{ kind, name, whole: isOnly ? whole : { ...at, node: child, start, end } }];
  });
}

const field: Rule = (at, text) => {
  const words = modifiers(at.node, text);
  const isConstant = words.has('const') || (words.has('static') && words.has('readonly'));
  return declarators(at, isConstant ? 'constant' : 'variable', text);
};

const topVariable: Rule = (at, text) =>
  at.up?.type === 'global_statement' ? declarators(at, 'variable', text) : null;

const localFunction: Rule = (at, text) => {
  const name = fieldText(at.node, 'name', text);
  const whole = at.up?.type === 'global_statement' ? at.up : at;
  return name === undefined ? null : { kind: 'function', name, whole };
};

export const csharp: CodeGrammar = {
  grammar: { package: 'tree-sitter-c-sharp', file: 'tree-sitter-c_sharp.wasm' },
  rules: {
    namespace_declaration: named('module'),
    class_declaration: named('class'),
    struct_declaration: named('class'),
    record_declaration: named('class'),
    interface_declaration: named('interface'),
    enum_declaration: named('enum'),
    delegate_declaration: named('type'),
    method_declaration: overloaded,
    constructor_declaration: overloaded,
    destructor_declaration: (at, text) => ({
      kind: 'method',
      name: `~${fieldText(at.node, 'name', text) ?? ''}`,
    }),
    operator_declaration: (at, text) => ({
      kind: 'method',
      name: `operator ${fieldText(at.node, 'operator', text) ?? ''}`,
      signature: fieldText(at.node, 'parameters', text),
    }),
    conversion_operator_declaration: (at, text) => ({
      kind: 'method',
      name: `operator ${fieldText(at.node, 'type', text) ?? ''}`,
    }),
    indexer_declaration: (at, text) => ({
      kind: 'method',
      name: 'this[]',
      signature: fieldText(at.node, 'parameters', text),
    }),
    property_declaration: named('variable'),
    event_declaration: named('variable'),
    event_field_declaration: field,
    field_declaration: field,
    local_function_statement: localFunction,
    local_declaration_statement: topVariable,
  },
  structure: ['compilation_unit', 'global_statement', 'block'],
  opaque: [
    'comment',
    'identifier',
    'predefined_type',
    'string_literal',
    'integer_literal',
    'using_directive',
    'parameter_list',
    'type_argument_list',
    'type_parameter_list',
  ],
  comments: ['comment'],
};
