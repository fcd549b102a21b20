/** What is measured: this engine, stage by stage, and the two libraries that somebody would take instead. */
import { diffWordsWithSpace } from 'diff';
import DiffMatchPatch from 'diff-match-patch';
import { alignIndexed } from '../../src/align/align.js';
import { DEFAULT_ALIGNMENT } from '../../src/align/index.js';
import { pairTableOf, placeChanges } from '../../src/change/build-changes.js';
import { WORD_PROCESSOR } from '../../src/change/index.js';
import { statisticsOf } from '../../src/change/statistics.js';
import { compare } from '../../src/compare/index.js';
import { TreeIndex } from '../../src/document/tree-index.js';
import { readDocument } from '../../src/read/read-document.js';
import type { Input } from './inputs.js';

/**
 * One run, in milliseconds. Processor time is what the ratios are made of: it does not count the time in which another
 * process had the machine.
 */
export interface Run {
  /** On the clock on the wall. */
  readonly wall: number;
  /** Of the processor, all threads of the process together: the garbage collector's and the compiler's too. */
  readonly whole: number;
  /** Whatever says that the work was done: changes or edits found. */
  readonly found: number;
  readonly budgetExhausted: boolean;
}

/** A larger cap than the default, for the one input that needs it. */
const MAX_CHARS = 50_000_000;

type Texts = { readonly source: string; readonly test: string };

/** Processor time of this process so far. */
const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The engine: `compare` and the JSON of its changes. */
function redtree(texts: Texts, input: Input): Run {
  const options = { sourceFormat: input.format, testFormat: input.format, maxChars: MAX_CHARS };
  const clock = performance.now();
  const start = now();
  const comparison = compare(texts.source, texts.test, options);
  const json = JSON.stringify(comparison.toJSON({ trees: false }));
  const end = now();
  return {
    wall: performance.now() - clock,
    whole: end - start,
    found: json.length > 0 ? comparison.changes.length : 0,
    budgetExhausted: comparison.config.budget_exhausted,
  };
}

/** Processor time of what {@link redtree} does, stage by stage: the same steps, done one by one. */
export function timeStages(texts: Texts, input: Input): Record<string, number> {
  const options = { format: input.format, maxChars: MAX_CHARS, cache: new Map<string, unknown>() };
  const start = now();
  const source = readDocument(texts.source, options).tree;
  const test = readDocument(texts.test, options).tree;
  const read = now();
  const [a, b] = [new TreeIndex(source), new TreeIndex(test)];
  const alignment = alignIndexed(a, b, DEFAULT_ALIGNMENT);
  const aligned = now();
  const pairs = pairTableOf(alignment);
  const placed = placeChanges(a, b, pairs, WORD_PROCESSOR);
  const statistics = statisticsOf(a, b, pairs, placed, WORD_PROCESSOR);
  const changes = placed.map(({ change }) => change);
  const changed = now();
  JSON.stringify({ changes, statistics });
  return { read: read - start, align: aligned - read, change: changed - aligned, write: now() - changed };
}

function jsdiff({ source, test }: Texts): Run {
  const clock = performance.now();
  const start = now();
  const parts = diffWordsWithSpace(source, test);
  return {
    whole: now() - start,
    wall: performance.now() - clock,
    found: parts.filter((part) => part.added || part.removed).length,
    budgetExhausted: false,
  };
}

/** Word mode as that library's own guide describes it: each distinct word becomes one character. */
function diffMatchPatch({ source, test }: Texts): Run {
  const clock = performance.now();
  const start = now();
  const dmp = new DiffMatchPatch();
  dmp.Diff_Timeout = 0;
  const words: string[] = [];
  const codes = new Map<string, number>();
  // By hand rather than by a regular expression, which takes three times as long: the rival is to be at its best.
  const isSpace = (text: string, at: number) => text.charCodeAt(at) <= 32;
  const encode = (text: string) => {
    const encoded = new Uint16Array(text.length);
    let count = 0;
    for (let from = 0, to = 0; from < text.length; from = to) {
      const space = isSpace(text, from);
      for (to = from + 1; to < text.length && isSpace(text, to) === space; ) to++;
      const word = text.slice(from, to);
      let code = codes.get(word);
      if (code === undefined) {
        code = words.length;
        if (code >= 0xffff) throw new Error('more distinct words than this mode can hold');
        codes.set(word, code);
        words.push(word);
      }
      encoded[count++] = code;
    }
    const parts: string[] = [];
    for (let i = 0; i < count; i += 8192) {
      parts.push(String.fromCharCode(...encoded.subarray(i, Math.min(count, i + 8192))));
    }
    return parts.join('');
  };
  const diffs = dmp.diff_main(encode(source), encode(test), false);
  for (const diff of diffs) {
    let text = '';
    for (let i = 0; i < diff[1].length; i++) text += words[diff[1].charCodeAt(i)];
    diff[1] = text;
  }
  return {
    whole: now() - start,
    wall: performance.now() - clock,
    found: diffs.filter(([op]) => op !== 0).length,
    budgetExhausted: false,
  };
}

export const TOOLS: Readonly<Record<string, (texts: Texts, input: Input) => Run>> = {
  redtree,
  'diff-match-patch': diffMatchPatch,
  diff: jsdiff,
};
