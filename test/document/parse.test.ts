import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BlockTree,
  buildTree,
  DocumentError,
  type DraftBlock,
  MAX_DEPTH,
  parseTree,
  setSourceRange,
  sourceRange,
  walk,
  writeTree,
} from '../../src/document/index.js';
import { doc, item, para, section, table, versions } from '../align/trees.js';

type Json = Record<string, unknown>;

const tree = buildTree(
  {
    kind: 'document',
    matched_by: 'document',
    confidence: 1,
    children: [
      {
        kind: 'paragraph',
        text: 'Pay 😀 now.',
        label: '1',
        level: 1,
        role: 'clause',
        spans: [{ type: 'amount', start: 4, end: 5, value: null }],
        matched_by: 'label:decimal',
        confidence: 0.9,
        attrs: { marker: '1.', list: [1, null, { deep: true }] },
      },
      { kind: 'unknown', text: '???', matched_by: 'fallback', confidence: 0 },
    ],
  },
  [{ kind: 'comment', count: 2, reason: 'comments are not compared' }],
);
const json = (): Json => JSON.parse(JSON.stringify(tree)) as Json;

/** The tree's JSON with one thing wrong in it. */
const broken = (change: (root: Json, first: Json, whole: Json) => void): Json => {
  const whole = json();
  const root = whole.root as Json;
  change(root, (root.children as Json[])[0], whole);
  return whole;
};

describe('a tree', () => {
  it('reads back from its JSON', () => {
    expect(parseTree(json())).toEqual(JSON.parse(JSON.stringify(tree)));
  });

  it('is written in wire order, whatever order its JSON had', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, item]) => [key, key === 'attrs' ? item : reversed(item)]),
      );
    };
    expect(JSON.stringify(parseTree(reversed(json())))).toBe(JSON.stringify(tree));
  });

  it('of any document reads back, byte for byte', () => {
    fc.assert(
      fc.property(versions, ([any]) => {
        const text = JSON.stringify(any);
        expect(JSON.stringify(parseTree(JSON.parse(text)))).toBe(text);
        expect(JSON.stringify(writeTree(any))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps odd attributes as they are', () => {
    const text = '{"__proto__":{"x":1},"constructor":2}';
    const odd = broken((_, first) => {
      first.attrs = JSON.parse(text);
    });
    expect(JSON.stringify(parseTree(odd).root.children[0].attrs)).toBe(text);
    expect(({} as Json).x).toBeUndefined();
  });

  it('keeps the ranges of a tree that a reader made', () => {
    const read = doc(para('One.'), para('Two.'));
    setSourceRange(read.root.children[1], { start: 6, end: 10 });
    expect(sourceRange(parseTree(read).root.children[1])).toEqual({ start: 6, end: 10 });
    expect(sourceRange(parseTree(read).root.children[0])).toBeUndefined();
  });

  it('does not share what can be changed with its JSON', () => {
    const data = json();
    const parsed = parseTree(data);
    ((data.root as Json).children as Json[])[0].text = 'other';
    (((data.root as Json).children as Json[])[0].attrs as Json).marker = 'other';
    expect(parsed.root.children[0].text).toBe('Pay 😀 now.');
    expect(parsed.root.children[0].attrs.marker).toBe('1.');
  });
});

describe('a tree with a fault in it is refused, and the error names the block', () => {
  const cases: [string, (root: Json, first: Json, whole: Json) => void, RegExp][] = [
    [
      'an unknown key',
      (_, first) => {
        first.colour = 'red';
      },
      /^\/paragraph\[1\]: the block has an unknown key "colour"/,
    ],
    [
      'a misspelled key',
      (_, first) => {
        first.lable = 'x';
      },
      /did you mean "label"/,
    ],
    [
      'a missing key',
      (_, first) => {
        delete first.role;
      },
      /^\/paragraph\[1\]: the block lacks the key "role"/,
    ],
    [
      'a bad kind',
      (_, first) => {
        first.kind = 'chapter';
      },
      /kind "chapter" is none of document, section/,
    ],
    [
      'a wrong path',
      (_, first) => {
        first.path = '/paragraph[2]';
      },
      /^\/paragraph\[1\]: path is "\/paragraph\[2\]"/,
    ],
    [
      'a number for text',
      (_, first) => {
        first.text = 3;
      },
      /text should be a string, not 3/,
    ],
    [
      'a level below 0',
      (_, first) => {
        first.level = -1;
      },
      /level should be a whole number/,
    ],
    [
      'half a level',
      (_, first) => {
        first.level = 0.5;
      },
      /level should be a whole number/,
    ],
    [
      'a confidence above 1',
      (_, first) => {
        first.confidence = 1.01;
      },
      /confidence should be a number from 0 to 1, not 1.01/,
    ],
    [
      'a confidence that is no number',
      (_, first) => {
        first.confidence = Number.NaN;
      },
      /confidence should be/,
    ],
    [
      'confidence 0 without fallback',
      (_, first) => {
        first.confidence = 0;
      },
      /0 goes with "fallback"/,
    ],
    [
      'fallback with confidence',
      (_, first) => {
        first.matched_by = 'fallback';
      },
      /0 goes with "fallback"/,
    ],
    [
      'a span past the end, in code points',
      (_, first) => {
        first.spans = [{ type: 'a', start: 0, end: 11, value: null }];
      },
      /spans\[0\] covers 0 to 11; the text has 10 code points/,
    ],
    [
      'a span that ends before it starts',
      (_, first) => {
        first.spans = [{ type: 'a', start: 3, end: 2, value: null }];
      },
      /spans\[0\] covers 3 to 2/,
    ],
    [
      'a span without a value',
      (_, first) => {
        first.spans = [{ type: 'a', start: 0, end: 1 }];
      },
      /spans\[0\] lacks the key "value"/,
    ],
    [
      'a container with text',
      (root) => {
        root.text = 'x';
      },
      /^\/: text should be ""/,
    ],
    [
      'a root of another kind',
      (root) => {
        root.kind = 'section';
      },
      /the root of a tree is a document/,
    ],
    [
      'a wrong fallback count',
      (_, __, whole) => {
        whole.fallback_count = 2;
      },
      /fallback_count is 2, but 1 blocks/,
    ],
    [
      'children that are no list',
      (_, first) => {
        first.children = {};
      },
      /children should be a list/,
    ],
    [
      'attributes that are a list',
      (_, first) => {
        first.attrs = [];
      },
      /attrs should be an object/,
    ],
    [
      'dropped content without a reason',
      (_, __, whole) => {
        whole.dropped = [{ kind: 'x', count: 1 }];
      },
      /dropped\[0\] lacks the key "reason"/,
    ],
    [
      'an unknown key of the tree',
      (_, __, whole) => {
        whole.extra = 1;
      },
      /the tree has an unknown key "extra"/,
    ],
  ];
  it.each(cases)('%s', (_, change, message) => {
    expect(() => parseTree(broken(change))).toThrow(message);
    expect(() => parseTree(broken(change))).toThrow(DocumentError);
  });

  it('that is no tree at all', () => {
    for (const value of [null, undefined, 3, 'x', [], () => {}, {}]) {
      expect(() => parseTree(value)).toThrow(DocumentError);
    }
  });

  it('names the address in the error', () => {
    try {
      parseTree(
        broken((_, first) => {
          first.role = 7;
        }),
      );
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ name: 'DocumentError', code: 'bad_tree', address: '/paragraph[1]' });
    }
  });
});

describe('depth', () => {
  const nested = (depth: number): DraftBlock => {
    let block = item(null, 'x');
    for (let i = 1; i < depth; i++) block = item(null, 'x', block);
    return block;
  };

  it('is read and written down to the cap', () => {
    const deep = doc(nested(MAX_DEPTH));
    expect(parseTree(JSON.parse(JSON.stringify(deep)))).toEqual(JSON.parse(JSON.stringify(deep)));
  });

  it('beyond the cap is an error and no stack overflow', () => {
    expect(() => doc(nested(MAX_DEPTH + 1))).toThrow(/nests deeper than 100 levels/);
    let path = '';
    let json = '';
    for (let i = 0; i < 5_000; i++) path += '/list_item[1]';
    for (let i = 5_000; i > 0; i--) {
      const at = path.slice(0, i * '/list_item[1]'.length);
      json = `{"kind":"list_item","text":"","label":null,"level":0,"path":"${i < 150 ? at : ''}","role":null,"spans":[],"matched_by":"x","confidence":1,"attrs":{},"children":[${json}]}`;
    }
    const root = `{"kind":"document","text":"","label":null,"level":0,"path":"/","role":null,"spans":[],"matched_by":"document","confidence":1,"attrs":{},"children":[${json}]}`;
    expect(() => parseTree(JSON.parse(`{"root":${root},"dropped":[],"fallback_count":0}`))).toThrow(
      expect.objectContaining({ code: 'too_deep' }),
    );
  });

  it('of attributes is capped too', () => {
    const deep = broken((_, first) => {
      first.attrs = JSON.parse(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`);
    });
    expect(() => parseTree(deep)).toThrow(expect.objectContaining({ code: 'too_deep' }));
  });
});

describe('a built tree', () => {
  it('counts its blocks by kind among siblings', () => {
    const built: BlockTree = doc(para('a'), section('B', para('c'), table(['d', 'e'])), para('f'));
    expect(Array.from(walk(built.root), (block) => block.path)).toEqual([
      '/',
      '/paragraph[1]',
      '/section[1]',
      '/section[1]/heading[1]',
      '/section[1]/paragraph[1]',
      '/section[1]/table[1]',
      '/section[1]/table[1]/row[1]',
      '/section[1]/table[1]/row[1]/cell[1]',
      '/section[1]/table[1]/row[1]/cell[2]',
      '/paragraph[2]',
    ]);
  });

  it('looks for spans only when somebody reads them, and once', () => {
    let asked = 0;
    const built = doc({
      ...para('Pay.'),
      spans: () => {
        asked++;
        return [{ type: 'x', start: 0, end: 3, value: null }];
      },
    });
    const [block] = built.root.children;
    expect(asked).toBe(0);
    expect(block.spans).toBe(block.spans);
    expect(asked).toBe(1);
  });
});
