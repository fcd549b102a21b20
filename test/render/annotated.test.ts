import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ApplyError, apply } from '../../src/apply/index.js';
import { compare } from '../../src/index.js';
import { type AnnotateOptions, acceptAll, annotate, rejectAll } from '../../src/render/annotated.js';
import { lists, type Pair, pairs } from '../apply/documents.js';
import { FIXTURES } from '../golden/fixtures.js';

type Format = 'markdown' | 'text';

function compared(sourceText: string, testText: string, format: Format = 'markdown'): AnnotateOptions {
  const comparison = compare(sourceText, testText, { sourceFormat: format, testFormat: format });
  return { comparison, sourceText, testText };
}

const annotated = (source: string, test: string, format: Format = 'markdown') =>
  annotate(compared(source, test, format));

const holds = (format: Format, style: 'critic' | 'tags') => (pair: Pair) => {
  const given = compared(pair.source, pair.test, format);
  const text = annotate({ ...given, style });
  const accepted = acceptAll(text, style);
  if (rejectAll(text, style) !== pair.source) throw new Error(`rejected: ${rejectAll(text, style)}`);
  if (accepted !== apply(given)) throw new Error(`accepted: ${accepted}`);
  const { changes } = compare(accepted, pair.test, { sourceFormat: format, testFormat: format });
  if (changes.length > 0) throw new Error(`left: ${JSON.stringify(changes)}`);
  if (pair.alike && accepted !== pair.test) throw new Error(`not as the test document: ${accepted}`);
};

describe.each(['markdown', 'text'] as const)('of hundreds of pairs in %s', (format) => {
  it('rejecting all gives the source, accepting all the test document', () => {
    fc.assert(fc.property(pairs, holds(format, 'critic')), { numRuns: 300 });
  });

  it('the same holds with tags', () => {
    fc.assert(fc.property(pairs, holds(format, 'tags')), { numRuns: 50 });
  });
});

describe('from the comparison and the source alone', () => {
  /** Whether it holds; a document whose blocks cannot be written as the source is says so. */
  const holdsAlone = (source: string, test: string, format: Format): boolean => {
    const { comparison } = compared(source, test, format);
    let text: string;
    try {
      text = annotate({ comparison, sourceText: source });
    } catch (error) {
      if (error instanceof ApplyError && error.code === 'needs_test_text') return false;
      throw error;
    }
    if (rejectAll(text) !== source) throw new Error(`rejected: ${rejectAll(text)}`);
    const { changes } = compare(acceptAll(text), test, { sourceFormat: format, testFormat: format });
    if (changes.length > 0) throw new Error(`left: ${JSON.stringify(changes)}`);
    return true;
  };

  it.each([
    ['markdown', pairs],
    ['text', pairs],
    ['markdown', lists],
  ] as const)(
    'rejecting all gives the source, accepting all compares to the test document: %s',
    (format, all) => {
      let held = 0;
      const numRuns = 60;
      fc.assert(
        fc.property(all, ({ source, test: after }) => {
          if (holdsAlone(source, after, format)) held++;
        }),
        { numRuns },
      );
      // One in a hundred of these documents, on purpose full of traps, cannot be written by its blocks.
      expect(held).toBeGreaterThan(numRuns * 0.85);
    },
  );

  test.each(
    FIXTURES.filter(({ name }) => name !== 'statute').map((fixture) => [fixture.name, fixture] as const),
  )('the fixture %s', (_, { source, test: after }) => {
    const format = source.path.endsWith('.md') ? 'markdown' : 'text';
    expect(holdsAlone(source.text, after.text, format)).toBe(true);
  });

  it('is the same as from both texts where what comes is written as the source writes', () => {
    const { source, test: after } = FIXTURES.find(({ name }) => name === 'agreement')!;
    const given = compared(source.text, after.text);
    expect(annotate({ ...given, testText: undefined })).toBe(annotate(given));
  });
});

it('of nested lists, the same holds', () => {
  fc.assert(fc.property(lists, holds('markdown', 'critic')), { numRuns: 50 });
});

describe('the fixtures', () => {
  test.each(FIXTURES.map((fixture) => [fixture.name, fixture] as const))('%s', async (name, fixture) => {
    const given = {
      comparison: compare(fixture.source, fixture.test, fixture.options),
      sourceText: fixture.source.text,
      testText: fixture.test.text,
    };
    const extension = given.comparison.config.source_format === 'markdown' ? 'md' : 'txt';
    for (const style of ['critic', 'tags'] as const) {
      const text = annotate({ ...given, style });
      expect(rejectAll(text, style)).toBe(given.sourceText);
      expect(acceptAll(text, style)).toBe(apply(given));
      if (!name.startsWith('agreement')) continue;
      const golden = new URL(
        `./golden/${name}.${style === 'critic' ? 'annotated' : 'tags'}.${extension}`,
        import.meta.url,
      );
      await expect(text).toMatchFileSnapshot(golden.pathname);
    }
  });
});

describe('annotated text', () => {
  it('marks words where they stand, and leaves what is written around them', () => {
    expect(
      annotated(
        'Pay **thirty** days\nafter the *invoice* date.\n\nMore\nfollows.\n',
        'Pay **sixty** days after the *invoice* date.\n\nMore follows.\n',
      ),
    ).toBe('Pay **{~~thirty~>sixty~~}** days\nafter the *invoice* date.\n\nMore\nfollows.\n');
  });

  it('marks what is written around them too where only blocks that changed are written otherwise', () => {
    const after = 'Pay **sixty** days after the invoice date.\n\nMore\nfollows.\n';
    const text = annotated('Pay **thirty** days\nafter the *invoice* date.\n\nMore\nfollows.\n', after);
    expect(text).toBe(
      'Pay **{~~thirty~>sixty~~}** days{~~\n~> ~~}after the {--*--}invoice{--*--} date.\n\nMore\nfollows.\n',
    );
    expect(acceptAll(text)).toBe(after);
  });

  it('marks the words in a block that is taken as the test document has it, whose markup and place differ too', () => {
    const head = (text: string) => `<span class="h2">${text}</span>`;
    const who = (name: string, kind: string) => `<span class="${kind}">${name}</span>`;
    const source = `1. ## Fees\n\n    1.1 ${head('Invoices.')}  ${who('Customer', 'key')} pays each invoice of ${who('Provider', 'key')} within thirty days after it is received.\n\n    1.2 ${head('Taxes.')}  ${who('Customer', 'key')} bears all taxes on the fees but those on income.\n`;
    const after = `1. ${head('Fees')}\n    1. ${head('Invoices.')}  ${who('Customer', 'page')} pays each invoice of ${who('Provider', 'page')} within sixty days after it is received:\n        a. one thing that is due\n    2. ${head('Surcharges.')}  None of them is due without notice.\n    3. ${head('Taxes.')}  ${who('Customer', 'page')} bears all taxes on the fees but those on income.\n`;
    const text = annotated(source, after);
    expect(rejectAll(text)).toBe(source);
    expect(acceptAll(text)).toBe(after);
    expect(text).toContain(
      '{~~<span class="key">~><span class="page">~~}Provider</span> within {~~thirty~>sixty~~} days after it is received{~~.~>:~~}',
    );
    expect(text).toContain('Customer</span> bears all taxes on the fees but those on income.');
    expect(text.match(/received/g)).toHaveLength(1);
  });

  it('cuts no tag and no run of emphasis in two', () => {
    expect(
      annotated(
        'Pay the <i class="a">first</i> fee in ***thirty*** days.\n',
        'Pay the <i class="b">second</i> fee in **thirty** days.\n',
      ),
    ).toBe(
      'Pay the {~~<i class="a">first~><i class="b">second~~}</i> fee in {~~***~>**~~}thirty{~~***~>**~~} days.\n',
    );
  });

  it('holds for numbers, tags and emphasis that change together', () => {
    const words = fc.array(fc.constantFrom('pay', 'thirty', 'sixty', 'days', 'fees', 'Client'), {
      minLength: 3,
      maxLength: 7,
    });
    const wrap = fc.constantFrom('*', '**', '***', '<b>', '<i class="a">', '<i class="b">', '');
    const close: Record<string, string> = { '<b>': '</b>', '<i class="a">': '</i>', '<i class="b">': '</i>' };
    const lead = fc.constantFrom('1. ', '2. ', '1.1 ', '    1.1 ', '    1. ', '- ', '## ', '');
    const line = fc.tuple(lead, words, wrap, fc.nat(6)).map(([start, said, sign, at]) => {
      const list: string[] = [...said];
      const i = at % list.length;
      list[i] = `${sign}${list[i]}${close[sign] ?? sign}`;
      return start + list.join(' ');
    });
    const side = fc
      .tuple(fc.array(line, { minLength: 1, maxLength: 5 }), fc.constantFrom('\n', '\n\n', '\n\n'))
      .map(([lines, gap]) => `${lines.join(gap)}\n`);
    fc.assert(
      fc.property(side, side, (source, test) => holds('markdown', 'critic')({ source, test, alike: false })),
      { numRuns: 200 },
    );
  });

  it('marks a whole block that comes and one that goes', () => {
    const base = [
      '1.1 The first clause stays as it is.',
      '1.2 The second clause goes away soon.',
      '1.3 The third one stays too.',
    ];
    expect(annotated(`${base.join('\n\n')}\n`, `${[base[0], base[2]].join('\n\n')}\n`, 'text')).toBe(
      '1.1 The first clause stays as it is.\n\n{--1.2 The second clause goes away soon.\n\n--}1.3 The third one stays too.\n',
    );
    expect(annotated('- one fish\n- three fish\n', '- one fish\n- two birds\n- three fish\n')).toBe(
      '- one fish\n{++- two birds\n++}- three fish\n',
    );
  });

  it('tells both ends of a move, and of a new number', () => {
    const clause = 'The Supplier keeps full and accurate records of each delivery that it makes.';
    const source = `# A\n\n1.1 ${clause}\n\n1.2 Fees are due monthly.\n\n# B\n\n2.1 Notices are in writing.\n`;
    const after = `# A\n\n1.1 Fees are due monthly.\n\n# B\n\n2.1 Notices are in writing.\n\n2.2 ${clause}\n`;
    expect(annotated(source, after)).toBe(
      `# A\n\n{>>moved from 1.1 to 2.2<<}{--1.1 ${clause}\n\n--}{>>renumbered from 1.2 to 1.1<<}{~~1.2~>1.1~~} Fees are due monthly.\n\n` +
        `# B\n\n2.1 Notices are in writing.\n{>>moved from 1.1 to 2.2<<}{++\n2.2 ${clause}\n++}`,
    );
    const tags = annotate({ ...compared(source, after), style: 'tags' });
    expect(tags).toContain('<renumbered from="1.2" to="1.1"><del>1.2</del><ins>1.1</ins></renumbered> Fees');
    expect(tags).toContain(`<moved from="1.1" to="2.2"><del>1.1 ${clause}\n\n</del></moved>`);
  });

  it('shows a heading put above what stays as the heading alone', () => {
    const body =
      'The parties agree on the terms that follow.\n\nEach of them signs two copies of the document.\n';
    const text = annotated(`# Terms\n\n${body}`, `# Terms\n\n## Scope\n\n${body}`);
    expect(text.replaceAll(/\{>>.*?<<\}/g, '')).toBe(`# Terms\n\n{++## Scope\n\n++}${body}`);
  });

  it('keeps Windows line ends', () => {
    expect(
      annotated(
        '1.1 One fish swims.\r\n\r\n1.2 Two fish.\r\n',
        '1.1 One bird swims.\n\n1.2 Two fish.\n\n1.3 More.\n',
        'text',
      ),
    ).toBe('1.1 One {~~fish~>bird~~} swims.\r\n\r\n1.2 Two fish.\r\n{++\r\n1.3 More.\r\n++}');
  });

  it('writes marks that the document holds itself with a backslash', () => {
    const source = 'He wrote {++this++} and \\{--that--} in a b~~} of March.\n';
    const text = annotated(source, source.replace('March', '{~~April~~}'), 'text');
    expect(text).toBe(
      'He wrote \\{++this++} and \\\\\\{--that--} in a b~~} of {~~March~>\\{~~April\\~~}~~}.\n',
    );
    expect(rejectAll(text)).toBe(source);
    expect(acceptAll(text)).toBe(source.replace('March', '{~~April~~}'));
  });

  it('lists what a filtered comparison lists', () => {
    const source = 'One fish swims here.\n\nTwo fish swim there.\n';
    const after = 'One bird swims here.\n\nTwo birds swim there.\n\nThree more.\n';
    const filter = { address_prefixes: ['/paragraph[2]'] };
    const comparison = compare(source, after, { sourceFormat: 'text', testFormat: 'text', filter });
    expect(annotate({ comparison, sourceText: source, testText: after })).toBe(
      'One fish swims here.\n\nTwo {~~fish~>birds~~} swim there.\n',
    );
  });
});

describe('reading marks', () => {
  it.each([
    ['a {++b', 'critic', 'line 1: {++ is not closed'],
    ['a\n{~~b~~}', 'critic', 'line 2: {~~ of line 2 is closed without a ~>'],
    ['{~~a~>b~>c~~}', 'critic', 'line 1: a second ~> stands inside {~~ of line 1'],
    ['{++a\n{--b--} c++}', 'critic', 'line 2: {-- stands inside {++ of line 1'],
    ['{--a {++b++} c--}', 'critic', 'line 1: {++ stands inside {-- of line 1'],
    ['{~~a {++b++}~>c~~}', 'critic', 'line 1: {++ stands inside {~~ of line 1'],
    ['{>>a {++b++}<<}', 'critic', 'line 1: {++ stands inside {>> of line 1'],
    ['{++a\n\nb {++c++}', 'critic', 'line 3: {++ stands inside {++ of line 1'],
    ['{==a==}', 'critic', 'line 1: {== is no mark'],
    ['<ins>a', 'tags', 'line 1: <ins> is not closed'],
    ['a</ins>', 'tags', 'line 1: </ins'],
    ['<moved from="1" to="2">a', 'tags', 'line 1: <moved> is not closed'],
    ['</moved>', 'tags', 'line 1: </moved> closes nothing'],
    ['<ins class="x">a</ins>', 'tags', 'line 1: <ins'],
    ['<ins>a <del>b</del> c</ins>', 'tags', 'line 1: <del… stands inside <ins> of line 1'],
    ['<del>a\n</ins></del>', 'tags', 'line 2: </ins… stands inside <del> of line 1'],
    [
      '<ins>a <moved from="1" to="2">b</moved></ins>',
      'tags',
      'line 1: <moved… stands inside <ins> of line 1',
    ],
  ] as const)('%j as %s is an error', (text, style, message) => {
    for (const read of [acceptAll, rejectAll]) {
      const error = catching(() => read(text, style));
      expect(error).toBeInstanceOf(ApplyError);
      expect(error).toMatchObject({ code: 'bad_marks', message: expect.stringContaining(message) });
    }
  });

  it('takes a way to write marks that there is not for an error, when writing and when reading', () => {
    const given = compared('One fish.\n', 'One bird.\n', 'text');
    const slips = [
      () => annotate({ ...given, style: 'critik' as never }),
      () => acceptAll('a', 'critik' as never),
      () => rejectAll('a', 'critik' as never),
    ];
    for (const slip of slips) {
      expect(catching(slip)).toMatchObject({
        name: 'ApplyError',
        code: 'bad_option',
        message: 'style should be critic or tags, not "critik" (did you mean "critic"?)',
      });
    }
    expect(catching(() => acceptAll(7 as never))).toMatchObject({ code: 'bad_option' });
  });

  it('takes comments for nothing', () => {
    expect(acceptAll('a{>>why?<<} b')).toBe('a b');
  });
});

function catching(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
