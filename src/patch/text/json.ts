/**
 * The one serialiser that byte budgets, stored records and fingerprints count in: compact JSON in which every
 * character outside printable ASCII is written as `\uXXXX` (the form Python prints with `ensure_ascii=True` and
 * `separators=(",", ":")`).
 */
export function asciiJson(value: unknown): string {
  return escapeNonAscii(JSON.stringify(value));
}

/** Compact JSON with sorted keys and literal characters: the bytes of a stored record. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

/** `asciiJson` with the keys of every object in ascending order, so that equal values have equal bytes. */
export function sortedAsciiJson(value: unknown): string {
  return asciiJson(sortKeys(value));
}

/** How many bytes `value` takes as `asciiJson`. */
export function asciiJsonBytes(value: unknown): number {
  const json = JSON.stringify(value);
  let bytes = json.length;
  for (let i = 0; i < json.length; i++) if (json.charCodeAt(i) > 0x7e) bytes += 5;
  return bytes;
}

/** JSON text with every character above 0x7E escaped. The characters below are escaped by `JSON.stringify` already. */
export function escapeNonAscii(json: string): string {
  return json.replace(/[^\0-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Nested deeper than this, a value is refused before anything recursive touches it: no proposal needs ten levels. */
export const MAX_JSON_DEPTH = 100;

/** Whether `value` nests deeper than {@link MAX_JSON_DEPTH}; counted without recursion. */
export function exceedsJsonDepth(value: unknown): boolean {
  const stack: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  while (stack.length > 0) {
    const { value: item, depth } = stack.pop()!;
    if (item === null || typeof item !== 'object') continue;
    if (depth >= MAX_JSON_DEPTH) return true;
    for (const inner of Object.values(item)) stack.push({ value: inner, depth: depth + 1 });
  }
  return false;
}

function sortKeys(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  // A prototype-less object, so that a key named `__proto__` is data like any other.
  const sorted: Record<string, unknown> = Object.create(null);
  const source = value as Record<string, unknown>;
  for (const key of Object.keys(source).sort(byCodeUnit)) sorted[key] = sortKeys(source[key]);
  return sorted;
}

/** Keys that look like array indexes stay in front in numeric order, as the engine has it: one order all the same. */
function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
