/** TOML, by its grammar. */
import type { Node } from 'web-tree-sitter';
import type { GrammarFile, GrammarSource } from '../code/grammar-source.js';
import { captureTypes, withTree } from '../code/parser.js';
import { Leads } from '../lead.js';
import { type Draft, type DraftSkip, type Outline, trimEnd } from '../outline.js';
import type { Positions } from '../positions.js';
import { elementName, itemName, MAX_ITEM_DEPTH } from './item.js';

export const TOML_GRAMMAR: GrammarFile = {
  package: '@tree-sitter-grammars/tree-sitter-toml',
  file: 'tree-sitter-toml.wasm',
};
const KEYS = new Set(['bare_key', 'quoted_key', 'dotted_key']);

/** The parts of a key, unquoted. */
function keyParts(key: Node, text: string): string[] {
  const parts: string[] = [];
  const pending: Node[] = [key];
  while (pending.length > 0) {
    const node = pending.pop() as Node;
    const source = text.slice(node.startIndex, node.endIndex);
    if (node.type === 'dotted_key')
      pending.push(...node.namedChildren.toReversed().filter((it) => it !== null));
    else if (node.type === 'quoted_key') parts.push(unquote(source));
    else parts.push(source);
  }
  return parts;
}

function unquote(source: string): string {
  if (source.startsWith('"')) {
    try {
      return JSON.parse(source) as string;
    } catch {
      // TOML has escapes that JSON has not: such a key keeps its spelling.
    }
  }
  return source.slice(1, -1);
}

/** Reads the tables and pairs of a TOML text. */
export async function readToml(positions: Positions, source: GrammarSource): Promise<Outline> {
  const { text } = positions;
  const outline = await withTree(source, TOML_GRAMMAR, text, (tree, language): Outline => {
    const found = captureTypes(language, tree, ['comment'], ['string']);
    const comments = found.flatMap(({ type, node }) =>
      type === 'comment' ? [{ start: node.startIndex, end: node.endIndex, isComment: true }] : [],
    );
    const errors = found.flatMap(({ type, node }) =>
      type === 'comment' ? [] : [{ start: node.startIndex, end: node.endIndex }],
    );
    const reader = new TomlReader(text, new Leads(positions, {}, comments));
    reader.document(tree.rootNode);
    return { drafts: reader.drafts, skipped: [...reader.skipped, ...reader.uncovered(errors)] };
  });
  if (outline !== null) return outline;
  const all = { name: null, kind: null, start: 0, end: text.length } as const;
  return { drafts: [], skipped: [{ reason: 'too_complex', ...all }] };
}

class TomlReader {
  readonly drafts: Draft[] = [];
  readonly skipped: DraftSkip[] = [];
  /** How many elements each array of tables has so far, by the array's full name. */
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly text: string,
    private readonly leads: Leads,
  ) {}

  document(root: Node): void {
    for (const child of root.namedChildren) {
      if (child === null) continue;
      if (child.type === 'pair') this.pair(child, null, 0);
      else if (child.type === 'table' || child.type === 'table_array_element') this.table(child);
    }
  }

  /** The errors that lie in no part that is reported already. */
  uncovered(errors: readonly { start: number; end: number }[]): DraftSkip[] {
    return errors
      .filter(({ start, end }) => !this.skipped.some((it) => it.start <= start && end <= it.end))
      .map(({ start, end }) => ({ reason: 'syntax_error', name: null, kind: null, start, end }));
  }

  /** A table's full name. A part that names an array of tables means its last element so far. */
  private tableName(parts: readonly string[], isElement: boolean): string {
    let name: string | null = null;
    parts.forEach((part, i) => {
      name = itemName(name, part);
      const isLast = i === parts.length - 1;
      const count = this.counts.get(name);
      if (isLast && isElement) {
        this.counts.set(name, (count ?? 0) + 1);
        name = elementName(name, count ?? 0);
      } else if (count !== undefined) name = elementName(name, count - 1);
    });
    return name ?? '';
  }

  private table(node: Node): void {
    const [key, ...rest] = node.namedChildren.filter((child) => child !== null);
    if (key === undefined || !KEYS.has(key.type)) return;
    const parts = keyParts(key, this.text);
    const name = this.tableName(parts, node.type === 'table_array_element');
    const pairs = rest.filter((child) => child.type === 'pair');
    // A comment behind the last pair speaks of what follows; the table ends before it.
    const head = node.children.find((child) => child?.type === ']' || child?.type === ']]');
    const last = pairs.at(-1);
    const end = last === undefined ? (head ?? key).endIndex : this.pairEnd(last);
    const around = parts.length > 1 ? this.tableName(parts.slice(0, -1), false) : null;
    this.add({ kind: 'object', name, start: node.startIndex, end, parent: around }, node);
    for (const pair of pairs) this.pair(pair, name, parts.length);
  }

  private pair(node: Node, parent: string | null, depth: number): void {
    const [key, value] = node.namedChildren.filter((child) => child !== null && child.type !== 'comment');
    if (key == null || !KEYS.has(key.type)) return;
    const name = keyParts(key, this.text).reduce<string | null>(itemName, parent) ?? '';
    const isTable = value?.type === 'inline_table';
    const end = this.pairEnd(node);
    this.add({ kind: isTable ? 'object' : 'config_item', name, start: node.startIndex, end, parent }, node);
    if (value != null) this.value(value, name, name, depth + 1);
  }

  /** Where a pair's value ends: the grammar counts a comment behind it into the pair. */
  private pairEnd(pair: Node): number {
    const last = pair.namedChildren.findLast((child) => child !== null && child.type !== 'comment');
    return trimEnd(this.text, pair.startIndex, (last ?? pair).endIndex);
  }

  /** The tables inside a value: of an inline table its pairs, of an array those of its tables. */
  private value(node: Node, name: string, parent: string, depth: number): void {
    if (node.type !== 'inline_table' && node.type !== 'array') return;
    if (depth >= MAX_ITEM_DEPTH) {
      const item = { name, kind: 'config_item', start: node.startIndex, end: node.endIndex } as const;
      this.skipped.push({ reason: 'too_deep', ...item });
      return;
    }
    let index = 0;
    for (const child of node.namedChildren) {
      if (child === null || child.type === 'comment') continue;
      if (child.type === 'pair') this.pair(child, name, depth);
      else if (node.type === 'array') {
        const element = elementName(name, index++);
        const isTable = child.type === 'inline_table';
        if (isTable) {
          const { startIndex: start, endIndex: end } = child;
          this.add({ kind: 'object', name: element, start, end, parent }, child);
        }
        this.value(child, element, isTable ? element : parent, depth + 1);
      }
    }
  }

  private add(draft: Draft, node: Node): void {
    const { kind, name, end } = draft;
    const start = this.leads.extend(draft.start);
    if (node.hasError) this.skipped.push({ reason: 'syntax_error', name, kind, start, end });
    else this.drafts.push({ ...draft, start });
  }
}
