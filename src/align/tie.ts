/** What decides between two candidates that are worth the same. */
import type { Run } from './run.js';

/** A pair that could be made. */
export interface CandidatePair {
  readonly source: number;
  readonly test: number;
}

/**
 * Below 0 when `x` goes before `y`: the one whose blocks have the same role, then the one whose blocks stand nearer in depth,
 * then the earlier one in the source, then in the test document. 0 for one and the same pair only.
 */
export function decideTie({ source, test }: Run, x: CandidatePair, y: CandidatePair): number {
  const sameRole = (pair: CandidatePair) =>
    Number(source.blocks[pair.source].role === test.blocks[pair.test].role);
  const apart = (pair: CandidatePair) => Math.abs(source.depth[pair.source] - test.depth[pair.test]);
  return sameRole(y) - sameRole(x) || apart(x) - apart(y) || x.source - y.source || x.test - y.test;
}
