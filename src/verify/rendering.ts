/** Whether two texts show the same: a net under what is told block by block. */
import { commonRun } from '../change/common-run.js';
import { MarkdownText } from './markdown-text.js';
import { type Step, stepsOf } from './marks.js';

/**
 * Whether two texts of one format show the same words, set and linked in the same way. Of Markdown its layout makes no
 * difference; of plain text, white space and the signs of bullets make none, of any other format white space.
 */
export function rendersAlike(a: string, b: string, format: string): boolean {
  if (a === b) return true;
  if (format === 'markdown') return alike(new MarkdownText(a), new MarkdownText(b));
  const plain = (text: string): string => {
    const bulleted = format === 'text' ? text.replace(/^([ \t]*)[-*+•–—‣◦▪·](?=[ \t])/gmu, '$1-') : text;
    return bulleted.replace(/\s+/gu, '');
  };
  return plain(a) === plain(b);
}

function alike(a: MarkdownText, b: MarkdownText): boolean {
  const matched = matchedStretches(a, b);
  const [before, after] = [shown(a, matched.source), shown(b, matched.test)];
  return before.length === after.length && before.every((part, i) => part === after[i]);
}

/** What is shown between the stretches that are the same in both texts. */
function shown(text: MarkdownText, same: ReadonlyMap<number, number>): string[] {
  const parts: string[] = [];
  let part = '';
  text.stretches.forEach((_, k) => {
    if (!same.has(k)) {
      const tree = text.tree(k);
      part += tree === null ? `\n${text.textOf(k)}` : written(stepsOf(tree, text.text));
      return;
    }
    parts.push(settled(part));
    part = '';
  });
  return [...parts, settled(part)];
}

function written(steps: readonly Step[]): string {
  return steps
    .map((step) => {
      switch (step.type) {
        case 'leaf':
          return '\n';
        case 'text':
          // White space that counts is kept from being folded.
          return step.verbatim
            ? step.text.replace(/\s/gu, (sign) => `\u0004${sign.codePointAt(0)}\u0005`)
            : step.text.replace(/\s+/gu, ' ');
        case 'close':
          return '\u0003';
        default:
          return `\u0002${step.mark.says.replace(/\n/g, '\u0004')}\u0001`;
      }
    })
    .join('');
}

function settled(shown: string): string {
  return shown
    .replace(/ +/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

/** The stretches that are the same in both texts, in order. */
export function matchedStretches(
  a: MarkdownText,
  b: MarkdownText,
): { readonly source: ReadonlyMap<number, number>; readonly test: ReadonlyMap<number, number> } {
  const ids = new Map<string, number>();
  const idsOf = (text: MarkdownText) =>
    Int32Array.from(text.stretches, (_, k) => {
      const own = text.textOf(k);
      const known = ids.get(own);
      if (known !== undefined) return known;
      ids.set(own, ids.size);
      return ids.size - 1;
    });
  const [idsA, idsB] = [idsOf(a), idsOf(b)];
  const source = new Map<number, number>();
  const test = new Map<number, number>();
  commonRun(
    (k) => idsA[k],
    (l) => idsB[l],
    [...idsA.keys()],
    [...idsB.keys()],
    (k, l) => {
      source.set(k, l);
      test.set(l, k);
    },
  );
  return { source, test };
}
