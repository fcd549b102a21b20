import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../../../src/compare/compare.js';
import { buildTree, type DraftBlock } from '../../../src/document/build.js';
import { renderHtml } from '../../../src/render/html/html.js';
import { visibleText } from '../../../src/render/visible-text.js';
import { compareFixture } from '../../golden/fixtures.js';
import { change, compact, document } from '../agreement.js';

const names = { source: 'old.md', test: 'new.md' };

/** The page without its style, script and data: what a reader sees. */
function visible(page: string): string {
  return page.replace(/<(style|script)[^>]*>[\s\S]*?<\/\1>/g, '').replace(/[\s\S]*<\/head>/, '');
}

/** The words of a part of the page, without tags. */
function words(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function data(page: string): unknown {
  return JSON.parse(/<script type="application\/json" id="comparison">(.*)<\/script>/.exec(page)![1]);
}

const block = (kind: DraftBlock['kind'], text: string, ...children: DraftBlock[]): DraftBlock => ({
  kind,
  text,
  label: null,
  level: 0,
  role: null,
  spans: [],
  matched_by: 'markdown:test',
  confidence: 1,
  attrs: {},
  children,
});

describe('the page', () => {
  const page = renderHtml(document(), { names });
  const seen = visible(page);

  it('has the documents’ names, the counts and a real heading for each part', () => {
    expect(page).toContain('<title>old.md → new.md</title>');
    expect(words(/<h1>[\s\S]*?<\/h1>/.exec(seen)![0])).toBe('old.md → new.md');
    expect(words(/<ul class="totals"[\s\S]*?<\/ul>/.exec(seen)![0])).toBe(
      '2 inserted 1 deleted 2 edited 1 moved 1 renumbered',
    );
    expect([...seen.matchAll(/<h2[^>]*>([\s\S]*?)<\/h2>/g)].map(([, text]) => words(text))).toEqual([
      'Changes 7',
      'Document',
    ]);
  });

  it('marks edited words with del and ins', () => {
    expect(seen).toContain('within <del>thirty (30)</del><ins>sixty (60)</ins> days');
    expect(seen).toContain('1 <del>June</del><ins>July</ins>');
  });

  it('links a move both ways', () => {
    const left = /<div class="row left[^"]*" id="(m\d+)"/.exec(seen)![1];
    expect(seen).toContain(`<a href="#${left}">1.2 in “1 Fees”</a>`);
    expect(seen).toContain(`<a href="#${left.replace('m', 'c')}">2.2 in “2 Term”</a>`);
  });

  it('leads from every entry of the list to a place in the text, and back', () => {
    const ids = new Set([...seen.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...seen.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.has(id))).toEqual([]);
    for (let i = 0; i < document().changes.length; i++) expect(targets).toContain(`c${i}`);
    for (let i = 0; i < document().changes.length; i++) expect(targets).toContain(`e${i}`);
  });

  it('uses no id twice', () => {
    const ids = [...seen.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(new Set(ids).size);
  });

  it('carries the comparison', () => {
    expect(data(page)).toEqual(JSON.parse(JSON.stringify(document())));
  });

  it('allows its own style and script and nothing else', () => {
    const hash = (tag: string) =>
      createHash('sha256')
        .update(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)![1])
        .digest('base64');
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash('style')}'; script-src 'sha256-${hash('script')}'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"`,
    );
    expect(seen).not.toMatch(
      / style=| on[a-z]+=|<(?:link|img|iframe|object|embed|base|use)\b|javascript:|https?:/,
    );
  });

  it('is the same every time', () => {
    expect(renderHtml(document(), { names })).toBe(page);
  });

  it('says that nothing changed', () => {
    const same = compareFixture('agreement').source;
    const tree = { root: same.root, dropped: same.dropped, fallback_count: same.fallback_count };
    const text = words(visible(renderHtml(compare(tree, tree))));
    expect(text).toContain('The two documents say the same.');
    expect(text).toContain('unchanged blocks');
  });

  it('says what a filter has left out', () => {
    const filtered = compareFixture('agreement').filter({ kinds: ['move'] });
    const text = visible(renderHtml(filtered));
    expect(text).toContain('Only changes of kind move are shown');
    expect([...text.matchAll(/class="entry (\w+)"/g)].map(([, kind]) => kind)).toEqual(['move']);
  });

  it('tells the changes alone where the document has no trees', () => {
    const seen = visible(renderHtml(compact(), { names }));
    expect(words(seen)).toContain('Drawn from the changes alone');
    expect(seen).toContain('within <del>thirty (30)</del><ins>sixty (60)</ins> days');
    const ids = new Set([...seen.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...seen.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.has(id))).toEqual([]);
  });
});

it('says of what was stored without its contents what it is, and that it is not empty', () => {
  const side = (middle: string) =>
    `# A\n\nText that stays where it is.\n\n${middle}# Z\n\nOther words stay as they are here.\n`;
  const table = '| q | r |\n|---|---|\n| s | t |\n\n';
  const options = { sourceFormat: 'markdown', testFormat: 'markdown' };
  const found = compare(side(''), side(`${table}# New\n\nWords.\n\n`), options);
  const seen = (trees: boolean) => words(visible(renderHtml(found.toJSON({ trees }))));
  expect(seen(false)).toContain('table, stored without what it holds');
  expect(seen(false)).toContain('section, stored without what it holds');
  expect(seen(false)).not.toContain('empty');
  expect(seen(true)).not.toContain('stored without');
});

describe('unchanged stretches', () => {
  const lines = (edit: number) =>
    Array.from({ length: 40 }, (_, i) => `Paragraph number ${i} says ${i === edit ? 'this' : 'that'}.`);
  const side = (edit: number) => ({ text: `${lines(edit).join('\n\n')}\n` });

  it('are folded around a change, with a row of context on each side', () => {
    const page = visible(renderHtml(compare(side(-1), side(20))));
    expect([...page.matchAll(/<summary>\s*<span>(.*?)<\/span>/g)].map(([, text]) => text)).toEqual([
      '19 unchanged blocks',
      '18 unchanged blocks',
    ]);
    // Folded, and still there for whoever has no script.
    for (let i = 0; i < 40; i++) expect(page).toContain(`Paragraph number ${i} says`);
  });

  it('stay in the data alone when there are more than asked for', () => {
    const page = renderHtml(compare(side(-1), side(20)), { foldedBlocks: 30 });
    expect(visible(page)).toContain('data-side="test" data-from="0" data-to="19" data-status="same"');
    expect(visible(page)).not.toContain('Paragraph number 3 says');
    expect(JSON.stringify(data(page))).toContain('Paragraph number 3 says');
  });

  it('have as much context as asked for', () => {
    const page = visible(renderHtml(compare(side(-1), side(20)), { context: 5 }));
    expect(page).toContain('15 unchanged blocks');
  });
});

describe('where nothing states which block is which', () => {
  it.each(['agreement', 'agreement-text', 'policy', 'minutes', 'statute', 'specification', 'notes-cjk'])(
    '%s is drawn as with its alignment',
    (name) => {
      const comparison = compareFixture(name);
      const middle = (page: string) => /<main[\s\S]*<\/main>/.exec(page)![0];
      const { alignment: _, ...without } = comparison.toJSON({ trees: true, alignment: true });
      expect(middle(renderHtml(without))).toBe(middle(renderHtml(comparison)));
    },
  );
});

describe('nothing that a document holds becomes markup or script', () => {
  const HOSTILE = [
    '<script>alert(1)</script>',
    '</script><script>alert(1)</script>',
    '<!--<script>',
    '--><img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "' onfocus='alert(1)",
    ']]>',
    '&lt;b&gt; &amp;',
    '</style></title></textarea><b>',
    'javascript:alert(1)',
    '\u2028\u2029',
    '\u202egnp.exe',
    '\u0000\ud800',
    '`\\u003c',
  ];

  function pageOf(text: string): string {
    const tree = (body: string) =>
      buildTree(
        block(
          'document',
          '',
          block(
            'section',
            '',
            { ...block('heading', body), label: text },
            { ...block('list_item', `before ${body}`), label: text, role: text },
            block('table', '', block('row', '', block('cell', body), block('cell', text))),
            { ...block('paragraph', body), role: 'code' },
          ),
          block('section', '', block('heading', text), block('paragraph', `${text} stays where it was.`)),
        ),
      );
    return renderHtml(compare(tree(text), tree(`${text} and ${text}`)), {
      names: { source: text, test: text },
    });
  }

  const TAGS =
    'a article body dd del details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header input ins label legend li main nav ol option output p pre rect section select span strong summary svg table tbody td th tr ul button'.split(
      ' ',
    );
  const ATTRIBUTES =
    'aria-hidden aria-label aria-live aria-pressed autocomplete checked class colspan data-in data-kind data-role dir disabled height hidden href id name open preserveAspectRatio role scope tabindex title type value viewBox width x y'.split(
      ' ',
    );
  const TAG = new RegExp(`^<(?:/?(?:${TAGS.join('|')})(?: (?:${ATTRIBUTES.join('|')})(?:="[^"<>]*")?)*)>$`);
  const bare = (text: string) => text.replaceAll(/\s/g, '');

  /** Every `<` of the page begins a tag that the page itself is made of, and the text is there to be read. */
  function expectText(page: string, text: string): void {
    const seen = visible(page).replace('</body>', '').replace('</html>', '');
    for (const tag of seen.match(/<[^>]*>?/g)!) if (!TAG.test(tag)) expect(tag).toBe('a tag of the page');
    expect(bare(words(seen))).toContain(bare(`${visibleText(text)} stays where it was.`));
    expect(page.match(/<script/gi)).toHaveLength(2);
    expect(page.match(/<\/script/gi)).toHaveLength(2);
    expect(/[\u0000\u2028\u2029\u202e\ud800-\udfff]/u.test(page)).toBe(false);
  }

  it.each(HOSTILE)('%j is text', (text) => {
    expectText(pageOf(text), text);
  });

  it('whatever the text', () => {
    const piece = fc.oneof(
      fc.constantFrom(...HOSTILE, '<', '>', '"', "'", '&', '/', '=', '`', '\\', '\n', '-', '!', '<p>'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => `a${parts.join('')}z`);
    fc.assert(
      fc.property(text, (body) => expectText(pageOf(body), body)),
      { numRuns: 60 },
    );
  });

  it('and the data says what it said', () => {
    for (const text of HOSTILE) {
      const found = data(pageOf(text)) as {
        source: { root: { children: { children: { text: string }[] }[] } };
      };
      expect(found.source.root.children[1].children[0].text).toBe(text);
    }
  });
});

describe('a row that stands for more than itself', () => {
  it('tells the move of its section and the edit of its heading', () => {
    const doc = document([
      change('move', '/section[1]/section[1]', '/section[1]/section[1]', { block_kind: 'section' }),
    ]);
    expect(words(visible(renderHtml(doc)))).toContain('This section moved from');
  });
});
