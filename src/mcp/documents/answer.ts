/** Runs a comparison tool: what is wrong with its arguments becomes its answer. */
import { AlignmentError } from '../../align/errors.js';
import { ApplyError } from '../../apply/errors.js';
import type { Change } from '../../change/change.js';
import { ChangeError } from '../../change/errors.js';
import { ComparisonError } from '../../compare/errors.js';
import { DocumentError } from '../../document/errors.js';
import { exceedsJsonDepth, MAX_JSON_DEPTH } from '../../patch/text/json.js';
import { ProfileError } from '../../profile/errors.js';
import { PatternError } from '../../profile/pattern-source.js';
import { ReadError } from '../../read/errors.js';
import { VerifyError } from '../../verify/errors.js';
import type { Arguments, Host } from '../tool.js';
import { DocumentArgumentError } from './errors.js';
import { fitted } from './fitted.js';

const ARGUMENT_FAULTS = [
  AlignmentError,
  ApplyError,
  ChangeError,
  ComparisonError,
  DocumentArgumentError,
  DocumentError,
  PatternError,
  ProfileError,
  ReadError,
  VerifyError,
];

/** An answer that says which argument is wrong. */
export interface InvalidCall {
  readonly status: 'invalid_argument';
  readonly code: string;
  readonly failure_detail: string;
  /** The changes that cannot be made as they are, and those that have to be made with them. */
  readonly changes?: readonly NamedChange[];
  readonly needs?: readonly NamedChange[];
}

/** A change by its kind and addresses. */
type NamedChange = Pick<Change, 'kind' | 'source_address' | 'test_address'>;

/** The tool's handler around `work`, which may throw the library's errors. */
export function answering(
  work: (args: Arguments, host: Host) => Promise<object>,
): (args: Arguments, host: Host) => Promise<object> {
  return async (args, host) => {
    if (exceedsJsonDepth(args)) {
      return invalid('arguments_too_deep', `the arguments nest deeper than ${MAX_JSON_DEPTH} levels`);
    }
    try {
      return await work(args, host);
    } catch (error) {
      if (!ARGUMENT_FAULTS.some((known) => error instanceof known)) throw error;
      const { code, message } = error as Error & { code?: string };
      return fitted(
        { ...invalid(code ?? 'invalid_argument', message), ...dependence(error) },
        host.resultChars,
      );
    }
  };
}

function dependence(error: unknown): Pick<InvalidCall, 'changes' | 'needs'> {
  if (!(error instanceof ApplyError) || error.changes.length === 0) return {};
  return { changes: error.changes.map(named), needs: error.needs.map(named) };
}

function named({ kind, source_address, test_address }: Change): NamedChange {
  return { kind, source_address, test_address };
}

function invalid(code: string, detail: string): InvalidCall {
  return { status: 'invalid_argument', code, failure_detail: detail };
}
