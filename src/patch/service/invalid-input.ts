import { findNestedTextFault } from '../text/canonical.js';
import { asciiJson } from '../text/json.js';
import { type Rejection, reject } from '../transaction/evaluate.js';
import { type RawArguments, withoutUndefined } from './proposal.js';

/** Marks a stored record that holds, in escaped form, input which PostgreSQL text cannot. */
export const INVALID_INPUT_FORMAT = 'patchdiff-invalid-input/1';

/** The verdict on a proposal with a string, value or key, that cannot be stored; null when all can. */
export function invalidTextRejection(args: RawArguments): Rejection | null {
  const found = findNestedTextFault(args);
  if (found === null) return null;
  const { fault, offset } = found;
  const path = safePath(found.path);
  const place = found.where === 'key' ? `A key of ${path || 'the arguments'}` : path;
  const what = fault === 'nul' ? 'a NUL character' : 'half of a surrogate pair';
  const detail = `${place} holds ${what} at code point ${offset}.`;
  return reject('target_encoding_invalid', null, detail, { path, fault, offset });
}

/** The evidence of invalid input: plain ASCII, from which {@link decodeInvalidInput} gives back what was sent. */
export function invalidInputEvidence(protocol: string, args: RawArguments): string {
  return asciiJson({
    format: INVALID_INPUT_FORMAT,
    protocol_version: protocol,
    arguments: withoutUndefined(args),
  });
}

/** What an evidence record holds; null when `content` is none. */
export function decodeInvalidInput(
  content: string,
): { readonly protocol_version: string; readonly arguments: RawArguments } | null {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return null;
  }
  if (value === null || typeof value !== 'object' || !('format' in value)) return null;
  if (value.format !== INVALID_INPUT_FORMAT) return null;
  const { protocol_version, arguments: args } = value as Record<string, unknown>;
  if (typeof protocol_version !== 'string' || args === null || typeof args !== 'object') return null;
  return { protocol_version, arguments: args as RawArguments };
}

/** A path that is itself safe to store and show. */
function safePath(path: string): string {
  const shown = path.length > 128 ? `${path.slice(0, 128)}…` : path;
  return shown.replace(/\0|\p{Surrogate}/gu, '\ufffd');
}
