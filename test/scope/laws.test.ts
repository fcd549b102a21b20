import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  readScopes,
  SCOPE_KINDS,
  SCOPE_LANGUAGES,
  type ScopeReading,
  selectScope,
} from '../../src/scope/index.js';
import { SOURCES } from './sources.js';

/** What holds of every reading of every text. */
function checkLaws(text: string, reading: ScopeReading): void {
  const points = [...text];
  const starts = [...text.matchAll(/\r\n|\n|\r/g)].map(
    ({ index, 0: end }) => [...text.slice(0, index)].length + end.length,
  );
  const lineOf = (point: number) => 1 + starts.filter((start) => start <= point).length;
  const isProse = reading.language === 'markdown' || reading.language === 'text';
  const lastSibling = new Map<number | null, number>();
  reading.symbols.forEach((symbol, i) => {
    const { name, kind, start, end, container } = symbol;
    const said = `${kind} ${name}`;
    expect(SCOPE_KINDS, said).toContain(kind);
    expect(name, said).toMatch(/\S/);
    expect(0 <= start && start < end && end <= points.length, said).toBe(true);
    expect(symbol.start_line, said).toBe(lineOf(start));
    expect(symbol.end_line, said).toBe(lineOf(end - 1));
    if (!isProse) {
      expect(points[start], said).toMatch(/[^ \t\r\n]/u);
      expect(points[end - 1], said).toMatch(/[^ \t\r\n]/u);
    }
    const before = i === 0 ? undefined : reading.symbols[i - 1];
    if (before !== undefined) expect(before.start < start || before.start === start, said).toBe(true);
    if (container !== null) {
      expect(container, said).toBeLessThan(i);
      const around = reading.symbols[container];
      expect(around.start <= start && end <= around.end, said).toBe(true);
    }
    expect(lastSibling.get(container) ?? 0, said).toBeLessThanOrEqual(start);
    lastSibling.set(container, end);
    const selection = selectScope(reading, { name, kind });
    if (selection.status === 'selected') expect(selection.symbol).toBe(symbol);
    else expect(selection.status === 'ambiguous' && selection.candidates.includes(symbol), said).toBe(true);
  });
  for (const { start, end } of reading.skipped)
    expect(0 <= start && start <= end && end <= points.length).toBe(true);
}

/** Pieces that break a program, or its reader's counting. */
const SPLINTER = fc.constantFrom(
  '(',
  ')',
  '{',
  '}',
  '[',
  '"',
  "'",
  '`',
  '/*',
  '<',
  ';',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '😀',
  '\uFEFF',
  '\u2028',
  '\ud800',
  '# ',
  '- ',
  '| a |\n|--|\n',
  '```\n',
  '---\n',
  '1. ',
  '@@@',
  'class ',
);

/** A source with pieces put in, or parts taken out, at a few places. */
function damaged(text: string): fc.Arbitrary<string> {
  const cut = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), take: fc.nat(12), put: SPLINTER });
  return fc.array(cut, { minLength: 1, maxLength: 3 }).map((cuts) =>
    cuts.reduce((at, { at: where, take, put }) => {
      const from = Math.floor(where * at.length);
      return at.slice(0, from) + put + at.slice(from + take);
    }, text),
  );
}

const MORE_SOURCES: Readonly<Record<string, string>> = {
  json: '{\n  "a": {"b": [1, {"c": 2}]},\n  // so\n  "d": "e\\"f"\n}\n',
  yaml: '# x\na:\n  b: |\n    c\n  d: [1, {e: 2}]\nf:\n- g: 1\n- h\n---\ni: "j"\n',
  toml: '# x\na = 1\n[b.c]\nd = { e = [1, 2] }\n[[f]]\ng = """\nh\n"""\n',
  ini: '; x\na = 1\n[b]\nc = 2\n  d\n[e "f"]\ng\n',
  markdown:
    '---\na: b\n---\n# A\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n## B\n\n1. one\n   - two\n\n```\ncode\n```\n',
  text: 'TITLE\n\n1. One\n\n1.1 Two words here.\n\n(a) three; and\n\n(b) four.\n\n2. Five\n',
};

const TEXTS = Object.fromEntries(
  SCOPE_LANGUAGES.map((language) => [language, SOURCES[language]?.text ?? MORE_SOURCES[language]]),
);

describe.each(Object.entries(TEXTS))('%s', (language, text) => {
  test('lies inside the text, nested and in order, with or without faults', async () => {
    checkLaws(text, await readScopes(text, { language }));
    await fc.assert(
      fc.asyncProperty(damaged(text), async (faulty) => {
        checkLaws(faulty, await readScopes(faulty, { language }));
      }),
      { numRuns: 15 },
    );
  });
});

test.each([
  ['markdown', '# A\n\n```\ncode\n```\r\n', ['A', 'code']],
  ['text', '1. One\n\n(\r\n2. Five\n', ['1. One', '2. Five']],
  ['yaml', '\ra:\n  b: 1\n', ['a', 'a.b']],
  ['ini', '[]\nc = 2\n[ ]\n', ['""', '"".c', '""']],
])('lies inside the text, in %s %j', async (language, text, names) => {
  const reading = await readScopes(text, { language });
  checkLaws(text, reading);
  expect(reading.symbols.map(({ name }) => name)).toEqual(names);
});

test('gives the same reading of the same text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SCOPE_LANGUAGES), fc.gen(), async (language, gen) => {
      const text = gen(damaged, TEXTS[language]);
      expect(await readScopes(text, { language })).toEqual(await readScopes(text, { language }));
    }),
    { numRuns: 20 },
  );
});

test('moves with the text before it, and changes nothing else', async () => {
  const kept = {
    typescript: '// 😀\n\n',
    python: '# 😀\n\n',
    json: '// 😀\n\n',
    toml: '# 😀\n\n',
    ini: '; 😀\n\n',
  };
  for (const [language, before] of Object.entries(kept)) {
    const text = TEXTS[language].replace(/^#!.*/, '');
    const plain = await readScopes(text, { language });
    await fc.assert(
      fc.asyncProperty(fc.nat(5), async (times) => {
        const moved = await readScopes(before.repeat(times) + text, { language });
        const by = [...before].length * times;
        const back = moved.symbols.map((it) => ({
          ...it,
          start: it.start - by,
          end: it.end - by,
          start_line: it.start_line - 2 * times,
          end_line: it.end_line - 2 * times,
        }));
        expect(back).toEqual(plain.symbols);
      }),
      { numRuns: 5 },
    );
  }
});
