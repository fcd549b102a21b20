import { compileLinear } from './linear-pattern.js';
import { PatternError } from './pattern-source.js';
import type { Report } from './validation.js';

/** Checks that a pattern runs on the linear-time engine and has the group that is asked of it. */
export function checkPattern(
  pattern: string,
  path: string,
  neededGroup: number,
  why: string,
  report: Report,
): void {
  try {
    const { groupCount } = compileLinear(pattern);
    if (groupCount < neededGroup) {
      const has = groupCount === 0 ? 'no group' : groupCount === 1 ? 'one group' : `${groupCount} groups`;
      report(path, `the pattern has ${has}, but ${why}`);
    }
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    report(path, error.message);
  }
}
