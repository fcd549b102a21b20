import { describe, expect, test } from 'vitest';
import { builtinProfile, builtinProfiles } from '../../src/profile/builtin/profiles.js';
import { compileProfile } from '../../src/profile/compile.js';
import { ProfileError } from '../../src/profile/errors.js';
import { resolveProfile } from '../../src/profile/resolve.js';

describe('a profile is found', () => {
  test.each(['generic', 'contract', 'markdown', 'legislation'])('by the name %s', (name) => {
    expect(resolveProfile(name).profile).toBe(builtinProfile(name));
  });

  test('in YAML text and in an object', () => {
    expect(resolveProfile('name: mine').profile.name).toBe('mine');
    expect(resolveProfile({ name: 'mine' }).profile.name).toBe('mine');
  });

  test('by a built-in object itself, on the fast engine', () => {
    expect(resolveProfile(builtinProfiles[0])).toBe(compileProfile(builtinProfiles[0], { trusted: true }));
  });

  test('never on the fast engine when it only looks built in', () => {
    const copy = structuredClone(builtinProfiles[0]);
    const compiled = resolveProfile(copy);
    expect(compiled.profile).toEqual(builtinProfiles[0]);
    // The linear engine's patterns tell how many groups they have; the native ones do not.
    expect(compiled.label_patterns[0].compiled).toHaveProperty('groupCount');
  });

  test('or the error lists what is built in and suggests a name', () => {
    const attempt = () => resolveProfile('contrakt');
    expect(attempt).toThrow(ProfileError);
    expect(attempt).toThrow(
      'there is no built-in profile "contrakt" (did you mean "contract"?); built in: generic, contract, markdown, legislation',
    );
    expect(() => resolveProfile('xyz')).toThrow(
      'there is no built-in profile "xyz"; built in: generic, contract, markdown, legislation',
    );
  });
});

describe('the built-in profiles', () => {
  test('are four, each with a name of its own and a description', () => {
    expect(builtinProfiles.map((profile) => profile.name)).toEqual([
      'generic',
      'contract',
      'markdown',
      'legislation',
    ]);
    for (const profile of builtinProfiles) expect(profile.description).not.toBe('');
  });

  test('are compiled once', () => {
    expect(resolveProfile('contract')).toBe(resolveProfile('contract'));
  });
});
