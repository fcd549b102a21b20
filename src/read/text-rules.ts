/** Rules drawn on a line of their own in plain text: below a heading, above and below it, or between blocks. */
import type { Line } from './text-lines.js';

/** Three or more of one mark. Underscores are none of them: they are a blank to be filled in. */
const RULE = /^([-=~^*#+–—])\1{2,}$/;

/** A heading longer than this is a paragraph with a rule below it. */
const LONGEST_HEADING = 120;

/** Whether the line is nothing but a rule. */
export function isRule(line: Line): boolean {
  return RULE.test(line.text);
}

/**
 * How deep the headings are that rules make: each kind of rule, by its mark and by whether it stands above its heading
 * too, goes one deeper than those seen before it.
 */
export class RuledHeadings {
  private readonly kinds: string[] = [];

  constructor(private readonly source: string) {}

  /**
   * The depth of the heading that `group` is with `rule` below it, or null when it is none: one line, not a sentence and
   * not the head of a table.
   */
  depth(group: readonly Line[], above: Line | null, rule: Line): number | null {
    if (group.length !== 1) return null;
    const [{ text, start, end }] = group;
    if (text.length > LONGEST_HEADING || /[.;:,]$/.test(text)) return null;
    if (/\S(?:\t| {2,})\S.*\S(?:\t| {2,})\S|\S(?:\t| {3,})\S|\|/.test(this.source.slice(start, end)))
      return null;
    const mark = rule.text[0];
    const kind = above?.text[0] === mark ? `${mark}${mark}` : mark;
    const known = this.kinds.indexOf(kind);
    return known < 0 ? this.kinds.push(kind) : known + 1;
  }
}
