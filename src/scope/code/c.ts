/** C and C++. */
import type { Node } from 'web-tree-sitter';
import type { ScopeKind } from '../scope.js';
import {
  type CodeGrammar,
  type Finding,
  fieldText,
  isField,
  named,
  nearest,
  type Rule,
  type Syntax,
  wrapped,
} from './syntax.js';

type Text = (node: Node) => string;

const TEMPLATES = new Set(['template_declaration']);
/** A declaration with its template head, and with an `extern "C"` that is for it alone. */
function wholeOf(at: Syntax): Syntax {
  const head = wrapped(at, TEMPLATES);
  return head.up?.type === 'linkage_specification' && isField(head, 'body') ? head.up : head;
}

const CLASSES = new Set(['class_specifier', 'struct_specifier', 'union_specifier']);

/** What a declarator declares, under its pointers, references, arrays and parentheses. */
interface Declared {
  readonly name: Node;
  readonly isFunction: boolean;
  /** Of a function. */
  readonly parameters: Node | null;
}

/** What can be declared. Where macros hide the syntax, other nodes turn up in the place of a name. */
const NAMES = new Set([
  'identifier',
  'field_identifier',
  'type_identifier',
  'primitive_type',
  'qualified_identifier',
  'template_function',
  'destructor_name',
  'operator_name',
  'operator_cast',
  'structured_binding_declarator',
]);

/** Finds the name in a declarator. A pointer to a function is no function. */
function unwrap(declarator: Node | null): Declared | null {
  let node = declarator;
  let isFunction = false;
  let isPointer = false;
  let parameters: Node | null = null;
  while (node !== null) {
    switch (node.type) {
      case 'function_declarator':
        isFunction = true;
        isPointer = false;
        parameters = node.childForFieldName('parameters');
        node = node.childForFieldName('declarator');
        break;
      case 'pointer_declarator':
        isPointer = true;
        node = node.childForFieldName('declarator');
        break;
      case 'init_declarator':
      case 'array_declarator':
        node = node.childForFieldName('declarator');
        break;
      case 'reference_declarator':
      case 'parenthesized_declarator':
      case 'attributed_declarator':
        node = node.namedChild(0);
        break;
      default:
        if (!NAMES.has(node.type)) return null;
        return {
          name: node,
          isFunction: node.type === 'operator_cast' || (isFunction && !isPointer),
          parameters,
        };
    }
  }
  return null;
}

/** A class's name without its template arguments. */
function plainName(node: Node, text: Text): string {
  const name =
    node.type === 'template_type' || node.type === 'template_function'
      ? node.childForFieldName('name')
      : node;
  return text(name ?? node);
}

/** The last part of a name, and the class or namespace that its path names, innermost last. */
function splitName(node: Node, text: Text): { name: string; parent?: string } {
  if (node.type === 'operator_cast') return { name: text(node).replace(/\s*\(.*$/s, '') };
  if (node.type !== 'qualified_identifier') return { name: plainName(node, text) };
  let at = node;
  let parent: string | undefined;
  for (;;) {
    const scope = at.childForFieldName('scope');
    if (scope !== null) parent = plainName(scope, text);
    const inner = at.childForFieldName('name');
    if (inner === null) return { name: text(at), parent };
    if (inner.type !== 'qualified_identifier') return { ...splitName(inner, text), parent };
    at = inner;
  }
}

/** The name of the class whose body a member stands in; undefined outside classes. */
function enclosingClass(at: Syntax, text: Text): string | undefined {
  const body = nearest(at, new Set(['field_declaration_list', 'compound_statement']));
  if (body?.type !== 'field_declaration_list' || body.up === null || !CLASSES.has(body.up.type))
    return undefined;
  const name = body.up.node.childForFieldName('name');
  return name === null ? undefined : plainName(name, text);
}

const functionDefinition: Rule = (at, text) => {
  const declared = unwrap(at.node.childForFieldName('declarator'));
  if (declared === null) return null;
  const { name, parent: path } = splitName(declared.name, text);
  const parent = path ?? enclosingClass(at, text);
  return {
    kind: parent === undefined ? 'function' : 'method',
    name,
    parent,
    whole: wholeOf(at),
    signature: declared.parameters === null ? undefined : text(declared.parameters),
  };
};

/** Whether the words before the declarators say that the value never changes. */
function isConstant(node: Node, text: Text): boolean {
  return node.children.some(
    (child) => child?.type === 'type_qualifier' && /^(?:const|constexpr|constinit)$/.test(text(child)),
  );
}

/** Variables and prototypes: of a file, a namespace or a class, not of a function. */
const declaration: Rule = (at, text) => {
  // Between a parameter list and a body it types a parameter, as C once did.
  if (at.up?.type === 'function_definition') return null;
  if (
    nearest(at, new Set(['compound_statement', 'field_declaration_list', 'translation_unit']))?.type ===
    'compound_statement'
  )
    return null;
  const owner = enclosingClass(at, text);
  const declarators = at.node.childrenForFieldName('declarator').filter((node) => node !== null);
  const whole = wholeOf(at);
  return declarators.flatMap((declarator): Finding[] => {
    const declared = unwrap(declarator);
    if (declared === null) return [];
    const { name, parent: path } = splitName(declared.name, text);
    const parent = path ?? owner;
    const { startIndex: start, endIndex: end } = declarator;
    const place = declarators.length === 1 ? whole : { ...at, node: declarator, start, end };
    if (declared.isFunction)
      return [
        {
          kind: parent === undefined ? 'function' : 'method',
          name,
          parent,
          whole: place,
          announces: true,
          signature: declared.parameters === null ? undefined : text(declared.parameters),
        },
      ];
    const kind: ScopeKind = isConstant(at.node, text) ? 'constant' : 'variable';
    const isExtern = at.node.children.some(
      (child) => child?.type === 'storage_class_specifier' && text(child) === 'extern',
    );
    return [{ kind, name, parent, whole: place, announces: isExtern }];
  });
};

/** A struct, union, class or enum with a body. What only names a type declares nothing. */
function specifier(kind: ScopeKind): Rule {
  return (at, text) => {
    if (at.node.childForFieldName('body') === null || at.up?.type === 'type_definition') return null;
    const name = at.node.childForFieldName('name');
    if (name === null) return null;
    // Inside `struct S { … } s;` it is a part of the declaration, semicolon excluded.
    const isPart = at.up?.type === 'declaration' || at.up?.type === 'field_declaration';
    const isTyped = isPart && at.up !== null && at.up.node.childForFieldName('declarator') === null;
    const whole = wholeOf(isTyped && at.up !== null ? at.up : at);
    return { kind, name: plainName(name, text), whole, semicolon: !isPart };
  };
}

const KINDS_OF_TYPES: Readonly<Record<string, ScopeKind>> = {
  struct_specifier: 'class',
  union_specifier: 'class',
  class_specifier: 'class',
  enum_specifier: 'enum',
};

/** A `typedef`: what it names, by what it names it for. */
const typeDefinition: Rule = (at, text) => {
  if (nearest(at, new Set(['compound_statement'])) !== null) return null;
  const type = at.node.childForFieldName('type');
  const declared = unwrap(at.node.childForFieldName('declarator'));
  if (type === null || declared === null) return null;
  const hasBody = type.childForFieldName('body') !== null;
  return { kind: (hasBody && KINDS_OF_TYPES[type.type]) || 'type', name: text(declared.name) };
};

/** A macro with a value; one without only guards an include. */
const macro: Rule = (at, text) =>
  at.node.childForFieldName('value') === null
    ? null
    : { kind: 'constant', name: fieldText(at.node, 'name', text) ?? '' };

const C_RULES: Readonly<Record<string, Rule>> = {
  function_definition: functionDefinition,
  declaration,
  struct_specifier: specifier('class'),
  union_specifier: specifier('class'),
  enum_specifier: specifier('enum'),
  type_definition: typeDefinition,
  preproc_def: macro,
  preproc_function_def: named('function'),
};

const STRUCTURE = [
  'translation_unit',
  'linkage_specification',
  'compound_statement',
  'field_declaration_list',
] as const;

/** The fields of a C struct are the shape of a type and no scopes; C++ members are. */
export const c: CodeGrammar = {
  grammar: { package: 'tree-sitter-c', file: 'tree-sitter-c.wasm' },
  rules: C_RULES,
  structure: [...STRUCTURE, 'field_declaration'],
  opaque: [
    'comment',
    'identifier',
    'field_identifier',
    'type_identifier',
    'primitive_type',
    'string_literal',
    'number_literal',
    'preproc_include',
    'preproc_arg',
    'parameter_list',
  ],
  comments: ['comment'],
};

export const cpp: CodeGrammar = {
  grammar: { package: 'tree-sitter-cpp', file: 'tree-sitter-cpp.wasm' },
  rules: {
    ...C_RULES,
    class_specifier: specifier('class'),
    field_declaration: declaration,
    namespace_definition: named('module'),
    alias_declaration: (at, text) => ({
      kind: 'type',
      name: fieldText(at.node, 'name', text) ?? '',
      whole: wholeOf(at),
    }),
    concept_definition: (at, text) => ({
      kind: 'type',
      name: fieldText(at.node, 'name', text) ?? '',
      whole: wholeOf(at),
    }),
  },
  structure: [...STRUCTURE, 'template_declaration', 'lambda_expression'],
  opaque: [
    'comment',
    'identifier',
    'field_identifier',
    'type_identifier',
    'primitive_type',
    'string_literal',
    'number_literal',
    'preproc_include',
    'preproc_arg',
    'parameter_list',
    'template_parameter_list',
    'template_argument_list',
  ],
  comments: ['comment'],
};
