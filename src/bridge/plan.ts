/** Plans an edit: the operations that make one text of another, within the smallest scopes that hold what changed. */

import { type Piece, textPieces } from '../change/text-edits.js';
import { CodePointIndex } from '../document/code-points.js';
import type { SpanInput } from '../patch/index.js';
import { canonicalText, findTextFault } from '../patch/text/canonical.js';
import { utf8Bytes } from '../patch/text/hash.js';
import { MAX_REPLACEMENT_CODE_POINTS, MAX_REPLACEMENT_UTF8_BYTES } from '../patch/transaction/admission.js';
import { ScopeError } from '../scope/errors.js';
import { type ReadScopesOptions, readScopes } from '../scope/read-scopes.js';
import type { ScopeReading, ScopeSymbol } from '../scope/scope.js';
import { chooseScopes, MAX_BUNDLE_CODE_POINTS, MAX_BUNDLE_SCOPES } from './choose-scopes.js';
import { BridgeError } from './errors.js';
import { headingLevel, openedLevel } from './headings.js';
import { type Chunk, chunks, spanOperations } from './operations.js';
import { ScopeIndex } from './scope-index.js';
import type { ScopeName } from './scope-names.js';
import { settled } from './settle.js';

/** Operations that a batch of observed edits may have at most, by the contract of the patch service. */
export const MAX_BATCH_OPERATIONS = 128;

/** How an edit is planned: what the text is, as for {@link readScopes}. */
export type PlanOptions = ReadScopesOptions;

/** A scope to observe, and the name that selects it and no other. Offsets are code points, lines count from 1. */
export interface PlannedScope extends ScopeName {
  readonly parent: string | null;
  readonly start: number;
  readonly end: number;
  readonly start_line: number;
  readonly end_line: number;
  /** The address of the same part in a comparison; null for code and configuration. */
  readonly address: string | null;
}

/** What is to be done in one scope. */
export interface PlannedGroup {
  readonly scope: PlannedScope;
  /** In the order in which they apply; coordinates are code points of the scope's own text. */
  readonly operations: readonly SpanInput[];
}

/** Why scopes cannot hold an edit. */
export type FallbackReason =
  | 'unknown_language'
  | 'text_too_large'
  | 'grammar_unavailable'
  | 'outside_every_scope'
  | 'too_many_scopes'
  | 'scopes_too_large'
  | 'too_many_operations';

/** Why a plan makes do without scopes. */
export interface Fallback {
  readonly reason: FallbackReason;
  /** What was found, where, and what would help. */
  readonly detail: string;
  /** The lines of the text, from 1, at which what no scope holds is to be changed; at most 20 of them. */
  readonly lines: readonly number[];
}

/**
 * How one text becomes another. `observed`: edits within scopes, to be observed first (`submit_observed_operations`).
 * `operations`: plain operations (`patchdiff-tx/2`). `replacement`: the whole text (`patchdiff-tx/3`), where operations
 * would be larger than it is. `none`: the texts are equal.
 */
export type TextPlan =
  | { readonly method: 'none' }
  | {
      readonly method: 'observed';
      /** The language that the scopes were read as. */
      readonly language: string;
      /** One for each scope, in the order of the text. */
      readonly groups: readonly PlannedGroup[];
    }
  | {
      readonly method: 'operations';
      /** In the order in which they apply; coordinates are code points of the whole text. */
      readonly operations: readonly SpanInput[];
      readonly fallback: Fallback;
    }
  | { readonly method: 'replacement'; readonly replacement: string; readonly fallback: Fallback };

/**
 * Plans the edit that makes `proposed` of `text`. Both are taken with LF for every line end, as the patch service stores
 * them. Accepted, the plan gives `proposed` exactly; the same texts give the same plan.
 * @throws BridgeError `invalid_text` for a proposed text that the service cannot store.
 */
export async function planText(text: string, proposed: string, options: PlanOptions = {}): Promise<TextPlan> {
  return planWith(canonicalText(text), storable(proposed), (source) => readOrSay(source, options));
}

/**
 * A proposed text as the service would store it.
 * @throws BridgeError `invalid_text`.
 */
export function storable(proposed: string): string {
  const fault = findTextFault(proposed);
  if (fault === null) return canonicalText(proposed);
  const what = fault.fault === 'nul' ? 'a NUL character' : 'half of a surrogate pair';
  throw new BridgeError(
    'invalid_text',
    `the proposed text has ${what} at code point ${fault.offset}, which cannot be stored; take it out`,
  );
}

/** As {@link planText}, for canonical texts, with scopes that `read` gives, or why there are none. */
export async function planWith(
  source: string,
  proposed: string,
  read: (source: string) => Promise<ScopeReading | Fallback>,
): Promise<TextPlan> {
  const pieces = textPieces(source, proposed);
  if (pieces.length === 0) return { method: 'none' };
  const reading = await read(source);
  const observed = 'reason' in reading ? reading : planObserved(source, pieces, reading);
  return 'reason' in observed ? planPlain(source, proposed, pieces, observed) : observed;
}

function planObserved(source: string, pieces: readonly Piece[], reading: ScopeReading): TextPlan | Fallback {
  const points = new CodePointIndex(source);
  const isMarkdown = reading.language === 'markdown';
  const index = new ScopeIndex(reading, ({ kind, start }) =>
    isMarkdown && kind === 'section' ? headingLevel(source, points.toUnit(start)) : null,
  );
  const moved = settled(source, pieces, index, points);
  const choice = chooseScopes(
    index,
    moved.map((piece) => ({
      start: points.toPoint(piece.start),
      end: points.toPoint(piece.end),
      opens: openedLevel(source, piece),
    })),
  );
  if ('fault' in choice) return sayWhy(choice, source, moved, reading);
  const { scopes } = choice;
  const list = chunks(source, moved, (piece) => scopes[piece]);
  if (list.length > MAX_BATCH_OPERATIONS) {
    return {
      reason: 'too_many_operations',
      detail: `the edit takes ${list.length} operations, and a batch of observed edits has at most ${MAX_BATCH_OPERATIONS}; plan it in parts to keep to scopes`,
      lines: [],
    };
  }
  const groups = [...new Set(scopes)]
    .sort((a, b) => a - b)
    .map((scope): PlannedGroup => {
      const symbol = index.symbols[scope];
      const start = points.toUnit(symbol.start);
      const end = points.toUnit(symbol.end);
      const own = list.filter((chunk) => start <= chunk.start && chunk.end <= end);
      return {
        scope: plannedScope(symbol, index.name(scope) as ScopeName),
        operations: spanOperations({ source, start, end }, own),
      };
    });
  return { method: 'observed', language: reading.language, groups };
}

function plannedScope(symbol: ScopeSymbol, name: ScopeName): PlannedScope {
  const { parent, start, end, start_line, end_line, address } = symbol;
  return { ...name, parent, start, end, start_line, end_line, address };
}

async function readOrSay(source: string, options: PlanOptions): Promise<ScopeReading | Fallback> {
  try {
    return await readScopes(source, options);
  } catch (error) {
    if (!(error instanceof ScopeError)) throw error;
    return { reason: error.code, detail: error.message, lines: [] };
  }
}

type Unheld = Extract<Awaited<ReturnType<typeof chooseScopes>>, { fault: string }>;

const MOST_LINES = 20;

function sayWhy(choice: Unheld, source: string, pieces: readonly Piece[], reading: ScopeReading): Fallback {
  const reason = choice.fault;
  switch (choice.fault) {
    case 'outside_every_scope': {
      const lines = linesAt(
        source,
        choice.outside.map((i) => pieces[i].start),
      );
      const skipped = reading.skipped.length === 0 ? '' : '; parts of the text could not be read into scopes';
      return {
        reason,
        detail: `no scope holds what changes at line ${lines.slice(0, 5).join(', ')}${lines.length > 5 ? ', …' : ''}: it stands outside every scope, or at the edge between two${skipped}`,
        lines: lines.slice(0, MOST_LINES),
      };
    }
    case 'too_many_scopes':
      return {
        reason,
        detail: `the changes lie in ${choice.count} scopes without a common one around them, and a bundle has at most ${MAX_BUNDLE_SCOPES}; plan the edit in parts to keep to scopes`,
        lines: [],
      };
    case 'scopes_too_large':
      return {
        reason,
        detail: `the scopes that hold the changes have ${choice.count} code points, and those of a bundle have at most ${MAX_BUNDLE_CODE_POINTS}; plan the edit in parts to keep to scopes`,
        lines: [],
      };
  }
}

/** The lines, from 1 and each once, of places in ascending order. */
function linesAt(source: string, places: readonly number[]): number[] {
  const lines: number[] = [];
  let line = 1;
  let at = 0;
  for (const place of places) {
    for (let end = source.indexOf('\n', at); end >= 0 && end < place; end = source.indexOf('\n', at)) {
      line++;
      at = end + 1;
    }
    if (lines.at(-1) !== line) lines.push(line);
  }
  return lines;
}

function planPlain(source: string, proposed: string, pieces: readonly Piece[], fallback: Fallback): TextPlan {
  const list: readonly Chunk[] = chunks(source, pieces, () => null);
  const operations = spanOperations({ source, start: 0, end: source.length }, list);
  if (proposed.length <= textsOf(operations) && isAdmitted(proposed))
    return { method: 'replacement', replacement: proposed, fallback };
  return { method: 'operations', operations, fallback };
}

/** How much text operations carry. */
function textsOf(operations: readonly SpanInput[]): number {
  return operations.reduce(
    (sum, { expected_text, replace, expected_before, expected_after }) =>
      sum +
      expected_text.length +
      replace.length +
      (expected_before?.length ?? 0) +
      (expected_after?.length ?? 0),
    0,
  );
}

function isAdmitted(replacement: string): boolean {
  return (
    replacement.length <= MAX_REPLACEMENT_CODE_POINTS && utf8Bytes(replacement) <= MAX_REPLACEMENT_UTF8_BYTES
  );
}
