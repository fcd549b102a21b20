import { randomInt } from 'node:crypto';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    propertySeed: number;
  }
}

/** What is drawn in every run that asks for nothing else. */
const USUAL = 20_261_130;

/** Chooses what the property tests of this run draw their values from, and says so where it is not the usual. */
export default function choose(project: TestProject): void {
  const asked = process.env.REDTREE_TEST_SEED;
  const seed = seedOf(asked);
  if (asked) console.log(`Property tests draw from REDTREE_TEST_SEED=${seed}`);
  project.provide('propertySeed', seed);
}

function seedOf(asked: string | undefined): number {
  if (!asked) return USUAL;
  if (asked === 'random') return randomInt(2 ** 31);
  const seed = Number(asked);
  // fast-check takes 32 bits.
  if (/^-?\d+$/.test(asked) && seed === (seed | 0)) return seed;
  throw new Error(
    `REDTREE_TEST_SEED should be a whole number of 32 bits, or random, not ${JSON.stringify(asked)}`,
  );
}
