/** Rust. */
import type { Node } from 'web-tree-sitter';
import { type CodeGrammar, fieldText, named, type Rule, type Syntax } from './syntax.js';

/** The `impl` or `trait` that a member stands in; null for what stands anywhere else. */
function owner(at: Syntax): Syntax | null {
  const around = at.up?.type === 'declaration_list' ? at.up.up : null;
  return around !== null && (around.type === 'impl_item' || around.type === 'trait_item') ? around : null;
}

const functionItem: Rule = (at, text) => {
  const name = fieldText(at.node, 'name', text);
  return name === undefined ? null : { kind: owner(at) === null ? 'function' : 'method', name };
};

/** A type's name without its arguments and its path. */
function baseName(type: Node | null, text: (node: Node) => string): string | undefined {
  let node = type;
  if (node?.type === 'reference_type') node = node.childForFieldName('type');
  if (node?.type === 'generic_type') node = node.childForFieldName('type');
  if (node?.type === 'scoped_type_identifier') node = node.childForFieldName('name');
  return node == null ? undefined : text(node);
}

/** An `impl` is named by its own head; its members belong to the type. */
const implItem: Rule = (at, text) => {
  const type = at.node.childForFieldName('type');
  if (type === null) return null;
  const trait = fieldText(at.node, 'trait', text);
  const name = trait === undefined ? `impl ${text(type)}` : `impl ${trait} for ${text(type)}`;
  return { kind: 'impl', name, memberParent: baseName(type, text) };
};

/** Constants of functions are left out, as their other variables are. */
function valueItem(kindOf: (node: Node) => 'constant' | 'variable'): Rule {
  return (at, text) => {
    if (at.up?.type === 'block') return null;
    const name = fieldText(at.node, 'name', text);
    return name === undefined ? null : { kind: kindOf(at.node), name };
  };
}

function isMutable(node: Node): boolean {
  return node.children.some((child) => child?.type === 'mutable_specifier');
}

export const rust: CodeGrammar = {
  grammar: { package: 'tree-sitter-rust', file: 'tree-sitter-rust.wasm' },
  rules: {
    function_item: functionItem,
    function_signature_item: functionItem,
    macro_definition: named('function'),
    struct_item: named('class'),
    union_item: named('class'),
    enum_item: named('enum'),
    trait_item: named('interface'),
    impl_item: implItem,
    mod_item: named('module'),
    type_item: named('type'),
    associated_type: named('type'),
    const_item: valueItem(() => 'constant'),
    static_item: valueItem((node) => (isMutable(node) ? 'variable' : 'constant')),
  },
  structure: ['source_file', 'declaration_list', 'block', 'closure_expression'],
  opaque: [
    'line_comment',
    'block_comment',
    'identifier',
    'field_identifier',
    'type_identifier',
    'primitive_type',
    'string_literal',
    'raw_string_literal',
    'integer_literal',
    'use_declaration',
    'parameters',
    'type_parameters',
    'type_arguments',
    'token_tree',
    'attribute_item',
  ],
  comments: ['line_comment', 'block_comment'],
  attributes: ['attribute_item'],
  // These speak of what they stand in.
  unattached: /^(?:\/\/!|\/\*!)/,
};
