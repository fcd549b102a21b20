/** Did an edit stay within its allowed scope, and what did it do to the rest? */
import type { Change } from '../change/change.js';
import { compare } from '../compare/compare.js';
import type { Comparison } from '../compare/comparison.js';
import type { CompareOptions } from '../compare/options.js';
import type { ComparisonSide } from '../compare/sides.js';
import type { Dropped } from '../document/block.js';
import { didYouMean } from '../document/suggest.js';
import { VerifyError } from './errors.js';
import {
  EXEMPTIONS,
  type Exemption,
  type JudgedLayout,
  type JudgedMarkup,
  judgeEdit,
  type Stray,
} from './judge.js';
import type { VerifiedTexts } from './markup.js';
import { checkReferences, type ReferenceFinding } from './references.js';
import { type AllowedScope, resolveScope, type ScopeRoot } from './scope.js';
import { type UndefinedTerm, undefinedTerms } from './terms.js';

export { EXEMPTIONS, type Exemption, type JudgedLayout, type JudgedMarkup, type Stray } from './judge.js';

/** How to verify: the options of a comparison, but no filter, and what is exempt. */
export interface VerifyOptions extends Omit<CompareOptions, 'filter'> {
  readonly exempt?: readonly Exemption[];
  /** Whether changes of layout outside the scope are violations too: then nothing there may differ. */
  readonly strict?: boolean;
}

/** What verifying found. */
export interface Verification {
  /** Whether every change, of words and of markup, is in scope or exempt; of layout too, where that is asked for. */
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
  /**
   * Where the text outside the scope differs though it shows the same: lines broken elsewhere, white space, other signs for
   * the same markup.
   */
  readonly layout_changes: readonly JudgedLayout[];
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
  const { exempt = [], strict = false, ...compareOptions } = options;
  for (const name of exempt) {
    if (!EXEMPTIONS.includes(name)) {
      throw new VerifyError(
        'unknown_exemption',
        `"${name}" cannot be exempt${didYouMean(name, EXEMPTIONS)}; ${EXEMPTIONS.join(', ')} can`,
      );
    }
  }
  const texts = { original: textOf(original), edited: textOf(edited) };
  return verifyComparison(compare(original, edited, compareOptions), allowed, exempt, texts, { strict });
}

function textOf(side: ComparisonSide): string | undefined {
  if (typeof side === 'string') return side;
  return 'text' in side ? side.text : undefined;
}

/**
 * As {@link verify}, for a comparison that is made already and not filtered. Changes of markup and of layout are only found
 * where the texts that were compared are given too.
 */
export function verifyComparison(
  comparison: Comparison,
  allowed: AllowedScope,
  exempt: readonly Exemption[] = [],
  texts: VerifiedTexts = {},
  { strict = false }: Pick<VerifyOptions, 'strict'> = {},
): Verification {
  const scope = resolveScope(comparison.source, allowed);
  const found = judgeEdit(comparison, scope, { exempt, strict, texts });
  const broken = checkReferences(comparison).findings.filter(
    ({ status, by_edit }) => status === 'stale' || status === 'deleted' || (status === 'dangling' && by_edit),
  );
  return {
    ok:
      found.strays.length === 0 &&
      [...found.markup, ...found.layout].every(({ verdict }) => verdict !== 'out_of_scope'),
    scope,
    in_scope: found.within,
    out_of_scope: found.strays,
    exempted: found.exempted,
    side_effects: comparison.changes.filter(({ kind }) => kind === 'move' || kind === 'renumber'),
    broken_references: broken,
    undefined_terms: undefinedTerms(comparison),
    markup_changes: found.markup.map(publicChange),
    layout_changes: found.layout,
    not_compared: { original: comparison.source.dropped, edited: comparison.test.dropped },
  };
}

function publicChange(change: JudgedMarkup): JudgedMarkup {
  const { source_address, test_address, source_line, test_line, gone, come, cause, verdict } = change;
  return { source_address, test_address, source_line, test_line, gone, come, cause, verdict };
}
