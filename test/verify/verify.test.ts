import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare } from '../../src/compare/index.js';
import { renderSummary } from '../../src/render/summary.js';
import type { VerifyError } from '../../src/verify/errors.js';
import { checkReferences } from '../../src/verify/references.js';
import { verify } from '../../src/verify/verify.js';

const options = { sourcePath: 'original.md', testPath: 'edited.md' };

const original = `# Agreement

## 1. Definitions

1.1 "Fee" means the sum that the Client pays for the Services in each month of the Term.

1.2 "Report" means the written account of the Services that the Supplier gives under clause 3.1.

## 2. Payment

2.1 The Client shall pay the Fee within thirty days of the day on which an invoice is received.

2.2 The Supplier may charge interest on any sum that is overdue under clause 2.1 at four per cent a year.

## 3. Reports

3.1 The Supplier shall give the Client a Report on the first working day of each month of the Term.

3.2 The Supplier shall keep each Report for six years after the month to which that Report relates.
`;

function edit(...replacements: [string, string][]): string {
  return replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the original has no "${from}"`);
    return text.replace(from, to);
  }, original);
}

function code(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as VerifyError).code;
  }
  return 'none';
}

describe('scope', () => {
  test('an edit inside its scope is in order', () => {
    const found = verify(original, edit(['thirty', 'sixty']), { labels: ['2.1'] }, options);
    expect(found.ok).toBe(true);
    expect(found.in_scope.map((change) => change.test_label)).toEqual(['2.1']);
    expect(found.scope).toEqual([
      { address: '/section[1]/section[2]/list_item[1]', named_by: 'label', name: '2.1' },
    ]);
  });

  test('an edit that strays is named, what is in scope beside it', () => {
    const found = verify(
      original,
      edit(['thirty', 'sixty'], ['six years', 'two years']),
      { labels: ['2'] },
      options,
    );
    expect(found.ok).toBe(false);
    expect(found.in_scope.map((change) => change.test_label)).toEqual(['2.1']);
    expect(found.out_of_scope.map(({ change, outside }) => [change.test_label, outside])).toEqual([
      ['3.2', 'both'],
    ]);
  });

  test('a scope on section 1 does not cover section 11', () => {
    const doc = (n: number) =>
      Array.from(
        { length: 11 },
        (_, i) =>
          `## ${i + 1}. Part ${'abcdefghijk'[i]}\n\nThe rule of part ${'abcdefghijk'[i]} is kept for ${i === 10 ? n : 4} days by all.\n`,
      ).join('\n');
    const found = verify(doc(5), doc(6), { address_prefixes: ['/section[1]'] }, options);
    expect(found.ok).toBe(false);
  });

  test('nothing is moved into the scope or out of it', () => {
    const clause =
      '3.2 The Supplier shall keep each Report for six years after the month to which that Report relates.\n';
    const movedIn = edit([`\n${clause}`, '']).replace(
      '\n## 3. Reports',
      '\n2.3 The Supplier shall keep each Report for six years after the month to which that Report relates.\n\n## 3. Reports',
    );
    const into = verify(original, movedIn, { labels: ['2'] }, options);
    expect(into.out_of_scope.map(({ change, outside }) => [change.kind, outside])).toEqual([
      ['move', 'source'],
    ]);
    const out = verify(original, movedIn, { labels: ['3'] }, options);
    expect(out.out_of_scope.map(({ change, outside }) => [change.kind, outside])).toEqual([['move', 'test']]);
  });

  test('an insertion is judged by what encloses it', () => {
    const edited = edit([
      '\n## 3. Reports',
      '\n2.3 The Client may withhold a sum that it disputes in good faith.\n\n## 3. Reports',
    ]);
    expect(verify(original, edited, { labels: ['2'] }, options).ok).toBe(true);
    expect(verify(original, edited, { labels: ['2.2'] }, options).ok).toBe(false);
  });

  test('a block that is written anew stays in its place, and one more beside it does not', () => {
    const parts = [
      '# A',
      'The fee is due in thirty days.',
      'Notices are given in writing.',
      'It ends at noon.',
    ];
    const text = `${parts.join('\n\n')}\n`;
    const allowed = { anchors: ['Notices are'] };
    const anew = text.replace(
      parts[2],
      'Whoever breaks anything mends it, and pays for whatever else was lost.',
    );
    const found = verify(text, anew, allowed, options);
    expect(found.in_scope.map(({ kind }) => kind).sort()).toEqual(['delete', 'insert']);
    expect(found.ok).toBe(true);
    const more = verify(
      text,
      anew.replace('Whoever', 'A whole new paragraph of it.\n\nWhoever'),
      allowed,
      options,
    );
    expect(more.out_of_scope.map(({ change }) => change.kind)).toEqual(['insert']);
    const elsewhere = text
      .replace(`${parts[2]}\n\n`, '')
      .replace('noon.', 'noon.\n\nWhoever breaks anything mends it, and pays for whatever else was lost.');
    expect(verify(text, elsewhere, allowed, options).ok).toBe(false);
    expect(verify(text, anew, { anchors: ['It ends'] }, options).ok).toBe(false);
  });

  test('text names the one block that holds it; a role all blocks that have it', () => {
    const edited = edit(['four per cent', 'two per cent']);
    expect(verify(original, edited, { anchors: ['charge interest'] }, options).ok).toBe(true);
    expect(verify(original, edited, { roles: ['definition'] }, options).ok).toBe(false);
  });

  test('a phrase is found however its accents and its spaces are encoded', () => {
    const phrase = 'déposé à Zürich';
    const named = (text: string, wanted: string) =>
      verify(`# A\n\n${text}.\n\nEnd.\n`, `# A\n\n${text}.\n\nEnd.\n`, { anchors: [wanted] }, options)
        .scope[0].address;
    for (const text of [phrase.normalize('NFC'), phrase.normalize('NFD')]) {
      for (const wanted of [
        phrase.normalize('NFC'),
        phrase.normalize('NFD'),
        phrase.replace(' ', '\u00a0'),
      ]) {
        expect(named(text, wanted)).toBe('/section[1]/paragraph[1]');
      }
    }
  });

  test('an edit of words is not a change of how accents are encoded', () => {
    const before = '# A\n\nDéposé à Zürich.\n\nEnd.\n'.normalize('NFC');
    expect(verify(before, before.normalize('NFD'), { anchors: ['End'] }, options).ok).toBe(false);
  });

  test.each([
    ['a label that names nothing', { labels: ['9.9'] }, 'empty_scope'],
    ['an address that names nothing', { address_prefixes: ['/section[9]'] }, 'empty_scope'],
    ['a role that names nothing', { roles: ['signature'] }, 'empty_scope'],
    ['a phrase that names nothing', { anchors: ['unicorn'] }, 'empty_scope'],
    ['a phrase in two blocks', { anchors: ['The Supplier shall'] }, 'ambiguous_anchor'],
    ['no entry at all', {}, 'empty_scope'],
    ['an unknown key', { label: ['2'] }, 'bad_scope'],
    ['a text in place of a list', { labels: '2' }, 'bad_scope'],
    ['an address that is none', { address_prefixes: ['section[1]'] }, 'bad_address'],
  ])('%s is refused', (_, allowed, expected) => {
    expect(code(() => verify(original, original, allowed as object, options))).toBe(expected);
  });

  test('a renumbering outside the scope is a stray unless labels are exempt', () => {
    const edited = edit(
      ['2.2 The Supplier may', '2.3 The Supplier may'],
      ['\n2.3 The', '\n2.2 The Client may withhold a sum that it disputes in good faith.\n\n2.3 The'],
    );
    expect(verify(original, edited, { labels: ['2'] }, options).ok).toBe(true);
    const narrow = verify(original, edited, { labels: ['2.1'] }, { ...options, exempt: ['labels'] });
    expect(narrow.exempted.map((change) => change.kind)).toEqual(['renumber']);
    expect(narrow.out_of_scope.map(({ change }) => change.kind)).toEqual(['insert']);
    expect(narrow.side_effects.map((change) => change.kind)).toEqual(['renumber']);
  });

  test('white space in code is a change unless it is exempt', () => {
    const before = '# Note\n\nRun it thus:\n\n```\nif (a) {\n  b();\n}\n```\n';
    const after = before.replace('  b();', '    b();');
    expect(verify(before, after, { anchors: ['Run it'] }, options).ok).toBe(false);
    expect(verify(before, after, { anchors: ['Run it'] }, { ...options, exempt: ['whitespace'] }).ok).toBe(
      true,
    );
  });

  test('the whole document as scope: everything is in it, whatever was edited', () => {
    const words = original.split(/(\s+)/);
    fc.assert(
      fc.property(fc.array(fc.nat(words.length - 1), { maxLength: 8 }), (places) => {
        const edited = words
          .map((word, i) => (places.includes(i) && /^[a-z]+$/.test(word) ? 'other' : word))
          .join('');
        const found = verify(original, edited, { address_prefixes: ['/'] }, options);
        expect(found.ok).toBe(true);
        const all = compare(original, edited, options).changes;
        expect(found.in_scope).toEqual(all);
      }),
      { numRuns: 100 },
    );
  });

  test('every change is in exactly one of the lists', () => {
    const words = original.split(/(\s+)/);
    fc.assert(
      fc.property(
        fc.array(fc.nat(words.length - 1), { maxLength: 8 }),
        fc.constantFrom('1', '2', '2.1', '3'),
        (places, label) => {
          const edited = words
            .map((word, i) => (places.includes(i) && /^[a-z]+$/.test(word) ? 'other' : word))
            .join('');
          const found = verify(original, edited, { labels: [label] }, options);
          const sorted = [
            ...found.in_scope,
            ...found.exempted,
            ...found.out_of_scope.map(({ change }) => change),
          ];
          expect(sorted.length).toBe(compare(original, edited, options).changes.length);
          expect(found.ok).toBe(found.out_of_scope.length === 0);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('references', () => {
  const inserted = (text: string) =>
    text.replace(
      '\n2.1 The Client',
      '\n2.1 The Supplier shall send an invoice at the end of each month of the Term.\n\n2.2 The Client',
    );

  test('a clause that was renumbered: the reference that follows, and the one that does not', () => {
    const edited = inserted(original).replace('2.2 The Supplier may', '2.3 The Supplier may');
    const stale = checkReferences(compare(original, edited, options));
    expect(stale.findings).toEqual([
      {
        status: 'stale',
        by_edit: true,
        source_address: '/section[1]/section[2]/list_item[2]',
        test_address: '/section[1]/section[2]/list_item[3]',
        start: stale.findings[0]?.start,
        end: stale.findings[0]?.end,
        text: stale.findings[0]?.text,
        label: '2.1',
        expected_label: '2.2',
        source_target: '/section[1]/section[2]/list_item[1]',
        test_target: '/section[1]/section[2]/list_item[1]',
      },
    ]);
    const followed = edited.replace('under clause 2.1 at', 'under clause 2.2 at');
    const report = checkReferences(compare(original, followed, options));
    expect(report.findings.map(({ status, label }) => [status, label])).toEqual([['updated', '2.2']]);
    expect(report.references).toBe(2);
  });

  test('a clause that was deleted', () => {
    const edited = edit([
      '3.1 The Supplier shall give the Client a Report on the first working day of each month of the Term.\n\n3.2',
      '3.1',
    ]);
    const found = verify(original, edited, { labels: ['3'] }, options);
    expect(
      found.broken_references.map(({ status, label, test_address }) => [status, label, test_address]),
    ).toEqual([['deleted', '3.1', '/section[1]/section[1]/list_item[2]']]);
  });

  test('a reference edited to another clause, and one to no clause', () => {
    const to = (label: string) =>
      checkReferences(
        compare(original, edit(['under clause 2.1 at', `under clause ${label} at`]), options),
      ).findings.map(({ status, expected_label }) => [status, expected_label]);
    expect(to('3.2')).toEqual([['retargeted', '2.1']]);
    expect(to('7.4')).toEqual([['dangling', '2.1']]);
  });

  test('a summary lists what is to be mended, and counts what follows', () => {
    const edited = inserted(original).replace('2.2 The Supplier may', '2.3 The Supplier may');
    const lines = (text: string) => {
      const comparison = compare(original, text, options);
      return renderSummary(comparison, { references: checkReferences(comparison) }).split('\n');
    };
    expect(lines(edited).find((line) => line.startsWith('Reference'))).toMatch(
      /^Reference ".*2\.1" at \/section\[1\]\/section\[2\]\/list_item\[3\] is out of date: its clause is 2\.2 now\.$/,
    );
    expect(lines(edited.replace('under clause 2.1 at', 'under clause 2.2 at'))).toContain(
      '1 reference updated to follow its clause.',
    );
  });

  test('a filtered comparison finds the same', () => {
    const edited = inserted(original)
      .replace('2.2 The Supplier may', '2.3 The Supplier may')
      .replace('under clause 2.1 at', 'under clause 2.2 at');
    const comparison = compare(original, edited, options);
    expect(checkReferences(comparison.filter({ kinds: ['insert'] }))).toEqual(checkReferences(comparison));
  });

  test('a document compared with itself has no finding', () => {
    expect(checkReferences(compare(original, original, options)).findings).toEqual([]);
  });

  test('a sub-clause by its path', () => {
    const list = (extra: string) =>
      `## 1. Duties\n\n1.1 The Supplier shall:\n\n(a) keep the records of each delivery in good order;\n${extra}\n(${extra ? 'c' : 'b'}) send the Client a copy of each record on request.\n\n1.2 Clause 1.1(b) does not apply to records that are older than six years.\n`;
    const found = checkReferences(
      compare(list(''), list('\n(b) protect them against fire and water;\n'), options),
    );
    expect(
      found.findings.map(({ status, label, expected_label }) => [status, label, expected_label]),
    ).toEqual([['stale', '1.1(b)', '1.1(c)']]);
  });
});

describe('defined terms', () => {
  test('a term that lost its definition and is still used', () => {
    const edited = edit([
      '1.1 "Fee" means the sum that the Client pays for the Services in each month of the Term.\n\n1.2',
      '1.1',
    ]);
    const found = verify(original, edited, { address_prefixes: ['/'] }, options);
    expect(found.undefined_terms).toMatchObject([
      { term: 'Fee', test_address: '/section[1]/section[2]/list_item[1]' },
    ]);
    expect(verify(original, original, { address_prefixes: ['/'] }, options).undefined_terms).toEqual([]);
  });
});
