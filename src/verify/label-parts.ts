/** Labels and references taken apart: `Schedule 2`, `4.1(3)` and `D.4` as a word and the parts below one another. */

/** One part of a label: `4`, `1` and `(3)` of `4.1(3)`. */
export interface LabelPart {
  /** As it is written, without its brackets. */
  readonly written: string;
  /** The same in lower case: parts are found by it. */
  readonly key: string;
  readonly bracketed: boolean;
}

/** A label, or what a reference says. */
export interface LabelParts {
  /** What it is a label of (`section`, `schedule`), in lower case and one spelling; null when it does not say. */
  readonly word: string | null;
  readonly parts: readonly LabelPart[];
}

const WORD = /^(§{1,2}|\p{L}[\p{L}-]+)\.?\s*(?=[\p{N}(]|(?<=\s)\p{Lu}{1,6}\b|(?<=\s)[ivxlc]{1,6}$)/u;
const PART = /(\(\s*)?([\p{L}\p{N}]+)/gu;

/** Words of parts that count their clauses anew: a reference to one says so, and `clause 2` is none. */
const APART: ReadonlySet<string> = new Set([
  ...['schedule', 'annex', 'appendix', 'exhibit', 'attachment', 'part', 'chapter', 'title', 'book', 'step'],
  ...['anlage', 'anhang', 'teil', 'kapitel', 'annexe', 'partie', 'chapitre', 'anexo', 'allegato', 'bijlage'],
]);

/** Takes a label, or what a reference says, apart. */
export function labelParts(label: string): LabelParts {
  const word = WORD.exec(label);
  const rest = word === null ? label : label.slice(word[0].length);
  const parts = [...rest.matchAll(PART)].map(([, bracket, written]) => ({
    written,
    key: written.toLowerCase(),
    bracketed: bracket !== undefined,
  }));
  return { word: word === null ? null : oneWord(word[1]), parts };
}

/** Whether what bears this word counts its clauses anew. */
export function standsApart(word: string | null): boolean {
  return word !== null && APART.has(word);
}

/** One spelling for a word's forms: `Annexes` and `Annexure` are `annex`, `§§` is `section`. */
export function oneWord(word: string): string {
  const plain = word.toLowerCase();
  if (plain.startsWith('§') || plain === 'sec') return 'section';
  if (plain === 'art') return 'article';
  if (/^annex(?:es|ures?)?$/.test(plain)) return 'annex';
  if (/^appendi/.test(plain)) return 'appendix';
  return plain.replace(/s$/, '');
}

/**
 * How far what a reference says is from a label's own spelling, from 0; null where it cannot mean the label. A lone capital
 * (`Section G`) is no `(g)`.
 */
export function distance(said: LabelParts, label: LabelParts): number | null {
  let far = 0;
  if (label.word !== null) {
    if (said.word !== label.word) {
      if (standsApart(label.word) || standsApart(said.word)) return null;
      far += said.word === null ? 1 : 2;
    }
  } else if (standsApart(said.word)) {
    // A schedule's clause may be labelled by the schedule's letter: `A.1` is Annex A.1.
    if (label.parts.length < 2) return null;
    far += 1;
  }
  for (let i = 0; i < said.parts.length; i++) {
    const cased = said.parts[i].written !== label.parts[i].written;
    const opened = label.parts[i].bracketed && !said.parts[i].bracketed;
    if (cased && opened) return null;
    if (cased || opened) far += 1;
  }
  // What is left over is the nought of `3.0`.
  return far + label.parts.length - said.parts.length;
}

/** A label with the parts of another in place of its own, in its own dots and brackets. Both have as many. */
export function respelled(label: string, parts: readonly LabelPart[]): string {
  const word = WORD.exec(label)?.[0] ?? '';
  let i = 0;
  return word + label.slice(word.length).replaceAll(PART, (_, bracket = '') => bracket + parts[i++].written);
}
