import type { InvalidArgument } from '../errors.js';
import { findTextFault } from '../text/canonical.js';
import { isUuid } from './target-id.js';

/** The codes of the faults that the tools which are not submissions find in their own arguments. */
export const TOOL_ARGUMENT_FAULTS = [
  { code: 'invalid_target_id', when: 'The target id is not a UUID.' },
  { code: 'invalid_type', when: 'An argument has a value of the wrong type.' },
  { code: 'out_of_range', when: 'A number lies outside what is allowed, or past the end of the text.' },
  { code: 'target_encoding_invalid', when: 'A string holds NUL or half of a surrogate pair.' },
  { code: 'empty_text', when: 'The text to look for, or a file name, is empty.' },
  { code: 'unsupported_export_format', when: '`format` is none of the four export formats.' },
  {
    code: 'original_eol_unrecoverable',
    when: 'The upload mixed line ends, which were not stored line by line.',
  },
  {
    code: 'source_line_endings_unknown',
    when: "The target was stored before uploads' line ends were recorded.",
  },
  { code: 'content_required', when: 'A target is initialised inline without `content`.' },
  { code: 'content_conflict', when: '`content` is given together with `from_workspace: true`.' },
  { code: 'blank_argument', when: 'A name, kind or query to observe by is nothing but white space.' },
  { code: 'conflicting_arguments', when: 'Arguments of two ways to observe a scope are given together.' },
  { code: 'invalid_selections', when: '`selections` is not a list of 1 to 32 names with their kinds.' },
  { code: 'INVALID_OBSERVATION_ID', when: 'The observation id of a page is not a UUID.' },
  { code: 'invalid_project_id', when: 'The project id is not a UUID.' },
  { code: 'workspace_not_configured', when: '`PATCHDIFF_WORKSPACE_ROOT` names no usable directory.' },
  { code: 'workspace_unsupported', when: 'This platform cannot give the guarantees of workspace files.' },
  { code: 'workspace_path_invalid', when: 'A path is absolute, leaves the root, or holds a reserved part.' },
  { code: 'workspace_file_missing', when: 'No file stands at the path in the workspace.' },
  { code: 'workspace_file_unsupported', when: 'What stands at the path is not a regular file in UTF-8.' },
  { code: 'unsupported_workspace_eol', when: '`workspace_eol_format` is none of the three formats.' },
  {
    code: 'workspace_requires_owned_transaction',
    when: "A workspace operation was asked for in a caller's transaction.",
  },
] as const satisfies readonly { readonly code: string; readonly when: string }[];

export type ToolArgumentFault = (typeof TOOL_ARGUMENT_FAULTS)[number]['code'];

/** Thrown while arguments are read, and turned into the tool's answer by {@link answering}. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
  constructor(
    readonly code: ToolArgumentFault,
    message: string,
    /** Further members of the answer. */
    readonly extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** Runs a tool; a fault in its arguments becomes its answer, every other error is passed on. */
export async function answering<R>(tool: () => Promise<R>): Promise<R | InvalidArgument> {
  try {
    return await tool();
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    return { status: 'invalid_argument', code: error.code, failure_detail: error.message, ...error.extra };
  }
}

/** No target has the id. */
export interface NotFound {
  readonly status: 'not_found';
  readonly target_file_id: string;
  readonly failure_detail: string;
}

export function notFound(id: string): NotFound {
  return { status: 'not_found', target_file_id: id, failure_detail: `No target has the id ${id}.` };
}

export function targetId(value: unknown): string {
  if (!isUuid(value)) throw new ArgumentError('invalid_target_id', 'target_file_id must be a UUID.');
  return value;
}

/** A whole number from `least`; left out it is `missing`. Null is no number unless `nullable`. */
export function integer(
  name: string,
  value: unknown,
  least: number,
  missing: number,
  nullable: 'nullable' | 'required' = 'required',
): number {
  if (value === undefined || (value === null && nullable === 'nullable')) return missing;
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw new ArgumentError('invalid_type', `${name} must be a whole number from ${least}.`);
  }
  if (value < least) throw new ArgumentError('out_of_range', `${name} must be at least ${least}.`);
  return value;
}

/** A flag; left out it is false. */
export function flag(name: string, value: unknown): boolean {
  if (value === undefined) return false;
  if (typeof value !== 'boolean') throw new ArgumentError('invalid_type', `${name} must be true or false.`);
  return value;
}

/** A string that PostgreSQL can store. */
export function text(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new ArgumentError('invalid_type', `${name} must be a string.`);
  const fault = findTextFault(value);
  if (fault === null) return value;
  const what = fault.fault === 'nul' ? 'a NUL character' : 'half of a surrogate pair';
  throw new ArgumentError('target_encoding_invalid', `${name} holds ${what} at code point ${fault.offset}.`);
}

export function optionalText(name: string, value: unknown): string | null {
  return value === undefined || value === null ? null : text(name, value);
}

/** A value of PostgreSQL holds at most 1 GiB, so this is past the end of any text; two of them still make an `integer`. */
const PAST_EVERY_TEXT = 1_073_741_823;

/** An offset, a length or a line as a parameter that PostgreSQL can add to, with the same meaning. */
export function asInt4(value: number): number {
  return Math.min(value, PAST_EVERY_TEXT);
}

/** A sequence number as a parameter that PostgreSQL accepts: those above its range are above every row. */
export function asInt8(value: number): string {
  return value >= 2 ** 63 ? '9223372036854775807' : BigInt(value).toString();
}
