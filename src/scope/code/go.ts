/** Go. */
import type { Node } from 'web-tree-sitter';
import type { ScopeKind } from '../scope.js';
import { type CodeGrammar, countChildren, fieldText, named, type Rule, type Syntax } from './syntax.js';

const SPECS = ['const_spec', 'var_spec', 'type_spec', 'type_alias'];

/** A specification with its keyword, when it is the only one behind it. */
function whole(at: Syntax): Syntax {
  let around = at.up;
  const list = around?.type === 'var_spec_list' ? around : null;
  if (list !== null) around = list.up;
  const holder = list ?? around;
  if (around === null || holder === null) return at;
  const specs = SPECS.reduce((count, type) => count + countChildren(holder.node, type), 0);
  return specs === 1 ? around : at;
}

/** Whether a specification stands at the top of the file. */
function isAtTop(at: Syntax): boolean {
  const around = at.up?.type === 'var_spec_list' ? at.up.up : at.up;
  return around?.up == null || around.up.type === 'source_file';
}

const typeSpec: Rule = (at, text) => {
  const name = fieldText(at.node, 'name', text);
  if (name === undefined) return null;
  const type = at.node.childForFieldName('type')?.type;
  const kind: ScopeKind = type === 'interface_type' ? 'interface' : type === 'struct_type' ? 'class' : 'type';
  return { kind, name, whole: whole(at) };
};

function valueSpec(kind: ScopeKind): Rule {
  return (at, text) => {
    if (!isAtTop(at)) return null;
    const names = at.node.childrenForFieldName('name').filter((node) => node?.isNamed === true);
    const values = at.node.childForFieldName('value');
    const isFunction = values?.namedChildCount === 1 && values.namedChild(0)?.type === 'func_literal';
    return {
      kind: isFunction ? 'function' : kind,
      name: names.map((node) => text(node as Node)).join(', '),
      whole: whole(at),
    };
  };
}

/** The name of a receiver's type, without pointer and type arguments. */
function receiverType(receiver: Node | null, text: (node: Node) => string): string | undefined {
  let type = receiver?.namedChild(0)?.childForFieldName('type') ?? null;
  while (type !== null && (type.type === 'pointer_type' || type.type === 'parenthesized_type'))
    type = type.namedChild(0);
  if (type?.type === 'generic_type') type = type.childForFieldName('type');
  return type == null ? undefined : text(type);
}

const method: Rule = (at, text) => {
  const name = fieldText(at.node, 'name', text);
  if (name === undefined) return null;
  return { kind: 'method', name, parent: receiverType(at.node.childForFieldName('receiver'), text) };
};

const methodElement: Rule = (at, text) => {
  if (at.up?.type !== 'interface_type' || at.up.up?.type !== 'type_spec') return null;
  const name = fieldText(at.node, 'name', text);
  return name === undefined ? null : { kind: 'method', name };
};

export const go: CodeGrammar = {
  grammar: { package: 'tree-sitter-go', file: 'tree-sitter-go.wasm' },
  rules: {
    function_declaration: named('function'),
    method_declaration: method,
    method_elem: methodElement,
    type_spec: typeSpec,
    type_alias: typeSpec,
    const_spec: valueSpec('constant'),
    var_spec: valueSpec('variable'),
  },
  structure: [
    'source_file',
    'block',
    'func_literal',
    'interface_type',
    'type_declaration',
    'const_declaration',
    'var_declaration',
    'var_spec_list',
  ],
  opaque: [
    'comment',
    'identifier',
    'field_identifier',
    'type_identifier',
    'package_identifier',
    'interpreted_string_literal',
    'raw_string_literal',
    'int_literal',
    'import_declaration',
    'parameter_list',
  ],
  comments: ['comment'],
  unattached: /^\/\/(?:go:build| \+build)/,
};
