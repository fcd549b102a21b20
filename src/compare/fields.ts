/** Strict reading of JSON data: each function takes a value and its place, and returns it with its type, or throws. */
import { didYouMean } from '../document/suggest.js';
import { ComparisonError } from './errors.js';

/** An object that has exactly the keys asked for. */
export type Fields<K extends string> = Readonly<Record<K, unknown>>;

/** A fault in a comparison document, at a place such as `changes[3].inline[0].kind`. */
export function fault(where: string, message: string): ComparisonError {
  return new ComparisonError('bad_document', where === '' ? message : `${where}: ${message}`);
}

/** An object with the required keys, and beyond them none but the optional ones. */
export function fields<K extends string>(
  value: unknown,
  where: string,
  required: readonly K[],
  optional: readonly K[] = [],
): Fields<K> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw fault(where, `should be an object, not ${show(value)}`);
  }
  const known = [...required, ...optional];
  for (const key of Object.keys(value)) {
    if (!(known as readonly string[]).includes(key)) {
      throw fault(
        where,
        `unknown key ${show(key)}${didYouMean(key, known)}; the keys are ${known.join(', ')}`,
      );
    }
  }
  for (const key of required) {
    if (!Object.hasOwn(value, key)) throw fault(where, `lacks the key "${key}"`);
  }
  return value as Fields<K>;
}

export function list<T>(value: unknown, where: string, read: (item: unknown, where: string) => T): T[] {
  if (!Array.isArray(value)) throw fault(where, `should be a list, not ${show(value)}`);
  return value.map((item, i) => read(item, `${where}[${i}]`));
}

export function string(value: unknown, where: string): string {
  if (typeof value !== 'string') throw fault(where, `should be a string, not ${show(value)}`);
  return value;
}

export function stringOrNull(value: unknown, where: string): string | null {
  if (value === null) return null;
  if (typeof value !== 'string') throw fault(where, `should be a string or null, not ${show(value)}`);
  return value;
}

export function boolean(value: unknown, where: string): boolean {
  if (typeof value !== 'boolean') throw fault(where, `should be true or false, not ${show(value)}`);
  return value;
}

export function wholeNumber(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw fault(where, `should be a whole number of at least 0, not ${show(value)}`);
  }
  return value;
}

/** A number of at least 0 and at most `most`, with no more than the four decimals that are written. */
export function ratio(value: unknown, where: string, most = 1): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= most)) {
    throw fault(where, `should be a number from 0${most === 1 ? ' to 1' : ''}, not ${show(value)}`);
  }
  if (Math.round(value * 10_000) / 10_000 !== value) {
    throw fault(where, `is ${value}; ratios are written with four decimals`);
  }
  return value;
}

export function oneOf<T extends string>(value: unknown, where: string, allowed: readonly T[]): T {
  if (typeof value === 'string' && (allowed as readonly string[]).includes(value)) return value as T;
  throw fault(where, `is ${show(value)}, which is none of ${allowed.join(', ')}`);
}

/** A value as it may stand in a message: short, whatever it is. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
