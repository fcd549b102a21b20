import { distance } from 'fastest-levenshtein';

/** The candidate that `word` is most likely a slip of, or null when none is near. Ties go to the first. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  // Nothing that long is a slip of a key, and the distance takes the product of the lengths.
  if (word.length > 100) return null;
  const wanted = word.toLowerCase();
  let best: string | null = null;
  // One slip in three letters, and at least two, so that short words can be caught too.
  let bound = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const far = distance(wanted, candidate.toLowerCase());
    if (far < bound && far < candidate.length) {
      best = candidate;
      bound = far;
    }
  }
  return best;
}

/** `; did you mean "x"?`, or nothing when no candidate is near. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const found = nearest(word, candidates);
  return found === null ? '' : `; did you mean "${found}"?`;
}
