import { ArgumentError, flag, integer, optionalText, targetId, text } from './arguments.js';
import { DEFAULT_PAGE, LARGEST_PAGE } from './scope-page.js';
import { isUuid } from './target-id.js';

/** Most scopes of a bundle. */
export const MOST_SELECTIONS = 32;

export interface ScopeSelectionInput {
  readonly symbol_name: string;
  readonly kind?: string | null;
}

export interface ObserveScopeArguments {
  readonly target_file_id: string;
  /** Part of a candidate's name, upper and lower case alike; for discovery, where no `symbol_name` is given. */
  readonly query?: string | null;
  /** Exact name, or `parent.name`, of the one scope to observe. */
  readonly symbol_name?: string | null;
  readonly kind?: string | null;
  /** Reads a further page under a receipt that was issued before. */
  readonly observation_id?: string | null;
  /** Code points from the start of the scope. */
  readonly offset?: number;
  /** Code points of a page at most, capped at 8,000; 4,000 when left out. */
  readonly max_chars?: number | null;
  readonly include_line_starts?: boolean;
  /** Observes 1 to 32 scopes at once, as a bundle. */
  readonly selections?: readonly ScopeSelectionInput[] | null;
}

export interface PageRequest {
  readonly offset: number;
  readonly max_chars: number;
  readonly withStarts: boolean;
}

/** What is asked for, once the arguments are known to go together. */
export type ObserveRequest = { readonly id: string; readonly page: PageRequest } & (
  | { readonly mode: 'candidates'; readonly query: string | null; readonly kind: string | null }
  | { readonly mode: 'one'; readonly selection: Selection }
  | { readonly mode: 'bundle'; readonly selections: readonly Selection[] }
  | { readonly mode: 'page'; readonly observationId: string }
);

export interface Selection {
  readonly name: string;
  readonly kind: string | null;
}

/** @throws ArgumentError for what cannot be judged. */
export function readObserveArguments(args: ObserveScopeArguments): ObserveRequest {
  const id = targetId(args.target_file_id);
  const query = selector('query', args.query);
  const name = selector('symbol_name', args.symbol_name);
  const kind = selector('kind', args.kind);
  const observation = args.observation_id ?? null;
  const selections = args.selections == null ? null : readSelections(args.selections);
  const page = {
    offset: integer('offset', args.offset, 0, 0),
    max_chars: Math.min(integer('max_chars', args.max_chars, 1, DEFAULT_PAGE, 'nullable'), LARGEST_PAGE),
    withStarts: flag('include_line_starts', args.include_line_starts),
  };
  if (selections !== null) {
    const others = {
      query,
      symbol_name: name,
      kind,
      observation_id: observation,
      offset: page.offset || null,
    };
    refuseBeside('selections', others);
    return { id, page, mode: 'bundle', selections };
  }
  if (observation !== null) {
    refuseBeside('observation_id', { query, symbol_name: name, kind });
    if (!isUuid(observation)) {
      throw new ArgumentError('INVALID_OBSERVATION_ID', 'observation_id must be a UUID.');
    }
    return { id, page, mode: 'page', observationId: observation };
  }
  if (name !== null) return { id, page, mode: 'one', selection: { name, kind } };
  if (page.offset !== 0) {
    throw new ArgumentError(
      'conflicting_arguments',
      'offset counts inside a scope: give it with symbol_name or observation_id.',
    );
  }
  return { id, page, mode: 'candidates', query, kind };
}

/** A name, a kind or a part of a name: null is none, and blank is a mistake that would match everything or nothing. */
function selector(name: string, value: unknown): string | null {
  const given = optionalText(name, value);
  if (given !== null && isBlank(given)) {
    throw new ArgumentError('blank_argument', `${name} must not be blank; leave it out or give null.`);
  }
  return given;
}

/** Nothing but white space, Unicode's own and the separators among the control characters included. */
function isBlank(value: string): boolean {
  return /^[\p{White_Space}\u001c-\u001f\ufeff]*$/u.test(value);
}

function readSelections(value: unknown): Selection[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > MOST_SELECTIONS) {
    const detail = `selections must be a list of 1 to ${MOST_SELECTIONS} selections.`;
    throw new ArgumentError('invalid_selections', detail);
  }
  return value.map((item: unknown, selection_index) => {
    const path = `selections[${selection_index}]`;
    const known = isObject(item) && Object.keys(item).every((key) => key === 'symbol_name' || key === 'kind');
    if (!known) {
      const detail = `${path} must be an object with symbol_name and, if wanted, kind.`;
      throw new ArgumentError('invalid_selections', detail, { selection_index });
    }
    try {
      const name = selector(`${path}.symbol_name`, text(`${path}.symbol_name`, item.symbol_name))!;
      return { name, kind: selector(`${path}.kind`, item.kind) };
    } catch (error) {
      if (!(error instanceof ArgumentError)) throw error;
      throw new ArgumentError(error.code, error.message, { ...error.extra, selection_index });
    }
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function refuseBeside(name: string, others: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(others).filter((other) => others[other] !== null);
  if (given.length === 0) return;
  throw new ArgumentError('conflicting_arguments', `${name} cannot be given with ${given.join(', ')}.`);
}
