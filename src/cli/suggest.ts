import { closest, distance } from 'fastest-levenshtein';

/** ` (did you mean X?)` when one of `known` is close to what was typed, else nothing. */
export function didYouMean(typed: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const best = closest(typed.toLowerCase(), known as string[]);
  // A third of the letters may be wrong; beyond that a guess is noise.
  const near = distance(typed.toLowerCase(), best) <= Math.max(1, Math.floor(best.length / 3));
  return near ? ` (did you mean ${best}?)` : '';
}
