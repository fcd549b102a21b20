/** Checks of single values, each of which reports what is wrong and goes on, so that every problem is told at once. */
import { didYouMean } from '../document/suggest.js';
import { PROFILE_LIMITS } from './limits.js';

/** Takes note of a problem at a path. */
export type Report = (path: string, message: string) => void;

/** A mapping of which only the known keys are left to look at. */
export type Fields = Readonly<Record<string, unknown>>;

/** `value` as a mapping, its unknown keys reported; null (reported) when it is none. */
export function mapping(
  value: unknown,
  path: string,
  keys: readonly string[],
  report: Report,
): Fields | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report(path, `expected a mapping with ${keys.join(', ')}, found ${describe(value)}`);
    return null;
  }
  for (const key of Object.keys(value)) {
    if (keys.includes(key)) continue;
    report(
      join(path, key),
      `unknown key "${shorten(key)}"${didYouMean(key, keys) || `; known: ${keys.join(', ')}`}`,
    );
  }
  return value as Fields;
}

/** The list at `key`, each entry read by `read`; an absent or empty key is an empty list. */
export function list<T>(
  fields: Fields,
  key: string,
  report: Report,
  read: (entry: unknown, path: string) => T | null,
): T[] {
  const value = own(fields, key);
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    report(key, `expected a list, found ${describe(value)}`);
    return [];
  }
  if (value.length > PROFILE_LIMITS.entries) {
    report(key, `has ${value.length} entries; a list may have ${PROFILE_LIMITS.entries}`);
    return [];
  }
  const entries: T[] = [];
  // By index, because a sparse array's holes must be seen too.
  for (let i = 0; i < value.length; i++) {
    const entry = read(value[i], `${key}[${i}]`);
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

/** A required text of 1 to `max` characters on one line; null when absent or wrong (reported). */
export function line(
  fields: Fields,
  key: string,
  path: string,
  report: Report,
  max: number = PROFILE_LIMITS.name,
): string | null {
  const value = own(fields, key);
  const at = join(path, key);
  if (value === undefined || value === null) {
    report(at, `"${key}" is missing`);
    return null;
  }
  if (typeof value !== 'string') {
    report(at, `expected text, found ${describe(value)}${quoteHint(value)}`);
    return null;
  }
  if (value.trim() === '') {
    report(at, 'must not be empty');
    return null;
  }
  if (value.length > max) {
    report(at, `has ${value.length} characters; at most ${max} are allowed`);
    return null;
  }
  if (/[\u0000-\u001f\u007f]/.test(value)) {
    report(at, 'must not hold line breaks or control characters');
    return null;
  }
  return value;
}

/** One of a closed set of words; `fallback` when absent, null when wrong or, without a fallback, absent (reported). */
export function oneOf<T extends string>(
  fields: Fields,
  key: string,
  path: string,
  allowed: readonly T[],
  report: Report,
  fallback?: T,
): T | null {
  const value = own(fields, key);
  const at = join(path, key);
  if (value === undefined || value === null) {
    if (fallback !== undefined) return fallback;
    report(at, `"${key}" is missing: one of ${allowed.join(', ')}`);
    return null;
  }
  if (typeof value === 'string') {
    const found = allowed.find((word) => word === value);
    if (found !== undefined) return found;
    report(at, `"${shorten(value)}" is not one of ${allowed.join(', ')}${didYouMean(value, allowed)}`);
  } else report(at, `expected one of ${allowed.join(', ')}, found ${describe(value)}`);
  return null;
}

/** A whole number within bounds; `fallback` when absent or wrong (reported). */
export function wholeNumber(
  fields: Fields,
  key: string,
  path: string,
  [least, most]: readonly [number, number],
  report: Report,
  fallback: number,
): number {
  const value = own(fields, key);
  if (value === undefined || value === null) return fallback;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  report(join(path, key), `expected a whole number from ${least} to ${most}, found ${describe(value)}`);
  return fallback;
}

/** True or false; `fallback` when absent or wrong (reported). */
export function flag(fields: Fields, key: string, path: string, report: Report, fallback: boolean): boolean {
  const value = own(fields, key);
  if (value === undefined || value === null) return fallback;
  if (typeof value === 'boolean') return value;
  report(join(path, key), `expected true or false, found ${describe(value)}`);
  return fallback;
}

/** Only what stands in the mapping itself: a key such as `constructor` is not inherited into a profile. */
export function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

export function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return `"${shorten(value)}"`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `a ${typeof value}`;
}

function quoteHint(value: unknown): string {
  return typeof value === 'number' || typeof value === 'boolean' ? '; put it in quotes' : '';
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}
