import { unavailableContext } from './transaction/context.js';

/**
 * What a client over MCP is shown of a result: the same facts, with a context that is there already not said twice, and
 * in compact mode with what the contract lets go of. Results themselves are always whole.
 */
export type ResponseMode = 'detailed' | 'compact';

type Result = Readonly<Record<string, unknown>>;

/** The presentation of a tool's result. A result that has nothing to leave out comes back as it is. */
export function present<T extends object>(tool: string, result: T, mode: ResponseMode = 'detailed'): object {
  const plain = collapseContext(result as Result);
  return mode === 'compact' ? compact(tool, plain) : plain;
}

/** A `current_context` that says what `diagnostic.failure_context` says is replaced by a pointer to it. */
function collapseContext(result: Result): Result {
  const current = result.current_context;
  const failure = (result.diagnostic as Result | undefined)?.failure_context;
  if (!isObject(current) || !isObject(failure) || !equalMembers(current, failure)) return result;
  return { ...result, current_context: unavailableContext('same_as_failure_context') };
}

function equalMembers(a: Result, b: Result): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key])
  );
}

function isObject(value: unknown): value is Result {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Names of what a compact result left out. */
type Omitted = 'evidence' | 'groups' | 'candidate_details' | 'duplicate_page_metadata';

function compact(tool: string, result: Result): Result {
  const omitted: Omitted[] = [];
  let projected: Result | null = null;
  if (tool === 'patchdiff_submit_observed_operations' && result.status === 'accepted') {
    projected = withoutMembers(result, ['evidence', 'groups']);
    for (const name of ['evidence', 'groups'] as const) if (name in result) omitted.push(name);
  } else if (tool === 'patchdiff_observe_scope' && result.status === 'candidates') {
    projected = {
      ...result,
      candidates: eachOf(result.candidates, (it) => onlyMembers(it, CANDIDATE_MEMBERS)),
    };
    if (anyHasOther(result.candidates, (name) => !CANDIDATE_MEMBERS.includes(name)))
      omitted.push('candidate_details');
  } else if (tool === 'patchdiff_observe_scope' && result.status === 'observed_batch') {
    projected = { ...result, scopes: eachOf(result.scopes, (it) => withoutMembers(it, DUPLICATE_MEMBERS)) };
    if (anyHasOther(result.scopes, (name) => DUPLICATE_MEMBERS.includes(name)))
      omitted.push('duplicate_page_metadata');
  }
  return projected === null ? result : { ...projected, presentation: { mode: 'compact', omitted } };
}

const CANDIDATE_MEMBERS: readonly string[] = ['name', 'kind', 'parent', 'start_line', 'end_line'];
const DUPLICATE_MEMBERS: readonly string[] = [
  'start',
  'end',
  'max_chars',
  'next_start',
  'start_line',
  'end_line',
];

function eachOf(list: unknown, project: (item: Result) => Result): unknown {
  return Array.isArray(list) ? list.map(project) : list;
}

function anyHasOther(list: unknown, matches: (name: string) => boolean): boolean {
  return Array.isArray(list) && list.some((item) => Object.keys(item).some(matches));
}

function withoutMembers(result: Result, names: readonly string[]): Result {
  return Object.fromEntries(Object.entries(result).filter(([name]) => !names.includes(name)));
}

function onlyMembers(result: Result, names: readonly string[]): Result {
  return Object.fromEntries(Object.entries(result).filter(([name]) => names.includes(name)));
}
