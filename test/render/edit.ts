import type { InlineEdit } from '../../src/change/change.js';

/** The one edit, cut to whole words, that turns `a` into `b`: enough of a differ for the renderers' tests. */
export function simpleEdit(a: string, b: string): InlineEdit[] {
  if (a === b) return [];
  const x = a.match(/\s+|\S+/gu) ?? [];
  const y = b.match(/\s+|\S+/gu) ?? [];
  let head = 0;
  while (head < x.length && head < y.length && x[head] === y[head]) head++;
  let tail = 0;
  while (tail < x.length - head && tail < y.length - head && x.at(-1 - tail) === y.at(-1 - tail)) tail++;
  const length = (tokens: string[]) => [...tokens.join('')].length;
  const source_text = x.slice(head, x.length - tail).join('');
  const test_text = y.slice(head, y.length - tail).join('');
  const start = length(x.slice(0, head));
  return [
    {
      kind: source_text === '' ? 'insert' : test_text === '' ? 'delete' : 'replace',
      source_start: start,
      source_end: start + [...source_text].length,
      test_start: start,
      test_end: start + [...test_text].length,
      source_text,
      test_text,
    },
  ];
}
