import { existsSync } from 'node:fs';
import { decodeUtf8 } from '../read/decode.js';
import { readInput } from './input.js';
import type { Io } from './io.js';

// A profile is a page of YAML; the profile format states its own, smaller cap.
const MAX_PROFILE = 1_000_000;

/**
 * What `--profile` names: a built-in profile, which wins, or a file. A name that is neither is left to the library, which
 * says what is built in; a name with a slash or an ending is a file for certain.
 */
export async function profileOption(given: string | undefined, io: Io): Promise<string | object | undefined> {
  if (given === undefined) return undefined;
  const { builtinProfiles } = await import('./engine.js');
  if (builtinProfiles.some((profile) => profile.name === given)) return given;
  if (!/[/\\.]/.test(given) && !existsSync(given)) return given;
  const { bytes, name } = await readInput(given, MAX_PROFILE, io);
  const { parseProfile } = await import('./engine.js');
  return parseProfile(decodeUtf8(bytes, name), { source: name });
}
