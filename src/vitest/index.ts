/**
 * `import 'redtree/vitest'`, in a test or in a setup file, adds the matcher:
 *
 * ```ts
 * expect(compare(before, after)).toMatchRedline('lease.comparison.json');
 * ```
 */
import { expect } from 'vitest';
import type { Comparison } from '../compare/comparison.js';
import type { ComparisonDocument } from '../compare/document.js';
import { type MatchRedlineOptions, toMatchRedline } from './match-redline.js';

expect.extend({
  toMatchRedline(received: Comparison | ComparisonDocument, file: string, options?: MatchRedlineOptions) {
    return toMatchRedline.call(this, received, file, options);
  },
});

declare module 'vitest' {
  // The type parameter has to be there, named as Vitest names it, for the declarations to merge.
  // biome-ignore lint/suspicious/noExplicitAny: Vitest's own default.
  interface Matchers<T = any> {
    /**
     * Passes when the comparison, or the comparison-v2 document, says what is kept in `file` (relative to the test's file);
     * fails with a redline of the changes that appeared, went or are told otherwise. `vitest -u` writes the file.
     */
    toMatchRedline(file: string, options?: MatchRedlineOptions): void;
  }
}

export {
  type MatcherContext,
  type MatchRedlineOptions,
  type MatchResult,
  toMatchRedline,
} from './match-redline.js';
