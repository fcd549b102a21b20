import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from '../../src/align/align.js';
import { DEFAULT_ALIGNMENT } from '../../src/align/config.js';
import {
  buildChanges,
  CHANGE_KINDS,
  type Change,
  ChangeError,
  type ChangeFilter,
  charsAdded,
  charsDeleted,
  filterChanges,
  inlineEdits,
  NO_FILTER,
  parseFilter,
  tokensChanged,
  WORD_PROCESSOR,
} from '../../src/change/index.js';
import { versions } from '../align/trees.js';

const change = (part: Partial<Change>): Change => ({
  kind: 'modify',
  source_address: '/paragraph[1]',
  test_address: '/paragraph[1]',
  block_kind: 'paragraph',
  source_label: null,
  test_label: null,
  role: null,
  span_types: [],
  matched_by: 'exact',
  confidence: 1,
  source_text: '',
  test_text: '',
  inline: [],
  breadcrumb: [],
  ...part,
});
const edited = change({ inline: inlineEdits('Pay 30 days.', 'Pay within 60 😀 days.') });
const inserted = change({
  kind: 'insert',
  source_address: null,
  test_address: '/section[11]',
  test_text: 'A long text.',
});
const renumbered = change({
  kind: 'renumber',
  source_address: '/section[2]/list_item[1]',
  test_address: '/section[1]/list_item[4]',
  source_label: '2.1',
  test_label: '1.4',
  role: 'clause',
});
const all = [edited, inserted, renumbered];
const kept = (spec: Partial<ChangeFilter>): Change[] => filterChanges(all, parseFilter(spec));

describe('a filter', () => {
  it('without constraints keeps everything', () => {
    expect(parseFilter({})).toEqual(NO_FILTER);
    expect(kept({})).toEqual(all);
    expect(
      kept({ kinds: [], labels: [], roles: [], address_prefixes: [], min_chars: 0, has_inline: null }),
    ).toEqual(all);
  });

  it('joins the values of a field by or, and the fields by and', () => {
    expect(kept({ kinds: ['insert', 'renumber'] })).toEqual([inserted, renumbered]);
    expect(kept({ kinds: ['insert', 'renumber'], roles: ['clause'] })).toEqual([renumbered]);
    expect(kept({ kinds: ['insert'], roles: ['clause'] })).toEqual([]);
  });

  it('tests an address prefix by whole steps, and against either address', () => {
    expect(kept({ address_prefixes: ['/section[1]'] })).toEqual([renumbered]);
    expect(kept({ address_prefixes: ['/section[2]/'] })).toEqual([renumbered]);
    expect(kept({ address_prefixes: ['/section[11]'] })).toEqual([inserted]);
    expect(kept({ address_prefixes: ['/section[11]/'] })).toEqual([]);
    expect(kept({ address_prefixes: ['/'] })).toEqual(all);
  });

  it('tests a label against either label', () => {
    expect(kept({ labels: ['2.1'] })).toEqual([renumbered]);
    expect(kept({ labels: ['1.4', '9'] })).toEqual([renumbered]);
  });

  it('counts min_chars in the inline edits, so that it drops inserts, deletes and pure renumberings', () => {
    expect([charsAdded(edited), charsDeleted(edited)]).toEqual([11, 2]);
    expect(kept({ min_chars: 11 })).toEqual([edited]);
    expect(kept({ min_chars: 12 })).toEqual([]);
    expect(kept({ min_chars: 1 })).toEqual([edited]);
  });

  it('can ask for edits inside whatever kind of change', () => {
    expect(kept({ has_inline: true })).toEqual([edited]);
    expect(kept({ has_inline: false })).toEqual([inserted, renumbered]);
  });

  it('keeps what it should of any changes, in order, and nothing else twice', () => {
    const specs = fc.record(
      {
        kinds: fc.subarray([...CHANGE_KINDS]),
        address_prefixes: fc.subarray(['/', '/section[1]', '/section[2]', '/list_item[1]']),
        labels: fc.subarray(['1', '1.1', '(a)']),
        roles: fc.constantFrom([], ['clause']),
        min_chars: fc.constantFrom(0, 0, 3, 20),
        has_inline: fc.constantFrom(null, true, false),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(versions, specs, ([source, test], spec) => {
        const found = buildChanges(source, test, align(source, test, DEFAULT_ALIGNMENT));
        const filter = parseFilter(spec);
        const once = filterChanges(found, filter);
        expect(once).toEqual(found.filter((c) => once.includes(c)));
        expect(filterChanges(once, filter)).toEqual(once);
        for (const field of Object.keys(spec) as (keyof ChangeFilter)[]) {
          const one = filterChanges(found, parseFilter({ [field]: filter[field] }));
          expect(once.every((c) => one.includes(c))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('tokens_changed', () => {
  it('counts the tokens on both sides of the edits, white space not', () => {
    expect(edited.inline.map((e) => [e.source_text, e.test_text])).toEqual([['30', 'within 60 😀']]);
    expect(tokensChanged(edited, WORD_PROCESSOR)).toBe(4);
    expect(tokensChanged(inserted, WORD_PROCESSOR)).toBe(0);
  });

  it('counts with the leaf differ’s own tokens', () => {
    const letters = { ...WORD_PROCESSOR, name: 'letters', tokens: (text: string) => Array.from(text) };
    expect(tokensChanged(edited, letters)).toBe(2 + 'within60'.length + 1);
  });
});

describe('a filter with a slip in it is refused', () => {
  const cases: [unknown, RegExp][] = [
    [{ kind: ['move'] }, /no field "kind" \(did you mean "kinds"\?\)/],
    [{ kinds: ['moved'] }, /no change kind "moved" \(did you mean "move"\?\)/],
    [{ kinds: ['split'] }, /"split" is a reserved name/],
    [{ kinds: 'move' }, /kinds should be a list of strings/],
    [{ address_prefixes: ['section[1]'] }, /an address starts with "\/"/],
    [{ address_prefixes: ['/section'] }, /step "section" should read kind\[i\]/],
    [{ labels: [7] }, /labels should be a list of strings/],
    [{ min_chars: -1 }, /min_chars should be a whole number/],
    [{ min_chars: 1.5 }, /min_chars should be a whole number/],
    [{ min_chars: '3' }, /min_chars should be a whole number/],
    [{ has_inline: 'yes' }, /has_inline should be true, false or null/],
    [[], /a filter is an object/],
    [null, /a filter is an object/],
    ['move', /a filter is an object/],
  ];
  it.each(cases)('%j', (spec, message) => {
    expect(() => parseFilter(spec)).toThrow(message);
    expect(() => parseFilter(spec)).toThrow(ChangeError);
  });
});
