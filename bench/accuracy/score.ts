/** Scores what was reported about a pair against the truth about it. Everything is a count; ratios are made of sums. */
import type { CorpusPair } from './corpus.js';
import type { Placed } from './layout.js';
import { key, topmost, trueMoves } from './moves.js';
import { isScored, type Link, settleLinks, trueCharacters, truthOf } from './truth.js';

/** A correspondence as a comparison reports it. */
export interface ReportedLink extends Link {
  readonly matchedBy: string;
  readonly confidence: number;
  readonly moved: boolean;
  readonly renumbered: boolean;
  /** Characters reported changed between the two texts, removed and added together. */
  readonly characters: number;
  /** The labels as they were read. */
  readonly sourceLabel: string | null;
  readonly testLabel: string | null;
}

/** What one comparison says about a pair. */
export interface Reported {
  readonly links: readonly ReportedLink[];
}

export interface Counts {
  pairs: number;
  trueLinks: number;
  reportedLinks: number;
  rightLinks: number;
  spurious: number;
  trueMoves: number;
  reportedMoves: number;
  rightMoves: number;
  /** Reported moves that are wrong although both texts stand once in their documents. */
  wrongPlainMoves: number;
  trueRenumbers: number;
  reportedRenumbers: number;
  rightRenumbers: number;
  trueCharacters: number;
  reportedCharacters: number;
  splits: number;
  /** Splits and merges of which at least one part was linked to the whole. */
  foundSplits: number;
  byPass: Map<string, { links: number; wrong: number }>;
}

export function noCounts(): Counts {
  return {
    pairs: 0,
    trueLinks: 0,
    reportedLinks: 0,
    rightLinks: 0,
    spurious: 0,
    trueMoves: 0,
    reportedMoves: 0,
    rightMoves: 0,
    wrongPlainMoves: 0,
    trueRenumbers: 0,
    reportedRenumbers: 0,
    rightRenumbers: 0,
    trueCharacters: 0,
    reportedCharacters: 0,
    splits: 0,
    foundSplits: 0,
    byPass: new Map(),
  };
}

export function addCounts(total: Counts, more: Counts): void {
  for (const [name, value] of Object.entries(more) as [keyof Counts, unknown][]) {
    if (typeof value === 'number') (total[name] as number) += value;
  }
  for (const [pass, { links, wrong }] of more.byPass) {
    const sum = total.byPass.get(pass) ?? { links: 0, wrong: 0 };
    total.byPass.set(pass, { links: sum.links + links, wrong: sum.wrong + wrong });
  }
}

export type MissKind =
  | 'missed link'
  | 'wrong link'
  | 'spurious link'
  | 'missed move'
  | 'false move'
  | 'missed renumber'
  | 'false renumber';

/** One thing that was reported wrongly or not at all. */
export interface Miss {
  readonly kind: MissKind;
  readonly source: Placed | null;
  readonly test: Placed | null;
  /** For a wrong link: what the two sides truly belong to. */
  readonly trueTest: Placed | null;
  readonly trueSource: Placed | null;
  readonly matchedBy: string;
  readonly confidence: number;
}

export function scorePair(pair: CorpusPair, reported: Reported): { counts: Counts; misses: Miss[] } {
  const counts = noCounts();
  const misses: Miss[] = [];
  const truth = truthOf(pair);
  const { divided } = truth;
  const whole = (link: Link) => !divided.has(link.source.id) && !divided.has(link.test.id);
  const said = reported.links.filter(whole);
  const links = settleLinks(truth, said);
  const bySource = new Map(links.map((link) => [link.source, link.test]));
  const byTest = new Map(links.map((link) => [link.test, link.source]));
  const isTrue = (link: Link) => bySource.get(link.source) === link.test;
  const miss = (kind: MissKind, link: Link, by?: ReportedLink) =>
    misses.push({
      kind,
      source: link.source,
      test: link.test,
      trueTest: bySource.get(link.source) ?? null,
      trueSource: byTest.get(link.test) ?? null,
      matchedBy: by?.matchedBy ?? '',
      confidence: by?.confidence ?? 0,
    });

  counts.pairs = 1;
  const scored = links.filter((link) => isScored(link.source));
  const scoredSaid = said.filter((link) => isScored(link.source));
  const saidKeys = new Map(said.map((link) => [key(link.source, link.test), link]));
  counts.trueLinks = scored.length;
  counts.reportedLinks = scoredSaid.length;
  for (const link of scoredSaid) {
    const pass = counts.byPass.get(link.matchedBy) ?? { links: 0, wrong: 0 };
    pass.links++;
    counts.byPass.set(link.matchedBy, pass);
    counts.reportedCharacters += link.characters;
    if (isTrue(link)) {
      counts.rightLinks++;
      counts.trueCharacters += trueCharacters(pair, link);
      continue;
    }
    pass.wrong++;
    const spurious = !bySource.has(link.source) || !byTest.has(link.test);
    if (spurious) counts.spurious++;
    miss(spurious ? 'spurious link' : 'wrong link', link, link);
  }
  for (const link of scored) if (!saidKeys.has(key(link.source, link.test))) miss('missed link', link);

  const kept = scoreMoves(pair, said, links, counts, miss, truth);
  scoreRenumbers(said, links, counts, miss, saidKeys, kept);

  counts.splits = pair.divisions.length;
  for (const division of pair.divisions) {
    const found = reported.links.some(
      (link) => division.source.includes(link.source.id) && division.test.includes(link.test.id),
    );
    if (found) counts.foundSplits++;
  }
  return { counts, misses };
}

type Note = (kind: MissKind, link: Link, by?: ReportedLink) => void;

function scoreMoves(
  pair: CorpusPair,
  said: readonly ReportedLink[],
  links: readonly Link[],
  counts: Counts,
  miss: Note,
  truth: ReturnType<typeof truthOf>,
): ReadonlySet<Placed> {
  const reported = topmost(
    said.filter((link) => link.moved),
    said,
  ) as ReportedLink[];
  const { moves, kept } = trueMoves(pair.source, pair.test, links, reported, truth);
  const trueKeys = new Set(moves.map((link) => key(link.source, link.test)));
  const reportedKeys = new Set(reported.map((link) => key(link.source, link.test)));
  const once = (side: CorpusPair['source'], text: string) => {
    let seen = 0;
    for (const placed of side.byId.values()) if (placed.text === text) seen++;
    return seen === 1;
  };
  counts.trueMoves = moves.length;
  counts.reportedMoves = reported.length;
  for (const link of reported) {
    if (trueKeys.has(key(link.source, link.test))) {
      counts.rightMoves++;
      continue;
    }
    const plain =
      link.source.text === '' || (once(pair.source, link.source.text) && once(pair.test, link.test.text));
    if (plain) counts.wrongPlainMoves++;
    miss('false move', link, link);
  }
  const saidKeys = new Map(said.map((link) => [key(link.source, link.test), link]));
  for (const link of moves) {
    const name = key(link.source, link.test);
    if (!reportedKeys.has(name)) miss('missed move', link, saidKeys.get(name));
  }
  return kept;
}

function scoreRenumbers(
  said: readonly ReportedLink[],
  links: readonly Link[],
  counts: Counts,
  miss: Note,
  saidKeys: ReadonlyMap<string, ReportedLink>,
  kept: ReadonlySet<Placed>,
): void {
  const partner = new Map<Placed | null, Placed | null>(links.map((link) => [link.source, link.test]));
  const together = ({ source, test }: Link) =>
    source.parent?.parent === null || test.parent?.parent === null
      ? source.parent?.parent === null && test.parent?.parent === null
      : partner.get(source.parent) === test.parent;
  const name = (link: Link, from: string | null, to: string | null) =>
    JSON.stringify([key(link.source, link.test), from, to]);
  const renumbered = links.filter(
    (link) =>
      isScored(link.source) &&
      (together(link) || kept.has(link.source)) &&
      link.source.label !== link.test.label,
  );
  const reported = said.filter((link) => isScored(link.source) && link.renumbered);
  const trueNames = new Set(renumbered.map((link) => name(link, link.source.label, link.test.label)));
  const reportedNames = new Set(reported.map((link) => name(link, link.sourceLabel, link.testLabel)));
  counts.trueRenumbers = renumbered.length;
  counts.reportedRenumbers = reported.length;
  for (const link of reported) {
    if (trueNames.has(name(link, link.sourceLabel, link.testLabel))) counts.rightRenumbers++;
    else miss('false renumber', link, link);
  }
  for (const link of renumbered) {
    if (reportedNames.has(name(link, link.source.label, link.test.label))) continue;
    miss('missed renumber', link, saidKeys.get(key(link.source, link.test)));
  }
}
