import { codePointLength, sliceCodePoints } from '../../document/code-points.js';
import { asciiJsonBytes } from '../../patch/text/json.js';
import { needsEscapes } from '../result.js';

/** How long strings and lists may be, from mild to severe, when a value is larger than the room it has. */
const MEASURES = [
  { chars: 2000, items: 200 },
  { chars: 500, items: 40 },
  { chars: 120, items: 12 },
  { chars: 30, items: 4 },
] as const;

/** How much of a result a value takes, in code points. */
export type Chars = (value: unknown) => number;

/** Code points of a value's JSON text, as it is written where nothing beside it asks for escapes. */
export function jsonChars(value: unknown): number {
  const json = JSON.stringify(value) ?? '';
  return needsEscapes(json) ? asciiJsonBytes(value) : codePointLength(json);
}

/** How values are counted in a result that holds all of `parts`: half of a surrogate pair in one escapes them all. */
export function charsAmong(...parts: readonly unknown[]): Chars {
  return parts.some((part) => needsEscapes(JSON.stringify(part) ?? '')) ? asciiJsonBytes : jsonChars;
}

/**
 * The value, or where its JSON is longer than `room` the same with long strings and lists cut and `shortened: true`: for
 * the one item or frame that no page could hold whole.
 */
export function fitted<T extends object>(value: T, room: number, chars: Chars = jsonChars): T {
  if (chars(value) <= room) return value;
  let cut: object = value;
  for (const measure of MEASURES) {
    cut = { ...(shorten(value, measure) as object), shortened: true };
    if (chars(cut) <= room) break;
  }
  return cut as T;
}

function shorten(value: unknown, measure: (typeof MEASURES)[number]): unknown {
  if (typeof value === 'string') {
    if (value.length <= measure.chars) return value;
    return `${sliceCodePoints(value, 0, measure.chars)}…`;
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.slice(0, measure.items).map((item) => shorten(item, measure));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, Math.max(measure.items, 24))
      .map(([key, inner]) => [key, shorten(inner, measure)]),
  );
}
