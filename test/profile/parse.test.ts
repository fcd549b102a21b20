import { describe, expect, test } from 'vitest';
import { ProfileError } from '../../src/profile/errors.js';
import { parseProfile } from '../../src/profile/parse.js';
import { DEFAULT_HEADING_RULE } from '../../src/profile/profile.js';

/** What is wrong, as `line path: message`. */
function problems(given: unknown): string[] {
  return fault(given).problems.map(({ line, path, message }) => `${line ?? '-'} ${path}: ${message}`);
}

function fault(given: unknown, source?: string): ProfileError {
  try {
    parseProfile(given, source === undefined ? {} : { source });
  } catch (error) {
    if (error instanceof ProfileError) return error;
    throw error;
  }
  throw new Error('the profile was accepted');
}

describe('a profile from YAML', () => {
  test('has every default filled in', () => {
    const text = [
      'name: minutes',
      'label_patterns:',
      '  - { name: item, pattern: "^Item ([0-9]+)\\\\s+", style: decimal }',
      '  - { name: letter, pattern: "^([a-z])\\\\)\\\\s+", style: alpha }',
      'heading_rule:',
      '  max_words: 4',
      'span_extractors:',
      '  - { type: action, pattern: "ACTION" }',
      '',
    ].join('\n');
    expect(parseProfile(text)).toEqual({
      name: 'minutes',
      description: '',
      label_patterns: [
        { name: 'item', pattern: '^Item ([0-9]+)\\s+', style: 'decimal', depth_mode: 'arithmetic' },
        { name: 'letter', pattern: '^([a-z])\\)\\s+', style: 'alpha', depth_mode: 'stack' },
      ],
      heading_resets: [],
      heading_rule: { ...DEFAULT_HEADING_RULE, max_words: 4 },
      role_rules: [],
      span_extractors: [{ type: 'action', pattern: 'ACTION', group: 0 }],
    });
  });

  test('has all its problems told at once, each with its line and path', () => {
    const text = [
      'name: 12',
      'label_paterns: []',
      'label_patterns:',
      '  - name: a',
      '    pattern: "^[0-9]+"',
      '    style: decimals',
      '  - name: a',
      '    pattern: "^(?=x)(y)"',
      '    style: alpha',
      '    colour: red',
      'role_rules:',
      '  - role: clause',
      '    match: heading',
      '    pattern: "("',
      '    kind: paragraph',
      '  - role: note',
      '    match: parent_role',
      '    pattern: x',
      'heading_rule: { max_words: 0, allow_all_caps: "yes" }',
      'span_extractors:',
      '  - type: date',
      '    pattern: "([0-9]+)"',
      '    group: 2',
      '',
    ].join('\n');
    expect(problems(text)).toEqual([
      '1 name: expected text, found 12; put it in quotes',
      '2 label_paterns: unknown key "label_paterns" (did you mean "label_patterns"?)',
      '5 label_patterns[0].pattern: the pattern has no group, but group 1 is the label',
      '6 label_patterns[0].style: "decimals" is not one of decimal, alpha, roman, word (did you mean "decimal"?)',
      '8 label_patterns[1].pattern: the look-ahead (?=…) cannot be matched in linear time; match the surroundings and capture the part wanted in a group',
      '10 label_patterns[1].colour: unknown key "colour"; known: name, pattern, style, depth_mode',
      '14 role_rules[0].pattern: not a valid regular expression: unterminated group',
      '15 role_rules[0].kind: does nothing with "match: heading", which is for headings only',
      '16 role_rules[1].parent_role: "parent_role" is missing',
      '18 role_rules[1].pattern: does nothing with "match: parent_role", which takes "parent_role"',
      '19 heading_rule.max_words: expected a whole number from 1 to 100, found 0',
      '19 heading_rule.allow_all_caps: expected true or false, found "yes"',
      '22 span_extractors[0].pattern: the pattern has one group, but group 2 is the span',
    ]);
  });

  test('names its source and its problem in one message', () => {
    const one = fault('label_patterns: []\n', 'minutes.yaml');
    expect(one.code).toBe('bad_profile');
    expect(one.message).toBe('profile minutes.yaml: line 1, name: "name" is missing');
    expect(fault({ colour: 1 }).message).toBe(
      [
        'profile: 2 problems',
        '  colour: unknown key "colour"; known: name, description, label_patterns, heading_resets, heading_rule, role_rules, span_extractors',
        '  name: "name" is missing',
      ].join('\n'),
    );
  });

  test('may not give a key twice', () => {
    expect(problems('name: a\nname: b\nheading_rule:\n  max_words: 3\n  max_words: 4\n')).toEqual([
      '2 name: "name" is given twice, first on line 1',
      '5 heading_rule.max_words: "max_words" is given twice, first on line 4',
    ]);
  });

  test('may not use the same name for two patterns', () => {
    const pattern = '{ name: a, pattern: "^(x)", style: word }';
    expect(problems(`name: p\nlabel_patterns:\n  - ${pattern}\n  - ${pattern}\n`)).toEqual([
      '2 label_patterns: two entries are named "a"; names must differ',
    ]);
  });

  test('that is not YAML says where', () => {
    const error = fault('name: [\n');
    expect(error.code).toBe('bad_yaml');
    expect(error.problems[0].line).toBe(2);
    expect(fault('name: a: b\n').problems.map((p) => p.line)).toEqual([1]);
    expect(fault('name: a\n---\nname: b\n').code).toBe('bad_yaml');
    expect(fault('name: !!js/function "x"\n').code).toBe('bad_yaml');
  });

  test('that is empty, or no mapping, says what it should be', () => {
    expect(problems('')).toEqual([
      expect.stringMatching(/^(1|-) : expected a mapping with name, .*, found nothing$/),
    ]);
    expect(problems('- name: a\n')[0]).toContain('found a list');
    expect(problems('just text\n')[0]).toContain('found "just text"');
  });
});

describe('hostile profile text', () => {
  test('aliases are refused, not expanded', () => {
    const bomb = ['a: &a ["x","x","x","x","x","x","x","x","x"]'];
    for (let i = 1; i < 12; i++) {
      const before = String.fromCharCode(96 + i);
      const here = String.fromCharCode(97 + i);
      bomb.push(`${here}: &${here} [${Array(9).fill(`*${before}`).join(',')}]`);
    }
    const error = fault(bomb.join('\n'));
    expect(error.code).toBe('bad_profile');
    expect(error.problems.length).toBeLessThan(300);
    expect(problems('name: &n p\ndescription: *n\n')).toEqual([
      '2 description: the alias *n is not followed; write the value out',
    ]);
  });

  test('a huge text is refused before it is parsed', () => {
    const error = fault(`name: p\ndescription: "${'x'.repeat(200_000)}"\n`);
    expect(error.code).toBe('profile_too_large');
    expect(error.message).toContain('200000');
  });

  test.each([
    ['brackets', '['.repeat(100_000)],
    ['braces', '{a: '.repeat(40_000)],
    ['dashes', '- '.repeat(90_000)],
    ['question marks', '? '.repeat(90_000)],
    ['indentation', Array.from({ length: 500 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['one wide indentation', `name: p\nx:\n${' '.repeat(150_000)}- a`],
  ])('deeply nested %s are refused quickly', (_, text) => {
    const start = performance.now();
    expect(fault(text).code).toBe('bad_yaml');
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test('brackets inside quotes are no nesting', () => {
    const pattern = JSON.stringify(`^(${'\\['.repeat(100)})`);
    const text = `name: p\nlabel_patterns:\n  - { name: a, pattern: ${pattern}, style: word }\n`;
    expect(parseProfile(text).label_patterns).toHaveLength(1);
  });

  test('too many entries and too long patterns are refused', () => {
    const entry = { type: 'x', pattern: 'x' };
    expect(problems({ name: 'p', span_extractors: Array(101).fill(entry) })).toEqual([
      '- span_extractors: has 101 entries; a list may have 100',
    ]);
    expect(problems({ name: 'p', span_extractors: [{ type: 'x', pattern: 'x'.repeat(2001) }] })).toEqual([
      '- span_extractors[0].pattern: has 2001 characters; at most 2000 are allowed',
    ]);
  });

  test('keys of the object prototype are keys like any other', () => {
    expect(problems('name: p\n__proto__: { name: q }\nconstructor: x\n')).toEqual([
      '2 __proto__: unknown key "__proto__"; known: name, description, label_patterns, heading_resets, heading_rule, role_rules, span_extractors',
      '3 constructor: unknown key "constructor"; known: name, description, label_patterns, heading_resets, heading_rule, role_rules, span_extractors',
    ]);
    expect(problems(Object.create({ name: 'p' }))).toEqual(['- name: "name" is missing']);
  });

  test('any value at all is read or refused with a ProfileError', () => {
    for (const value of [
      null,
      undefined,
      1,
      true,
      [],
      () => 1,
      new Date(0),
      Symbol.iterator,
      new Array(3),
      10n,
    ]) {
      expect(fault(value).code).toBe('bad_profile');
      expect(fault({ name: 'p', label_patterns: [value], role_rules: value ?? 1 }).code).toBe('bad_profile');
    }
  });
});
