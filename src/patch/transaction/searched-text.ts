import { CodePointIndex } from '../../document/code-points.js';
import { findAll } from './exact-search.js';
import { findEach, MAX_NEEDLE } from './many-search.js';

/** From this many short needles on, one pass for all of them is cheaper than one for each. */
const MANY = 48;
/** Occurrences that one pass may collect, for each character of the text: beyond, needles are looked for one by one. */
const HITS_PER_UNIT = 2;

/** A text that remembers where in it was found what was once looked for. */
export class SearchedText {
  readonly index: CodePointIndex;
  private readonly found = new Map<string, readonly number[]>();

  constructor(readonly text: string) {
    this.index = new CodePointIndex(text);
  }

  /** The UTF-16 indexes at which `needle` occurs, ascending, overlapping ones counted. */
  search(needle: string): readonly number[] {
    let found = this.found.get(needle);
    if (found === undefined) {
      found = findAll(this.text, needle);
      this.found.set(needle, found);
    }
    return found;
  }

  /** Looks for many needles in one pass, where that is faster. */
  searchTogether(needles: readonly string[]): void {
    const short = needles.filter((it) => it !== '' && it.length <= MAX_NEEDLE && !this.found.has(it));
    if (short.length < MANY) return;
    const found = findEach(this.text, short, HITS_PER_UNIT * this.text.length);
    for (const [needle, starts] of found ?? []) this.found.set(needle, starts);
  }
}
