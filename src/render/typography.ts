/**
 * Changes of typography alone: the same words with other quotation marks, hyphens, spaces or forms of a letter. They are real
 * changes, and by the dozen they bury the others, so that a redline counts them and can leave them out.
 */
import type { Change } from '../change/change.js';
import { didYouMean } from '../document/suggest.js';
import { RenderError } from './errors.js';
import type { RedlineDocument } from './redline-document.js';
import { count } from './wording.js';

/** Whether changes of typography alone are drawn like all others, or only counted. Either way their number is said. */
export type Typography = 'show' | 'count';

/** Both, in the order in which help lists them. */
export const TYPOGRAPHY: readonly Typography[] = ['show', 'count'];

/** What is the same but for its look, and how all of it is written for a comparison. */
const FORMS: readonly { readonly name: string; readonly fold: (text: string) => string }[] = [
  {
    name: 'quotation marks',
    fold: (text) => text.replaceAll(/[‘’‚‛]/g, "'").replaceAll(/[“”„‟]/g, '"'),
  },
  { name: 'hyphens', fold: (text) => text.replaceAll(/[\u2010\u2011]/g, '-') },
  { name: 'spaces', fold: (text) => text.replaceAll(/\p{Zs}/gu, ' ') },
  {
    name: 'forms of letters',
    fold: (text) => text.normalize('NFC').replaceAll(/[\ufb00-\ufb06]/g, (one) => one.normalize('NFKC')),
  },
];

/** What differs between two texts that say the same; none where they are equal or say something else. */
export function typographyBetween(source: string, test: string): string[] {
  if (source === test || folded(source, FORMS) !== folded(test, FORMS)) return [];
  return FORMS.filter((form) => {
    const others = FORMS.filter((other) => other !== form);
    return folded(source, others) !== folded(test, others);
  }).map(({ name }) => name);
}

/** A comparison with its changes of typography told apart. */
export interface ToldApart {
  /** What is to be drawn: all of it, or without them. */
  readonly document: RedlineDocument;
  /** What there is to say of them; null when there are none. */
  readonly words: string | null;
}

/** @throws RenderError `bad_option` for a way that there is not. */
export function tellApart(document: RedlineDocument, typography: Typography = 'show'): ToldApart {
  if (!TYPOGRAPHY.includes(typography)) {
    throw new RenderError(
      'bad_option',
      `typography is show or count, not ${JSON.stringify(typography)}${didYouMean(String(typography), TYPOGRAPHY)}`,
    );
  }
  const names = new Set<string>();
  const kept: Change[] = [];
  let changes = 0;
  let edits = 0;
  for (const change of document.changes) {
    const whole = typographyOnly(change);
    if (whole.length > 0) {
      changes++;
      for (const name of whole) names.add(name);
      continue;
    }
    const inline = change.inline.filter((edit) => {
      // White space and quotation marks in code are code.
      const found = change.role === 'code' ? [] : typographyBetween(edit.source_text, edit.test_text);
      if (typography === 'count') for (const name of found) names.add(name);
      return found.length === 0;
    });
    edits += change.inline.length - inline.length;
    kept.push(inline.length === change.inline.length ? change : { ...change, inline });
  }
  const kinds = FORMS.map(({ name }) => name)
    .filter((name) => names.has(name))
    .join(', ');
  const { statistics, source, test, alignment, config } = document;
  if (typography === 'show') {
    return {
      document,
      words: changes === 0 ? null : `Typography alone: ${count(changes, 'change')} (${kinds})`,
    };
  }
  if (changes + edits === 0) return { document, words: null };
  const parts = [
    ...(changes > 0 ? [count(changes, 'change')] : []),
    ...(edits > 0 ? [`${count(edits, 'edit')} in other changes`] : []),
  ];
  return {
    document: {
      changes: kept,
      statistics,
      config,
      ...(source === undefined || test === undefined ? {} : { source, test }),
      ...(alignment === undefined ? {} : { alignment }),
    },
    words: `Typography alone, not shown: ${parts.join(' and ')} (${kinds})`,
  };
}

function typographyOnly(change: Change): string[] {
  if (change.kind !== 'modify' || change.role === 'code' || change.source_label !== change.test_label)
    return [];
  return typographyBetween(change.source_text, change.test_text);
}

function folded(text: string, forms: typeof FORMS): string {
  return forms.reduce((sofar, { fold }) => fold(sofar), text);
}
