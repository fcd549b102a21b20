import { describe, expect, test } from 'vitest';
import { builtinProfiles } from '../../src/profile/builtin/profiles.js';
import { compileNative } from '../../src/profile/native-pattern.js';

/** What a text could be made of to send a backtracking engine back and forth: each is repeated to a long text. */
const PIECES = [
  ...[
    '1',
    'a',
    'A',
    '1.',
    '.1',
    '1,',
    ',111',
    ' 111',
    '1-',
    'A-',
    'A&',
    "A'",
    'A ',
    'Aa ',
    'Aa, ',
    'a b ',
    'A b C ',
  ],
  ...[
    '(',
    ')',
    '()',
    '(a)',
    '(1)',
    '((',
    '(a',
    '[',
    '"',
    '“',
    '"a',
    '"a" ',
    '"a" and ',
    '"a", ',
    '("a" ',
    '“a”, “',
  ],
  ...[
    '$',
    '$1',
    '$1,111',
    '€1 ',
    '1 111 ',
    '% ',
    '§',
    '§ 1',
    '§1.',
    'clause ',
    'clause 1, ',
    'clause 1 and ',
    'clause (a)',
  ],
  ...[
    'Schedule ',
    'Schedule 2 (a)',
    'Section 1.',
    'Act ',
    'of ',
    'A of ',
    'A of and ',
    'A (a) ',
    '[2020] ',
    '[2020] AA ',
  ],
  ...[
    'ISO ',
    'ISO 11-',
    '1 January ',
    'January 1 ',
    '1st day of ',
    '2020-',
    '1/1/',
    '2020年',
    '1 月',
    'Party ',
    'Party A ',
  ],
  ...[
    ' ',
    '\t',
    '\n',
    '. ',
    '_',
    '—',
    ': ',
    'Agreement ',
    'agreement and ',
    'x-',
    'Å',
    '😀',
    'Note: ',
    'A. B. ',
    'I',
    'IV ',
    'i) ',
  ],
];

/** Long enough that a search whose time grows with the square takes seconds, and a linear one a few milliseconds. */
const LENGTH = 40_000;
/** Milliseconds. */
const LIMIT = 500;

const patterns = new Set(
  builtinProfiles.flatMap(({ label_patterns, heading_resets, role_rules, span_extractors }) =>
    [...label_patterns, ...heading_resets, ...role_rules, ...span_extractors].flatMap(
      ({ pattern }) => pattern ?? [],
    ),
  ),
);

describe('the built-in patterns, which run on the backtracking engine', () => {
  test.each([...patterns].map((pattern) => [pattern]))('take no long time over any text: %s', (pattern) => {
    const compiled = compileNative(pattern);
    const slow: string[] = [];
    for (const piece of PIECES) {
      // Opened by a quote or a label too, so that what begins with those gets going.
      for (const opening of ['', '"', 'Schedule 2 ']) {
        const text = opening + piece.repeat(LENGTH / piece.length);
        const time = () => {
          const start = performance.now();
          compiled.matchAll(text);
          return performance.now() - start;
        };
        // A busy machine is slow once; a bad pattern is slow every time.
        if (time() > LIMIT && time() > LIMIT && time() > LIMIT) slow.push(`${opening}${piece}`);
      }
    }
    expect(slow).toEqual([]);
  });
});
