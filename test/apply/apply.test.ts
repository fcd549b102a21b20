import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ApplyError, type ApplyOptions, apply } from '../../src/apply/index.js';
import { type Change, type CompareOptions, compare, comparisonFromJSON } from '../../src/index.js';
import { FIXTURES } from '../golden/fixtures.js';
import { lists, type Pair, pairs } from './documents.js';

type Format = 'markdown' | 'text';

function compared(
  sourceText: string,
  testText: string,
  format: Format = 'markdown',
  options: CompareOptions = {},
): ApplyOptions {
  const comparison = compare(sourceText, testText, { ...options, sourceFormat: format, testFormat: format });
  return { comparison, sourceText, testText };
}

const changesOf = (given: ApplyOptions): readonly Change[] => given.comparison.changes;

/** Applies, and where changes need others, takes these too until the whole holds. Each step has to name some. */
function applyWithNeeds(
  given: ApplyOptions,
  accept: readonly Change[],
): { text: string; accepted: Change[]; steps: number } {
  let accepted = [...accept];
  for (let steps = 1; ; steps++) {
    try {
      return { text: apply({ ...given, accept: accepted }), accepted, steps };
    } catch (error) {
      if (!(error instanceof ApplyError) || error.code !== 'needs_other_changes') throw error;
      const news = error.needs.filter((change) => !accepted.includes(change));
      if (news.length === 0) throw error;
      accepted = [...accepted, ...news];
    }
  }
}

describe.each(['markdown', 'text'] as const)('of a hundred pairs in %s', (format) => {
  const each = (law: (given: ApplyOptions, pair: Pair) => void, numRuns: number) =>
    fc.assert(
      fc.property(pairs, (pair) => law(compared(pair.source, pair.test, format), pair)),
      { numRuns },
    );

  it('accepting nothing gives the source, and accepting each change gives what accepting all does', () => {
    each((given) => {
      if (apply({ ...given, accept: [] }) !== given.sourceText) throw new Error('not the source');
      const all = apply(given);
      if (apply({ ...given, accept: changesOf(given) }) !== all) throw new Error('not the same by a list');
      if (apply({ ...given, accept: {} }) !== all) throw new Error('not the same by a filter');
    }, 100);
  });

  it('each change can be made alone, or names all that it needs, and then can', () => {
    each((given) => {
      for (const change of changesOf(given).slice(0, 2)) {
        const { accepted, steps } = applyWithNeeds(given, [change]);
        if (!accepted.includes(change)) throw new Error('not made');
        if (steps > 2) throw new Error('what it needs was told in parts');
      }
    }, 60);
  });
});

it('any part of the changes of nested lists can be made, with what it needs', () => {
  fc.assert(
    fc.property(lists, fc.array(fc.nat(20), { maxLength: 4 }), (pair, chosen) => {
      const given = compared(pair.source, pair.test);
      const changes = changesOf(given);
      const accept = changes.filter((_, i) => chosen.includes(i));
      const { text, accepted } = applyWithNeeds(given, accept);
      if (accepted.length === 0 && text !== pair.source) throw new Error('not the source');
      if (accepted.length === changes.length && text !== apply(given)) throw new Error('not all');
    }),
    { numRuns: 40 },
  );
});

/** A change without what follows from where its block happens to stand. */
function gist({ kind, block_kind, source_label, test_label, source_text, test_text }: Change) {
  return { kind, block_kind, source_label, test_label, source_text, test_text };
}

describe('the fixtures', () => {
  test.each(FIXTURES.map((fixture) => [fixture.name, fixture] as const))('%s', (_, fixture) => {
    const { source, test: after, options } = fixture;
    const comparison = compare(source, after, options);
    const given = { comparison, sourceText: source.text, testText: after.text };
    const side = (text: string, path: string) => ({ text, path });
    expect(apply({ ...given, accept: [] })).toBe(source.text);
    expect(compare(side(apply(given), source.path), after, options).changes).toEqual([]);
    for (const change of comparison.changes) {
      const { text, accepted } = applyWithNeeds(given, [change]);
      const made = compare(source, side(text, source.path), options).changes.map(gist);
      if (change.block_kind === 'section' || change.kind === 'move') expect(made.length).toBeGreaterThan(0);
      else expect(made).toEqual(expect.arrayContaining(accepted.map(gist)));
    }
  });
});

describe('making a part of the changes', () => {
  const agreement = FIXTURES.find(({ name }) => name === 'agreement')!;
  const comparison = compare(agreement.source, agreement.test);
  const given = { comparison, sourceText: agreement.source.text, testText: agreement.test.text };
  const lines = (text: string) => text.split('\n');
  const news = (text: string) => lines(text).filter((line) => !lines(given.sourceText).includes(line));
  const lost = (text: string) => lines(given.sourceText).filter((line) => !lines(text).includes(line));

  it('by an address: one word in its line', () => {
    const [edit] = comparison.changes.filter(({ test_label }) => test_label === '8.4');
    const text = apply({ ...given, accept: [edit.test_address!] });
    expect(news(text)).toEqual([
      '8.4 The limit in clause 8.3 does not apply to a failure to give notice under clause 5.4.',
    ]);
    expect(lines(text).length).toBe(lines(given.sourceText).length);
  });

  it('by a filter: the inserted clause and row, and nothing renumbered', () => {
    const text = apply({ ...given, accept: { kinds: ['insert'] } });
    expect(lost(text)).toEqual([]);
    expect(news(text)).toEqual([
      expect.stringMatching(/^5\.3 The Supplier shall have the Platform examined/),
      '| Validation | Sample counts agreed | 1 June 2026 | £7,250 |',
    ]);
  });

  it('a move without the edit inside it: the words stay as they were', () => {
    const text = apply({ ...given, accept: { kinds: ['move'] } });
    expect(news(text)).toEqual([expect.stringMatching(/^9\.4 The Supplier shall keep a full/)]);
    expect(text).toContain("on ten Business Days' notice, during normal");
    expect(text.indexOf('inspect that account')).toBeGreaterThan(text.indexOf('## 9.'));
  });

  it('the edit inside a move without the move', () => {
    const inner = comparison.changes.filter(({ source_text }) =>
      source_text.includes('inspect that account'),
    );
    const text = apply({ ...given, accept: inner });
    expect(text).toContain("inspect that account on five Business Days' notice");
    expect(text.indexOf('inspect that account')).toBeLessThan(text.indexOf('## 5.'));
  });

  it('new numbers alone', () => {
    const text = apply({ ...given, accept: { kinds: ['renumber'] } });
    expect(news(text)).toEqual([
      expect.stringMatching(/^5\.4 The Supplier shall tell/),
      expect.stringMatching(/^5\.5 The Supplier shall hold/),
    ]);
  });
});

describe('Markdown stays Markdown', () => {
  // The last paragraph is the same in other markup: the test document's manner differs beyond what is reported.
  const all = (source: string, after: string) =>
    apply(compared(`${source}\n\nThe *end*.`, `${after}\n\nThe _end_.`)).replace(/\n\nThe \*end\*\.$/, '');

  it.each([
    [
      'emphasis around a changed word',
      'Pay **thirty** days\nlater, *please*.',
      'Pay **sixty** days later, please.',
      'Pay **sixty** days\nlater, *please*.',
    ],
    [
      'emphasis that comes with the word',
      'Pay thirty days later.',
      'Pay **sixty** days later.',
      'Pay **sixty** days later.',
    ],
    [
      'a link before a changed word',
      'See [the plan](a.md) of 2024 first.',
      'See the plan of 2025 first.',
      'See [the plan](a.md) of 2025 first.',
    ],
    [
      'an escaped character',
      'Use 5 \\* 6 or so of them.',
      'Use 5 + 6 or so of them.',
      'Use 5 + 6 or so of them.',
    ],
    [
      'a reference to a character',
      'Smith &amp; Sons pay thirty pounds.',
      'Smith &amp; Sons pay sixty pounds.',
      'Smith &amp; Sons pay sixty pounds.',
    ],
    [
      'a bar in a cell',
      '| A | B |\n|---|---|\n| one | x \\| y |',
      '| A | B |\n|---|---|\n| one | x \\| z |',
      '| A | B |\n|---|---|\n| one | x \\| z |',
    ],
    [
      'bullets of the source',
      '* one fish here\n* two fish there',
      '- one fish here\n- two birds there',
      '* one fish here\n* two birds there',
    ],
    [
      'an underlined heading',
      'First part\n==========\n\nSome text.',
      '# Second part\n\nSome text.',
      'Second part\n==========\n\nSome text.',
    ],
    ['a quote', '> One fish\n> swims here.', '> One bird swims here.', '> One bird\n> swims here.'],
    [
      'front matter',
      '---\na: 1\n---\n\nOne fish swims.',
      'New first.\n\nOne fish swims.',
      '---\na: 1\n---\n\nNew first.\n\nOne fish swims.',
    ],
    ['code', '```js\na = 1;\nb = 2;\n```', '```\na = 1;\nb = 3;\n```', '```js\na = 1;\nb = 3;\n```'],
  ])('%s', (_, source, after, expected) => {
    expect(all(source, after)).toBe(expected);
  });

  it.each([
    [
      'emphasis and line breaks',
      'Pay **thirty** days\nlater, *please*.',
      'Pay **sixty** days later, please.',
    ],
    ['a link', 'See [the plan](a.md) of 2024 first.', 'See the plan of 2025 first.'],
    ['an underlined heading', 'First part\n==========\n\nSome text.', '# Second part\n\nSome text.'],
    ['the depth of a heading', '## First part\n\nSome text.', '# Second part\n\nSome text.'],
    ['a quote', '> One fish\n> swims here.', '> One bird swims here.'],
    ['the language of code', '```js\na = 1;\nb = 2;\n```', '```\na = 1;\nb = 3;\n```'],
    ['a reference to a character', 'Smith &amp; Sons pay thirty.', 'Smith & Sons pay sixty.'],
  ])(
    'takes %s of the test document along where all differences are in blocks that changed',
    (_, source, after) => {
      expect(apply(compared(source, after))).toBe(after);
    },
  );

  it('says that an item cannot come into a numbered list without the new numbers after it', () => {
    const given = compared('1. one fish\n2. two birds\n', '1. one fish\n2. three cats\n3. two birds\n');
    const error = catching(() => apply({ ...given, accept: { kinds: ['insert'] } })) as ApplyError;
    expect(error).toMatchObject({
      name: 'ApplyError',
      code: 'needs_other_changes',
      message:
        'insert /list_item[2] cannot be made without renumber /list_item[2] → /list_item[3]: the text would not read as the one without the other',
    });
    expect(error.changes.map(({ kind }) => kind)).toEqual(['insert']);
    expect(error.needs.map(({ kind }) => kind)).toEqual(['renumber']);
    expect(apply({ ...given, accept: [...error.changes, ...error.needs] })).toBe(given.testText);
  });

  it('says that a block cannot move into a section that is not inserted', () => {
    const body = 'The parties agree on the terms that follow, and each signs two copies of them.';
    const given = compared(`# A\n\n${body}\n\nMore.\n`, `# A\n\nMore.\n\n## B\n\n${body}\n`);
    const error = catching(() => apply({ ...given, accept: { kinds: ['move'] } })) as ApplyError;
    expect(error.code).toBe('needs_other_changes');
    expect(error.needs.map(({ kind, test_address }) => `${kind} ${test_address}`)).toEqual([
      'insert /section[1]/section[1]',
    ]);
    expect(apply({ ...given, accept: { kinds: ['insert'] } })).toBe(`# A\n\n${body}\n\nMore.\n\n## B\n`);
  });

  it('names every clause that has to move out of a section before the section can go', () => {
    const kept = ['Goods', 'Prices', 'Places', 'Dates', 'Weights'].map(
      (what) => `${what} are as the order form lists them, and nothing that is said elsewhere changes that.`,
    );
    const clauses = ['notice in writing', 'interest on late sums', 'records of each visit'].map(
      (what) => `Each party shall see to ${what}, and shall tell the other of it within thirty days.`,
    );
    const given = compared(
      `# B\n\n${clauses.join('\n\n')}\n\n# A\n\n${kept.join('\n\n')}\n`,
      `# A\n\n${[...kept, ...clauses].join('\n\n')}\n`,
    );
    const error = catching(() => apply({ ...given, accept: { kinds: ['delete'] } })) as ApplyError;
    expect(error).toMatchObject({
      code: 'needs_other_changes',
      message:
        'delete /section[1] cannot be made without move /section[1]/paragraph[1] → /section[1]/paragraph[6], move /section[1]/paragraph[2] → /section[1]/paragraph[7], move /section[1]/paragraph[3] → /section[1]/paragraph[8]: it would take away what the other moves out or deletes',
    });
    expect(apply({ ...given, accept: [...error.changes, ...error.needs] })).toBe(given.testText);
  });

  it('takes a heading out from above clauses that stay, and puts one in, by that change alone', () => {
    const clauses = ['notice in writing', 'interest on late sums', 'records of each visit'].map(
      (what) => `Each party shall see to ${what}, and shall tell the other of it within thirty days.`,
    );
    const [first, ...others] = clauses;
    const whole = `# A\n\n${clauses.join('\n\n')}\n`;
    const parted = `# A\n\n${first}\n\n# B\n\n${others.join('\n\n')}\n`;
    for (const [before, after] of [
      [whole, parted],
      [parted, whole],
    ]) {
      const edited = after.replace('notice in writing', 'notice by mail');
      const given = compared(before, edited);
      const kinds = changesOf(given).map(({ kind }) => kind);
      expect(kinds).toEqual(['modify', before === whole ? 'insert' : 'delete']);
      expect(apply({ ...given, accept: { kinds: [kinds[1]] } })).toBe(after);
      expect(apply({ ...given, accept: { kinds: ['modify'] } })).toBe(
        before.replace('notice in writing', 'notice by mail'),
      );
      expect(apply(given)).toBe(edited);
    }
  });

  it('names the heading that goes with the one that comes, where both hold the same clauses', () => {
    const [words, more] = [
      'The Customer shall keep the goods dry and shall let the Supplier see them on any working day.',
      'The Supplier shall carry the goods back at its own cost within ten days after it is asked to.',
    ];
    const given = compared(
      `# Care\n\n${words}\n\n${more}\n`,
      `Care of goods in store.\n\n## Goods\n\n${words}\n\n${more}\n`,
    );
    expect(apply(given)).toBe(given.testText);
    expect(apply({ ...given, accept: [] })).toBe(given.sourceText);
  });
});

describe('what is given', () => {
  const source = 'One fish swims.\n';
  const after = 'One bird swims.\n';
  const given = compared(source, after, 'text');

  it.each([
    ['another source', { ...given, sourceText: 'One cat swims.\n' }, 'wrong_text', 'given for the source'],
    ['another test document', { ...given, testText: source }, 'wrong_text', 'given for the test document'],
    [
      'an address without a change',
      { ...given, accept: ['/paragraph[7]'] },
      'unknown_change',
      'did you mean "/paragraph[1]"',
    ],
    [
      'no text',
      { ...given, sourceText: 1 as unknown as string },
      'bad_option',
      'sourceText should be a string',
    ],
    [
      'a path for a comparison',
      { ...given, comparison: 'a.json' as never },
      'bad_option',
      'comparison should be',
    ],
    ['a number to accept', { ...given, accept: [7 as never] }, 'bad_option', 'accept should be'],
    ['a filter with a slip', { ...given, accept: { kind: [] } as never }, 'bad_filter', 'no field "kind"'],
  ])('%s is an error', (_, options, code, message) => {
    const error = catching(() => apply(options));
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('may be of two formats: what comes is written in that of the source', () => {
    const text = '1.1 Pay within thirty days.\n\n1.2 Notices are in writing.\n';
    const markdown =
      '1.1 Pay within *sixty* days.\n\n1.2 Notices are in writing.\n\n1.3 Use 5 \\* 6 or so.\n';
    const given = (sourceText: string, testText: string, formats: [string, string]) => ({
      comparison: compare(sourceText, testText, { sourceFormat: formats[0], testFormat: formats[1] }),
      sourceText,
      testText,
    });
    expect(apply(given(text, markdown, ['text', 'markdown']))).toBe(
      '1.1 Pay within sixty days.\n\n1.2 Notices are in writing.\n\n1.3 Use 5 * 6 or so.\n',
    );
    expect(apply(given(markdown, text, ['markdown', 'text']))).toBe(
      '1.1 Pay within *thirty* days.\n\n1.2 Notices are in writing.\n',
    );
    const table = 'One fish swims.\n\n| A | B |\n|---|---|\n| c | d |\n';
    expect(catching(() => apply(given(source, table, ['text', 'markdown'])))).toMatchObject({
      code: 'formats_differ',
      message: expect.stringMatching(
        /^the source is text and the test document is markdown, .* convert one of them/,
      ),
    });
    expect(
      catching(() => apply({ ...given(text, markdown, ['text', 'markdown']), testText: source })),
    ).toMatchObject({ code: 'wrong_text' });
  });

  it('may be the source alone: what comes is written as the source writes its like', () => {
    const before = '## 1. Fees\n\n* one fish\n* two fish\n\n1.1 Pay **thirty** days after.\n';
    const later =
      '## 1. Fees\n\n- one fish\n- new fish\n- two fish\n\n1.1 Pay sixty days after.\n\n1.2 Tax is [added](a.md).\n\n## 2. Term\n';
    const { comparison } = compared(before, later);
    expect(apply({ comparison, sourceText: before })).toBe(
      '## 1. Fees\n\n* one fish\n* new fish\n* two fish\n\n1.1 Pay **sixty** days after.\n\n1.2 Tax is added.\n\n## 2. Term\n',
    );
    expect(apply({ comparison, sourceText: before, accept: { labels: ['1.2'] } })).toBe(
      `${before}\n1.2 Tax is added.\n`,
    );
    expect(catching(() => apply({ comparison, sourceText: later }))).toMatchObject({ code: 'wrong_text' });
  });

  it.each([
    ['a list that begins anew', '1. one is.\n\n<!-- c -->\n\n1. two is.\n'],
    ['tasks', 'One fish.\n\n- [x] done\n\n- [ ] more\n'],
    ['code with fences in it', 'One fish.\n\n````md\n```\na\n```\n````\n'],
    ['a list in a quote', '> Two fish:\n>\n> - one\n>   - more\n'],
  ])('writes %s from its blocks', (_, later) => {
    const before = 'One fish.\n';
    const { comparison } = compared(before, later);
    const made = apply({ comparison, sourceText: before });
    expect(compare(made, later, { sourceFormat: 'markdown', testFormat: 'markdown' }).changes).toEqual([]);
  });

  it.each([
    ['bullets in bullets', '• one fish\n   ◦ a fin\n', '• one fish\n   ◦ a fin\n   ◦ a tail\n'],
    ['a paragraph in a bullet', '- one fish\n', '- one fish\n\n  It swims.\n\n- two fish\n'],
    ['numbers in a bullet', '', '- one fish\n\n  1. a fin\n'],
  ])('writes %s of plain text from their blocks', (_, before, later) => {
    const { comparison } = compared(before, later, 'text');
    const made = apply({ comparison, sourceText: before });
    expect(compare(made, later, { sourceFormat: 'text', testFormat: 'text' }).changes).toEqual([]);
  });

  it('writes sections whose headings are items of a list', () => {
    const before =
      '# Terms\n\n1. **Service**\n    1. The Supplier runs it.\n    2. The Customer uses it.\n\n2. **Payment**\n    1. The Customer pays for it.\n';
    const later = `${before.replace('uses it', 'may use it')}    2. Tax is added to it.\n\n3. **Term**\n    1. It ends when it is ended.\n`;
    const { comparison } = compared(before, later);
    expect(changesOf({ comparison, sourceText: '' }).map(({ test_label }) => test_label)).toContain('2.2');
    const made = apply({ comparison, sourceText: before });
    expect(compare(made, later, { sourceFormat: 'markdown', testFormat: 'markdown' }).changes).toEqual([]);
    expect(made).toContain('1. **Service**\n    1. The Supplier runs it.\n    2. The Customer may use it.\n');
  });

  it('gives a new item the bullet of the list that it comes into', () => {
    const before = '* one fish\n  - a fin\n  - a tail\n';
    const later = '* one fish\n  - a fin\n  - an eye\n  - a tail\n* two fish\n';
    for (const format of ['markdown', 'text'] as const) {
      const { comparison } = compared(before, later, format);
      expect(apply({ comparison, sourceText: before })).toBe(later);
    }
  });

  it('escapes what would act as markup in what comes', () => {
    const before = 'One fish.\n\nTwo fish.\n';
    const later = 'One fish.\n\n\\# no heading\n\n1\\. no \\*list\\* \\`a\\`\n\nTwo fish.\n';
    const { comparison } = compared(before, later);
    const made = apply({ comparison, sourceText: before });
    expect(compare(made, later, { sourceFormat: 'markdown', testFormat: 'markdown' }).changes).toEqual([]);
  });

  it('has to come with a profile that is not built in', () => {
    const profile = { name: 'mine', description: 'A profile of a test.' };
    const own = compared(source, after, 'text', { profile });
    expect(catching(() => apply(own))).toMatchObject({ code: 'unknown_profile' });
    expect(apply({ ...own, profile })).toBe(after);
  });

  it('may be a comparison read from JSON', () => {
    const whole = compare(source, after).toJSON({ trees: true, alignment: true });
    const read = comparisonFromJSON(JSON.parse(JSON.stringify(whole)));
    expect(apply({ ...given, comparison: read })).toBe(after);
  });
});

function catching(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test('blocks that stand above each other, one way in one text and the other way in the other: all need all', () => {
  const [a, b, c] = [
    'The Supplier shall keep the records of each delivery for six years after it is made.',
    'The Client shall pay each invoice within thirty days of the day on which it is received.',
    'Neither party is liable for a delay that is caused by an event outside its control.',
  ];
  const nested = (...texts: string[]) =>
    `# One\n\n${texts.map((text, depth) => `${'   '.repeat(depth)}1. ${text}\n`).join('')}`;
  const given = compared(nested(a, b, c), nested(b, c, a));
  for (const change of changesOf(given)) {
    expect(applyWithNeeds(given, [change]).text).toBe(given.testText);
  }
});
