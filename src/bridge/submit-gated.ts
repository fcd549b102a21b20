/** Submitting under a gate: the service refuses an edit that goes beyond an allowed scope, and keeps the attempt on record. */
import type {
  Connection,
  InvalidArgument,
  ObservedSubmitOptions,
  SubmissionResponse,
} from '../patch/index.js';
import { EXEMPTIONS } from '../verify/verify.js';
import { type AllowedEdits, type GateOptions, gateCheck } from './gate.js';
import { type Submission, submit } from './submission.js';

/** How to submit, and how the gate judges. */
export interface SubmitGatedOptions extends Omit<ObservedSubmitOptions, 'admit'>, GateOptions {}

/**
 * Makes a submission whose outcome is compared with the locked text before it is committed. An edit that changes anything
 * outside the allowed scope is rejected (`context_invalid`) with `OUT_OF_ALLOWED_SCOPE` as `diagnostic.code` and the
 * changes outside named in the diagnostic; a scope that names nothing in the text as it is, with
 * `ALLOWED_SCOPE_UNRESOLVED`. Both are attempts on record. An allowed scope that can mean nothing is an
 * `invalid_argument`, and no attempt.
 */
export async function submitGated(
  connection: Connection,
  submission: Submission,
  allowed: AllowedEdits,
  options: SubmitGatedOptions = {},
): Promise<SubmissionResponse> {
  const { exempt, profile, ...more } = options;
  const fault = allowedFault(allowed) ?? exemptFault(exempt);
  if (fault !== null) return fault;
  const { grammars } = options;
  return submit(connection, submission, {
    ...more,
    admit: gateCheck(allowed, { exempt, profile, grammars }),
  });
}

const ENTRIES = ['address_prefixes', 'labels', 'roles', 'anchors', 'symbols'] as const;

/** What is wrong with the shape of an allowed scope, whatever the text. */
function allowedFault(allowed: unknown): InvalidArgument | null {
  if (typeof allowed !== 'object' || allowed === null || Array.isArray(allowed)) {
    return invalid('bad_scope', `The allowed scope must be an object with ${ENTRIES.join(', ')}.`);
  }
  const given = allowed as Record<string, unknown>;
  const unknown = Object.keys(given).find((key) => !ENTRIES.some((known) => known === key));
  if (unknown !== undefined)
    return invalid('bad_scope', `The allowed scope has no ${unknown}; it has ${ENTRIES.join(', ')}.`);
  let count = 0;
  for (const key of ENTRIES) {
    const list = given[key] ?? [];
    const isList = Array.isArray(list) && list.every(key === 'symbols' ? isSelection : isName);
    if (!isList) {
      const what =
        key === 'symbols' ? 'objects with symbol_name and, if wanted, kind' : 'texts, none of them blank';
      return invalid('bad_scope', `${key} must be a list of ${what}.`);
    }
    count += (list as unknown[]).length;
  }
  return count > 0
    ? null
    : invalid('empty_scope', `The allowed scope is empty: name something in ${ENTRIES.join(', ')}.`);
}

function exemptFault(exempt: readonly unknown[] = []): InvalidArgument | null {
  const isKnown = Array.isArray(exempt) && exempt.every((it) => EXEMPTIONS.some((known) => known === it));
  return isKnown
    ? null
    : invalid('unknown_exemption', `exempt must be a list of ${EXEMPTIONS.join(' and ')}.`);
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isSelection(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { symbol_name, kind = null, ...rest } = value as Record<string, unknown>;
  return isName(symbol_name) && (kind === null || isName(kind)) && Object.keys(rest).length === 0;
}

function invalid(code: string, failure_detail: string): InvalidArgument {
  return { status: 'invalid_argument', code, failure_detail };
}
