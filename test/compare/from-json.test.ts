import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Comparison, ComparisonError, compare, comparisonFromJSON } from '../../src/index.js';

type Json = Record<string, unknown>;

const before = '# Terms\n\n1.1 Pay 😀 within 30 days.\n\n1.2 Give notice.\n\n1.3 Gone for good.\n';
const after =
  '# Terms\n\n1.1 Pay 😀 within 60 days.\n\n1.3 Give notice.\n\nA new paragraph that is quite alone here.\n';
const whole = JSON.stringify(
  compare(before, after, { sourceFormat: 'markdown', testFormat: 'markdown' }).toJSON({
    trees: true,
    alignment: true,
  }),
);
const document = (): Json => JSON.parse(whole) as Json;

/** The value at a path such as `changes[0].inline[0]`. */
const at = (json: Json, path: string): Json =>
  (path.match(/[^.[\]]+/g) ?? []).reduce<unknown>((value, key) => (value as Json)[key], json) as Json;

/** The document with one thing changed. */
const broken = (change: (json: Json) => void): Json => {
  const json = document();
  change(json);
  return json;
};
const set = (path: string, key: string, value: unknown): Json =>
  broken((json) => {
    at(json, path)[key] = value;
  });

it('a complete document reads back, byte for byte', () => {
  expect(JSON.stringify(comparisonFromJSON(document()).toJSON({ trees: true, alignment: true }))).toBe(whole);
  expect(document().changes).toHaveLength(4);
});

describe('a version', () => {
  const versioned = (version: unknown): Json => set('', 'schema_version', version);

  it('of another major is refused', () => {
    for (const version of ['1.0', '3.0', '1.9']) {
      expect(() => Comparison.fromJSON(versioned(version))).toThrow(
        expect.objectContaining({ code: 'unsupported_version', message: expect.stringContaining(version) }),
      );
    }
  });

  it('of a higher minor is refused, and not read with a loss', () => {
    expect(() => Comparison.fromJSON(versioned('2.1'))).toThrow(/newer than 2\.0/);
    // Even where it has keys that are not known here: the version is the better complaint.
    expect(() => Comparison.fromJSON({ ...versioned('2.1'), novelty: 1 })).toThrow(/newer than 2\.0/);
  });

  it('that is none is refused', () => {
    for (const version of [2, 2.0, null, '', '2', '2.0.0', 'v2.0', '02.0', '2.-1', ' 2.0']) {
      expect(() => Comparison.fromJSON(versioned(version))).toThrow(/schema_version/);
    }
    expect(() =>
      Comparison.fromJSON(
        broken((json) => {
          delete json.schema_version;
        }),
      ),
    ).toThrow(/no comparison document/);
  });
});

describe('a compact form', () => {
  it('is refused, with what to write instead', () => {
    const comparison = Comparison.fromJSON(document());
    for (const form of [{ trees: false }, { trees: false, alignment: true }, { trees: true }]) {
      const json = JSON.parse(JSON.stringify(comparison.toJSON(form)));
      expect(() => Comparison.fromJSON(json)).toThrow(
        expect.objectContaining({
          code: 'compact_document',
          message: expect.stringContaining('toJSON({ trees: true, alignment: true })'),
        }),
      );
    }
  });

  it('that lacks one tree of the two is no form at all', () => {
    expect(() =>
      Comparison.fromJSON(
        broken((json) => {
          delete json.test;
        }),
      ),
    ).toThrow(/source and test come together/);
  });
});

describe('a document with a fault in it is refused, and the error says where', () => {
  const cases: [string, Json, RegExp][] = [
    ['an unknown key', set('', 'notes', []), /^unknown key "notes"/],
    [
      'an unknown key of the configuration',
      set('config', 'profiel', ''),
      /^config: unknown key "profiel" \(did you mean "profile"\?\)/,
    ],
    [
      'a missing key',
      broken((json) => {
        delete at(json, 'config').profile;
      }),
      /^config: lacks the key "profile"/,
    ],
    ['a number for a name', set('config', 'processor', 3), /^config\.processor: should be a string, not 3/],
    [
      'an unknown measure',
      set('config', 'similarity', 'cosine'),
      /^config\.similarity: is "cosine", which is none of/,
    ],
    [
      'a ratio above 1',
      set('config.alignment', 'move_tie_margin', 2),
      /^config\.alignment: .*move_tie_margin/,
    ],
    [
      'a setting left out',
      broken((json) => {
        delete at(json, 'config.alignment').fuzzy_window;
      }),
      /lacks the key "fuzzy_window"/,
    ],
    [
      'passes out of order',
      broken((json) => {
        (at(json, 'config.alignment').passes as unknown as string[]).reverse();
      }),
      /passes in their fixed order/,
    ],
    [
      'a partial filter',
      set('config', 'filter', { kinds: [] }),
      /^config\.filter: lacks the key "address_prefixes"/,
    ],
    [
      'a filter of a wrong kind',
      set('config', 'filter', {
        kinds: ['split'],
        address_prefixes: [],
        labels: [],
        roles: [],
        min_chars: 0,
        has_inline: null,
      }),
      /^config\.filter: .*reserved/,
    ],
    ['a tree with a fault', set('source.root.children[0]', 'level', -1), /^source: \/section\[1\]: level/],
    ['a test tree with a fault', set('test.root', 'text', 'x'), /^test: \/: text/],
    ['changes that are no list', set('', 'changes', {}), /^changes: should be a list, not an object/],
    ['an unknown kind of change', set('changes[0]', 'kind', 'merge'), /^changes\[0\]\.kind: is "merge"/],
    [
      'an address that leads nowhere',
      set('changes[0]', 'test_address', '/section[9]'),
      /^changes\[0\]\.test_address: is "\/section\[9\]", which is no block of test/,
    ],
    ['a null address', set('changes[0]', 'source_address', null), /^changes\[0\]\.source_address: is null/],
    ['a text that is not the block’s', set('changes[0]', 'source_text', 'Other.'), /is not the text of/],
    ['a label that is not the block’s', set('changes[0]', 'source_label', '9'), /is not the label of/],
    [
      'a pass that does not exist',
      set('changes[0]', 'matched_by', 'root'),
      /^changes\[0\]\.matched_by: is "root"/,
    ],
    [
      'an unmatched modification',
      set('changes[0]', 'matched_by', 'unmatched'),
      /is "unmatched" on a change of kind modify/,
    ],
    [
      'more than four decimals',
      set('changes[0]', 'confidence', 0.12345),
      /ratios are written with four decimals/,
    ],
    [
      'edits in UTF-16 units',
      broken((json) => {
        const edit = at(json, 'changes[0].inline[0]');
        edit.source_start = 14;
        edit.source_end = 16;
      }),
      /^changes\[0\]\.inline\[0\]: does not fit the texts/,
    ],
    ['an edit past the end', set('changes[0].inline[0]', 'source_end', 99), /inside the texts/],
    [
      'edits twice',
      broken((json) => {
        const change = at(json, 'changes[0]');
        change.inline = [...(change.inline as unknown[]), ...(change.inline as unknown[])];
      }),
      /after the edit before it, without overlap/,
    ],
    [
      'an edit of another kind than it does',
      set('changes[0].inline[0]', 'kind', 'insert'),
      /^changes\[0\]\.inline\[0\]: is of kind "insert", and does what "replace" is for/,
    ],
    [
      'an edit that changes nothing',
      broken((json) => {
        const change = at(json, 'changes[0]');
        const none = { source_start: 0, source_end: 1, test_start: 0, test_end: 1 };
        const edit = { kind: 'replace', ...none, source_text: 'P', test_text: 'P' };
        change.inline = [edit, ...(change.inline as unknown[])];
      }),
      /^changes\[0\]\.inline\[0\]: changes nothing/,
    ],
    [
      'no edits where the texts differ',
      set('changes[0]', 'inline', []),
      /^changes\[0\]\.inline: does not turn source_text into test_text/,
    ],
    [
      'a kind of block that neither block is',
      set('changes[0]', 'block_kind', 'cell'),
      /^changes\[0\]\.block_kind: is "cell", which no block of the change is/,
    ],
    [
      'a confidence where there is no pair',
      set('changes[2]', 'confidence', 0.5),
      /^changes\[2\]\.confidence: is 0\.5; it is 0 where there is no pair/,
    ],
    [
      'two changes to one block',
      broken((json) => {
        (json.changes as unknown[]).push(at(json, 'changes[0]'));
      }),
      /^changes\[4\]\.source_address: is .*, of which a change is listed already/,
    ],
    [
      'another pass than the pair has',
      set('changes[0]', 'matched_by', 'move'),
      /^changes\[0\]\.matched_by: does not agree with the pair/,
    ],
    [
      'another confidence than the pair has',
      set('changes[0]', 'confidence', 0.0001),
      /^changes\[0\]\.confidence: does not agree with the pair/,
    ],
    [
      'a change of two blocks that are no pair',
      broken((json) => {
        const [first, second] = ['changes[0]', 'changes[1]'].map((path) => at(json, path));
        for (const key of ['test_address', 'test_text', 'test_label']) {
          [first[key], second[key]] = [second[key], first[key]];
        }
        for (const change of [first, second]) {
          const [a, b] = [change.source_text as string, change.test_text as string];
          const [source_end, test_end] = [a, b].map((text) => Array.from(text).length);
          const whole = { kind: 'replace', source_start: 0, source_end, test_start: 0, test_end };
          change.inline = [{ ...whole, source_text: a, test_text: b }];
        }
      }),
      /are no pair of the alignment/,
    ],
    [
      'a delete of a block that is in a pair',
      broken((json) => {
        const change = at(json, 'changes[0]');
        const none = { test_address: null, test_label: null, test_text: '', inline: [] };
        Object.assign(change, none, { kind: 'delete', matched_by: 'unmatched', confidence: 0 });
      }),
      /^changes\[0\]\.kind: is "delete", but .* is in a pair of the alignment/,
    ],
    [
      'pairs out of order',
      broken((json) => {
        const pairs = at(json, 'alignment').pairs as unknown as unknown[];
        pairs.push(...pairs.splice(1, 1));
      }),
      /^alignment\.pairs\[\d+\]: should stand after the pair before it/,
    ],
    [
      'counts of other changes',
      broken((json) => {
        const counts = at(json, 'statistics.counts') as Record<string, number>;
        counts.moved += counts.modified;
        counts.modified = 0;
      }),
      /^statistics\.counts\.modified: is 0, but the changes give 1/,
    ],
    [
      'other characters than were added',
      set('statistics.counts', 'chars_added', 99),
      /^statistics\.counts\.chars_added: is 99, but the changes give 2/,
    ],
    [
      'a breadcrumb of numbers',
      set('changes[0]', 'breadcrumb', [1]),
      /^changes\[0\]\.breadcrumb\[0\]: should be a string/,
    ],
    [
      'a pair without its test side',
      broken((json) => {
        delete at(json, 'alignment.pairs[1]').test_path;
      }),
      /^alignment\.pairs\[1\]: lacks the key "test_path"/,
    ],
    [
      'a pair that leads nowhere',
      set('alignment.pairs[1]', 'source_path', '/cell[1]'),
      /names "\/cell\[1\]", which is not in source/,
    ],
    [
      'a block in two pairs',
      broken((json) => {
        at(json, 'alignment.pairs[2]').source_path = at(json, 'alignment.pairs[1]').source_path;
      }),
      /in the alignment already/,
    ],
    [
      'a block left out',
      broken((json) => {
        (at(json, 'alignment').deleted as unknown[]).pop();
      }),
      /leaves out \/section\[1\]\/list_item\[3\] of source/,
    ],
    [
      'no root pair',
      broken((json) => {
        (at(json, 'alignment').pairs as unknown[]).shift();
      }),
      /begin with the pair of the two roots/,
    ],
    [
      'wrong pass counts',
      set('alignment.pass_counts', 'move', 7),
      /^alignment\.pass_counts\.move: is 7, but there are 0/,
    ],
    [
      'two configurations',
      set('alignment.config', 'fuzzy_window', 3),
      /alignment\.config: does not agree with config\.alignment/,
    ],
    ['two measures', set('alignment', 'backend', 'difflib'), /alignment\.backend: does not agree/],
    [
      'a wrong number of blocks',
      set('statistics', 'test_blocks', 1),
      /statistics\.test_blocks: does not agree with the blocks of test/,
    ],
    ['counts that do not add up', set('statistics.counts', 'moved', 1), /is not the sum of the five kinds/],
    ['half a change', set('statistics.counts', 'tokens_changed', 0.5), /should be a whole number/],
    [
      'a section without density',
      broken((json) => {
        delete at(json, 'statistics.sections[0]').density;
      }),
      /^statistics\.sections\[0\]: lacks the key "density"/,
    ],
  ];
  it.each(cases)('%s', (_, json, message) => {
    expect(() => Comparison.fromJSON(json)).toThrow(message);
    expect(() => Comparison.fromJSON(json)).toThrow(ComparisonError);
  });

  it('that is no object at all', () => {
    for (const value of [undefined, null, 3, [], true, () => {}]) {
      expect(() => Comparison.fromJSON(value)).toThrow(ComparisonError);
    }
    expect(() => Comparison.fromJSON(whole)).toThrow(/JSON\.parse/);
  });
});

describe('hostile JSON', () => {
  it('that nests without end is refused before the stack is', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    for (const key of ['source', 'changes', 'alignment', 'statistics', 'config']) {
      const json = JSON.parse(whole.replace(`"${key}":`, `"${key}":${deep},"x${key}":`));
      expect(() => Comparison.fromJSON(json)).toThrow(ComparisonError);
    }
    const attrs = JSON.parse(whole.replace('"attrs":{}', `"attrs":{"a":${deep}}`));
    expect(() => Comparison.fromJSON(attrs)).toThrow(/attrs of .* nest deeper/);
  });

  it('with keys of the language in it changes nothing outside', () => {
    const proto = JSON.parse(
      whole.replace('{"schema_version"', '{"__proto__":{"polluted":1},"schema_version"'),
    );
    expect(() => Comparison.fromJSON(proto)).toThrow(/unknown key "__proto__"/);
    const inherited = Object.create(document()) as object;
    expect(() => Comparison.fromJSON(inherited)).toThrow(ComparisonError);
    expect(({} as Json).polluted).toBeUndefined();
  });

  it('with any one value replaced by any other is read faithfully or refused by name', () => {
    // Paths of all values in the document, so that each may be hit.
    const paths: (string | number)[][] = [];
    const visit = (value: unknown, path: (string | number)[]): void => {
      paths.push(path);
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key]);
    };
    visit(document(), []);
    const junk = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        true,
        -1,
        0,
        1,
        0.5,
        1e300,
        '',
        '/',
        '/section[1]',
        'exact',
        'fallback',
        [],
        {},
        [[]],
      ),
      fc.jsonValue({ maxDepth: 1 }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...paths.slice(1)), junk, (path, value) => {
        const json = document();
        const last = path[path.length - 1];
        const parent = path.slice(0, -1).reduce<unknown>((inner, key) => (inner as Json)[key], json) as Json;
        parent[last] = value;
        let back: Comparison;
        try {
          back = Comparison.fromJSON(json);
        } catch (error) {
          expect(error).toBeInstanceOf(ComparisonError);
          expect((error as Error).message.length).toBeLessThan(600);
          return;
        }
        expect(JSON.parse(JSON.stringify(back.toJSON({ alignment: true })))).toEqual(
          JSON.parse(JSON.stringify(json)),
        );
      }),
      { numRuns: 2000 },
    );
  });
});
