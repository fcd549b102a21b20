/** The truth about a pair as data that can be written down and read without this program. */
import type { CorpusPair } from './corpus.js';
import { trueMoves } from './moves.js';
import { isScored, truthOf } from './truth.js';

export interface Labels {
  readonly pair: string;
  readonly styles: readonly [source: string, test: string];
  /** `[source address, test address]` of every text-bearing block and row that is on both sides. */
  readonly links: readonly (readonly [string, string])[];
  readonly inserted: readonly string[];
  readonly deleted: readonly string[];
  readonly moves: readonly (readonly [string, string])[];
  readonly splits: readonly { kind: 'split' | 'merge'; source: readonly string[]; test: readonly string[] }[];
}

export function describeTruth(pair: CorpusPair): Labels {
  const truth = truthOf(pair);
  const links = truth.links.filter((link) => isScored(link.source));
  const address = (side: CorpusPair['source']) => (id: string) => side.byId.get(id)!.address;
  return {
    pair: pair.name,
    styles: [pair.source.style.name, pair.test.style.name],
    links: links.map((link) => [link.source.address, link.test.address]),
    inserted: [...pair.test.byId.values()]
      .filter(
        (placed) => isScored(placed) && !pair.source.byId.has(placed.id) && !truth.divided.has(placed.id),
      )
      .map((placed) => placed.address),
    deleted: [...pair.source.byId.values()]
      .filter((placed) => isScored(placed) && !pair.test.byId.has(placed.id) && !truth.divided.has(placed.id))
      .map((placed) => placed.address),
    moves: trueMoves(pair.source, pair.test, truth.links, [], truth).moves.map((link) => [
      link.source.address,
      link.test.address,
    ]),
    splits: pair.divisions.map((division) => ({
      kind: division.kind,
      source: division.source.map(address(pair.source)),
      test: division.test.map(address(pair.test)),
    })),
  };
}
