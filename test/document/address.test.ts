import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BLOCK_KINDS,
  breadcrumb,
  childAddress,
  formatAddress,
  isAddressPrefix,
  parentAddress,
  parseAddress,
  resolveAddress,
  TreeIndex,
  walk,
} from '../../src/document/index.js';
import { doc, item, para, section, table, versions } from '../align/trees.js';

const steps = fc.array(
  fc.record({ kind: fc.constantFrom(...BLOCK_KINDS), index: fc.integer({ min: 1, max: 120 }) }),
  { maxLength: 6 },
);

describe('an address', () => {
  it('reads back as it was spelled', () => {
    fc.assert(
      fc.property(steps, (list) => {
        expect(parseAddress(formatAddress(list))).toEqual(list);
      }),
      { numRuns: 1000 },
    );
  });

  it('is one step below its parent', () => {
    expect(childAddress('/', 'section', 7)).toBe('/section[7]');
    expect(childAddress('/section[7]', 'list_item', 2)).toBe('/section[7]/list_item[2]');
    expect(parentAddress('/section[7]/list_item[2]')).toBe('/section[7]');
    expect(parentAddress('/section[7]')).toBe('/');
    expect(parentAddress('/')).toBeNull();
  });

  it.each([
    '',
    'section[1]',
    '/section',
    '/section[0]',
    '/section[01]',
    '/Section[1]',
    '/chapter[1]',
    '//',
    '/section[1]/',
  ])('is not %j, and the error says so', (text) => {
    expect(() => parseAddress(text)).toThrow(/is not an address/);
  });
});

describe('a prefix', () => {
  it('covers whole steps only', () => {
    expect(isAddressPrefix('/section[1]', '/section[1]/paragraph[1]')).toBe(true);
    expect(isAddressPrefix('/section[1]', '/section[1]')).toBe(true);
    expect(isAddressPrefix('/section[1]/', '/section[1]/paragraph[1]')).toBe(true);
    expect(isAddressPrefix('/section[1]/', '/section[1]')).toBe(false);
    expect(isAddressPrefix('/section[1]/', '/section[11]/paragraph[1]')).toBe(false);
    expect(isAddressPrefix('/section[1]', '/section[11]')).toBe(false);
    expect(isAddressPrefix('/section[1]', '/section[11]/paragraph[1]')).toBe(false);
    expect(isAddressPrefix('/section[1]/paragraph[1]', '/section[1]')).toBe(false);
    expect(isAddressPrefix('/', '/section[1]')).toBe(true);
    expect(isAddressPrefix('/', '/')).toBe(true);
  });

  it('covers exactly the addresses whose steps begin with its own', () => {
    const few = fc.array(
      fc.record({
        kind: fc.constantFrom('section' as const, 'row' as const),
        index: fc.constantFrom(1, 11, 2),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(few, few, (a, b) => {
        const expected =
          a.length <= b.length && a.every((s, i) => s.kind === b[i].kind && s.index === b[i].index);
        expect(isAddressPrefix(formatAddress(a), formatAddress(b))).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('in any document', () => {
  it('every block is found at its address, by counting and by index, with the same breadcrumb', () => {
    fc.assert(
      fc.property(versions, ([tree]) => {
        const index = new TreeIndex(tree);
        let i = 0;
        for (const block of walk(tree.root)) {
          expect(resolveAddress(tree.root, block.path)).toBe(block);
          expect(index.at(block.path)).toBe(i);
          expect(index.blocks[i]).toBe(block);
          expect(index.breadcrumb(i)).toEqual(breadcrumb(tree.root, block.path));
          i++;
        }
        expect(index.blocks).toHaveLength(i);
        for (let inner = 0; inner < i; inner++) {
          for (let outer = 0; outer < Math.min(i, 12); outer++) {
            expect(index.contains(outer, inner)).toBe(
              isAddressPrefix(index.blocks[outer].path, index.blocks[inner].path),
            );
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('an address that names nothing finds nothing', () => {
    const tree = doc(para('One.'));
    expect(resolveAddress(tree.root, '/paragraph[2]')).toBeUndefined();
    expect(resolveAddress(tree.root, '/paragraph[1]/cell[1]')).toBeUndefined();
    expect(new TreeIndex(tree).at('/paragraph[2]')).toBe(-1);
  });
});

describe('a breadcrumb', () => {
  const tree = doc(
    section('Agreement', para('Intro.'), section('1 Terms', item('1.1', 'Pay.'), table(['a', 'b']))),
    para('After.'),
  );

  it('names the headings that lead to a block, outermost first', () => {
    expect(breadcrumb(tree.root, '/section[1]/section[1]/list_item[1]')).toEqual(['Agreement', 'Terms']);
    expect(breadcrumb(tree.root, '/section[1]/section[1]/table[1]/row[1]/cell[2]')).toEqual([
      'Agreement',
      'Terms',
    ]);
    expect(breadcrumb(tree.root, '/section[1]/paragraph[1]')).toEqual(['Agreement']);
  });

  it('of a section is where the section stands, and of a heading where its section stands', () => {
    expect(breadcrumb(tree.root, '/section[1]/section[1]')).toEqual(['Agreement']);
    expect(breadcrumb(tree.root, '/section[1]/section[1]/heading[1]')).toEqual(['Agreement']);
    expect(breadcrumb(tree.root, '/paragraph[1]')).toEqual([]);
    expect(breadcrumb(tree.root, '/')).toEqual([]);
  });

  it('names a heading without words by its label', () => {
    const schedules = doc({
      kind: 'section',
      matched_by: 'heading:reset',
      confidence: 0.9,
      children: [
        { kind: 'heading', label: 'SCHEDULE 2', text: '', matched_by: 'heading:reset', confidence: 0.9 },
        para('Rates.'),
      ],
    });
    expect(breadcrumb(schedules.root, '/section[1]/paragraph[1]')).toEqual(['SCHEDULE 2']);
    const index = new TreeIndex(schedules);
    expect(index.breadcrumb(index.at('/section[1]/paragraph[1]'))).toEqual(['SCHEDULE 2']);
  });
});
