import type { Span } from '../document/block.js';
import { CodePointIndex, hasSurrogates } from '../document/code-points.js';
import { matchLabel } from '../profile/label.js';
import type { CompiledProfile, PatternMatch } from '../profile/profile.js';
import type { Mark } from './raw.js';

/** Finds the spans of a block's text: its marks, and what the profile's extractors match. */
export function findSpans(text: string, marks: readonly Mark[], profile: CompiledProfile): Span[] {
  const units: Span[] = marks.map(({ type, start, end }) => ({ type, start, end, value: null }));
  for (const extractor of profile.span_extractors) {
    for (const match of extractor.compiled.matchAll(text)) {
      const start = match.starts[extractor.group] ?? -1;
      const said = match.groups[extractor.group] ?? '';
      if (start < 0 || said === '') continue;
      const value =
        extractor.type === 'cross_reference' ? referenceValue(said, match, extractor.group, profile) : null;
      units.push({ type: extractor.type, start, end: start + said.length, value });
    }
  }
  const spans = unique(units);
  if (!hasSurrogates(text)) return spans;
  const index = new CodePointIndex(text);
  return spans.map((span) => ({ ...span, start: index.toPoint(span.start), end: index.toPoint(span.end) }));
}

/**
 * The label that a reference names: what the first group says when the span is the whole match, unless the profile reads
 * the reference as a label already (`Schedule 2` is one, `Section 2.1` names `2.1`). Null when that is what it says.
 */
function referenceValue(
  said: string,
  match: PatternMatch,
  group: number,
  profile: CompiledProfile,
): string | null {
  // A group that is the span is the bare label already.
  if (group !== 0 || /^(?:\d|\()/.test(said)) return null;
  const label = matchLabel(profile, said);
  if (label !== null && label.label === said && !/^(?:clause|section|paragraph|sub|§)/i.test(said))
    return null;
  const captured =
    group === 0 ? match.groups.slice(1).find((text) => text !== null && text !== '') : undefined;
  const bare = captured ?? /(?:\d[\w.]*(?:\(\w+\))*|(?:\(\w+\))+|\b[IVXLC]+|\b[A-Z])$/.exec(said)?.[0];
  return bare === undefined || bare === null || bare === said ? null : bare;
}

/** In order of position, the longer first, then by type; of spans that say the same, one. */
function unique(spans: Span[]): Span[] {
  const sorted = spans.sort(
    (a, b) => a.start - b.start || b.end - a.end || (a.type < b.type ? -1 : a.type > b.type ? 1 : 0),
  );
  return sorted.filter((span, i) => {
    const before = sorted[i - 1];
    return (
      before === undefined ||
      before.start !== span.start ||
      before.end !== span.end ||
      before.type !== span.type
    );
  });
}
