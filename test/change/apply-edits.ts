import type { InlineEdit } from '../../src/change/change.js';

/** What the edits make of `source`, spliced by code points and nothing else. */
export function applyEdits(source: string, edits: readonly InlineEdit[]): string {
  const points = Array.from(source);
  let built = '';
  let at = 0;
  for (const edit of edits) {
    built += points.slice(at, edit.source_start).join('') + edit.test_text;
    at = edit.source_end;
  }
  return built + points.slice(at).join('');
}

/** Edits as `[from, to]`, short enough to read in a test. */
export function wordsOf(edits: readonly InlineEdit[]): [string, string][] {
  return edits.map(({ source_text, test_text }) => [source_text, test_text]);
}
