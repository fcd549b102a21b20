import { compileLinear } from './linear-pattern.js';
import { compileNative } from './native-pattern.js';
import type { CompiledProfile, Profile } from './profile.js';

const trustedProfiles = new WeakMap<Profile, CompiledProfile>();
const outsideProfiles = new WeakMap<Profile, CompiledProfile>();

/**
 * Makes a profile's patterns ready to run. `trusted` profiles (the built-in ones) run on the platform's own engine; all
 * others on one whose time grows with the text alone, so that no pattern can hang the process. A profile is compiled once.
 *
 * @throws PatternError for a pattern that the engine does not have; profiles from `parseProfile` never do.
 */
export function compileProfile(
  profile: Profile,
  { trusted }: { readonly trusted: boolean },
): CompiledProfile {
  const known = trusted ? trustedProfiles : outsideProfiles;
  let compiled = known.get(profile);
  if (compiled === undefined) {
    const compile = trusted ? compileNative : compileLinear;
    compiled = {
      profile,
      label_patterns: profile.label_patterns.map((p) => ({ ...p, compiled: compile(p.pattern), alone: [p] })),
      heading_resets: profile.heading_resets.map((p) => ({ ...p, compiled: compile(p.pattern) })),
      role_rules: profile.role_rules.map((p) => ({
        ...p,
        compiled: p.pattern === undefined ? null : compile(p.pattern),
      })),
      span_extractors: profile.span_extractors.map((p) => ({ ...p, compiled: compile(p.pattern) })),
    };
    known.set(profile, compiled);
  }
  return compiled;
}
