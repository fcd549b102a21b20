/** The way from the source text to the text with the changes made, as stretches that stay, go and come. */
import { type Crossing, heaviestRun } from '../align/increasing-run.js';
import type { Change } from '../change/change.js';
import { make } from './apply.js';
import { arrange } from './arrange.js';
import { applyRaw, assemble, type Material, type Segment } from './assemble.js';
import { exactEdits } from './exact-edits.js';
import type { Node, Nodes } from './nodes.js';
import type { Prepared } from './prepare.js';
import { commonHead, commonTail, type RawEdit } from './word-edits.js';

/**
 * A stretch of both texts. All `before` joined are the source; all `after` joined are the text with the changes made. Where
 * both are equal, the stretch stays.
 */
export interface Piece {
  readonly before: string;
  readonly after: string;
  /** The change that the stretch belongs to; null where it stays, and where only spacing differs. */
  readonly change: Change | null;
  /** Words inside a block, to be shown as one replacement; false for whole blocks. */
  readonly words: boolean;
}

/** The pieces of the listed changes. */
export function piecesOf(prepared: Prepared): Piece[] {
  const { material, listed } = prepared;
  const { nodes } = material;
  const before = assemble(material, arrange(nodes, new Set()), new Map()).segments;
  const after = make(prepared, new Set(listed)).assembly.segments;
  const pieces: Piece[] = [];
  let i = 0;
  let j = 0;
  const moverOf = movers(nodes);
  const changeAt = (index: number): Change | null => (index < 0 ? null : nodes.changes[index]);
  for (const [atBefore, atAfter] of backbone(before, after)) {
    pieces.push(...betweenPieces(before.slice(i, atBefore), after.slice(j, atAfter), changeAt, moverOf));
    pieces.push(...blockPieces(before[atBefore], after[atAfter], changeAt, material));
    i = atBefore + 1;
    j = atAfter + 1;
  }
  pieces.push(...betweenPieces(before.slice(i), after.slice(j), changeAt, moverOf));
  return joined(pieces);
}

// Blocks that stay by the comparison are kept before all others, however long those are.
const STAYS = 1e9;

/** The positions of the blocks that stand in both texts in the same order: all that stayed, and of others the longest. */
function backbone(before: readonly Segment[], after: readonly Segment[]): [number, number][] {
  const positions = new Map<Node, number>();
  after.forEach(({ placed, text }, j) => {
    if (placed !== null && text !== '') positions.set(placed.node, j);
  });
  const common: Crossing[] = [];
  before.forEach(({ placed, text }, source) => {
    const test = placed === null || text === '' ? undefined : positions.get(placed.node);
    if (test === undefined) return;
    const stays = after[test].placed!.at === 'source';
    common.push({ source, test, weight: (stays ? STAYS : 0) + text.length });
  });
  return heaviestRun(common).map((k) => [common[k].source, common[k].test]);
}

type ChangeAt = (index: number) => Change | null;
type MoverOf = (node: Node) => number;

/** For each block the change that takes it away or brings it: its own, or that of the block it moved with. */
function movers({ test, byTest }: Nodes): MoverOf {
  const carried = new Int32Array(test.count).fill(-1);
  byTest.forEach(({ s, place }, t) => {
    const above = t === 0 ? -1 : carried[test.index.parents[t]];
    carried[t] = s < 0 ? -1 : place >= 0 ? place : above;
  });
  return ({ t, text }) => (t >= 0 && carried[t] >= 0 ? carried[t] : text);
}

/** A block that stands in both texts. */
function blockPieces(before: Segment, after: Segment, changeAt: ChangeAt, material: Material): Piece[] {
  const { node, at } = after.placed!;
  // A block that stays in the text although the comparison says that it moved: what surrounds it changed.
  const owner = changeAt(node.text) ?? (at === 'test' ? changeAt(node.place) : null);
  const told: Piece[] =
    owner !== null && (owner.kind === 'move' || owner.kind === 'renumber')
      ? [{ before: '', after: '', change: owner, words: true }]
      : [];
  if (after.text === before.text) return [...told, same(before.text)];
  const edits = after.from === 'source' ? after.edits : takenWhole(before, after, material);
  if (edits !== null) {
    const pieces: Piece[] = [];
    let done = 0;
    for (const { start, end, text } of edits) {
      pieces.push(same(before.text.slice(done, start)));
      pieces.push({ before: before.text.slice(start, end), after: text, change: owner, words: true });
      done = end;
    }
    return [...told, ...pieces, same(before.text.slice(done))];
  }
  const [head, tail] = sharedWords(before.text, after.text);
  return [
    ...told,
    same(before.text.slice(0, head)),
    {
      before: before.text.slice(head, before.text.length - tail),
      after: after.text.slice(head, after.text.length - tail),
      change: owner,
      words: true,
    },
    same(before.text.slice(before.text.length - tail)),
  ];
}

/**
 * The words that changed in a block that is taken from the test document as it stands there, and what is written otherwise
 * around those that stayed; null where it is not known where the words stand.
 */
function takenWhole(before: Segment, after: Segment, { nodes, words }: Material): RawEdit[] | null {
  const { node } = after.placed!;
  if (before.from !== 'source' || node.opaque) return null;
  const base = { side: nodes.source, at: node.s };
  const edits = exactEdits(base, { side: nodes.test, at: node.t }, node.text < 0 ? [] : words(node.text));
  const { start } = base.side.tile(base.at);
  const local = edits?.map((edit) => ({ start: edit.start - start, end: edit.end - start, text: edit.text }));
  return local !== undefined && applyRaw(before.text, local) === after.text ? local : null;
}

/** How much two spellings of a block begin and end with in common, in whole words. */
function sharedWords(a: string, b: string): [head: number, tail: number] {
  const head = a.slice(0, commonHead(a, b)).replace(/\S*$/, '').length;
  const rest = commonTail(a.slice(head), b.slice(head));
  const tail = a.slice(a.length - rest).replace(/^\S*/, '').length;
  return [head, tail];
}

/** What lies between two blocks that stand in both texts: what goes, then what comes. */
function betweenPieces(
  before: readonly Segment[],
  after: readonly Segment[],
  changeAt: ChangeAt,
  moverOf: MoverOf,
): Piece[] {
  const a = owned(before, moverOf);
  const b = owned(after, moverOf);
  const from = a.map(({ text }) => text).join('');
  const to = b.map(({ text }) => text).join('');
  const [head, tail] = sharedLines(from, to);
  const gone = cut(a, head, from.length - tail);
  const come = cut(b, head, to.length - tail);
  const pieces: Piece[] = [
    ...gone.map(({ text, owner }) => piece(text, '', changeAt(owner))),
    ...come.map(({ text, owner }) => piece('', text, changeAt(owner))),
  ];
  return [same(from.slice(0, head)), ...pieces, same(from.slice(from.length - tail))];
}

function piece(before: string, after: string, change: Change | null): Piece {
  return { before, after, change, words: false };
}

/** How much two stretches begin and end with in common, in whole lines unless one of them is all shared. */
function sharedLines(a: string, b: string): [head: number, tail: number] {
  const least = Math.min(a.length, b.length);
  let head = commonHead(a, b);
  if (head < least) head = a.slice(0, head).lastIndexOf('\n') + 1;
  let tail = Math.min(commonTail(a, b), least - head);
  if (head + tail < least) {
    const line = a.slice(a.length - tail).search(/\r?\n/);
    tail = line < 0 ? 0 : tail - line;
  }
  return [head, tail];
}

interface Owned {
  readonly text: string;
  /** The change's index; -1 for none. */
  readonly owner: number;
}

/** Stretches with the changes that they belong to. What stands between blocks goes with the block after it. */
function owned(segments: readonly Segment[], moverOf: MoverOf): Owned[] {
  const list: Owned[] = [];
  let owner = -1;
  for (let i = segments.length - 1; i >= 0; i--) {
    const { text, placed } = segments[i];
    if (placed !== null) owner = moverOf(placed.node);
    else if (i > 0 && owner < 0) owner = moverOf(segments[i - 1].placed!.node);
    list.push({ text, owner });
  }
  return list.reverse();
}

/** The part of the stretches from unit `start` to unit `end`, neighbours of one change as one. */
function cut(list: readonly Owned[], start: number, end: number): Owned[] {
  const parts: { text: string; owner: number }[] = [];
  let at = 0;
  for (const { text, owner } of list) {
    const part = text.slice(Math.max(0, start - at), Math.max(0, end - at));
    at += text.length;
    if (part === '') continue;
    const last = parts.at(-1);
    if (last !== undefined && (last.owner === owner || part.trim() === '')) last.text += part;
    else if (last !== undefined && last.text.trim() === '') {
      last.text += part;
      last.owner = owner;
    } else parts.push({ text: part, owner });
  }
  return parts;
}

function same(text: string): Piece {
  return { before: text, after: text, change: null, words: false };
}

/** Without empty stretches, and with neighbours that stay as one. A stretch of a change may be empty: it tells of a move. */
function joined(pieces: readonly Piece[]): Piece[] {
  const list: Piece[] = [];
  for (const next of pieces) {
    const stays = next.before === next.after && next.change === null;
    if (stays && next.before === '') continue;
    const last = list.at(-1);
    if (stays && last !== undefined && last.change === null && last.before === last.after) {
      list[list.length - 1] = same(last.before + next.before);
    } else list.push(next);
  }
  return list;
}
