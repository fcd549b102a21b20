import { sha256Hex } from '../../patch/text/hash.js';
import type { Arguments } from '../tool.js';
import { optionalString } from './arguments.js';
import { DocumentArgumentError } from './errors.js';
import { type Chars, charsAmong, fitted } from './fitted.js';

/** Part of a list, cut between items, and how to go on. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Index of the first item in the whole list, from 0. */
  readonly first: number;
  readonly total: number;
  /** Null on the last page. */
  readonly next_cursor: string | null;
}

/** Hex digits of the digest in a cursor: enough that a cursor of another list is told from one of this list. */
const DIGEST = 12;

/** What a page's items have to themselves of a result: what its budget leaves beside its own members. */
export interface Room {
  readonly frame: object;
  readonly budget: number;
}

/**
 * What an item brings into the result beside itself, in code points: that of index `at`, on a page that begins at `first`
 * and has all between them.
 */
export type Beside = (at: number, first: number, chars: Chars) => number;

/**
 * The page of `items` that the call's cursor asks for: as many whole items as the room holds, at least one. An item that no
 * page could hold is shortened and marked.
 *
 * A cursor holds a place and a digest of the whole list, and nothing is kept between calls: the same arguments make the
 * same list again, and with other arguments the cursor is refused.
 */
export function pageOf<T extends object>(
  items: readonly T[],
  args: Arguments,
  room: Room,
  beside: Beside = () => 0,
): Page<T> {
  return paged(items, args, room, {
    fit: fitted,
    // Between items stands a comma.
    chars: (item, chars) => chars(item) + 1,
    beside,
  });
}

/**
 * The page of a long text that the call's cursor asks for, cut between lines; joined, all pages are the text, character
 * for character. A line that no page could hold is cut, too.
 */
export function textPageOf(text: string, args: Arguments, room: Room): Page<string> {
  return paged(linesOf(text), args, room, {
    fit: (line) => line,
    // Lines are joined to one string, so that their quotes do not count.
    chars: (line, chars) => chars(line) - 2,
    beside: () => 0,
  });
}

/** How an item is made to fit on a page of its own, and how much of a page it takes. */
interface Measure<T> {
  fit(item: T, room: number, chars: Chars): T;
  chars(item: T, chars: Chars): number;
  readonly beside: Beside;
}

function paged<T>(items: readonly T[], args: Arguments, room: Room, measure: Measure<T>): Page<T> {
  const digest = sha256Hex(JSON.stringify(items)).slice(0, DIGEST);
  const first = startOf(optionalString(args, 'cursor'), digest, items.length);
  const chars = charsAmong(room.frame, items);
  const whole = charsOf(room, chars);
  const taken: T[] = [];
  let left = whole;
  for (let i = first; i < items.length; i++) {
    const besides = measure.beside(i, first, chars);
    const item = measure.fit(items[i], whole - besides, chars);
    left -= measure.chars(item, chars) + besides;
    if (left < 0 && taken.length > 0) break;
    taken.push(item);
  }
  const next = first + taken.length;
  return {
    items: taken,
    first,
    total: items.length,
    next_cursor: next < items.length ? `${next}-${digest}` : null,
  };
}

/** Lines with their ends; a long one in pieces that fit on any page, even where each of their characters is escaped. */
function linesOf(text: string): string[] {
  return [...text.matchAll(/[^\n]{1,150}\n?|\n/gu)].map(([line]) => line);
}

function startOf(cursor: string | undefined, digest: string, total: number): number {
  if (cursor === undefined) return 0;
  const match = /^(0|[1-9][0-9]{0,9})-([0-9a-f]{12})$/.exec(cursor);
  if (match === null) {
    throw new DocumentArgumentError('bad_cursor', 'cursor should be the next_cursor of the page before');
  }
  if (match[2] !== digest || Number(match[1]) >= total) {
    throw new DocumentArgumentError(
      'bad_cursor',
      'the cursor belongs to another result: repeat it with the arguments that gave it, or leave it out to start again',
    );
  }
  return Number(match[1]);
}

/** What a result's own members leave of its budget for items. */
export function roomBeside(frame: object, budget: number): Room {
  return { frame, budget };
}

/** Never so little that nothing fits. */
function charsOf({ frame, budget }: Room, chars: Chars): number {
  // The members of a page and a cursor take some 100 characters more.
  return Math.max(budget - chars(frame) - 160, Math.floor(budget / 4));
}

/** A result's own members within half of its budget, so that items have the other half. */
export function fitFrame<T extends object>(frame: T, budget: number): T {
  return fitted(frame, Math.floor(budget / 2));
}
