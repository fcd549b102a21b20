/**
 * What a text holds beside the words that are compared: where links lead, which pictures it shows, whether words are quoted
 * or code, and in which language, raw HTML, front matter, characters that nobody sees. A comparison does not tell of it; whoever holds an edit to a scope has to
 * know.
 */
import type { Node, Nodes } from 'mdast';
import { RawSide } from '../apply/raw-side.js';
import type { Comparison } from '../compare/comparison.js';
import type { Block, BlockTree } from '../document/block.js';
import { sourceRange } from '../document/range.js';
import { invisibleRuns } from '../read/fold.js';
import { parseMarkdown } from '../read/markdown-grammar.js';
import { markdownLines } from '../read/markdown-lines.js';
import { unreadable } from '../read/markdown-nesting.js';

/** What of a block, or between the blocks of a section, changed though no words did. */
export interface MarkupChange {
  /** The block whose own text holds it, or the section in which it stands between blocks. */
  readonly source_address: string;
  readonly test_address: string;
  /** What is there no more, and what is there instead: each as its kind and what it says, `link https://example.org`. */
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

/** The texts that were compared, as far as they are at hand. */
export interface VerifiedTexts {
  readonly original?: string | undefined;
  readonly edited?: string | undefined;
}

/**
 * Every such change between two blocks that correspond. Without the texts only what the trees tell, quotation and code,
 * is known. How words are set (emphasis, line breaks, the signs of lists) is not content, and is not looked at.
 */
export function markupChanges(comparison: Comparison, { original, edited }: VerifiedTexts): MarkupChange[] {
  const { source_format, test_format } = comparison.config;
  const source = holding(comparison.source, original, source_format);
  const test = holding(comparison.test, edited, test_format);
  const changes: MarkupChange[] = [];
  for (const { source_path, test_path } of comparison.alignment.pairs) {
    const [before, after] = [source.get(source_path), test.get(test_path)];
    if (before === undefined || after === undefined) continue;
    const [gone, come] = differing(before, after);
    if (gone.length + come.length === 0) continue;
    changes.push({ source_address: source_path, test_address: test_path, gone, come });
  }
  return changes;
}

/** A block's raw text, its own and that between the blocks in it, and what to look for in it. */
interface Held {
  readonly own: string;
  readonly between: string;
  readonly items: () => readonly string[];
}

function differing(before: Held, after: Held): [gone: string[], come: string[]] {
  if (before.own === after.own && before.between === after.between) return [[], []];
  const [mine, theirs] = [before.items(), after.items()];
  return [without(mine, theirs), without(theirs, mine)];
}

/** The entries of `list` that `others` has not as often. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  return list.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}

function holding(tree: BlockTree, text: string | undefined, format: string): Map<string, Held> {
  const found = new Map<string, Held>();
  const side = text === undefined || !hasRanges(tree) ? null : new RawSide(text, tree);
  if (side === null) {
    const add = (block: Block): void => {
      const { language } = block.attrs;
      const items = withRole(block, typeof language === 'string' ? [`code ${language}`] : []);
      found.set(block.path, { own: items.join(''), between: '', items: () => items });
      block.children.forEach(add);
    };
    add(tree.root);
    return found;
  }
  const between = betweenBlocks(side);
  side.index.blocks.forEach((block, i) => {
    const { start, end } = side.tile(i);
    const own = side.text.slice(start, end);
    const around = between.get(i) ?? '';
    found.set(block.path, {
      // The marks of a quotation may stand before the block's own text.
      own: block.role === 'quote' ? `> ${own}` : own,
      between: around,
      items: () => [
        ...withRole(block, itemsIn(own, format, 'fragment')),
        ...itemsIn(around, format, i === 0 ? 'whole' : 'fragment'),
      ],
    });
  });
  return found;
}

/** A block's own items, with what it is taken for: a quotation is not the document's own word, and code is no prose. */
function withRole({ role }: Block, items: readonly string[]): readonly string[] {
  if (role === 'quote') return ['quotation', ...items];
  return role === 'code' && !items.some((item) => item.startsWith('code ')) ? ['code', ...items] : items;
}

function hasRanges({ root }: BlockTree): boolean {
  return root.children.length === 0 || sourceRange(root.children[0]) !== undefined;
}

/** What stands between blocks, by the section (or the root) that it stands in. */
function betweenBlocks(side: RawSide): Map<number, string> {
  const found = new Map<number, string>();
  const add = (section: number, gap: string): void => {
    if (gap.trim() !== '') found.set(section, `${found.get(section) ?? ''}${gap}\n\n`);
  };
  let at = 0;
  let last = 0;
  side.index.blocks.forEach((block, i) => {
    const { start, end } = side.tile(i);
    if (start > at) add(last, side.text.slice(at, start));
    at = Math.max(at, end);
    last = block.kind === 'section' || i === 0 ? i : sectionOf(side, i);
  });
  add(last, side.text.slice(at));
  return found;
}

function sectionOf({ index }: RawSide, i: number): number {
  let at = index.parents[i];
  while (at > 0 && index.blocks[at].kind !== 'section') at = index.parents[at];
  return Math.max(0, at);
}

function itemsIn(text: string, format: string, extent: 'whole' | 'fragment'): string[] {
  if (text.trim() === '') return [];
  const hidden = invisibleRuns(text).map(
    (run) =>
      `invisible ${Array.from(run, (char) => `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`).join(' ')}`,
  );
  if (format !== 'markdown') return hidden;
  const lines = markdownLines(text);
  // Too deep for the grammar: then any difference counts.
  if (unreadable(text, lines, 0, lines.starts.length) !== null) return [`markup ${text}`];
  const items: string[] = [];
  collect(parseMarkdown(text, extent), items);
  return [...items, ...hidden];
}

function collect(node: Nodes, items: string[]): void {
  const told = itemOf(node);
  if (told !== null) items.push(told);
  if ('children' in node) for (const child of node.children as Node[]) collect(child as Nodes, items);
}

/** What of a node is content beside its words, as a person would name it. */
function itemOf(node: Nodes): string | null {
  const titled = (title: string | null | undefined) => (title ? ` "${title}"` : '');
  switch (node.type) {
    case 'link':
      return `link ${node.url}${titled(node.title)}`;
    case 'image':
      return `image ${node.url}${node.alt ? ` (${node.alt})` : ''}${titled(node.title)}`;
    case 'linkReference':
      return `link [${node.identifier}]`;
    case 'imageReference':
      return `image [${node.identifier}]${node.alt ? ` (${node.alt})` : ''}`;
    case 'definition':
      return `definition [${node.identifier}] ${node.url}${titled(node.title)}`;
    case 'code':
      return node.lang ? `code ${[node.lang, node.meta].filter(Boolean).join(' ')}` : null;
    case 'html':
      return `html ${node.value}`;
    case 'yaml':
      return `front matter ${node.value}`;
    default:
      return (node.type as string) === 'toml'
        ? `front matter ${(node as unknown as { value: string }).value}`
        : null;
  }
}
