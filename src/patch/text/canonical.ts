import { hasSurrogates } from '../../document/code-points.js';

/** With the `u` flag a pair is one character, so that only lone halves are left to match. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Canonical text: what the service stores, hashes and counts. CRLF and a lone CR become LF; nothing else is changed,
 * trimmed or normalised.
 */
export function canonicalText(raw: string): string {
  return raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
}

/** What PostgreSQL text cannot hold: the NUL character, or half of a surrogate pair standing alone. */
export type TextFault = {
  readonly fault: 'nul' | 'lone_surrogate';
  /** Code-point offset of the first offender. */
  readonly offset: number;
};

/** The first character of `text` that cannot be stored, or null when all of it can. */
export function findTextFault(text: string): TextFault | null {
  if (!text.includes('\0') && !(hasSurrogates(text) && LONE_SURROGATE.test(text))) return null;
  let offset = 0;
  for (const character of text) {
    const point = character.codePointAt(0)!;
    if (point === 0) return { fault: 'nul', offset };
    if (point >= 0xd800 && point <= 0xdfff) return { fault: 'lone_surrogate', offset };
    offset++;
  }
  return null;
}

/** Where in a nested JSON value text that cannot be stored was found. */
export interface NestedTextFault extends TextFault {
  /** Path as in `edits[0].match`. A key that is at fault itself is shown by the path of its object. */
  readonly path: string;
  readonly where: 'value' | 'key';
}

/**
 * The first string (value or key) inside `value` that cannot be stored, in the order of the keys. The walk keeps its own
 * stack: a deeply nested argument must not be able to exhaust the call stack.
 */
export function findNestedTextFault(value: unknown, path = ''): NestedTextFault | null {
  const stack: { value: unknown; path: string }[] = [{ value, path }];
  while (stack.length > 0) {
    const item = stack.pop()!;
    if (typeof item.value === 'string') {
      const fault = findTextFault(item.value);
      if (fault !== null) return { ...fault, path: item.path, where: 'value' };
      continue;
    }
    if (item.value === null || typeof item.value !== 'object') continue;
    if (Array.isArray(item.value)) {
      for (let i = item.value.length - 1; i >= 0; i--) {
        stack.push({ value: item.value[i], path: `${item.path}[${i}]` });
      }
      continue;
    }
    const entries = Object.entries(item.value);
    for (const [key] of entries) {
      const fault = findTextFault(key);
      if (fault !== null) return { ...fault, path: item.path, where: 'key' };
    }
    for (let i = entries.length - 1; i >= 0; i--) {
      const [key, inner] = entries[i];
      stack.push({ value: inner, path: item.path === '' ? key : `${item.path}.${key}` });
    }
  }
  return null;
}
