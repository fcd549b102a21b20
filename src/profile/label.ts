import type { CompiledProfile, LabelPattern } from './profile.js';

/** A label found at the start of a text. */
export interface LabelMatch {
  /** As the document spells it, without a trailing dot. */
  readonly label: string;
  /** Where the text that it introduces begins, in UTF-16 units; the text's length when nothing follows. */
  readonly textStart: number;
  /**
   * The pattern that won, and after it the first later pattern of each other style that reads the same label: `(i)` is a
   * roman numeral and a letter. Which of them holds depends on what is open where the label stands.
   */
  readonly readings: readonly LabelPattern[];
}

/** The label that `text` starts with under `profile`, or null. */
export function matchLabel(profile: CompiledProfile, text: string): LabelMatch | null {
  let found: { label: string; textStart: number } | null = null;
  const readings: LabelPattern[] = [];
  for (const pattern of profile.label_patterns) {
    if (found !== null && readings.some((reading) => reading.style === pattern.style)) continue;
    const match = pattern.compiled.exec(text);
    if (match === null || match.index !== 0) continue;
    const label = match.groups[1] ?? null;
    if (label === null) {
      if (found === null) return null;
      continue;
    }
    if (label === '') continue;
    const second = match.starts[2] ?? -1;
    const textStart = second >= 0 ? second : (match.groups[0] as string).length;
    if (found === null) found = { label, textStart };
    else if (label !== found.label) continue;
    readings.push(pattern);
  }
  return found === null ? null : { ...found, readings };
}
