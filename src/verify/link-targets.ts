/**
 * Where links lead that name a definition. Such a link reads the same wherever it leads, and its definition can stand
 * anywhere in the document: whoever edits one part can turn the links of every other.
 */
import type { Node } from 'mdast';
import { identifier } from '../read/markdown-parts.js';
import type { MarkdownText } from './markdown-text.js';

/** A link that leads elsewhere than before. Offsets are UTF-16 units of the text before the change. */
export interface TurnedLink {
  readonly start: number;
  readonly end: number;
  /** The name of its definition, as it is written. */
  readonly name: string;
  /** Where it led, and where it leads. */
  readonly removed: string;
  readonly added: string;
}

/**
 * The links, pictures and notes of a text whose definition is another one after the change. A document that nests too deep
 * for the grammar has all its definitions in question: any difference among them counts, and has no place.
 */
export function turnedLinks(before: MarkdownText, after: MarkdownText): TurnedLink[] {
  if (!before.text.includes(']:')) return [];
  if (!before.isReadable || !after.isReadable) return differingLines(before.text, after.text);
  const turned = new Map<string, { removed: string; added: string }>();
  for (const [name, { says: removed }] of before.definitions) {
    // Without a definition the brackets become words, of which the comparison tells.
    const added = after.definitions.get(name)?.says;
    if (added !== undefined && added !== removed) turned.set(name, { removed, added });
  }
  if (turned.size === 0) return [];
  const found: TurnedLink[] = [];
  before.stretches.forEach((_, k) => {
    if (![...before.namesIn(k)].some((name) => turned.has(name))) return;
    const tree = before.tree(k);
    if (tree === null) return;
    const { shift } = tree;
    const visit = (node: Node): void => {
      const name = nameUsed(node);
      const change = name === null ? undefined : turned.get(identifier(name));
      if (change !== undefined) {
        const { start, end } = node.position!;
        found.push({ start: start.offset! + shift, end: end.offset! + shift, name: name!, ...change });
      }
      if ('children' in node) for (const child of node.children as Node[]) visit(child);
    };
    tree.nodes.forEach(visit);
  });
  return found;
}

/** The name that a node refers to. */
function nameUsed(node: Node): string | null {
  const { identifier: name } = node as { identifier?: string };
  switch (node.type) {
    case 'linkReference':
    case 'imageReference':
      return name ?? null;
    case 'footnoteReference':
      return `^${name ?? ''}`;
    default:
      return null;
  }
}

function differingLines(before: string, after: string): TurnedLink[] {
  const linesOf = (text: string) => text.split('\n').filter((line) => line.includes(']:'));
  const [removed, added] = [linesOf(before).join('\n'), linesOf(after).join('\n')];
  return removed === added ? [] : [{ start: 0, end: 0, name: '', removed, added }];
}
