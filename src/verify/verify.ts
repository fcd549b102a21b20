/** Did an edit stay within its allowed scope, and what did it do to the rest? */
import type { Change } from '../change/change.js';
import { compare } from '../compare/compare.js';
import type { Comparison } from '../compare/comparison.js';
import type { CompareOptions } from '../compare/options.js';
import type { ComparisonSide } from '../compare/sides.js';
import { parentAddress } from '../document/address.js';
import type { Dropped } from '../document/block.js';
import { didYouMean } from '../document/suggest.js';
import { VerifyError } from './errors.js';
import { type MarkupChange, markupChanges, type VerifiedTexts } from './markup.js';
import { checkReferences, type ReferenceFinding } from './references.js';
import { type AllowedScope, inScope, resolveScope, type ScopeRoot } from './scope.js';
import { type UndefinedTerm, undefinedTerms } from './terms.js';

/**
 * What may change anywhere: white space (in code, where it counts), labels (a renumbering without an edit), markup (what is
 * not compared: where links lead, pictures, what is quoted or code, raw HTML, front matter, invisible characters).
 */
export const EXEMPTIONS = ['whitespace', 'labels', 'markup'] as const;

export type Exemption = (typeof EXEMPTIONS)[number];

/** How to verify: the options of a comparison, but no filter, and what is exempt. */
export interface VerifyOptions extends Omit<CompareOptions, 'filter'> {
  readonly exempt?: readonly Exemption[];
}

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

/** What verifying found. */
export interface Verification {
  /** Whether every change, of words and of markup, is in scope or exempt. */
  readonly ok: boolean;
  /** What was taken to be in scope, in the order of the entries. */
  readonly scope: readonly ScopeRoot[];
  readonly in_scope: readonly Change[];
  /** Every change that strayed, in document order. */
  readonly out_of_scope: readonly Stray[];
  /** Changes outside the scope that an exemption lets pass. */
  readonly exempted: readonly Change[];
  /** The moves and renumberings among all changes: what the edit did to the structure. */
  readonly side_effects: readonly Change[];
  /** Cross-references that an amendment left wrong: stale, deleted or dangling where they were not before. */
  readonly broken_references: readonly ReferenceFinding[];
  readonly undefined_terms: readonly UndefinedTerm[];
  /** Changes of what stands beside the words and is not compared, in document order, and whether each may be. */
  readonly markup_changes: readonly JudgedMarkup[];
  /** What the readers left out of either document; changes there are among those of markup where the texts were at hand. */
  readonly not_compared: { readonly original: readonly Dropped[]; readonly edited: readonly Dropped[] };
}

/**
 * Compares an original with its edited version and says whether the edit kept to its scope. Both sides of a change must
 * be in scope, so that nothing is moved into it or out of it; an insertion is judged by the nearest enclosing block that
 * the original has too.
 * @throws VerifyError for a scope that names nothing, two blocks for one phrase, or an unknown exemption; and what
 * {@link compare} throws.
 */
export function verify(
  original: ComparisonSide,
  edited: ComparisonSide,
  allowed: AllowedScope,
  options: VerifyOptions = {},
): Verification {
  const { exempt = [], ...compareOptions } = options;
  for (const name of exempt) {
    if (!EXEMPTIONS.includes(name)) {
      throw new VerifyError(
        'unknown_exemption',
        `"${name}" cannot be exempt${didYouMean(name, EXEMPTIONS)}; ${EXEMPTIONS.join(', ')} can`,
      );
    }
  }
  const texts = { original: textOf(original), edited: textOf(edited) };
  return verifyComparison(compare(original, edited, compareOptions), allowed, exempt, texts);
}

function textOf(side: ComparisonSide): string | undefined {
  if (typeof side === 'string') return side;
  return 'text' in side ? side.text : undefined;
}

/**
 * As {@link verify}, for a comparison that is made already and not filtered. Changes of markup are only found where the
 * texts that were compared are given too.
 */
export function verifyComparison(
  comparison: Comparison,
  allowed: AllowedScope,
  exempt: readonly Exemption[] = [],
  texts: VerifiedTexts = {},
): Verification {
  const scope = resolveScope(comparison.source, allowed);
  const partner = new Map(comparison.alignment.pairs.map((pair) => [pair.test_path, pair.source_path]));
  const moved = new Set(
    comparison.alignment.pairs.filter((pair) => pair.moved).map((pair) => pair.test_path),
  );
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
    // What was inserted or moved is judged by what it came to stand in; what kept its place, by itself.
    const place =
      partner.has(test_address) && !moved.has(test_address)
        ? test_address
        : (parentAddress(test_address) ?? '/');
    return inScope(scope, nearest(place));
  };
  const within: Change[] = [];
  const strays: Stray[] = [];
  const exempted: Change[] = [];
  for (const change of comparison.changes) {
    const source = sourceIn(change);
    const test = testIn(change);
    if (source && test) within.push(change);
    else if (isExempt(change, exempt)) exempted.push(change);
    else strays.push({ change, outside: source ? 'test' : test ? 'source' : 'both' });
  }
  const broken = checkReferences(comparison).findings.filter(
    ({ status, source_target, source_address }) =>
      status === 'stale' ||
      status === 'deleted' ||
      // A reference that led nowhere before the edit is not the edit's doing.
      (status === 'dangling' && (source_target !== null || source_address === null)),
  );
  const markup = markupChanges(comparison, texts).map((change): JudgedMarkup => {
    if (inScope(scope, change.source_address)) return { ...change, verdict: 'in_scope' };
    return { ...change, verdict: exempt.includes('markup') ? 'exempt' : 'out_of_scope' };
  });
  return {
    ok: strays.length === 0 && markup.every(({ verdict }) => verdict !== 'out_of_scope'),
    scope,
    in_scope: within,
    out_of_scope: strays,
    exempted,
    side_effects: comparison.changes.filter(({ kind }) => kind === 'move' || kind === 'renumber'),
    broken_references: broken,
    undefined_terms: undefinedTerms(comparison),
    markup_changes: markup,
    not_compared: { original: comparison.source.dropped, edited: comparison.test.dropped },
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
