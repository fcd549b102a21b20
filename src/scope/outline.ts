/** Turns what a language's reader found into the reading: nested, in order, in code points. */
import type { Positions } from './positions.js';
import type { ScopeKind, ScopeReading, ScopeSymbol, SkippedPart, SkipReason } from './scope.js';
import { SCOPE_ENGINE } from './scope.js';

/** A symbol as a reader finds it. Offsets are UTF-16 units, end exclusive. */
export interface Draft {
  readonly kind: ScopeKind;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The parent's name where the text states another than the enclosing symbol's; undefined to take that one. */
  readonly parent?: string | null;
  /** The name that members give as their parent, where it is not `name`. */
  readonly memberParent?: string;
  /** The name without the parameters that tell it from others of that name. */
  readonly overloadOf?: string;
  readonly address?: string;
}

/** A part that a reader gave up on. Offsets are UTF-16 units, end exclusive. */
export interface DraftSkip {
  readonly reason: SkipReason;
  readonly name: string | null;
  readonly kind: ScopeKind | null;
  readonly start: number;
  readonly end: number;
}

/** What a language's reader gives. */
export interface Outline {
  readonly drafts: readonly Draft[];
  readonly skipped: readonly DraftSkip[];
}

/** White space between the parts of a text. Other spaces (no-break, line separator) are characters of a value. */
const SPACE = /[ \t\n\v\f\r]/;

/** The end of `text` from `start` to `end` without trailing white space. */
export function trimEnd(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && SPACE.test(text[last - 1])) last--;
  return last;
}

/** The start of `text` from `start` to `end` without leading white space. */
export function trimStart(text: string, start: number, end: number): number {
  let first = start;
  while (first < end && SPACE.test(text[first])) first++;
  return first;
}

/** A name on one line: runs of white space folded, ends trimmed. */
export function foldName(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The order of a reading: by start, and of two that start together the longer first. */
export function byPosition(a: { start: number; end: number }, b: { start: number; end: number }): number {
  return a.start - b.start || b.end - a.end;
}

/**
 * Nests the drafts and converts their offsets. Two drafts that cross without one holding the other cannot both be right:
 * the later is reported as skipped.
 */
export function finishReading(language: string, positions: Positions, outline: Outline): ScopeReading {
  const symbols: ScopeSymbol[] = [];
  const skips = [...outline.skipped];
  const open: { readonly draft: Draft; readonly index: number }[] = [];
  // Sorting is stable: of drafts with one range, the reader's order decides which holds which.
  for (const draft of [...outline.drafts].sort(byPosition)) {
    while (open.length > 0 && open[open.length - 1].draft.end <= draft.start) open.pop();
    const top = open.at(-1);
    if (top !== undefined && draft.end > top.draft.end) {
      skips.push({ reason: 'syntax_error', ...pick(draft) });
      continue;
    }
    const index = symbols.length;
    const { start, end } = draft;
    symbols.push({
      name: draft.name,
      kind: draft.kind,
      parent:
        draft.parent !== undefined ? draft.parent : (top?.draft.memberParent ?? top?.draft.name ?? null),
      start_line: positions.line(start),
      end_line: positions.line(Math.max(start, end - 1)),
      start: positions.point(start),
      end: positions.point(end),
      container: top?.index ?? null,
      address: draft.address ?? null,
      ...(draft.overloadOf === undefined ? {} : { overload_of: draft.overloadOf }),
    });
    open.push({ draft, index });
  }
  const skipped: SkippedPart[] = mergeNameless(skips.sort(byPosition), outline.drafts).map((skip) => ({
    ...skip,
    start: positions.point(skip.start),
    end: positions.point(skip.end),
    start_line: positions.line(skip.start),
    end_line: positions.line(Math.max(skip.start, skip.end - 1)),
  }));
  return { engine: SCOPE_ENGINE, language, symbols, skipped };
}

/** Joins nameless parts with nothing between them that has a name: a text in another language is one such part, not many. */
function mergeNameless(skips: readonly DraftSkip[], drafts: readonly Draft[]): DraftSkip[] {
  const named = [...drafts, ...skips.filter((skip) => skip.name !== null)].map((it) => it.start);
  named.sort((a, b) => a - b);
  const merged: DraftSkip[] = [];
  let next = 0;
  for (const skip of skips) {
    while (next < named.length && named[next] < (merged.at(-1)?.start ?? 0)) next++;
    const before = merged.at(-1);
    const isApart = next < named.length && named[next] <= skip.start;
    if (before !== undefined && !isApart && isNamelessAs(before, skip))
      merged[merged.length - 1] = { ...before, end: Math.max(before.end, skip.end) };
    else merged.push(skip);
  }
  return merged;
}

function isNamelessAs(before: DraftSkip, skip: DraftSkip): boolean {
  return before.name === null && skip.name === null && before.reason === skip.reason;
}

function pick({ name, kind, start, end }: Draft) {
  return { name, kind, start, end };
}
