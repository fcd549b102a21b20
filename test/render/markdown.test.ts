import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { toString as plain } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it, test } from 'vitest';
import type { ComparisonDocument } from '../../src/compare/document.js';
import { renderMarkdown } from '../../src/render/markdown.js';
import { MARKDOWN_STYLES } from '../../src/render/papers.js';
import { change, compact, document } from './agreement.js';

const golden = (name: string): ComparisonDocument =>
  JSON.parse(readFileSync(new URL(`../../golden/${name}.comparison.json`, import.meta.url), 'utf8'));

describe('the sample agreement', () => {
  test.each(
    ['agreement', 'agreement-text'].flatMap((name) => MARKDOWN_STYLES.map((style) => [name, style] as const)),
  )('%s as %s', async (name, style) => {
    const text = renderMarkdown(golden(name), { style, names: { source: 'old', test: 'new' } });
    await expect(text).toMatchFileSnapshot(
      new URL(`./golden/${name}.paste-${style}.txt`, import.meta.url).pathname,
    );
  });
});

describe('a text to paste', () => {
  it('tells a small agreement’s changes under their headings', () => {
    expect(`\n${renderMarkdown(document())}`).toMatchInlineSnapshot(`
      "
      ### Services Agreement › 1 Fees

      - **1.1** edited (list item, clause, touches date): The Customer pays each undisputed invoice within <del>thirty (30)</del><ins>sixty (60)</ins> days of its date, by bank transfer to the account named on the …
      - **1.2** moved to 2.2 in “2 Term”
      - **1.3 → 1.2** renumbered (list item, clause): Fees exclude taxes.

      ### Services Agreement › 2 Term

      - **2.2** moved from 1.2 in “1 Fees” (list item, clause): The Supplier may suspend the Services on ten days’ written notice if an undisputed invoice stays unpaid after a …
      - **2.2** deleted (list item, clause): <del>Notices are given in writing and take effect when they are received.</del>

      ### Services Agreement

      - **3 Data protection** inserted (section, 4 blocks)
        - <ins>3.1 Each party keeps personal data safe.</ins>
          - <ins>(a) The Supplier reports a breach within 24 hours.</ins>

      ### Services Agreement › Schedule

      - **row** inserted: <ins>Pilot \\| 1 May</ins>
      - **cell** edited (row “Go-live sign-off”, column “Due”, touches date): 1 <del>June</del><ins>July</ins>

      **7 changes**: 2 inserted, 1 deleted, 2 edited, 1 moved, 1 renumbered; in the text 2 replacements; 14 characters added and 15 deleted.
      "
    `);
  });

  it('is drawn without trees too', () => {
    const text = renderMarkdown(compact(), { style: 'none' });
    expect(text).toContain('[-thirty (30)-]{+sixty (60)+}');
    expect(text).toContain('section inserted at /section[1]/section[3]');
  });

  it('mentions nobody on GitHub, and makes no pictures of words', () => {
    const came = 'GH-12 gh-3 !7 stop! :big_smile: 10:30 a: b and DIGH-1';
    const inserted = change('insert', null, '/paragraph[1]', { test_text: came });
    expect(renderMarkdown(compact([inserted]))).toContain(
      '<ins>GH<!-- -->-12 gh<!-- -->-3 !<!-- -->7 stop! :<!-- -->big\\_smile: 10:30 a: b and DIGH-1</ins>',
    );
  });

  it.each([
    ['github', 'a <del>\\*b\\*</del><ins>\\<b\\> @<!-- -->me #<!-- -->12</ins> c'],
    ['strike', 'a ~~\\*b\\*~~**\\<b\\> \\@me #12** c'],
    ['bbcode', 'a [s]*b*[/s][b]<b> @me #12[/b] c'],
    ['none', 'a [-*b*-]{+<b> @me #12+} c'],
  ] as const)('in style %s, what the documents hold is no markup', (style, expected) => {
    const edited = change('modify', '/paragraph[1]', '/paragraph[1]', {
      source_text: 'a *b* c',
      test_text: 'a <b> @me #12 c',
      inline: [
        {
          kind: 'replace',
          source_start: 2,
          source_end: 5,
          test_start: 2,
          test_end: 13,
          source_text: '*b*',
          test_text: '<b> @me #12',
        },
      ],
    });
    expect(renderMarkdown(compact([edited]), { style })).toContain(`: ${expected}\n`);
  });

  it('parts a bracket from what would make it a tag of a forum', () => {
    const inserted = change('insert', null, '/paragraph[1]', { test_text: 'See [url=x] and [1].' });
    const text = renderMarkdown(compact([inserted]), { style: 'bbcode' });
    expect(text).toContain('[b]See [\u2060url=x] and [1].[/b]');
  });

  it('keeps white space out of marks', () => {
    const edited = change('modify', '/paragraph[1]', '/paragraph[1]', {
      source_text: 'one',
      test_text: 'one more word',
      inline: [
        {
          kind: 'insert',
          source_start: 3,
          source_end: 3,
          test_start: 3,
          test_end: 13,
          source_text: '',
          test_text: ' more word',
        },
      ],
    });
    expect(renderMarkdown(compact([edited]), { style: 'strike' })).toContain(': one **more word**\n');
  });

  it('says so when nothing changed', () => {
    expect(renderMarkdown(compact([]))).toBe('No changes (22 and 27 blocks compared).\n');
  });

  it('of any words reads, as Markdown, as those words', () => {
    const piece = fc.constantFrom(
      '*',
      '_',
      '`',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '!',
      '#',
      '+',
      '-',
      '~',
      '|',
      '\\',
      '&',
      '.',
      ':',
      '/',
      '$',
      '@',
      'a',
      'b1',
      '1.',
      'www.x.org',
      'a@b.org',
      'http',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const words = pieces.join('').replaceAll(/\s+/g, ' ').trim();
        if (words === '') return;
        const moved = change('renumber', '/paragraph[1]', '/paragraph[1]', {
          source_text: words,
          test_text: words,
        });
        const tree = unified()
          .use(remarkParse)
          .use(remarkGfm)
          .parse(renderMarkdown(compact([moved]), { style: 'strike' }));
        const item = tree.children.find((node) => node.type === 'list');
        const shown = plain(item, { includeHtml: false }).replace(/^.*?\): /, '');
        if (shown !== words) throw new Error(`${JSON.stringify(shown)} for ${JSON.stringify(words)}`);
      }),
      { numRuns: 300 },
    );
  });
});
