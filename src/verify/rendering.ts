/** Whether two texts show the same: a net under what is told block by block. */
import { commonRun, idOf } from '../change/common-run.js';
import { MarkdownText } from './markdown-text.js';
import { type Step, stepsOf } from './marks.js';

/** How many characters may still be given to the grammar: what is tried again and again must come to an end. */
export interface GrammarBudget {
  left: number;
}

/**
 * What a text shows, to hold others of its format against: the same words, set and linked in the same way. Of Markdown its
 * layout makes no difference; of plain text, white space and the signs of bullets make none, of any other format white
 * space.
 */
export class Rendering {
  private readonly markdown: MarkdownText | null;

  constructor(
    private readonly text: string,
    private readonly format: string,
  ) {
    this.markdown = format === 'markdown' ? new MarkdownText(text) : null;
  }

  /** @param budget bounds what is parsed, if given: a text that would exceed it is not shown to be alike. */
  isLike(other: string, budget: GrammarBudget | null = null): boolean {
    if (other === this.text) return true;
    if (this.markdown !== null) return alike(this.markdown, new MarkdownText(other), budget);
    return this.plain(this.text) === this.plain(other);
  }

  private plain(text: string): string {
    const bulleted = this.format === 'text' ? text.replace(/^([ \t]*)[-*+•–—‣◦▪·](?=[ \t])/gmu, '$1-') : text;
    return bulleted.replace(/\s+/gu, '');
  }
}

/** @param a is parsed once, however many others it is held against. */
function alike(a: MarkdownText, b: MarkdownText, budget: GrammarBudget | null): boolean {
  const matched = matchedStretches(a, b);
  if (budget !== null) {
    budget.left -= parsedLength(b, matched.test);
    if (budget.left < 0) return false;
  }
  const [before, after] = [shown(a, matched.source), shown(b, matched.test)];
  return before.length === after.length && before.every((part, i) => part === after[i]);
}

/** How much of a text the grammar is given: what is not the same in the other, and what may define a link. */
function parsedLength(text: MarkdownText, same: ReadonlyMap<number, number>): number {
  return text.stretches.reduce((sum, { start, end }, k) => {
    return same.has(k) && !text.textOf(k).includes(']:') ? sum : sum + end - start;
  }, 0);
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
  const idsOf = (text: MarkdownText) => Int32Array.from(text.stretches, (_, k) => idOf(text.textOf(k), ids));
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
