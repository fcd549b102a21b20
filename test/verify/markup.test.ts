import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../../src/compare/index.js';
import { renderVerification } from '../../src/render/verification.js';
import { type Exemption, verify, verifyComparison } from '../../src/verify/verify.js';
import { pairs } from '../apply/documents.js';

const options = { sourceFormat: 'markdown', testFormat: 'markdown' } as const;
const original = `---
title: Terms
---

# Terms

Read [the plan](plan.md "Plan") and see ![the map](map.png) first.

## 1. Payment

Pay within thirty days, as [the list][fees] says.

[fees]: https://example.org/fees

<div class="note">Kept</div>

\`\`\`js
pay(30);
\`\`\`

| What | Where |
|---|---|
| Fees | <b>here</b> and [there](a.md) |
`;

const edit = (from: string, to: string) => {
  if (!original.includes(from)) throw new Error(`there is no ${from}`);
  return original.replace(from, to);
};

const set = `# Terms

## 1. Payment

Pay within *thirty* days,
as [one](a.md) or [two](b.md) says, by \`pay\`.

This may change.

- Late
- Later

3. (a) Third.
4. (b) Fourth.

---

Notices are given.

> Quoted words.

| What | Sum |
|:--|---|
| Fee | 5 |

\`\`\`js
pay(30);
\`\`\`

Last words.
`;

describe('what stands beside the words', () => {
  it.each([
    [
      'where a link leads',
      'plan.md',
      'https://evil.example',
      '/section[1]/paragraph[1]',
      ['link plan.md "Plan"'],
      ['link https://evil.example "Plan"'],
    ],
    [
      'the title of a link',
      '"Plan"',
      '"Other"',
      '/section[1]/paragraph[1]',
      ['link plan.md "Plan"'],
      ['link plan.md "Other"'],
    ],
    [
      'a picture',
      'map.png',
      'other.png',
      '/section[1]/paragraph[1]',
      ['image map.png (the map)'],
      ['image other.png (the map)'],
    ],
    [
      'a picture that goes',
      ' ![the map](map.png)',
      '',
      '/section[1]/paragraph[1]',
      ['image map.png (the map)'],
      [],
    ],
    [
      'raw HTML between blocks',
      '"note"',
      '"hidden"',
      '/section[1]/section[1]/paragraph[2]',
      ['html <div class="note">Kept</div>'],
      ['html <div class="hidden">Kept</div>'],
    ],
    [
      'a comment that comes',
      '## 1.',
      '<!-- hidden -->\n\n## 1.',
      '/section[1]',
      [],
      ['html <!-- hidden -->'],
    ],
    [
      'the language of code',
      '```js',
      '```python',
      '/section[1]/section[1]/paragraph[3]',
      ['code js'],
      ['code python'],
    ],
    [
      'words that are quoted',
      'Pay within',
      '> Pay within',
      '/section[1]/section[1]/paragraph[1]',
      [],
      ['quotation'],
    ],
    [
      'words that are code',
      'Read [the plan](plan.md "Plan") and see ![the map](map.png) first.',
      '~~~\nRead the plan and see first.\n~~~',
      '/section[1]/paragraph[1]',
      ['link plan.md "Plan"', 'image map.png (the map)'],
      ['code'],
    ],
    [
      'code that is none',
      '```js\npay(30);\n```',
      'pay(30);',
      '/section[1]/section[1]/paragraph[3]',
      ['code js'],
      [],
    ],
    [
      'front matter',
      'title: Terms',
      'title: None',
      '/',
      ['front matter title: Terms'],
      ['front matter title: None'],
    ],
    [
      'a link in a cell',
      'a.md',
      'b.md',
      '/section[1]/section[1]/table[1]/row[2]/cell[2]',
      ['link a.md'],
      ['link b.md'],
    ],
    [
      'HTML in a line',
      '<b>',
      '<b onclick="x()">',
      '/section[1]/section[1]/table[1]/row[2]/cell[2]',
      ['html <b>'],
      ['html <b onclick="x()">'],
    ],
    [
      'a character that nobody sees',
      'thirty',
      'thir\u200bty',
      '/section[1]/section[1]/paragraph[1]',
      [],
      ['invisible U+200B'],
    ],
  ])('%s', (_, from, to, address, gone, come) => {
    const edited = edit(from, to);
    expect(compare(original, edited, options).changes).toEqual([]);
    // The heading that every document has is no part of any of them.
    const elsewhere = { address_prefixes: ['/section[1]/heading[1]'] };
    const found = verify(original, edited, elsewhere, options);
    expect(found.ok).toBe(false);
    expect(found.out_of_scope).toEqual([]);
    expect(found.markup_changes).toEqual([
      {
        source_address: address,
        test_address: address,
        source_line: expect.any(Number),
        test_line: expect.any(Number),
        gone,
        come,
        cause: 'here',
        verdict: 'out_of_scope',
      },
    ]);
    expect(found.layout_changes).toEqual([]);
    expect(renderVerification(found)).toMatch(/^Out of scope: 1 change of what stands beside the words\.\n/);

    const exempt = verify(original, edited, elsewhere, { ...options, exempt: ['markup'] });
    expect([exempt.ok, exempt.markup_changes.map(({ verdict }) => verdict)]).toEqual([true, ['exempt']]);
    const allowed = verify(original, edited, { address_prefixes: [address] }, options);
    expect([allowed.ok, allowed.markup_changes.map(({ verdict }) => verdict)]).toEqual([true, ['in_scope']]);
  });

  it.each([
    ['the depth of a heading', '## 1. Payment', '### 1. Payment', ['heading 2'], ['heading 3']],
    ['a rule that goes', '---\n\nNotices', 'Notices', ['thematic break'], []],
    ['a rule that comes', 'Last words', '---\n\nLast words', [], ['thematic break']],
    [
      'a rule that moves',
      '---\n\nNotices are given.',
      'Notices are given.\n\n---',
      ['thematic break after /section[1]/section[1]/list_item[4]'],
      ['thematic break after /section[1]/section[1]/paragraph[3]'],
    ],
    ['how columns are set', '|:--|---|', '|--:|---|', ['columns left, any'], ['columns right, any']],
    ['what code is given beside its language', '```js', '```js run', ['code js'], ['code js run']],
    ['a break of a line', 'days,\nas', 'days,  \nas', [], ['line break']],
    ['emphasis', '*thirty*', '**thirty**', ['emphasis'], ['strong emphasis']],
    ['emphasis that goes', '*thirty*', 'thirty', ['emphasis'], []],
    [
      'emphasis of other words',
      '*thirty* days',
      'thirty *days*',
      ['emphasis around "thirty"'],
      ['emphasis around "days"'],
    ],
    [
      'links that change places',
      '[one](a.md) or [two](b.md)',
      '[one](b.md) or [two](a.md)',
      ['link a.md around "one"', 'link b.md around "two"'],
      ['link b.md around "one"', 'link a.md around "two"'],
    ],
    ['code in a line', '`pay`', 'pay', ['code in a line'], []],
    ['how deep words are quoted', '> Quoted', '> > Quoted', [], ['quotation']],
    ['the sign of an item that is none', '- Late', 'Late', ['bulleted item'], []],
  ])('%s', (_, from, to, gone, come) => {
    const edited = set.replace(from, to);
    expect(edited).not.toBe(set);
    const found = verify(set, edited, { anchors: ['This may change'] }, options);
    expect(found.out_of_scope).toEqual([]);
    expect(found.markup_changes.map((change) => [change.gone, change.come, change.verdict])).toEqual([
      [gone, come, 'out_of_scope'],
    ]);
    expect(found.ok).toBe(false);
    expect(verify(set, edited, { anchors: ['This may change'] }, { ...options, exempt: ['markup'] }).ok).toBe(
      true,
    );
  });

  it('is told with its lines', () => {
    const edited = set.replace('This may change.', 'This may\nchange.').replace('*thirty*', 'thirty');
    const [change] = verify(set, edited, { anchors: ['This may change'] }, options).markup_changes;
    const lineOf = (text: string, words: string) => text.slice(0, text.indexOf(words)).split('\n').length;
    expect([change.source_line, change.test_line]).toEqual([
      lineOf(set, 'Pay within'),
      lineOf(edited, 'Pay within'),
    ]);
  });

  it('may be emphasis alone that is exempt, or a number that is a label', () => {
    const allowed = { anchors: ['This may change'] };
    const judged = (from: string, to: string, exempt: Exemption) =>
      verify(set, set.replace(from, to), allowed, { ...options, exempt: [exempt] }).ok;
    expect(judged('*thirty*', 'thirty', 'emphasis')).toBe(true);
    expect(judged('a.md', 'c.md', 'emphasis')).toBe(false);
    expect(judged('3. (a)', '7. (a)', 'labels')).toBe(true);
    expect(judged('3. (a)', '7. (a)', 'markup')).toBe(false);
  });

  it('of a part whose label may change is not the label', () => {
    const before = '# A\n\n1.9 **Rent** is [due](a.md) now.\n\n1.8 **One** more.\n\nEnd.\n';
    const exempt = { ...options, exempt: ['labels'] } as const;
    const found = verify(before, before.replace('1.9', '1.10'), { anchors: ['End'] }, exempt);
    expect([found.markup_changes, found.layout_changes, found.ok]).toEqual([[], [], true]);
  });

  it('is held to the scope beside changes of words, and not told twice where its block came or went', () => {
    const edited = `${edit('plan.md', 'other.md').replace('thirty', 'sixty')}\nSee [more](more.md).\n`;
    const found = verify(original, edited, { address_prefixes: ['/section[1]/section[1]'] }, options);
    expect(found.in_scope.map(({ kind }) => kind)).toEqual(['modify', 'insert']);
    expect(found.out_of_scope).toEqual([]);
    expect(found.markup_changes.map(({ come, verdict }) => [come, verdict])).toEqual([
      [['link other.md "Plan"'], 'out_of_scope'],
    ]);
    expect(found.ok).toBe(false);
  });

  it('of plain text is what nobody sees', () => {
    const found = verify('One fish.\n\nTwo fish.', 'One fish.\n\nTwo\u200b fi\u00adsh.', {
      anchors: ['One'],
    });
    expect(found.ok).toBe(false);
    expect(found.markup_changes.map(({ source_address }) => source_address)).toEqual(['/paragraph[2]']);
  });

  it('is not known of a comparison without its texts, but for what the blocks tell', () => {
    const edited = edit('plan.md', 'other.md')
      .replace('```js', '```python')
      .replace('Pay within', '> Pay within');
    const comparison = compare(original, edited, options);
    const scope = { address_prefixes: ['/section[1]/heading[1]'] };
    expect(verifyComparison(comparison, scope, [], { original, edited }).markup_changes).toHaveLength(3);
    const read = compare(comparison.toJSON().source!, comparison.toJSON().test!);
    expect(verifyComparison(read, scope).markup_changes.map(({ gone, come }) => [gone, come])).toEqual([
      [[], ['quotation']],
      [['code js'], ['code python']],
    ]);
  });

  it('of a text that nests deeper than anything is any difference', () => {
    const deep = (word: string) => `Top.\n\n${'> '.repeat(3000)}x <${word}>\n`;
    const found = verify(deep('a'), deep('b'), { anchors: ['Top.'] }, options);
    expect(found.ok).toBe(false);
  });

  it('of a document and itself is nothing', () => {
    fc.assert(
      fc.property(pairs, ({ source }) => {
        const comparison = compare(source, source, options);
        const texts = { original: source, edited: source };
        if (verifyComparison(comparison, { address_prefixes: ['/'] }, [], texts).markup_changes.length > 0) {
          throw new Error('something changed');
        }
      }),
      { numRuns: 50 },
    );
  });
});
