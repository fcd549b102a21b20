import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Comparison } from '../../src/compare/comparison.js';
import type { ComparisonDocument } from '../../src/compare/document.js';
import { columns } from '../../src/render/layout.js';
import { renderSummary } from '../../src/render/summary.js';
import { renderTerminal } from '../../src/render/terminal.js';
import { visibleLine } from '../../src/render/visible-text.js';

const GOLDEN = new URL('../../golden/', import.meta.url);
const files = readdirSync(GOLDEN).filter((file) => file.endsWith('.comparison.json'));
const bare = (text: string) => text.replaceAll(/\s/gu, '');

describe.each(files)('drawing %s', (file) => {
  const document: ComparisonDocument = JSON.parse(readFileSync(new URL(file, GOLDEN), 'utf8'));
  const { source: _, test: __, alignment: ___, ...compact } = document;

  it('says the same from the comparison and from its JSON', () => {
    const comparison = Comparison.fromJSON(document);
    expect(renderTerminal(comparison)).toBe(renderTerminal(document));
    expect(renderSummary(comparison)).toBe(renderSummary(document));
  });

  it.each([40, 60, 80, 120])('stays within %d columns', (width) => {
    for (const doc of [document, compact]) {
      for (const line of renderTerminal(doc, { width }).split('\n'))
        expect(columns(line)).toBeLessThanOrEqual(width);
    }
  });

  it('shows every word that came or went, with trees and without', () => {
    for (const doc of [document, compact]) {
      // As lines wrap, all white space is left out of the comparison; so are the marks at the start of each line.
      const redline = bare(renderTerminal(doc, { width: 4000 }));
      const summary = bare(renderSummary(doc, { limit: Number.MAX_SAFE_INTEGER }));
      for (const change of doc.changes) {
        for (const { source_text, test_text } of change.inline) {
          for (const [text, open, close] of [
            [source_text, '[-', '-]'],
            [test_text, '{+', '+}'],
          ]) {
            if (text === '') continue;
            const shown = `${open}${bare(visibleLine(text))}${close}`;
            expect(summary).toContain(shown);
            expect(redline).toContain(shown.replaceAll('⏎', ''));
          }
        }
        if (change.kind === 'insert') expect(redline).toContain(bare(change.test_text));
        if (change.kind === 'delete') expect(redline).toContain(bare(change.source_text));
      }
    }
  });

  it('has a summary of a line a change', () => {
    for (const doc of [document, compact]) {
      const [lines] = renderSummary(doc).split(/\n\n|(?=Total: )/);
      expect(lines.trim().split('\n')).toHaveLength(doc.changes.length);
    }
  });
});
