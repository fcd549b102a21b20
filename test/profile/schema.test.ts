import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLOCK_KINDS } from '../../src/document/block.js';
import { builtinProfiles } from '../../src/profile/builtin/profiles.js';
import { ProfileError } from '../../src/profile/errors.js';
import { parseProfile } from '../../src/profile/parse.js';
import { PROFILE_SCHEMA } from '../../src/profile/schema.js';

const validate = new Ajv({ allErrors: true, strict: false }).compile(PROFILE_SCHEMA);

describe('the profile schema', () => {
  test('is the published file, byte for byte', () => {
    const file = readFileSync(new URL('../../schemas/profile.json', import.meta.url), 'utf8');
    expect(`${JSON.stringify(PROFILE_SCHEMA, null, 2)}\n`).toBe(file);
  });

  test.each(builtinProfiles.map((profile) => [profile.name, profile]))(
    'accepts the built-in %s',
    (_, profile) => {
      expect(validate(profile), JSON.stringify(validate.errors)).toBe(true);
    },
  );

  test.each(builtinProfiles.map((profile) => [profile.name, profile]))(
    'reads the built-in %s back',
    (_, profile) => {
      expect(parseProfile(JSON.parse(JSON.stringify(profile)))).toEqual(profile);
      expect(parseProfile(JSON.stringify(profile))).toEqual(profile);
    },
  );

  test('refuses nothing that parseProfile accepts, and accepts what parseProfile makes', () => {
    // Values from a small pool, so that right and wrong ones meet in every combination.
    const value = fc.oneof(
      fc.constantFrom<unknown>(
        'x',
        '^(x)',
        '',
        'heading',
        'parent_role',
        'text',
        'decimal',
        'word',
        'stack',
        'cell',
      ),
      fc.constantFrom<unknown>(0, 1, 2.5, 8, 1000, true, false, [], {}),
    );
    const fields = (keys: readonly string[]) =>
      fc
        .uniqueArray(fc.tuple(fc.constantFrom(...keys), value), { selector: ([key]) => key })
        .map(Object.fromEntries);
    const labelPattern = fc.record(
      {
        name: fc.constantFrom('a', 'b', ''),
        pattern: fc.constantFrom('^(x)', 'x', ''),
        style: fc.constantFrom('decimal', 'word', 'digits'),
        depth_mode: fc.constantFrom('stack', 'arithmetic', 'none'),
      },
      { requiredKeys: ['name', 'pattern', 'style'] },
    );
    const roleRule = fc.record(
      {
        role: fc.constantFrom('clause', ''),
        match: fc.constantFrom('heading', 'ancestor_heading', 'parent_role', 'text', 'label', 'kind'),
        pattern: fc.constantFrom('x', '^y'),
        parent_role: fc.constantFrom('clause'),
        kind: fc.constantFrom(...BLOCK_KINDS, 'block'),
      },
      { requiredKeys: ['role', 'match'] },
    );
    const profile = fc.record(
      {
        name: fc.constantFrom('p', '', 'q'),
        description: fc.constantFrom<unknown>('d', '', 1),
        label_patterns: fc.array(fc.oneof(labelPattern, fields(['name', 'pattern', 'style', 'depth'])), {
          maxLength: 2,
        }),
        heading_resets: fc.array(fields(['name', 'pattern']), { maxLength: 1 }),
        heading_rule: fields([
          'max_words',
          'allow_all_caps',
          'allow_title_case',
          'forbid_terminal_punctuation',
        ]),
        role_rules: fc.array(roleRule, { maxLength: 1 }),
        span_extractors: fc.array(fields(['type', 'pattern', 'group']), { maxLength: 1 }),
      },
      { requiredKeys: ['name'] },
    );
    let accepted = 0;
    fc.assert(
      fc.property(profile, (given) => {
        try {
          expect(validate(parseProfile(given)), JSON.stringify(validate.errors)).toBe(true);
          accepted++;
        } catch (error) {
          if (!(error instanceof ProfileError)) throw error;
          return;
        }
        expect(validate(given), JSON.stringify(validate.errors)).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});
