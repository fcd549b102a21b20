import { distance } from 'fastest-levenshtein';

/**
 * ` (did you mean "x"?)` when one of the known names is close to `name`, else `""`. Close is at most a third of the name's
 * letters, or two where that is more, and never so far that nothing is left in common; of several equally close ones the
 * first that is known.
 */
export function didYouMean(name: string, known: readonly string[]): string {
  // A name far longer than any known one is no slip of the pen, and the distance costs time in its length.
  if (name.length > 60) return '';
  let best: string | null = null;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const far = distance(name.toLowerCase(), candidate.toLowerCase());
    if (far < least && far < Math.max(name.length, candidate.length)) {
      least = far;
      best = candidate;
    }
  }
  return best === null ? '' : ` (did you mean "${best}"?)`;
}
