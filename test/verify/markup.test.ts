import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../../src/compare/index.js';
import { renderVerification } from '../../src/render/verification.js';
import { verify, verifyComparison } from '../../src/verify/verify.js';
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
      'a definition of a link',
      'org/fees',
      'com/fees',
      '/section[1]/section[1]',
      ['definition [fees] https://example.org/fees'],
      ['definition [fees] https://example.com/fees'],
    ],
    [
      'raw HTML between blocks',
      'Kept',
      'Gone',
      '/section[1]/section[1]',
      ['html <div class="note">Kept</div>'],
      ['html <div class="note">Gone</div>'],
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
      '/section[1]/section[1]/paragraph[2]',
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
      '/section[1]/section[1]/paragraph[2]',
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
      { source_address: address, test_address: address, gone, come, verdict: 'out_of_scope' },
    ]);
    expect(renderVerification(found)).toMatch(/^Out of scope: 1 change of what stands beside the words\.\n/);

    const exempt = verify(original, edited, elsewhere, { ...options, exempt: ['markup'] });
    expect([exempt.ok, exempt.markup_changes.map(({ verdict }) => verdict)]).toEqual([true, ['exempt']]);
    const allowed = verify(original, edited, { address_prefixes: [address] }, options);
    expect([allowed.ok, allowed.markup_changes.map(({ verdict }) => verdict)]).toEqual([true, ['in_scope']]);
  });

  it('how words are set is no such change', () => {
    const edited = original
      .replace('Pay within thirty', '*Pay*\nwithin **thirty**')
      .replace('| Fees |', '|   Fees   |')
      .replace('# Terms', 'Terms\n=====');
    const found = verify(original, edited, { address_prefixes: ['/section[1]/heading[1]'] }, options);
    expect(found.markup_changes).toEqual([]);
    expect(found.ok).toBe(true);
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
