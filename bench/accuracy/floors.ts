/**
 * Two floors to stand the engine on: a line diff and a word diff of the same two texts, as jsdiff makes them, with their
 * matches lifted to blocks. They are told for free what the engine has to find out: which block each line belongs to.
 *
 * The rules of lifting:
 * 1. What the diff keeps votes for the pair of blocks that it lies in on the two sides, one vote a character.
 * 2. Pairs are taken by votes, most first, then in document order; each block once; only within a kind class.
 *    The word diff needs votes for half of the shorter text, or words that two texts happen to share would pair them.
 * 3. Line diff only: where removed lines are replaced by added ones, the blocks that rule 2 left there pair in order.
 * 4. Cells of paired rows pair by column. Both report a renumber where the labels of a pair differ, and no move.
 */
import { type ChangeObject, diffArrays, diffWordsWithSpace } from 'diff';
import type { CorpusPair } from './corpus.js';
import type { Layout, Placed } from './layout.js';
import type { Reported, ReportedLink } from './score.js';

type Votes = Map<Placed, Map<Placed, number>>;

const CLASSES: Record<string, string> = { paragraph: 'item', list_item: 'item' };
const kindClass = (placed: Placed) => CLASSES[placed.kind] ?? placed.kind;

/** Characters of each block that the diff shows as removed or added. */
type Changed = Map<Placed, number>;

function vote(votes: Votes, source: Placed, test: Placed, weight: number): void {
  if (kindClass(source) !== kindClass(test)) return;
  let row = votes.get(source);
  if (row === undefined) votes.set(source, (row = new Map()));
  row.set(test, (row.get(test) ?? 0) + weight);
}

function elect(
  votes: Votes,
  enough: (source: Placed, test: Placed, count: number) => boolean,
): Map<Placed, Placed> {
  const ballots = [...votes].flatMap(([source, row]) =>
    [...row].map(([test, count]) => ({ source, test, count })),
  );
  // A stable sort keeps document order among equals.
  ballots.sort((a, b) => b.count - a.count);
  const links = new Map<Placed, Placed>();
  const taken = new Set<Placed>();
  for (const { source, test, count } of ballots) {
    if (links.has(source) || taken.has(test) || !enough(source, test, count)) continue;
    links.set(source, test);
    taken.add(test);
  }
  return links;
}

function report(links: ReadonlyMap<Placed, Placed>, changed: Changed): Reported {
  const reported: ReportedLink[] = [];
  const add = (source: Placed, test: Placed) =>
    reported.push({
      source,
      test,
      matchedBy: 'floor',
      confidence: 1,
      moved: false,
      renumbered: source.label !== test.label,
      characters: (changed.get(source) ?? 0) + (changed.get(test) ?? 0),
      sourceLabel: source.label,
      testLabel: test.label,
    });
  for (const [source, test] of links) {
    add(source, test);
    if (source.kind !== 'row') continue;
    for (let i = 0; i < Math.min(source.children.length, test.children.length); i++) {
      add(source.children[i], test.children[i]);
    }
  }
  return { links: reported };
}

const count = (changed: Changed, placed: Placed, characters: number) =>
  changed.set(placed, (changed.get(placed) ?? 0) + characters);

export function lineFloor({ source, test }: CorpusPair): Reported {
  const owners = (side: Layout) =>
    side.lines.map((line) => (line.owner === null ? null : side.byId.get(line.owner)!));
  const sourceOwners = owners(source);
  const testOwners = owners(test);
  const parts = diffArrays(
    source.lines.map((line) => line.text),
    test.lines.map((line) => line.text),
  );
  const votes: Votes = new Map();
  const changed: Changed = new Map();
  const hunks: { source: Placed[]; test: Placed[] }[] = [];
  let s = 0;
  let t = 0;
  let open = false;
  for (const part of parts) {
    if (!part.added && !part.removed) {
      open = false;
      for (const line of part.value) {
        const a = sourceOwners[s++];
        const b = testOwners[t++];
        if (a !== null && b !== null) vote(votes, a, b, line.length);
      }
      continue;
    }
    if (!open) hunks.push({ source: [], test: [] });
    open = true;
    const hunk = hunks.at(-1)!;
    for (const line of part.value) {
      const owner = part.removed ? sourceOwners[s++] : testOwners[t++];
      if (owner === null) continue;
      count(changed, owner, line.length);
      const side = part.removed ? hunk.source : hunk.test;
      if (side.at(-1) !== owner) side.push(owner);
    }
  }
  const links = elect(votes, () => true);
  const taken = new Set(links.values());
  for (const hunk of hunks) {
    const left = hunk.source.filter((placed) => !links.has(placed));
    const right = hunk.test.filter((placed) => !taken.has(placed));
    for (let i = 0; i < Math.min(left.length, right.length); i++) {
      if (kindClass(left[i]) !== kindClass(right[i])) continue;
      links.set(left[i], right[i]);
      taken.add(right[i]);
    }
  }
  return report(links, changed);
}

export function wordFloor({ source, test }: CorpusPair): Reported {
  const sourceOwners = characterOwners(source);
  const testOwners = characterOwners(test);
  const votes: Votes = new Map();
  const changed: Changed = new Map();
  let s = 0;
  let t = 0;
  for (const part of diffWordsWithSpace(source.text, test.text) as ChangeObject<string>[]) {
    for (const _ of part.value) {
      const a = part.added ? null : sourceOwners[s++];
      const b = part.removed ? null : testOwners[t++];
      if (part.removed) {
        if (a !== null) count(changed, a, 1);
      } else if (part.added) {
        if (b !== null) count(changed, b, 1);
      } else if (a !== null && b !== null) vote(votes, a, b, 1);
    }
  }
  const size = (placed: Placed) =>
    placed.kind === 'row'
      ? placed.children.reduce((sum, cell) => sum + cell.text.length, 0)
      : placed.text.length;
  const links = elect(votes, (a, b, kept) => kept * 2 >= Math.min(size(a), size(b)));
  return report(links, changed);
}

/** The block that each character of the text belongs to. The corpus has no surrogate pairs. */
function characterOwners(side: Layout): (Placed | null)[] {
  const owners: (Placed | null)[] = [];
  for (const line of side.lines) {
    const owner = line.owner === null ? null : side.byId.get(line.owner)!;
    for (let i = 0; i < line.text.length; i++) owners.push(owner);
    owners.push(null);
  }
  return owners;
}
