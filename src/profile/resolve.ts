import { didYouMean } from '../document/suggest.js';
import { builtinProfile, builtinProfiles } from './builtin/profiles.js';
import { compileProfile } from './compile.js';
import { ProfileError } from './errors.js';
import { type ParseProfileOptions, parseProfile } from './parse.js';
import type { CompiledProfile, Profile } from './profile.js';

/**
 * Makes a profile ready to run from whatever a surface was given: the name of a built-in profile, YAML text (anything
 * with a colon or a line break in it), or an object. Never a file's name: reading files is the caller's part.
 *
 * @throws ProfileError `unknown_profile` for a name that is not built in; else as `parseProfile` does.
 */
export function resolveProfile(given: string | object, options: ParseProfileOptions = {}): CompiledProfile {
  if (typeof given === 'string' && !/[:\n]/.test(given))
    return compileProfile(named(given, options), { trusted: true });
  const builtin = builtinProfiles.find((profile) => profile === given);
  if (builtin !== undefined) return compileProfile(builtin, { trusted: true });
  return compileProfile(parseProfile(given, options), { trusted: false });
}

function named(name: string, options: ParseProfileOptions): Profile {
  const profile = builtinProfile(name);
  if (profile !== undefined) return profile;
  const names = builtinProfiles.map((known) => known.name);
  throw new ProfileError('unknown_profile', options.source ?? null, [
    {
      path: '',
      line: null,
      message: `there is no built-in profile "${name}"${didYouMean(name, names)}; built in: ${names.join(', ')}`,
    },
  ]);
}
