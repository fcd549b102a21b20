import type { AlignmentConfig } from '../align/alignment.js';
import type { ChangeFilter, LeafProcessor } from '../change/change.js';
import { didYouMean } from '../document/suggest.js';
import { ComparisonError } from './errors.js';
import { show } from './fields.js';

/** The options of a comparison, all optional. */
export interface CompareOptions {
  /** The names of the documents: hints for detecting their formats. No file is opened. */
  readonly sourcePath?: string | undefined;
  readonly testPath?: string | undefined;
  /** `text`, `markdown`, or the format of a registered reader. Detected when left out. */
  readonly sourceFormat?: string | undefined;
  readonly testFormat?: string | undefined;
  /**
   * The structure profile: the name of a built-in one, YAML text, or an object. When left out, the format's own; where
   * the two sides have different formats, `generic` for both.
   */
  readonly profile?: string | object | undefined;
  /** Settings of the aligner; what is left out has its default. */
  readonly alignment?: Partial<AlignmentConfig> | undefined;
  /** Which changes to list. The statistics count those, over all blocks. */
  readonly filter?: Partial<ChangeFilter> | undefined;
  /** A leaf differ of your own, in place of the one that compares by words. */
  readonly processor?: LeafProcessor | undefined;
  /** The largest text that is read, in code points; 2,000,000 when left out. */
  readonly maxChars?: number | undefined;
}

const NAMES: readonly (keyof CompareOptions)[] = [
  'sourcePath',
  'testPath',
  'sourceFormat',
  'testFormat',
  'profile',
  'alignment',
  'filter',
  'processor',
  'maxChars',
];

/** Refuses options that do not exist or have the wrong type. Profile, alignment and filter are checked where they are used. */
export function checkOptions(options: CompareOptions): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw bad(`the options of compare are an object, not ${show(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (!(NAMES as readonly string[]).includes(name)) {
      throw new ComparisonError(
        'unknown_option',
        `compare has no option "${name}"${didYouMean(name, NAMES)}; it has ${NAMES.join(', ')}`,
      );
    }
  }
  for (const name of ['sourcePath', 'testPath', 'sourceFormat', 'testFormat'] as const) {
    if (options[name] !== undefined && typeof options[name] !== 'string') {
      throw bad(`option ${name} should be a string, not ${show(options[name])}`);
    }
  }
  for (const name of ['alignment', 'filter'] as const) {
    const value: unknown = options[name];
    if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      throw bad(`option ${name} should be an object, not ${show(value)}`);
    }
  }
  const { processor, maxChars } = options;
  if (processor !== undefined && !isProcessor(processor)) {
    throw bad(
      'option processor should be an object with a name and the functions tokens(text) and diff(a, b)',
    );
  }
  if (maxChars !== undefined && !(Number.isSafeInteger(maxChars) && maxChars > 0)) {
    throw bad(`option maxChars should be a whole number of at least 1, not ${show(maxChars)}`);
  }
}

function isProcessor(value: LeafProcessor): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof value.name === 'string' &&
    typeof value.tokens === 'function' &&
    typeof value.diff === 'function'
  );
}

function bad(message: string): ComparisonError {
  return new ComparisonError('bad_option', message);
}
