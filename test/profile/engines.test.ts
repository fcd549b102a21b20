import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtinProfiles } from '../../src/profile/builtin/profiles.js';
import { compileProfile } from '../../src/profile/compile.js';
import { compileLinear } from '../../src/profile/linear-pattern.js';
import { compileNative } from '../../src/profile/native-pattern.js';
import { PatternError } from '../../src/profile/pattern-source.js';
import type { Pattern, Profile } from '../../src/profile/profile.js';

function patternsOf(profile: Profile): string[] {
  const { label_patterns, heading_resets, role_rules, span_extractors } = profile;
  const all = [...label_patterns, ...heading_resets, ...role_rules, ...span_extractors];
  return all.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern]));
}

const PATTERNS = [...new Set(builtinProfiles.flatMap(patternsOf))];

const SAMPLES = [
  '1.1 The Supplier shall provide the Services from 1 March 2025 for £1,250.00 a month (the “Fees”).',
  '(c) 2024 Example Limited',
  'A. Smith said that 1.5 million people came',
  'Schedule 2 (Fees) sets out the fees. SCHEDULE 3 – DATA. § 12 Haftung; §§ 3.1 and 4',
  '"Term" means a word, "Other Term" and “Third” mean others; "Fourth" has the meaning given in clause 9.2(a)(ii).',
  'see clauses 4.1, 4.2 and 4.3 or Sections 1 to 7, Regulation (EU) 2016/679 and the Data Protection Act 2018',
  'IN WITNESS WHEREOF the parties have signed. By: ______ Name:\tTitle:',
  'WHEREAS the Party of the first part ſ K\u2028next\u00a0line\u3000wide',
  '于2024年3月1日签署，金额为100元，ＡＢＣ ９％ 😀 (😀) 1) 😀',
  '12A.—(1) In this Act “vessel” means …',
  'Master Services Agreement',
  'Recitals',
  '3. Entire agreement',
  '',
];

/** Everything that both engines can be asked, in one value. */
function answers(pattern: Pattern, text: string) {
  return {
    test: pattern.test(text),
    first: pattern.exec(text),
    from: pattern.exec(text, [...text].slice(0, 2).join('').length),
    all: pattern.matchAll(text),
    lead: pattern.lead(text),
  };
}

describe('the two engines', () => {
  test.each(PATTERNS.map((pattern) => [pattern]))('agree on %s', (pattern) => {
    const native = compileNative(pattern);
    const linear = compileLinear(pattern);
    for (const text of SAMPLES) expect(answers(linear, text), text).toEqual(answers(native, text));
  });

  test('agree on built-in patterns over text put together from their own vocabulary', () => {
    const word = fc.constantFrom(
      ...'1 1. 1.1 1.1.1 (a) (i) A. IV. a) (1) Schedule SCHEDULE 2 Section § 12 clause 9.2(a) , . : – — ( ) and or'.split(
        ' ',
      ),
      ...'“Term” "Term" means is 1 March 2025 2025-03-01 £5 % USD 1,000 million Supplier Limited Act Note: Part'.split(
        ' ',
      ),
      ' ',
      '\u00a0',
      '\n',
      '😀',
      'é',
    );
    const text = fc.array(word, { maxLength: 14 }).map((words) => words.join(' '));
    const compiled = PATTERNS.map(
      (pattern) => [pattern, compileNative(pattern), compileLinear(pattern)] as const,
    );
    fc.assert(
      fc.property(text, fc.nat(PATTERNS.length - 1), (sample, i) => {
        const [pattern, native, linear] = compiled[i];
        expect(answers(linear, sample), pattern).toEqual(answers(native, sample));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['white space of every kind', '^\\s+$', ' \t\v\u00a0\u3000\ufeff\u2028'],
    ['what is no white space', '\\S+', ' a\u00a0b\u200bc '],
    ['both in a class', '[\\s,]+[^\\s,]+[\\S]', 'x ,\u00a0yz'],
    ['a full stop, and the line ends it leaves out', 'a.b', 'a\rb a\u2028b a\u00a0b'],
    ['a full stop that takes line ends', '(?s)a.b', 'a\nb'],
    ['letter case', '(?i)straße|ÉCOLE', 'STRAßE école'],
    ['code points by number', '\\u201cx\\u201d|\\u{1f600}|\\ud83d\\ude01|\\x41', '“x” 😀 😁 A'],
    ['properties in long and short', '\\p{Lu}\\p{Uppercase_Letter}\\p{gc=Ll}\\P{L}', 'ABc1'],
    ['scripts', '\\p{Script=Han}+|\\p{sc=Thai}+', '漢字 ไทย'],
    ['a bracket in a class', '[[(]x[\\])]', '[x] (x)'],
    ['any character, and none', '[^]x|[]', '\nx'],
    ['lazy and counted repetition', 'a{2,3}?b|c{2,}|d*?e', 'aaab ccc dde'],
    ['named groups', '(?<year>[0-9]{4})-(?<month>[0-9]{2})', 'on 2025-03'],
    ['word boundaries and escapes', '\\bx\\b|\\cI|\\0|\\/|[\\b\\-]', 'x-\t\0/\b xx'],
    ['empty matches', 'x*', 'axx😀b'],
  ])('give %s one meaning', (_, pattern, text) => {
    expect(answers(compileLinear(pattern), text)).toEqual(answers(compileNative(pattern), text));
  });

  test('agree on any pattern of the language over any text', () => {
    const atom = fc.constantFrom(
      ...['a', 'b', 'é', '😀', '.', '\\s', '\\S', '\\d', '\\w', '\\W', '\\p{L}', '\\P{L}', '\\.', '\\u00e9'],
      ...['[ab]', '[^a]', '[\\s.]', '[^\\S]'],
    );
    const edge = fc.constantFrom('\\b', '^', '$');
    const choice = fc.array(atom, { minLength: 1, maxLength: 3 }).map((atoms) => `(?:${atoms.join('|')})`);
    const times = fc.constantFrom('', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}?');
    // What is repeated takes at least one character: the engines differ over rounds that take nothing.
    const repeated = fc.tuple(fc.oneof(atom, choice), times).map(([part, count]) => part + count);
    const sequence = fc
      .array(fc.oneof({ arbitrary: repeated, weight: 5 }, { arbitrary: edge, weight: 1 }), {
        minLength: 1,
        maxLength: 4,
      })
      .map((parts) => parts.join(''));
    // A group that is repeated keeps its last text in one engine only, so groups stand outside of repetitions.
    const pattern = fc
      .tuple(
        fc.constantFrom('', '(?i)', '(?s)'),
        fc.array(fc.tuple(sequence, sequence), { minLength: 1, maxLength: 2 }),
      )
      .map(([flags, branches]) => flags + branches.map(([a, b]) => `${a}(${b})`).join('|'));
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', 'é', 'É', '😀', ' ', '.', '1', '\n', '\u00a0'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(pattern, text, (source, sample) => {
        expect(answers(compileLinear(source), sample)).toEqual(answers(compileNative(source), sample));
      }),
      { numRuns: 600 },
    );
  });

  test('say the same of outside and built-in profiles, list for list', () => {
    for (const profile of builtinProfiles) {
      const trusted = compileProfile(profile, { trusted: true });
      const outside = compileProfile(profile, { trusted: false });
      expect(outside.label_patterns.map((p) => p.name)).toEqual(trusted.label_patterns.map((p) => p.name));
      expect(outside.role_rules.map((r) => r.compiled === null)).toEqual(
        trusted.role_rules.map((r) => r.match === 'parent_role'),
      );
    }
  });
});

describe('what the linear engine leaves out', () => {
  const refusal = (pattern: string) => {
    try {
      compileLinear(pattern);
    } catch (error) {
      return (error as Error).message;
    }
    return null;
  };

  test.each([
    ['x(?=y)', 'the look-ahead (?=…)'],
    ['x(?!y)', 'the look-ahead (?!…)'],
    ['(?<=x)y', 'the look-behind (?<=…)'],
    ['(?<!x)y', 'the look-behind (?<!…)'],
    ['(x)\\1', 'the back-reference \\1'],
    ['(?<n>x)\\k<n>', 'the back-reference \\k<…>'],
    ['x{1001}', 'at most 1000 copies'],
    ['((x{50}){50}){50}', 'at most 1000 copies'],
    ['(?m)^x', 'flag "m"'],
    ['(', 'unterminated group'],
    ['[b-a]', 'range out of order'],
    ['\\q', 'invalid escape'],
    ['{', 'not a valid regular expression'],
  ])('%s is an error that names it', (pattern, part) => {
    expect(refusal(pattern)).toContain(part);
  });

  test('any text at all is a pattern that runs, or an error of that kind', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...'( ) [ ] { } * + ? | ^ $ . \\ (?: (?= (?<n> \\p{ \\u{ [^ \\1 (?i) {2,} , - a :'.split(' '),
      ),
      fc.string({ maxLength: 2 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        try {
          compileLinear(pieces.join('')).matchAll('a (b) é😀');
        } catch (error) {
          expect(error).toBeInstanceOf(PatternError);
        }
      }),
      { numRuns: 600 },
    );
  });

  test('look-around inside a class or escaped is only characters', () => {
    expect(refusal('[(?=]x\\(?=y')).toBeNull();
  });
});

describe('hostile patterns from outside', () => {
  test.each(['(a+)+$', '(a|a)*$', '(a|aa)+$', '(.*a){12}$', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    '%s takes time in proportion to the text',
    (pattern) => {
      const compiled = compileLinear(pattern);
      const start = performance.now();
      compiled.test(`${'a'.repeat(20_000)}!`);
      compiled.exec(`${'a'.repeat(20_000)}!`);
      expect(performance.now() - start).toBeLessThan(10_000);
    },
  );

  test('a pattern that looks to the end for every match does not cost the square of the text', () => {
    const compiled = compileLinear('x*y|x');
    const time = (length: number) => {
      const start = performance.now();
      expect(compiled.matchAll('x'.repeat(length))).toHaveLength(length);
      return performance.now() - start;
    };
    time(2_000);
    // 24 times the text: the square would be 576 times as long, half a minute.
    expect(time(48_000)).toBeLessThan(20_000);
  });

  test('a long text searched in pieces still gives its matches', () => {
    const sentence = 'On 2025-03-01 the fee is due. ';
    const text = sentence.repeat(2_000);
    const matches = compileLinear('[0-9]{4}-[0-9]{2}-[0-9]{2}').matchAll(text);
    expect(matches.map((match) => match.index)).toEqual(
      Array.from({ length: 2_000 }, (_, i) => 3 + i * sentence.length),
    );
    expect(text.slice(matches[1_999].starts[0], matches[1_999].starts[0] + 10)).toBe('2025-03-01');
  });
});
