import type { Span } from '../document/block.js';
import { CodePointIndex } from '../document/code-points.js';
import type { CompiledProfile } from './profile.js';

/**
 * The spans that a profile's extractors find in `text`, by start, longer first, then in the extractors' order; the same
 * range under the same type is told once. Offsets are code points.
 */
export function extractSpans(profile: CompiledProfile, text: string): Span[] {
  const found: Span[] = [];
  const seen = new Set<string>();
  let points: CodePointIndex | null = null;
  for (const { type, group, compiled } of profile.span_extractors) {
    for (const match of compiled.matchAll(text)) {
      const spelled = match.groups[group] ?? '';
      if (spelled === '') continue;
      points ??= new CodePointIndex(text);
      const start = points.toPoint(match.starts[group]);
      const end = points.toPoint(match.starts[group] + spelled.length);
      const key = `${start} ${end} ${type}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const bare = group === 0 ? (match.groups[1] ?? null) : null;
      found.push({ type, start, end, value: bare === spelled ? null : bare });
    }
  }
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}
