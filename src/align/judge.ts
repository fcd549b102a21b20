/** What speaks for one pair of blocks among siblings, and the name of the pass that it would rest on. */
import type { PassName } from './alignment.js';
import type { Run } from './run.js';
import { headingOf, KIND_CLASS, NO_KEY, type Side, TERM_MARK } from './side.js';

/**
 * What two clauses are worth more for opening with the same caption, and less for opening with different ones: as much as
 * a row's first cell counts.
 */
const SAME_CAPTION = 0.2;

/** A verdict on a pair of siblings. */
export interface Verdict {
  readonly basis: PassName;
  /** 0..1, on the wire. */
  readonly confidence: number;
  /** What the pair is worth in the choice of a crossing-free run; above 0. */
  readonly weight: number;
}

/**
 * Two unrelated paragraphs of one document share about this much, function words mostly, so it is what a pair must lead
 * by to be worth anything in a run: two pairs at 0.4 must not outweigh one at 0.9.
 */
const CHANCE = 0.25;

/** Least shared content of two containers that no heading and no common leaf brings together. */
const CONTENT_FLOOR = 0.3;

/** The same, of two sections that bear the same label. */
const LABELLED_FLOOR = 0.22;

/** Least shared content of a clause and the lead and items that its sentence became, or the other way round. */
const DISSOLVED_FLOOR = 0.5;

/** The names of a container pair that rests on the leaves both hold; `share` is how much they share. */
export function namePair(run: Run, s: number, t: number, share: number): [PassName, number] {
  const { source, test } = run;
  const sameKey = source.key[s] !== NO_KEY && source.key[s] === test.key[t];
  switch (source.kindClass[s]) {
    case KIND_CLASS.section:
      return sameKey && headingLabel(run, 'source', s) === headingLabel(run, 'test', t)
        ? ['exact', 1]
        : ['structural', share];
    case KIND_CLASS.paragraph: {
      if (sameKey) return ['exact', 1];
      const ratio = run.score(source.tokens(s), test.tokens(t), 0);
      return nameByText(run, s, t, ratio) ?? ['structural', share];
    }
    default:
      return source.subtree[s] === test.subtree[t] ? ['exact', 1] : ['structural', share];
  }
}

/** The pass that a scored pair of texts rests on, or null when no guard lets it pass. */
export function nameByText(run: Run, s: number, t: number, ratio: number): [PassName, number] | null {
  if (ratio < 0) return null;
  const { config } = run;
  const label = run.source.blocks[s].label;
  if (run.uses('label') && label !== null && label === run.test.blocks[t].label) {
    if (ratio >= config.label_min_similarity) return ['label', ratio];
  }
  if (run.uses('fuzzy') && ratio >= config.fuzzy_min_similarity) return ['fuzzy', ratio];
  return null;
}

/** The label that a section is known by: its heading's. */
export function headingLabel(run: Run, side: 'source' | 'test', block: number): string | null {
  const heading = headingOf(run[side], block);
  return run[side].blocks[heading < 0 ? block : heading].label;
}

/**
 * Judges two siblings. `distance` is how many places they stand apart within their gap.
 * @returns null when they may not be a pair.
 */
export function judge(run: Run, s: number, t: number, distance: number): Verdict | null {
  const { source, test } = run;
  if (source.kindClass[s] !== test.kindClass[t] || run.refuses(s, t)) return null;
  const verdict = judgeContent(run, s, t, distance);
  if (verdict === null) return null;
  const a = source.blocks[s];
  const b = test.blocks[t];
  const label = headingLabel(run, 'source', s);
  let bonus = 0;
  if (label !== null && label === headingLabel(run, 'test', t)) bonus += 0.03;
  if (a.role === b.role) bonus += 0.01;
  if (a.kind === b.kind) bonus += 0.01;
  // The nearer of two that are alike otherwise: never more than the other signs together.
  bonus += 0.005 / (1 + distance);
  return { ...verdict, weight: verdict.weight + bonus };
}

function judgeContent(run: Run, s: number, t: number, distance: number): Verdict | null {
  switch (run.source.kindClass[s]) {
    case KIND_CLASS.section:
      return judgeSections(run, s, t);
    case KIND_CLASS.table:
      return judgeContainers(run, s, t);
    case KIND_CLASS.row:
      return judgeRows(run, s, t);
    default:
      return judgeTexts(run, s, t, distance);
  }
}

function judgeTexts(run: Run, s: number, t: number, distance: number): Verdict | null {
  const { source, test, config } = run;
  if (source.key[s] !== NO_KEY && source.key[s] === test.key[t]) {
    // Of equal texts, those whose children are equal too.
    return { basis: 'exact', confidence: 1, weight: source.subtree[s] === test.subtree[t] ? 1 : 0.97 };
  }
  if (source.letters(s) !== '' && source.letters(s) === test.letters(t)) {
    // Another case, another mark: `terms` and `Terms:` have no word in common and are the same.
    const ratio = run.score(source.tokens(s), test.tokens(t), config.fuzzy_min_similarity);
    const [basis, confidence] = nameByText(run, s, t, ratio) ?? ['structural', 1];
    return { basis, confidence, weight: 0.95 };
  }
  const bothNested = source.end[s] > s + 1 && test.end[t] > t + 1;
  if (source.ownWeight[s] === 0 && test.ownWeight[t] === 0) {
    return bothNested ? judgeContainers(run, s, t) : { basis: 'positional', confidence: 1, weight: 0.3 };
  }
  const opening = source.caption(s);
  const other = test.caption(t);
  const sameCaption = opening !== '' && opening === other;
  const ratio = run.score(source.tokens(s), test.tokens(t), lowestGuard(run));
  if (ratio < 0) {
    if (opensWith(source, s, test, t) || opensWith(test, t, source, s)) {
      return judgeContainers(run, s, t, DISSOLVED_FLOOR);
    }
    if (!bothNested && !sameCaption) return null;
    // A clause that became a lead and its items, or a term that was given another meaning.
    const floor = !sameCaption ? CONTENT_FLOOR : opening.startsWith(TERM_MARK) ? 0 : CONTENT_FLOOR / 2;
    return judgeContainers(run, s, t, floor);
  }
  const alike = worth(ratio, run.evidence(source.tokens(s), test.tokens(t)));
  const captions = sameCaption ? SAME_CAPTION : opening !== '' && other !== '' ? -SAME_CAPTION : 0;
  const weight = Math.min(1, Math.max(0.01, alike + captions));
  const named = nameByText(run, s, t, ratio);
  if (named !== null && (named[0] !== 'fuzzy' || distance <= config.fuzzy_window)) {
    return { basis: named[0], confidence: ratio, weight };
  }
  return ratio >= config.positional_min_similarity
    ? { basis: 'positional', confidence: ratio, weight }
    : null;
}

/**
 * Whether the lead of a clause with items, `The Seller shall:`, says what a clause without any begins with: `The Seller
 * shall keep …`. Then their own texts have little in common, and the one may yet be the other with its items.
 */
function opensWith(side: Side, whole: number, other: Side, nested: number): boolean {
  if (side.end[whole] > whole + 1 || other.end[nested] === nested + 1) return false;
  const lead = other.letters(nested);
  return lead.includes(' ') && side.letters(whole).startsWith(`${lead} `);
}

/** A ratio below every guard need not be known. */
function lowestGuard(run: Run): number {
  return Math.min(
    run.config.positional_min_similarity,
    run.config.label_min_similarity,
    run.config.fuzzy_min_similarity,
  );
}

function worth(ratio: number, evidence: number): number {
  return Math.max(0.01, ((ratio + evidence) / 2 - CHANCE) / (1 - CHANCE));
}

function judgeSections(run: Run, s: number, t: number): Verdict | null {
  const { source, test } = run;
  const sameLabel =
    headingLabel(run, 'source', s) !== null &&
    headingLabel(run, 'source', s) === headingLabel(run, 'test', t);
  if (source.key[s] !== NO_KEY && source.key[s] === test.key[t]) {
    return sameLabel || headingLabel(run, 'source', s) === headingLabel(run, 'test', t)
      ? { basis: 'exact', confidence: 1, weight: 1 }
      : { basis: 'structural', confidence: 1, weight: 0.95 };
  }
  if (source.heading[s] !== NO_KEY && source.heading[s] === test.heading[t]) {
    return { basis: 'structural', confidence: 1, weight: 0.9 };
  }
  const headingS = headingOf(source, s);
  const headingT = headingOf(test, t);
  const ratio =
    headingS < 0 || headingT < 0 ? -1 : run.score(source.tokens(headingS), test.tokens(headingT), 0.5);
  const content = run.evidence(source.allTokens(s), test.allTokens(t));
  if (run.uses('label') && sameLabel && ratio >= run.config.label_min_similarity) {
    return { basis: 'label', confidence: ratio, weight: worth(ratio, content) };
  }
  if (run.uses('fuzzy') && ratio >= run.config.fuzzy_min_similarity && content >= CONTENT_FLOOR / 2) {
    return { basis: 'fuzzy', confidence: ratio, weight: worth(ratio, content) };
  }
  return content >= (sameLabel ? LABELLED_FLOOR : CONTENT_FLOOR)
    ? { basis: 'structural', confidence: content, weight: worth(content, Math.max(content, ratio)) }
    : null;
}

/** Containers without a key: in order, when they hold much of the same, `floor` at least. */
function judgeContainers(run: Run, s: number, t: number, floor = CONTENT_FLOOR): Verdict | null {
  const { source, test } = run;
  if (source.subtree[s] === test.subtree[t]) return { basis: 'exact', confidence: 1, weight: 1 };
  const content = run.evidence(source.allTokens(s), test.allTokens(t));
  return content >= floor
    ? { basis: 'structural', confidence: content, weight: worth(content, content) }
    : null;
}

function judgeRows(run: Run, s: number, t: number): Verdict | null {
  const { source, test, config } = run;
  if (source.key[s] === test.key[t]) return { basis: 'exact', confidence: 1, weight: 1 };
  const a = source.tokens(s);
  const b = test.tokens(t);
  // A row is known by its first cell, as a clause is by its label.
  const sameFirst =
    source.end[s] > s + 1 &&
    test.end[t] > t + 1 &&
    source.key[s + 1] !== NO_KEY &&
    source.key[s + 1] === test.key[t + 1];
  const ratio = run.score(a, b, sameFirst ? 0 : config.positional_min_similarity);
  if (ratio < 0) return null;
  const weight = Math.min(1, worth(ratio, run.evidence(a, b)) + (sameFirst ? 0.25 : 0));
  if (config.table_fuzzy && run.uses('fuzzy') && ratio >= config.fuzzy_min_similarity) {
    return { basis: 'fuzzy', confidence: ratio, weight };
  }
  if (sameFirst && config.table_fuzzy) return { basis: 'structural', confidence: ratio, weight };
  return ratio >= config.positional_min_similarity
    ? { basis: 'positional', confidence: ratio, weight }
    : null;
}
