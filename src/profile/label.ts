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
  const patterns = profile.label_patterns;
  for (let i = 0; i < patterns.length; i++) {
    const lead = patterns[i].compiled.lead(text);
    if (lead === null || lead.label === '') continue;
    if (lead.label === null) return null;
    const { label, textStart } = lead;
    return { label, textStart, readings: readingsOf(patterns, i, text, label) };
  }
  return null;
}

/** The pattern at `won`, and the first later one of each other style that reads the same label. */
function readingsOf(
  patterns: CompiledProfile['label_patterns'],
  won: number,
  text: string,
  label: string,
): readonly LabelPattern[] {
  let readings = patterns[won].alone;
  for (let i = won + 1; i < patterns.length; i++) {
    const pattern = patterns[i];
    if (hasStyle(readings, pattern.style)) continue;
    if (pattern.compiled.lead(text)?.label === label) readings = [...readings, pattern];
  }
  return readings;
}

function hasStyle(readings: readonly LabelPattern[], style: LabelPattern['style']): boolean {
  for (let i = 0; i < readings.length; i++) if (readings[i].style === style) return true;
  return false;
}
