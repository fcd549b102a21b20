/** What stands before a declaration and belongs to it: comments right above, decorators, words on its line. */
import { trimEnd } from './outline.js';
import type { Positions } from './positions.js';

/** A comment or an attribute. Offsets are UTF-16 units. */
export interface Lead {
  readonly start: number;
  readonly end: number;
  readonly isComment: boolean;
}

/** What a language says of its leads. */
export interface LeadRules {
  /** Comments that speak of something else than the declaration below them. */
  readonly unattached?: RegExp;
  /** Words that stand before a declaration on its line and belong to it, though the grammar leaves them outside. */
  readonly leadingWords?: RegExp;
}

/** The leads of one text, in order, with those that can never belong to a declaration left out. */
export class Leads {
  private readonly leads: readonly Lead[];

  constructor(
    private readonly positions: Positions,
    private readonly rules: LeadRules,
    found: readonly Lead[],
  ) {
    const { text } = positions;
    this.leads = found
      // Some grammars count the line's end into a comment.
      .map((lead) => ({ ...lead, end: trimEnd(text, lead.start, lead.end) }))
      .filter((lead) => !lead.isComment || !this.isUnattached(text.slice(lead.start, lead.end)));
  }

  private isUnattached(comment: string): boolean {
    return comment.startsWith('#!') || this.rules.unattached?.test(comment) === true;
  }

  /** Where a declaration that starts at `start` starts with all that belongs to it. */
  extend(start: number): number {
    const { text } = this.positions;
    let at = start;
    if (this.rules.leadingWords !== undefined) {
      const words = this.rules.leadingWords.exec(text.slice(this.positions.lineStart(at), at));
      if (words !== null) at -= words[0].length;
    }
    for (let i = this.lastBefore(at); i >= 0; i--) {
      const lead = this.leads[i];
      const gap = text.slice(lead.end, at);
      if (!/^[^\S\r\n]*(?:\r\n|\r|\n)?[^\S\r\n]*$/.test(gap)) break;
      if (lead.isComment && !this.isRightAbove(lead, at, gap)) break;
      at = lead.start;
    }
    return at;
  }

  /** Whether a comment starts its line, and the declaration starts the next one at the same indentation. */
  private isRightAbove(lead: Lead, at: number, gap: string): boolean {
    const { text } = this.positions;
    const before = text.slice(this.positions.lineStart(lead.start), lead.start);
    if (before.trim() !== '') return false;
    // A comment before the declaration on the declaration's own line is part of it.
    if (!/[\r\n]/.test(gap)) return true;
    return before === text.slice(this.positions.lineStart(at), at);
  }

  /** Index of the last lead that ends at or before `at`. */
  private lastBefore(at: number): number {
    let low = 0;
    let high = this.leads.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.leads[middle].end <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
