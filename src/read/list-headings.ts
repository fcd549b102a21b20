/** Which items of an ordered list are sections, because their own text is the heading of what they hold. */
import type { CompiledProfile } from '../profile/profile.js';
import { headingSignal, isPlainHeading, isSentenceCaseHeading } from './heading.js';
import type { RawItem } from './raw.js';
import { isEmphasised, type Step, type Unit, unitText } from './units.js';

/** An item with the steps of what it holds. */
export interface ListItem {
  readonly item: RawItem;
  readonly inner: readonly Step[];
}

/** By what an item's own text is the heading of its section. */
export type ItemSignal = 'all_caps' | 'title_case' | 'sentence_case' | 'emphasis' | 'siblings';

/**
 * For each item the signal by which its text is a heading, or null. An item that holds a numbered list is judged by its
 * words, by being emphasised as a whole, and by the other items: where half of all items hold nothing, no words make a
 * section; where most of those that hold lists are sections, so are the rest of them with a short text; and where most
 * items are, so are those with a heading's words that hold nothing now.
 */
export function itemHeadings(items: readonly ListItem[], profile: CompiledProfile): (ItemSignal | null)[] {
  const rule = profile.profile.heading_rule;
  const own = items.map((item) => ownUnit(item));
  const holding = items.map((item) => holdsList(item));
  const byWords = own.map((unit): ItemSignal | null => {
    if (unit === null) return null;
    const text = unitText(unit);
    return headingSignal(text, rule) ?? (isSentenceCaseHeading(text, rule) ? 'sentence_case' : null);
  });
  const found = own.map((unit, i): ItemSignal | null => {
    if (unit === null || !holding[i]) return null;
    return byWords[i] ?? (isEmphasised(unit) && isPlainHeading(unitText(unit), rule) ? 'emphasis' : null);
  });
  const isSection = (i: number) => found[i] !== null || items[i].item.children[0]?.type === 'heading';
  const sections = items.filter((_, i) => isSection(i)).length;
  if (sections === 0) return found;
  const holders = items.filter((_, i) => holding[i] || isSection(i)).length;
  // A list of things, few of which have points of their own: what a thing gains or loses does not make it a section.
  if (2 * holders <= items.length) return own.map(() => null);
  const first = items.findIndex((_, i) => isSection(i));
  return own.map((unit, i) => {
    if (unit === null || isSection(i)) return found[i];
    if (holding[i]) return 2 * sections > holders && isPlainHeading(unitText(unit), rule) ? 'siblings' : null;
    return 2 * sections > items.length && i > first ? byWords[i] : null;
  });
}

/** The item's own text, when it has no label written in it. A task heads nothing, whether it is done or not. */
function ownUnit({ item, inner }: ListItem): Unit | null {
  const step = inner[0];
  if (item.checked !== null) return null;
  return step?.unit != null && step.unit.label === null && step.raw === item.children[0] ? step.unit : null;
}

/** Whether the item holds a numbered list, by list syntax or by labels written in its paragraph. */
function holdsList({ item, inner }: ListItem): boolean {
  return (
    inner.some(({ raw }) => raw.type === 'list' && raw.items[0].number !== null) ||
    (inner[1]?.unit?.label != null && inner[1].raw === item.children[0])
  );
}
