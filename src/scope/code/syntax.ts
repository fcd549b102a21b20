/** What a language's rules see of a syntax tree, and what they say. */
import type { Node } from 'web-tree-sitter';
import type { LeadRules } from '../lead.js';
import type { ScopeKind } from '../scope.js';
import type { GrammarFile } from './grammar-source.js';

/**
 * A node of a type that the language's rules asked for, and the nearest such node around it. Following `up` is free,
 * where a node's own `parent` is a search from the root. Offsets are UTF-16 units.
 */
export interface Syntax {
  readonly type: string;
  readonly node: Node;
  readonly start: number;
  readonly end: number;
  readonly up: Syntax | null;
}

/** A declaration that a rule recognised. */
export interface Finding {
  readonly kind: ScopeKind;
  readonly name: string;
  /** The node whose range it covers, where that is not the node the rule was asked about (an `export`, a template). */
  readonly whole?: Syntax;
  /** The name of what it belongs to, where that does not enclose it (a Go receiver, `C::` before a C++ method). */
  readonly parent?: string;
  /** The name that its members give as their parent, where that is not its own. */
  readonly memberParent?: string;
  /** A semicolon right behind it belongs to it, though the grammar leaves it outside. */
  readonly semicolon?: boolean;
  /** One of several declarations that together are one thing: signatures of an overload, a getter and its setter. */
  readonly joins?: boolean;
  /** The parameters as they are written: what tells declarations of one name apart, where a language lets them share it. */
  readonly signature?: string;
  /** Only announces what the same text may define elsewhere: left out when it does. */
  readonly announces?: boolean;
}

/** A rule: what a node declares, if anything. `text` gives the source of a node. */
export type Rule = (
  at: Syntax,
  text: (node: Node) => string,
) => Finding | readonly Finding[] | null | undefined;

/** How one language is read. */
export interface CodeGrammar extends LeadRules {
  readonly grammar: GrammarFile;
  /** By node type. */
  readonly rules: Readonly<Record<string, Rule>>;
  /** Other node types that rules want to see in `up`. */
  readonly structure: readonly string[];
  /** Node types inside which nothing is declared that would be a scope: looking there would only take time. */
  readonly opaque: readonly string[];
  /** Node types of comments: those that stand right above a declaration belong to it. */
  readonly comments: readonly string[];
  /** Node types that stand before a declaration as its siblings and belong to it: decorators, attributes. */
  readonly attributes?: readonly string[];
}

/** The source of the node in a field; undefined when the field is empty. */
export function fieldText(node: Node, field: string, text: (node: Node) => string): string | undefined {
  const child = node.childForFieldName(field);
  return child === null ? undefined : text(child);
}

/** Whether `at` is the node that its nearest wanted ancestor has in `field`. */
export function isField(at: Syntax, field: string): boolean {
  return at.up?.node.childForFieldName(field)?.id === at.node.id;
}

/** The nearest of `types` around `at`, itself excluded. */
export function nearest(at: Syntax, types: ReadonlySet<string>): Syntax | null {
  let up = at.up;
  while (up !== null && !types.has(up.type)) up = up.up;
  return up;
}

/** The outermost of the wrappers directly around `at`, one inside the other; `at` when there is none. */
export function wrapped(at: Syntax, wrappers: ReadonlySet<string>): Syntax {
  let whole = at;
  while (whole.up !== null && wrappers.has(whole.up.type)) whole = whole.up;
  return whole;
}

/** How many of a node's children are of a type. */
export function countChildren(node: Node, type: string): number {
  return node.namedChildren.filter((child) => child?.type === type).length;
}

/** A rule for a method that may share its name with others. */
export const overloaded: Rule = (at, text) => {
  const name = fieldText(at.node, 'name', text);
  if (name === undefined) return null;
  return { kind: 'method', name, signature: fieldText(at.node, 'parameters', text) };
};

/** A rule for a declaration of one kind whose name stands in a field. */
export function named(kind: ScopeKind, field = 'name', more: Partial<Finding> = {}): Rule {
  return (at, text) => {
    const name = fieldText(at.node, field, text);
    return name === undefined ? null : { kind, name, ...more };
  };
}
