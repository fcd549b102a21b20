/** An edit held against its scope: each change of words, of markup and of layout, and whether it may be. */
import type { Change } from '../change/change.js';
import type { Comparison } from '../compare/comparison.js';
import { parentAddress } from '../document/address.js';
import { type LayoutChange, type OutsidePiece, outsidePieces } from './layout.js';
import {
  type FoundMarkup,
  type MarkupChange,
  markedSides,
  markupChanges,
  type VerifiedTexts,
} from './markup.js';
import type { TextRange } from './outside-text.js';
import { replacements } from './replacements.js';
import { inScope, type ScopeRoot } from './scope.js';
import { standingElsewhere, unsaidMoves, withUnsaid } from './scope-moves.js';
import { Twins } from './twins.js';

/**
 * What may change anywhere: white space (in code, where it counts), labels (a renumbering without an edit, and the numbers that
 * items get from where they stand), emphasis, and markup altogether (what is not compared: where links lead, pictures, what is
 * quoted or code, the depth of headings, breaks, raw HTML, front matter, invisible characters).
 */
export const EXEMPTIONS = ['whitespace', 'labels', 'emphasis', 'markup'] as const;

export type Exemption = (typeof EXEMPTIONS)[number];

/** A change outside the scope, and which of its sides is. */
export interface Stray {
  readonly change: Change;
  /** `source`: what was there is out of scope. `test`: it came to stand where the scope does not reach. */
  readonly outside: 'source' | 'test' | 'both';
}

/** A change of markup, held against the scope. */
export interface JudgedMarkup extends MarkupChange {
  readonly verdict: 'in_scope' | 'out_of_scope' | 'exempt';
}

/** A change of layout outside the scope. It is `allowed` unless nothing there may differ. */
export interface JudgedLayout extends LayoutChange {
  readonly verdict: 'allowed' | 'out_of_scope' | 'exempt';
}

/** How an edit is judged. */
export interface Judging {
  readonly exempt: readonly Exemption[];
  /** Whether layout outside the scope must stay as it is. */
  readonly strict: boolean;
  readonly texts: VerifiedTexts;
  /** Ranges of the original that may change too, in code points. */
  readonly ranges?: readonly TextRange[];
}

/** What was found of an edit. */
export interface Judged {
  readonly within: readonly Change[];
  readonly strays: readonly Stray[];
  readonly exempted: readonly Change[];
  readonly markup: readonly (FoundMarkup & JudgedMarkup)[];
  readonly layout: readonly JudgedLayout[];
  /** Stretches of the text that differ outside the scope and are neither in a stray nor a label that may change. */
  readonly outside: readonly OutsidePiece[];
}

export function judgeEdit(comparison: Comparison, scope: readonly ScopeRoot[], judging: Judging): Judged {
  const { exempt, strict, texts, ranges = [] } = judging;
  const words = judgeChanges(comparison, scope, exempt, texts.original);
  const sides = markedSides(comparison, texts);
  const found = markupChanges(comparison, sides);
  const { pieces, unseen, layout } = outsidePieces(comparison, sides, {
    scope,
    ranges,
    words,
    markup: found,
  });
  const markup = [...found, ...unseen].map((change) => ({
    ...change,
    verdict: inScope(scope, change.source_address)
      ? ('in_scope' as const)
      : isExemptMarkup(change, exempt)
        ? ('exempt' as const)
        : ('out_of_scope' as const),
  }));
  const verdicts = new Map(markup.map((change) => [change.source_address, change.verdict]));
  const judgedLayout = layout.map((change): JudgedLayout => {
    const free =
      exempt.includes('markup') ||
      (exempt.includes('whitespace') && `${change.removed}${change.added}`.trim() === '');
    return { ...change, verdict: free ? 'exempt' : strict ? 'out_of_scope' : 'allowed' };
  });
  return {
    ...words,
    markup,
    layout: judgedLayout,
    outside: pieces.filter((piece) => {
      if (exempt.includes('markup')) return false;
      if (exempt.includes('whitespace') && `${piece.removed}${piece.added}`.trim() === '') return false;
      return piece.markup === null || verdicts.get(piece.markup) !== 'exempt';
    }),
  };
}

/** The changes of words, sorted by whether they may be. */
export interface JudgedWords {
  readonly within: readonly Change[];
  readonly strays: readonly Stray[];
  readonly exempted: readonly Change[];
}

function judgeChanges(
  comparison: Comparison,
  scope: readonly ScopeRoot[],
  exempt: readonly Exemption[],
  original: string | undefined,
): JudgedWords {
  const { pairs } = comparison.alignment;
  const replaced = replacements(comparison);
  const partner = new Map([...replaced, ...pairs.map((pair) => [pair.test_path, pair.source_path] as const)]);
  const moved = standingElsewhere(comparison);
  const unsaid = unsaidMoves(comparison, moved);
  /** The nearest block at or above a test address that the original has too, as an address of the original. */
  const nearest = (address: string): string => {
    for (let at: string | null = address; at !== null; at = parentAddress(at)) {
      const found = partner.get(at);
      if (found !== undefined) return found;
    }
    return '/';
  };
  const sourceIn = ({ source_address }: Change) => source_address === null || inScope(scope, source_address);
  const testIn = ({ test_address }: Change) => {
    if (test_address === null) return true;
    // What was inserted or moved is judged by what it came to stand in; what kept its place, or took another's, by that.
    const place =
      partner.has(test_address) && !moved.has(test_address)
        ? test_address
        : (parentAddress(test_address) ?? '/');
    return inScope(scope, nearest(place));
  };
  const isTwinDeletion = twinDeletions(comparison, scope, moved, original);
  const within: Change[] = [];
  const strays: Stray[] = [];
  const exempted: Change[] = [];
  for (const change of withUnsaid(comparison, unsaid)) {
    const source = sourceIn(change);
    const test = testIn(change);
    const rehoused = change.test_address === null ? undefined : unsaid.get(change.test_address);
    if ((source && test) || isTwinDeletion(change)) {
      // In another section, and in scope before and after: nothing that a comparison would speak of.
      if (change !== rehoused) within.push(change);
    } else if (rehoused !== undefined) {
      strays.push({ change: rehoused, outside: source ? 'test' : test ? 'source' : 'both' });
    } else if (isExempt(change, exempt)) exempted.push(change);
    else strays.push({ change, outside: source ? 'test' : test ? 'source' : 'both' });
  }
  return { within, strays, exempted };
}

/**
 * Whether what was deleted stood beside a block that is written as it is, stays as it was, and might have been deleted instead.
 * Each such block answers for one deletion.
 */
function twinDeletions(
  { source, alignment, changes }: Comparison,
  scope: readonly ScopeRoot[],
  moved: ReadonlySet<string>,
  original: string | undefined,
): (change: Change) => boolean {
  if (original === undefined) return () => false;
  let twins: Twins | null = null;
  const kept = new Set(
    alignment.pairs.filter(({ test_path }) => !moved.has(test_path)).map((pair) => pair.source_path),
  );
  for (const { source_address } of changes) if (source_address !== null) kept.delete(source_address);
  return ({ kind, source_address }) => {
    if (kind !== 'delete' || source_address === null) return false;
    twins ??= new Twins(source, original);
    const other = twins.of(source_address).find((it) => kept.has(it) && inScope(scope, it));
    return other !== undefined && kept.delete(other);
  };
}

function isExempt(change: Change, exempt: readonly Exemption[]): boolean {
  if (exempt.includes('labels') && change.kind === 'renumber' && change.inline.length === 0) return true;
  const bare = (text: string) => text.replace(/\s+/gu, '');
  return (
    exempt.includes('whitespace') &&
    change.kind === 'modify' &&
    bare(change.source_text) === bare(change.test_text)
  );
}

function isExemptMarkup({ sorts }: FoundMarkup, exempt: readonly Exemption[]): boolean {
  if (exempt.includes('markup')) return true;
  const free = new Set<string>();
  if (exempt.includes('emphasis')) free.add('emphasis');
  if (exempt.includes('labels')) free.add('number');
  return [...sorts].every((sort) => free.has(sort));
}
