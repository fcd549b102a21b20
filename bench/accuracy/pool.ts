/** Where new text comes from: the other base documents, and a reserve of units that belongs to none. */
import { readFileSync } from 'node:fs';
import type { Genre } from './edits.js';
import type { Rng } from './rng.js';
import { type BaseDocument, type Family, parseBase, type Unit, type UnitKind, walk } from './unit.js';

export const BASE_NAMES = [
  'agreement',
  'definitions',
  'grant',
  'handbook',
  'lease',
  'levels',
  'manual',
  'minutes',
  'outline',
  'policy',
  'privacy',
  'schedule',
  'specification',
  'statute',
  'tender',
] as const;

const FOLDER = 'bench/accuracy/bases';

const load = (name: string) => parseBase(name, readFileSync(`${FOLDER}/${name}.txt`, 'utf8'));

export interface Library {
  readonly bases: readonly BaseDocument[];
  readonly reserve: BaseDocument;
}

/** Reads the base documents. Runs from the project's own folder. */
export function loadLibrary(): Library {
  return { bases: BASE_NAMES.map(load), reserve: load('reserve') };
}

export const genreOf = (family: Family): Genre =>
  family === 'clauses' || family === 'statute' ? 'legal' : 'plain';

/** Texts that a pair may take in, each at most once, so that nothing new is twice in one document. */
export class Pool {
  private readonly taken = new Set<string>();

  constructor(
    private readonly material: Library,
    private readonly base: BaseDocument,
    private readonly rng: Rng,
  ) {
    for (const unit of walk(base.root)) this.taken.add(unit.text);
  }

  private take(texts: readonly string[]): string {
    const free = texts.filter((text) => !this.taken.has(text));
    const text = this.rng.pick(free);
    this.taken.add(text);
    return text;
  }

  private reserved(heading: string): string[] {
    const sections = this.material.reserve.root.children[0].children;
    return sections.find((section) => section.text === heading)!.children.map((unit) => unit.text);
  }

  private foreign(
    families: readonly Family[],
    kinds: readonly UnitKind[],
    depths: readonly number[],
  ): string[] {
    const texts: string[] = [];
    const visit = (unit: Unit, depth: number) => {
      const inside = unit.kind === 'clause' || unit.kind === 'bullet' ? depth + 1 : depth;
      const whole = unit.children.length === 0 && !unit.text.includes('{') && !unit.text.endsWith(':');
      if (kinds.includes(unit.kind) && whole && depths.includes(inside)) texts.push(unit.text);
      for (const child of unit.children) visit(child, inside);
    };
    for (const other of this.material.bases) {
      if (other.name !== this.base.name && other.name !== 'schedule' && families.includes(other.family))
        visit(other.root, 0);
    }
    return texts;
  }

  /** A text for a new unit of this kind at this depth of items. */
  text(kind: UnitKind, depth: number): string {
    const { family } = this.base;
    if (kind === 'clause' && family === 'outline') {
      return this.take([...this.reserved('Steps'), ...this.foreign(['prose'], ['bullet'], [1])]);
    }
    if (kind === 'clause')
      return this.take(this.foreign(['clauses', 'statute'], ['clause'], depth === 1 ? [1] : [2, 3]));
    if (kind === 'bullet') return this.take(this.foreign(['prose'], ['bullet'], [1, 2]));
    if (family === 'definitions') return this.take(this.reserved('Definitions'));
    return this.take(
      this.foreign(family === 'clauses' ? ['clauses', 'prose'] : ['prose'], ['paragraph'], [0]),
    );
  }

  heading(): string {
    return this.take(this.reserved('Headings'));
  }

  rowName(): string {
    return this.take(this.reserved('Rows'));
  }
}
