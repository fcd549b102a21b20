/** The corpus: every base document under every plan, in both formats, several times each. Held in memory, never stored. */
import { createHash } from 'node:crypto';
import type { Division, Draft } from './draft.js';
import { fits, type Layout, layOut } from './layout.js';
import { PLANS, type Plan } from './plans.js';
import { genreOf, type Library, loadLibrary, Pool } from './pool.js';
import { rngOf } from './rng.js';
import { relabelTargets, type Style, stylesFor } from './styles.js';
import { type BaseDocument, copyUnit, type Unit, walk } from './unit.js';

/** How many pairs each document, plan and format gives, unless the plan says otherwise. */
const VARIANTS = 2;

export interface CorpusPair {
  /** `base/plan/format/n`, which also names its stream of chance. */
  readonly name: string;
  readonly base: string;
  readonly plan: string;
  readonly format: 'markdown' | 'text';
  readonly source: Layout;
  readonly test: Layout;
  readonly divisions: readonly Division[];
  /** Characters that edits to a block's own text changed, by the block's identity on the test side. */
  readonly changed: ReadonlyMap<string, number>;
}

/** Without what the format cannot hold, on the tree itself, so that no plan spends a change on it. */
function prune(unit: Unit, style: Style): Unit {
  unit.children = unit.children
    .filter((child) => fits(child, style))
    .map((child) => prune(child, style))
    .filter((child) => child.kind !== 'section' || child.children.length > 0);
  return unit;
}

function makePair(
  library: Library,
  base: BaseDocument,
  plan: Plan,
  format: Style['format'],
  n: number,
): CorpusPair | null {
  const name = `${base.name}/${plan.name}/${format}/${n}`;
  const rng = rngOf(name);
  const sourceStyle = rng.pick(stylesFor(base.family, format));
  const targets = plan.relabels ? relabelTargets(base.family, sourceStyle) : [sourceStyle];
  if (targets.length === 0) return null;
  const testStyle = rng.pick(targets);
  const draftOf = (root: Unit): Draft => ({
    root,
    rng,
    pool: new Pool(library, base, rng),
    genre: genreOf(base.family),
    touched: new Set(),
    divisions: [],
    made: 0,
  });
  const before = draftOf(prune(copyUnit(base.root), sourceStyle));
  if (plan.needsTables && ![...walk(before.root)].some((unit) => unit.kind === 'table')) return null;
  const groups = plan.prepare?.(before) ?? [];
  const after: Draft = { ...before, root: copyUnit(before.root), made: 1000 };
  plan.revise(after, groups);
  const changed = new Map<string, number>();
  for (const unit of walk(after.root)) {
    if (unit.changed > 0) changed.set(unit.kind === 'section' ? `${unit.id}.h` : unit.id, unit.changed);
    for (const [c, count] of unit.cellChanged.entries())
      if (count > 0) changed.set(`${unit.id}.c${c}`, count);
  }
  return {
    name,
    base: base.name,
    plan: plan.name,
    format,
    source: layOut(before.root, sourceStyle),
    test: layOut(after.root, testStyle),
    divisions: after.divisions,
    changed,
  };
}

/** All pairs, in a fixed order. */
export function makeCorpus(wanted: (name: string) => boolean = () => true): CorpusPair[] {
  const library = loadLibrary();
  const pairs: CorpusPair[] = [];
  for (const plan of PLANS) {
    for (const base of library.bases) {
      for (const format of ['markdown', 'text'] as const) {
        for (let n = 1; n <= (plan.variants ?? VARIANTS); n++) {
          if (!wanted(`${base.name}/${plan.name}/${format}/${n}`)) continue;
          const pair = makePair(library, base, plan, format, n);
          if (pair !== null) pairs.push(pair);
        }
      }
    }
  }
  return pairs;
}

/** SHA-256 over names, styles, texts and identities of every pair. */
export function corpusDigest(pairs: readonly CorpusPair[]): string {
  const hash = createHash('sha256');
  for (const pair of pairs) {
    hash.update(`${pair.name}\0${pair.source.style.name}\0${pair.test.style.name}\0`);
    for (const side of [pair.source, pair.test]) {
      hash.update(`${side.text}\0`);
      for (const block of side.byId.values()) hash.update(`${block.id} ${block.address} ${block.label}\n`);
    }
    hash.update(JSON.stringify([pair.divisions, [...pair.changed]]));
  }
  return hash.digest('hex');
}
