/**
 * Where links lead that name a definition. Such a link reads the same wherever it leads, and its definition can stand
 * anywhere in the document: whoever edits one part can turn the links of every other.
 */
import type { Definition, FootnoteDefinition, Node } from 'mdast';
import { CodePointIndex } from '../document/code-points.js';
import { parseMarkdown } from '../read/markdown-grammar.js';
import { markdownLines } from '../read/markdown-lines.js';
import { unreadable } from '../read/markdown-nesting.js';
import type { TextRange } from './outside-text.js';

/** A link outside some ranges that leads elsewhere than before. Offsets are code points of the text before the change. */
export interface TurnedLink extends TextRange {
  /** The line at which it starts, from 1. */
  readonly line: number;
  /** Where it led, and where it leads. */
  readonly removed: string;
  readonly added: string;
}

/**
 * The links and notes outside `ranges` whose definition says something else after the change. A document that nests too
 * deep for the grammar has all its definitions in question: any difference among them counts.
 */
export function turnedLinks(before: string, after: string, ranges: readonly TextRange[]): TurnedLink[] {
  if (!before.includes(']:')) return [];
  if (isUnreadable(before) || isUnreadable(after)) return differingLines(before, after);
  const [source, test] = [namesIn(before), namesIn(after)];
  const points = new CodePointIndex(before);
  return source.uses.flatMap(({ name, start, end, line }) => {
    const removed = source.definitions.get(name);
    const added = test.definitions.get(name);
    // Without a definition the brackets become words, of which the comparison tells.
    if (removed === undefined || added === undefined || removed === added) return [];
    const range = { start: points.toPoint(start), end: points.toPoint(end) };
    const isAllowed = ranges.some((it) => it.start <= range.start && range.end <= it.end);
    return isAllowed ? [] : [{ ...range, line, removed, added }];
  });
}

interface Use {
  readonly name: string;
  /** UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** The definitions that hold, the first of each name, and what refers to them. */
function namesIn(text: string): { definitions: Map<string, string>; uses: Use[] } {
  const definitions = new Map<string, string>();
  const uses: Use[] = [];
  const visit = (node: Node): void => {
    const { start, end } = node.position!;
    const named = namedBy(node);
    if (named !== null && 'says' in named) {
      const says = named.says ?? text.slice(start.offset, end.offset);
      if (!definitions.has(named.name)) definitions.set(named.name, says);
    } else if (named !== null) {
      uses.push({ name: named.name, start: start.offset!, end: end.offset!, line: start.line });
    }
    if ('children' in node) for (const child of node.children as Node[]) visit(child);
  };
  visit(parseMarkdown(text, 'whole'));
  return { definitions, uses };
}

/** The name that a node defines, with what it says (null: its own text), or uses. */
function namedBy(node: Node): { name: string; says: string | null } | { name: string } | null {
  const { identifier } = node as { identifier?: string };
  const name = identifier?.toLowerCase() ?? '';
  switch (node.type) {
    case 'definition': {
      const { url, title } = node as Definition;
      return { name, says: title ? `${url} "${title}"` : url };
    }
    case 'footnoteDefinition':
      return { name: `^${(node as FootnoteDefinition).identifier.toLowerCase()}`, says: null };
    case 'linkReference':
    case 'imageReference':
      return { name };
    case 'footnoteReference':
      return { name: `^${name}` };
    default:
      return null;
  }
}

function isUnreadable(text: string): boolean {
  const lines = markdownLines(text);
  return unreadable(text, lines, 0, lines.starts.length) !== null;
}

function differingLines(before: string, after: string): TurnedLink[] {
  const linesOf = (text: string) => text.split('\n').filter((line) => line.includes(']:'));
  const [removed, added] = [linesOf(before).join('\n'), linesOf(after).join('\n')];
  return removed === added ? [] : [{ start: 0, end: 0, line: 1, removed, added }];
}
