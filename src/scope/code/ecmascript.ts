/** JavaScript and TypeScript. */
import type { Node } from 'web-tree-sitter';
import type { ScopeKind } from '../scope.js';
import {
  type CodeGrammar,
  countChildren,
  type Finding,
  fieldText,
  isField,
  type Rule,
  type Syntax,
  wrapped,
} from './syntax.js';

type Text = (node: Node) => string;

const FUNCTION_VALUES = new Set(['arrow_function', 'function_expression', 'generator_function']);

/** What a declaration is whose value is of a node type; the fallback for values that declare nothing of their own. */
function kindOfValue(value: Node | null, otherwise: ScopeKind): ScopeKind {
  if (value === null) return otherwise;
  if (FUNCTION_VALUES.has(value.type)) return 'function';
  return value.type === 'class' ? 'class' : otherwise;
}

const WRAPPERS = new Set(['export_statement', 'ambient_declaration']);
const MODULES = new Set(['module', 'internal_module', 'ambient_declaration']);

/** A declaration together with its `export` and `declare`. */
function whole(at: Syntax): Syntax {
  return wrapped(at, WRAPPERS);
}

/** Whether a statement stands in a module or a namespace, and not in a function or a block. */
function isAtTop(statement: Syntax): boolean {
  const around = whole(statement).up;
  if (around === null || around.type === 'program') return true;
  return around.type === 'statement_block' && around.up !== null && MODULES.has(around.up.type);
}

/** A property's name: a quoted one without its quotes, a computed one with its brackets. */
function propertyName(node: Node | null, text: Text): string | undefined {
  if (node === null) return undefined;
  const source = text(node);
  return node.type === 'string' ? source.slice(1, -1) : source;
}

function declared(kind: ScopeKind, more: Partial<Finding> = {}): Rule {
  return (at, text) => {
    const name = propertyName(at.node.childForFieldName('name'), text);
    return name === undefined ? null : { kind, name, whole: whole(at), ...more };
  };
}

/** `const`, `let` and `var`: one scope a declarator; the whole statement when it has only one. */
const declarator: Rule = (at, text) => {
  const statement = at.up;
  if (statement === null || !/^(?:lexical|variable)_declaration$/.test(statement.type)) return null;
  const name = fieldText(at.node, 'name', text);
  if (name === undefined) return null;
  const isConst = statement.node.childForFieldName('kind')?.type === 'const';
  const kind = kindOfValue(at.node.childForFieldName('value'), isConst ? 'constant' : 'variable');
  const isNamedCode = kind === 'function' || kind === 'class';
  if (!isAtTop(statement) && !(isNamedCode && whole(statement).up?.type === 'statement_block')) return null;
  const isOnly = countChildren(statement.node, 'variable_declarator') === 1;
  return { kind, name, whole: isOnly ? whole(statement) : at };
};

/** Whether an object literal is what a named thing is: a variable's value, a default export, an assigned export. */
function isNamedObject(object: Syntax): boolean {
  switch (object.up?.type) {
    case 'variable_declarator':
      return isField(object, 'value') && object.up.up !== null && isAtTop(object.up.up);
    case 'export_statement':
      return isField(object, 'value');
    case 'assignment_expression':
      return (
        isField(object, 'right') && object.up.up?.type === 'expression_statement' && isAtTop(object.up.up)
      );
    default:
      return false;
  }
}

const method: Rule = (at, text) => {
  const around = at.up;
  if (around?.type === 'object' && !isNamedObject(around)) return null;
  const name = propertyName(at.node.childForFieldName('name'), text);
  return name === undefined
    ? null
    : { kind: 'method', name, joins: true, semicolon: around?.type === 'class_body' };
};

/** `name: function () {}` in an object that has a name. */
const pair: Rule = (at, text) => {
  const value = at.node.childForFieldName('value');
  if (value === null || !FUNCTION_VALUES.has(value.type)) return null;
  if (at.up?.type !== 'object' || !isNamedObject(at.up)) return null;
  const name = propertyName(at.node.childForFieldName('key'), text);
  return name === undefined ? null : { kind: 'method', name };
};

const signature: Rule = (at, text) => {
  if (at.up?.type !== 'interface_body' && at.up?.type !== 'class_body') return null;
  const name = propertyName(at.node.childForFieldName('name'), text);
  return name === undefined ? null : { kind: 'method', name, semicolon: true, joins: true };
};

const field: Rule = (at, text) => {
  const { node } = at;
  const name = propertyName(node.childForFieldName('name') ?? node.childForFieldName('property'), text);
  if (name === undefined) return null;
  const value = kindOfValue(node.childForFieldName('value'), 'variable');
  const modifiers = new Set(node.children.map((child) => child?.type));
  const isConstant = modifiers.has('static') && modifiers.has('readonly');
  const kind = value === 'function' ? 'method' : value === 'variable' && isConstant ? 'constant' : value;
  return { kind, name, semicolon: true };
};

/** `export default` of something that is not a declaration. */
const exported: Rule = (at, text) => {
  const value = at.node.childForFieldName('value');
  if (value === null) return null;
  return { kind: kindOfValue(value, 'constant'), name: fieldText(value, 'name', text) ?? 'default' };
};

/** CommonJS and prototypes: `exports.f = …`, `module.exports = …`, `A.f = function …`, `A.prototype.f = function …`. */
const assignment: Rule = (at, text) => {
  const left = at.node.childForFieldName('left');
  const statement = at.up;
  if (left?.type !== 'member_expression' || statement?.type !== 'expression_statement') return null;
  if (!isAtTop(statement)) return null;
  const target = text(left).replace(/\s+/g, '');
  const property = fieldText(left, 'property', text);
  const object = fieldText(left, 'object', text)?.replace(/\s+/g, '');
  if (property === undefined || object === undefined) return null;
  const value = at.node.childForFieldName('right');
  // `exports.f = f` gives out what is declared elsewhere.
  if (value?.type === 'identifier') return null;
  if (target === 'module.exports')
    return { kind: kindOfValue(value, 'constant'), name: target, whole: statement };
  if (object === 'exports' || object === 'module.exports')
    return { kind: kindOfValue(value, 'constant'), name: property, whole: statement };
  if (kindOfValue(value, 'variable') !== 'function') return null;
  return { kind: 'method', name: property, parent: object.replace(/\.prototype$/, ''), whole: statement };
};

const globals: Rule = (at) =>
  at.node.children.some((child) => child?.type === 'global') ? { kind: 'module', name: 'global' } : null;

const module: Rule = (at, text) => {
  const name = propertyName(at.node.childForFieldName('name'), text);
  const outer = at.up?.type === 'expression_statement' ? at.up : at;
  return name === undefined ? null : { kind: 'module', name, whole: whole(outer) };
};

const JAVASCRIPT_RULES: Readonly<Record<string, Rule>> = {
  function_declaration: declared('function', { joins: true }),
  generator_function_declaration: declared('function', { joins: true }),
  class_declaration: declared('class'),
  variable_declarator: declarator,
  method_definition: method,
  field_definition: field,
  pair,
  export_statement: exported,
  assignment_expression: assignment,
};

const { field_definition: _, ...SHARED_RULES } = JAVASCRIPT_RULES;

const TYPESCRIPT_RULES: Readonly<Record<string, Rule>> = {
  ...SHARED_RULES,
  public_field_definition: field,
  abstract_class_declaration: declared('class'),
  function_signature: declared('function', { joins: true }),
  interface_declaration: declared('interface'),
  type_alias_declaration: declared('type'),
  enum_declaration: declared('enum'),
  method_signature: signature,
  abstract_method_signature: signature,
  ambient_declaration: globals,
  module,
  internal_module: module,
};

const JAVASCRIPT_STRUCTURE = [
  'program',
  'statement_block',
  'class_body',
  'object',
  'arrow_function',
  'function_expression',
  'for_statement',
  'for_in_statement',
  'switch_body',
  'lexical_declaration',
  'variable_declaration',
  'expression_statement',
] as const;

const TYPESCRIPT_STRUCTURE = [...JAVASCRIPT_STRUCTURE, 'interface_body', 'object_type'] as const;

const OPAQUE = [
  'comment',
  'identifier',
  'property_identifier',
  'shorthand_property_identifier',
  'type_identifier',
  'predefined_type',
  'string',
  'number',
  'regex',
  'this',
  'import_statement',
  'type_annotation',
  'type_arguments',
  'type_parameters',
  'asserts_annotation',
  'type_predicate_annotation',
  'update_expression',
] as const;

export const javascript: CodeGrammar = {
  grammar: { package: 'tree-sitter-javascript', file: 'tree-sitter-javascript.wasm' },
  rules: JAVASCRIPT_RULES,
  structure: JAVASCRIPT_STRUCTURE,
  opaque: OPAQUE,
  comments: ['comment'],
  attributes: ['decorator'],
};

export const typescript: CodeGrammar = {
  grammar: { package: 'tree-sitter-typescript', file: 'tree-sitter-typescript.wasm' },
  rules: TYPESCRIPT_RULES,
  structure: TYPESCRIPT_STRUCTURE,
  opaque: OPAQUE,
  comments: ['comment'],
  attributes: ['decorator'],
};

export const tsx: CodeGrammar = {
  ...typescript,
  grammar: { package: 'tree-sitter-typescript', file: 'tree-sitter-tsx.wasm' },
};
