/** Headings numbered by a bare number, `## 2 Terminology`: only the headings beside and below one tell it from a count. */
import { type LabelMatch, matchLabel } from '../profile/label.js';
import type { CompiledProfile } from '../profile/profile.js';
import { decimalParts } from './label-order.js';
import type { RawHeading } from './raw.js';
import { wholeUnit } from './units.js';

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
/** A number that may be a label, as no year is and no day of a month, and a word after it. */
const NUMBERED = new RegExp(
  `^([1-9][0-9]{0,2})\\s+(?!(?:${MONTHS})(?:[^\\p{L}]|$))(?=[^\\p{L}\\p{N}\\s]?[\\p{L}\\p{N}])`,
  'u',
);
/** A count would go on in small letters: `1 day`. */
const TITLED = /^[0-9]+\s+[^\p{L}\p{N}\s]?(?:\p{Lu}|\p{Lo})/u;

interface Numbered {
  readonly at: number;
  readonly number: number;
  /** Whether the words after it begin as a title does, so that it may be a label all by itself. */
  readonly titled: boolean;
  /** Null where the heading's label is one already: it only bears witness. */
  readonly match: LabelMatch | null;
}

/**
 * The labels of explicit headings that begin with a bare number, by their place among all of them. It is a label where a heading
 * below it has the number as the first part of its own (`2.1`), where the numbers of its siblings, in order, go up and
 * somewhere by one, and where they begin at `1 Scope` or at the number after the last one of that depth under another
 * heading: what is left of a numbering when sections are deleted. `# 3 reasons to stay`, `## 100 days` and `## 1 day` by
 * themselves keep their numbers.
 */
export function headingNumbers(
  headings: readonly RawHeading[],
  profile: CompiledProfile,
): ReadonlyMap<number, LabelMatch> {
  const found = new Map<number, LabelMatch>();
  if (!headings.some(({ inline }) => NUMBERED.test(inline.text))) return found;
  const accept = ({ at, match }: Numbered) => {
    if (match !== null) found.set(at, match);
  };
  /** The last number of the run that was accepted last, by depth. */
  const last = new Map<number, number>();
  const judge = (run: readonly Numbered[], depth: number) => {
    const counts = run.some(({ number }, i) => i > 0 && number === run[i - 1].number + 1);
    const goesOn = run[0].number === 1 || run[0].number - 1 === last.get(depth);
    const labels = counts ? run : goesOn && run[0].titled ? run.filter(({ titled }) => titled) : [];
    labels.forEach(accept);
    if (labels.length > 0) last.set(depth, labels[labels.length - 1].number);
  };
  // The runs of siblings that are open, by their headings' depth: a heading ends those below it.
  const open = new Map<number, Numbered[]>();
  const end = (depth: number) => {
    for (const [other, run] of open) {
      if (other <= depth) continue;
      judge(run, other);
      open.delete(other);
    }
  };
  headings.forEach((raw, at) => {
    end(raw.depth);
    const { label } = wholeUnit(raw.inline, profile);
    const parts = label?.readings[0].style === 'decimal' ? decimalParts(label.label) : null;
    if (parts !== null && parts.length > 1) {
      for (const [depth, run] of open) {
        const last = run[run.length - 1];
        if (depth < raw.depth && last.number === parts[0]) accept(last);
      }
      return;
    }
    const bare = label === null ? bareNumber(raw.inline.text, profile) : null;
    if (parts === null && bare === null) return;
    const numbered = {
      at,
      number: parts === null ? Number((bare as LabelMatch).label) : parts[0],
      titled: bare === null || TITLED.test(raw.inline.text),
      match: bare,
    };
    const run = open.get(raw.depth);
    if (run !== undefined && numbered.number > run[run.length - 1].number) run.push(numbered);
    else {
      if (run !== undefined) judge(run, raw.depth);
      open.set(raw.depth, [numbered]);
    }
  });
  end(0);
  return found;
}

/** The number that `text` begins with, read as the profile reads it with a stop. */
function bareNumber(text: string, profile: CompiledProfile): LabelMatch | null {
  const match = NUMBERED.exec(text);
  if (match === null) return null;
  const label = matchLabel(profile, `${match[1]}. x`);
  return label?.label === match[1] ? { ...label, textStart: match[0].length } : null;
}
