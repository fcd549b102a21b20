import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANGE_KINDS, type ChangeKind } from '../../../src/change/change.js';
import type { ComparisonDocument } from '../../../src/compare/document.js';
import { type Comparison, compare } from '../../../src/compare/index.js';
import type { BlockTree } from '../../../src/document/block.js';
import { renderHtml } from '../../../src/render/html/html.js';
import { cellText, plainRows } from '../../../src/render/html/plain-rows.js';
import { visibleText } from '../../../src/render/visible-text.js';
import { texts } from '../../compare/generated.js';
import { compareFixture, FIXTURES } from '../../golden/fixtures.js';

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** What the middle of a page says, one of the two kinds of mark left out. */
function told(page: string, without: 'ins' | 'del'): string {
  return /<main[\s\S]*<\/main>/
    .exec(page)![0]
    .replace(/<h2[^>]*>Document<\/h2>/, '')
    .replaceAll(
      /<summary>[\s\S]*?<\/summary>|<p class="note">[\s\S]*?<\/p>|<a class="mark[^"]*"[\s\S]*?<\/a>/g,
      '',
    )
    .replaceAll(/<span class="nothing">[\s\S]*?<\/span>/g, '')
    .replaceAll('<span class="label">•</span>', '')
    .replaceAll(without === 'ins' ? /<ins>[\s\S]*?<\/ins>/g : /<del>[\s\S]*?<\/del>/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity])
    .replaceAll(/\s/g, '');
}

function textOf(tree: BlockTree): string {
  const texts = plainRows(tree.root).flatMap(({ block }) =>
    block.kind === 'row' ? block.children.map(cellText) : [block.label ?? '', block.text],
  );
  return visibleText(texts.join('')).replaceAll(/\s/g, '');
}

function expectTold(page: string, { changes }: Pick<ComparisonDocument, 'changes'>): void {
  const ids = [...page.matchAll(/ id="([a-z]\d+)"/g)].map(([, id]) => id);
  expect(ids).toHaveLength(new Set(ids).size);
  const known = new Set(ids);
  changes.forEach(({ kind }, i) => {
    expect([known.has(`c${i}`), known.has(`e${i}`), known.has(`m${i}`)]).toEqual([
      true,
      true,
      kind === 'move',
    ]);
  });
  const targets = [...page.matchAll(/ href="#([a-z]\d+)"/g)].map(([, id]) => id);
  expect(targets.filter((id) => !known.has(id))).toEqual([]);
}

function expectWhole(comparison: Comparison): void {
  const page = renderHtml(comparison);
  expect(told(page, 'del')).toBe(textOf(comparison.test));
  // Moved blocks stand in another place, so the source is only spelled in order where nothing moved.
  if (comparison.statistics.counts.moved === 0) {
    expect(told(page, 'ins')).toBe(textOf(comparison.source));
  }
  expectTold(page, comparison);
  const { alignment: _, ...stored } = comparison.toJSON({ trees: true, alignment: true });
  expect(told(renderHtml(stored), 'del')).toBe(told(page, 'del'));
}

/** A part of the changes, with the alignment and without, and the changes without the documents. */
function expectParts(comparison: Comparison, kinds: readonly ChangeKind[]): void {
  const part = comparison.filter({ kinds });
  expectTold(renderHtml(part), part);
  expectTold(renderHtml(part.toJSON()), part);
  expectTold(renderHtml(comparison.toJSON({ trees: false })), comparison);
}

describe('the middle of the page', () => {
  it.each(FIXTURES.map(({ name }) => name))(
    'of %s is the test document when deletions are left out, and the source when insertions are',
    (name) => expectWhole(compareFixture(name)),
  );

  it('tells once what left a deleted section inside of something that moved out of it', () => {
    const quote = '> We agree upon nothing else.';
    const source = `SCHEDULE 1\n\n(b) Fees.\n\n(i) Notices.\n\n${quote}\n\n1. Terms.`;
    const target = `(i) Notices.\n\n(b) Fees.\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n${quote}\n\n1. Terms.`;
    expectWhole(compare(source, target, { sourceFormat: 'markdown', testFormat: 'markdown' }));
  });

  it('is so for any pair, and tells every change once', () => {
    fc.assert(
      fc.property(texts, fc.subarray([...CHANGE_KINDS]), ({ source, test, format }, kinds) => {
        const comparison = compare(source, test, { sourceFormat: format, testFormat: format });
        expectWhole(comparison);
        expectParts(comparison, kinds);
      }),
      { numRuns: 100 },
    );
  });
});
