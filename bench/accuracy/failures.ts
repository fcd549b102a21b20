/** Lists what went wrong, so that a person can see why: grouped by plan and pair, texts side by side. */
import type { CorpusPair } from './corpus.js';
import type { Placed } from './layout.js';
import type { Miss, MissKind } from './score.js';

export interface PairMisses {
  readonly pair: CorpusPair;
  readonly misses: readonly Miss[];
}

const CLIP = 110;
const clip = (text: string, width = CLIP) => (text.length > width ? `${text.slice(0, width - 1)}…` : text);

function show(placed: Placed): string {
  const text =
    placed.kind === 'row'
      ? placed.children.map((cell) => cell.text).join(' | ')
      : placed.kind === 'section'
        ? (placed.children[0]?.text ?? '')
        : placed.text;
  return `${placed.address}  [${placed.kind}${placed.label === null ? '' : ` ${placed.label}`}]  ${clip(JSON.stringify(text))}`;
}

/** The misses of one pair. A link that is wrong explains the one that is missed: both are printed as one. */
export function describeMisses({ pair, misses }: PairMisses, kinds: ReadonlySet<MissKind> | null): string[] {
  const lines: string[] = [];
  const explained = new Set<Placed>();
  for (const miss of misses) {
    if (miss.kind !== 'wrong link') continue;
    explained.add(miss.source!);
    explained.add(miss.test!);
  }
  // Rows and their cells fail together: the row says it.
  const rowsMissed = new Set(
    misses
      .filter((miss) => miss.source?.kind === 'row')
      .map((miss) => `${miss.kind} ${miss.source!.address}`),
  );
  for (const miss of misses) {
    if (kinds !== null && !kinds.has(miss.kind)) continue;
    if (
      miss.kind === 'missed link' &&
      kinds === null &&
      (explained.has(miss.source!) || explained.has(miss.test!))
    )
      continue;
    if (miss.source?.kind === 'cell' && rowsMissed.has(`${miss.kind} ${miss.source.parent!.address}`))
      continue;
    const by = miss.matchedBy === '' ? '' : `  by ${miss.matchedBy} ${miss.confidence.toFixed(2)}`;
    lines.push(`  ${miss.kind.toUpperCase()}${by}`);
    lines.push(`    - ${show(miss.source!)}`);
    lines.push(`    + ${show(miss.test!)}`);
    if (miss.kind === 'wrong link' || miss.kind === 'spurious link') {
      lines.push(`      source is truly ${miss.trueTest === null ? 'deleted' : show(miss.trueTest)}`);
      lines.push(`      test is truly   ${miss.trueSource === null ? 'inserted' : show(miss.trueSource)}`);
    }
  }
  if (lines.length > 0) lines.unshift(`${pair.name}  (${pair.source.style.name} → ${pair.test.style.name})`);
  return lines;
}

/** How many of each kind, by plan: where to look first. */
export function missCounts(all: readonly PairMisses[]): string {
  const kinds: MissKind[] = [
    'missed link',
    'wrong link',
    'spurious link',
    'missed move',
    'false move',
    'missed renumber',
    'false renumber',
  ];
  const byPlan = new Map<string, Map<MissKind, number>>();
  for (const { pair, misses } of all) {
    const row = byPlan.get(pair.plan) ?? new Map<MissKind, number>();
    for (const miss of misses) row.set(miss.kind, (row.get(miss.kind) ?? 0) + 1);
    byPlan.set(pair.plan, row);
  }
  const lines = [`${'plan'.padEnd(12)}${kinds.map((kind) => kind.padStart(17)).join('')}`];
  for (const [plan, row] of byPlan) {
    lines.push(`${plan.padEnd(12)}${kinds.map((kind) => String(row.get(kind) ?? 0).padStart(17)).join('')}`);
  }
  return lines.join('\n');
}
