import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/change/change.js';
import { compare } from '../../src/compare/compare.js';
import { differenceBetween, isSame } from '../../src/compare/difference.js';
import { type KeptComparison, keptText, readKept } from '../../src/compare/kept.js';
import { compareFixture } from '../golden/fixtures.js';

const kept = (trees: boolean): KeptComparison =>
  readKept(JSON.parse(keptText(compareFixture('policy').toJSON({ trees, alignment: trees }))));
const COMPACT = kept(false);
const WHOLE = kept(true);

/** What became of each change, by its place in the tree. */
const gist = (expected: KeptComparison, actual: KeptComparison) =>
  differenceBetween(expected, actual).changes.map((entry) => {
    const change = entry.kind === 'went' ? entry.expected : entry.actual;
    const fields = entry.kind === 'changed' ? entry.fields.join() : '';
    return `${entry.kind} ${change.kind} ${change.test_address ?? change.source_address} ${fields}`.trim();
  });

const withChanges = (document: KeptComparison, changes: readonly Change[]): KeptComparison => ({
  ...document,
  changes,
});

describe('the difference between two comparisons', () => {
  it('is nothing between equal ones', () => {
    for (const document of [COMPACT, WHOLE]) {
      const again = readKept(JSON.parse(JSON.stringify(document)));
      expect(differenceBetween(document, again)).toEqual({ changes: [], facts: [] });
    }
  });

  it('tells a change that appeared and one that went, where they stand', () => {
    const [first, second, ...rest] = COMPACT.changes;
    const fewer = withChanges(COMPACT, [first, ...rest]);
    const address = second.test_address ?? second.source_address;
    expect(gist(COMPACT, fewer)).toEqual([`went ${second.kind} ${address}`]);
    expect(gist(fewer, COMPACT)).toEqual([`appeared ${second.kind} ${address}`]);
  });

  it('tells the fields in which a change is told otherwise', () => {
    const at = COMPACT.changes.findIndex((change) => change.kind === 'modify');
    const changes = COMPACT.changes.map((change, i) =>
      i === at ? { ...change, role: 'clause', confidence: 0.1234 } : change,
    );
    expect(gist(COMPACT, withChanges(COMPACT, changes))).toEqual([
      `changed modify ${COMPACT.changes[at].test_address} role,confidence`,
    ]);
  });

  it('knows a change by its text when a block before it has shifted the addresses', () => {
    const before = '# A\n\nOne stays here.\n\nTwo is due in thirty days from now.\n';
    const after = before.replace('thirty', 'sixty');
    const shifted = after.replace('One', 'Nothing of this stood here in any version before.\n\nOne');
    const one = readKept(JSON.parse(keptText(compare(before, after).toJSON({ trees: false }))));
    const two = readKept(JSON.parse(keptText(compare(before, shifted).toJSON({ trees: false }))));
    expect(gist(one, two)).toEqual([
      'appeared insert /section[1]/paragraph[1]',
      'changed modify /section[1]/paragraph[3] test_address',
    ]);
  });

  it('takes no whole insert for an edit of the block at its address', () => {
    const [change] = COMPACT.changes.filter(({ kind }) => kind === 'modify');
    const insert: Change = { ...change, kind: 'insert', source_address: null, source_text: '', inline: [] };
    expect(gist(withChanges(COMPACT, [change]), withChanges(COMPACT, [insert]))).toEqual([
      `went modify ${change.test_address}`,
      `appeared insert ${insert.test_address}`,
    ]);
  });

  it('tells blocks by their address, and settings by their name', () => {
    const other = JSON.parse(JSON.stringify(WHOLE));
    other.config.profile = 'contract';
    other.config.alignment.fuzzy_window = 3;
    other.test.root.children[0].children[0].text = 'Another title';
    other.source.root.children[0].children.pop();
    other.alignment.pairs[2].matched_by = 'fuzzy';
    const { facts } = differenceBetween(WHOLE, readKept(other));
    expect(facts.map(({ path }) => path)).toEqual([
      'config.profile',
      'config.alignment.fuzzy_window',
      expect.stringMatching(/^source\/section\[1\]\/section\[\d\]$/),
      expect.stringMatching(/^source\/section\[1\]\/section\[\d\]\/heading\[1\]$/),
      ...new Array(facts.length - 6).fill(expect.stringMatching(/^source\/section\[1\]\/section\[\d\]\//)),
      'test/section[1]/heading[1].text',
      expect.stringMatching(/^alignment\.pairs\[.*\]\.matched_by$/),
    ]);
    expect(facts[0]).toEqual({ path: 'config.profile', expected: 'markdown', actual: 'contract' });
  });

  it('tells a tree that is kept on one side only', () => {
    expect(differenceBetween(COMPACT, WHOLE).facts.map(({ path }) => path)).toEqual([
      'source',
      'test',
      'alignment',
    ]);
  });

  /** A document whose list of changes was cut, doubled, turned round or edited. */
  const edits = fc.array(
    fc.record({
      at: fc.nat(COMPACT.changes.length - 1),
      what: fc.constantFrom('drop', 'double', 'swap', 'role', 'address', 'text'),
    }),
    { maxLength: 5 },
  );
  const edited = (steps: readonly { at: number; what: string }[]): KeptComparison => {
    const changes = [...COMPACT.changes];
    for (const { at, what } of steps) {
      const change = changes[at];
      if (change === undefined) continue;
      if (what === 'drop') changes.splice(at, 1);
      else if (what === 'double') changes.splice(at, 0, change);
      else if (what === 'swap') changes.reverse();
      else if (what === 'role') changes[at] = { ...change, role: 'other' };
      else if (what === 'address') changes[at] = { ...change, test_address: '/elsewhere' };
      else changes[at] = { ...change, test_text: `${change.test_text}!` };
    }
    return withChanges(COMPACT, changes);
  };

  it('is empty exactly when the documents hold the same', () => {
    fc.assert(
      fc.property(edits, edits, (a, b) => {
        const [one, two] = [edited(a), edited(b)];
        expect(isSame(differenceBetween(one, two))).toBe(JSON.stringify(one) === JSON.stringify(two));
      }),
    );
  });

  it('accounts for every change of both documents once', () => {
    fc.assert(
      fc.property(edits, edits, (a, b) => {
        const [one, two] = [edited(a), edited(b)];
        const { changes } = differenceBetween(one, two);
        const number = (kind: string) => changes.filter((entry) => entry.kind === kind).length;
        expect(one.changes.length - number('went')).toBe(two.changes.length - number('appeared'));
      }),
    );
  });
});

describe('a kept comparison', () => {
  it('is written the same however often it was read', () => {
    for (const document of [COMPACT, WHOLE]) {
      const text = keptText(document);
      expect(text.endsWith('}\n')).toBe(true);
      expect(keptText(readKept(JSON.parse(text)))).toBe(text);
    }
  });

  it('has its keys in wire order, whatever order they were read in', () => {
    const backwards = (value: unknown): unknown =>
      Array.isArray(value) || typeof value !== 'object' || value === null
        ? value
        : Object.fromEntries(Object.entries(value).reverse());
    const shuffled = { ...COMPACT, changes: COMPACT.changes.map(backwards) };
    expect(keptText(readKept(backwards(shuffled)))).toBe(keptText(COMPACT));
  });

  it.each([
    [null, 'this is no comparison document'],
    [[], 'this is no comparison document'],
    [{ ...COMPACT, schema_version: '3.0' }, 'the document has version 3.0'],
    [{ ...COMPACT, extra: 1 }, 'unknown key "extra"'],
    [{ ...COMPACT, changes: [{}] }, 'changes[0]: lacks the key "kind"'],
    [{ ...COMPACT, changes: [{ ...COMPACT.changes[0], inline: 3 }] }, 'changes[0].inline: should be a list'],
  ])('is refused with the place of the fault (%#)', (json, message) => {
    expect(() => readKept(json)).toThrow(message);
  });
});
