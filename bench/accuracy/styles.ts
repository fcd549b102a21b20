/** The ways a document can be numbered and marked up. A style is data; `layout.ts` is what reads it. */
import type { Family } from './unit.js';

export interface Style {
  readonly name: string;
  readonly format: 'markdown' | 'text';
  readonly families: readonly Family[];
  /** What stands before a section's heading: nothing, `3.`, `Article 3 –`, `Part 3 –`. */
  readonly heading: 'none' | 'dot' | 'article' | 'part';
  /** How headings are spelled. */
  readonly headingCase: 'as-is' | 'title' | 'upper';
  /**
   * A clause's label: its section's and its own number (`3.2`), its own alone (`2`), one that runs through the document,
   * or none (a bullet in its place).
   */
  readonly clause: 'path' | 'local' | 'running' | 'none';
  /** Sub-clauses: `(a)` and `(i)`, `a)` and `i)`, `(1)` and `(a)`, or the whole path (`3.2.1`). */
  readonly sub: 'parens' | 'half' | 'numbers' | 'path';
  /**
   * Where labels stand: in the text, as list syntax below a heading, or as list syntax throughout, the headings being
   * items too.
   */
  readonly carrier: 'text' | 'list' | 'outline';
  /** A dot after decimal labels in the text (`3.2.`). */
  readonly dot: boolean;
  readonly bullet: '-' | '*';
  /** Lines are broken at this column; 0 for one line a block. */
  readonly wrap: number;
}

const LABELLED: readonly Family[] = ['clauses'];

const BASE: Style = {
  name: '',
  format: 'markdown',
  families: LABELLED,
  heading: 'dot',
  headingCase: 'as-is',
  clause: 'path',
  sub: 'parens',
  carrier: 'text',
  dot: false,
  bullet: '-',
  wrap: 0,
};

export const STYLES: readonly Style[] = [
  // Labels written in the text, as most contracts kept in Markdown do.
  { ...BASE, name: 'md-labels' },
  { ...BASE, name: 'md-labels-wrapped', dot: true, sub: 'numbers', wrap: 80 },
  { ...BASE, name: 'md-article', heading: 'article', sub: 'half' },
  // Labels that the list syntax makes.
  {
    ...BASE,
    name: 'md-list',
    heading: 'none',
    clause: 'local',
    sub: 'path',
    carrier: 'list',
    families: ['clauses', 'outline'],
  },
  { ...BASE, name: 'md-outline', sub: 'path', carrier: 'outline' },
  {
    ...BASE,
    name: 'md-statute',
    heading: 'part',
    clause: 'running',
    sub: 'path',
    carrier: 'list',
    families: ['statute'],
  },
  { ...BASE, name: 'md-statute-labels', heading: 'part', sub: 'parens', families: ['statute'] },
  { ...BASE, name: 'md-bullets', heading: 'none', clause: 'none', carrier: 'list', families: ['outline'] },
  {
    ...BASE,
    name: 'md-bullets-numbered',
    clause: 'none',
    carrier: 'list',
    bullet: '*',
    families: ['outline'],
  },
  { ...BASE, name: 'md-plain', heading: 'none', families: ['prose', 'definitions'] },
  { ...BASE, name: 'md-numbered', dot: true, bullet: '*', wrap: 90, families: ['prose', 'definitions'] },
  { ...BASE, name: 'md-dotted', heading: 'dot', families: ['prose', 'definitions'] },
  // Plain text.
  { ...BASE, name: 'txt-labels', format: 'text', headingCase: 'upper', wrap: 78 },
  { ...BASE, name: 'txt-title', format: 'text', headingCase: 'title', dot: true },
  { ...BASE, name: 'txt-article', format: 'text', heading: 'article', headingCase: 'upper', sub: 'numbers' },
  { ...BASE, name: 'txt-half', format: 'text', headingCase: 'title', sub: 'half', wrap: 72 },
  {
    ...BASE,
    name: 'txt-statute',
    format: 'text',
    heading: 'part',
    headingCase: 'upper',
    clause: 'running',
    wrap: 78,
    families: ['statute'],
  },
  {
    ...BASE,
    name: 'txt-statute-title',
    format: 'text',
    heading: 'part',
    headingCase: 'title',
    clause: 'running',
    sub: 'numbers',
    families: ['statute'],
  },
  { ...BASE, name: 'txt-outline', format: 'text', headingCase: 'upper', sub: 'path', families: ['outline'] },
  {
    ...BASE,
    name: 'txt-outline-title',
    format: 'text',
    headingCase: 'title',
    sub: 'parens',
    wrap: 76,
    families: ['outline'],
  },
  {
    ...BASE,
    name: 'txt-plain',
    format: 'text',
    heading: 'none',
    headingCase: 'upper',
    wrap: 78,
    families: ['prose', 'definitions'],
  },
  {
    ...BASE,
    name: 'txt-numbered',
    format: 'text',
    headingCase: 'title',
    bullet: '*',
    families: ['prose', 'definitions'],
  },
];

export function stylesFor(family: Family, format: Style['format']): Style[] {
  return STYLES.filter((style) => style.format === format && style.families.includes(family));
}

/** Styles that a document in `from` may be re-laid in: same format, headings spelled alike, labels or syntax not. */
export function relabelTargets(family: Family, from: Style): Style[] {
  return stylesFor(family, from.format).filter(
    (style) =>
      style.name !== from.name &&
      style.headingCase === from.headingCase &&
      (style.heading !== from.heading ||
        style.clause !== from.clause ||
        style.sub !== from.sub ||
        style.carrier !== from.carrier ||
        style.bullet !== from.bullet),
  );
}
