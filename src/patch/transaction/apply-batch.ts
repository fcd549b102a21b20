import { CodePointIndex } from '../../document/code-points.js';
import { sha256Hex } from '../text/hash.js';
import { type Applied, ReplayError, replayOperations, runOperations } from './apply.js';
import { SequentialBuffer } from './buffer.js';
import type { ChangeFact } from './change.js';
import type { ApplyFailure } from './failure.js';
import type { ObservedTarget } from './observed.js';
import type { Operation } from './operation.js';
import { type ScopeRange, scopeRule } from './scope-rule.js';
import { WarningCollector } from './warnings.js';

/** The operations on one scope; they count in its text alone. */
export interface ScopedOperations {
  /** Where the scope stands in the target. Scopes of a batch share no text. */
  readonly scope: ScopeRange;
  readonly operations: readonly Operation[];
}

export interface AppliedBatch extends Applied {
  /** In the order of `changes`. */
  readonly operations: readonly Operation[];
  /** Where each group's scope stands in the new text, in the order of the groups. */
  readonly results: readonly ScopeRange[];
}

export type ApplyBatchResult =
  | AppliedBatch
  | { readonly ok: false; readonly failure: ApplyFailure; readonly group: number };

/**
 * Applies each group to the text of its own scope, and puts the outcomes in the place of the scopes, from the last in the
 * text to the first. That is the order of the changes and their numbers: made in it, on the target, each change finds its
 * text at the span that its fact states.
 */
export function applyBatch(target: ObservedTarget, groups: readonly ScopedOperations[]): ApplyBatchResult {
  const index = new CodePointIndex(target.content);
  const firstIndexes = numberChanges(groups);
  const outcomes: { text: string; changes: readonly ChangeFact[]; warnings: WarningCollector }[] = [];
  for (const [group, { scope, operations }] of groups.entries()) {
    const buffer = new SequentialBuffer(cut(target.content, index, scope), undefined, true);
    const warnings = new WarningCollector(scope.start);
    const rule = scopeRule({ start: 0, end: buffer.length }, buffer.length);
    const firstIndex = firstIndexes[group];
    const ran = runOperations(operations, { buffer, identity: target, rule, warnings, firstIndex });
    if ('failure' in ran) return { ok: false, failure: ran.failure, group };
    const changes = ran.changes.map((fact) => ({
      ...fact,
      span_start: fact.span_start + scope.start,
      span_end: fact.span_end + scope.start,
    }));
    outcomes.push({ text: buffer.toString(), changes, warnings });
  }
  const texts = outcomes.map((it) => it.text);
  const text = assemble(target.content, index, groups, texts);
  const descending = lastFirst(groups);
  const warnings = new WarningCollector();
  for (const group of descending) warnings.append(outcomes[group].warnings);
  warnings.afterAll(text !== target.content);
  return {
    ok: true,
    text,
    hash: sha256Hex(text),
    changes: descending.flatMap((group) => outcomes[group].changes),
    operations: descending.flatMap((group) => groups[group].operations),
    warnings: warnings.result,
    results: resultsOf(groups, outcomes),
  };
}

/**
 * The text after a recorded batch.
 * @throws ReplayError when it does not apply.
 */
export function replayBatch(content: string, groups: readonly ScopedOperations[]): string {
  const index = new CodePointIndex(content);
  const ascending = lastFirst(groups).reverse();
  for (let i = 1; i < ascending.length; i++) {
    const [before, after] = [groups[ascending[i - 1]].scope, groups[ascending[i]].scope];
    if (before.end > after.start) throw new ReplayError('Two scopes of the batch share text.');
  }
  const texts = groups.map(({ scope, operations }) => {
    const buffer = new SequentialBuffer(cut(content, index, scope), undefined, true);
    return replayOperations(operations, buffer, scopeRule({ start: 0, end: buffer.length }, buffer.length));
  });
  return assemble(content, index, groups, texts);
}

/** The groups, that of the last scope in the text first. */
function lastFirst(groups: readonly ScopedOperations[]): number[] {
  return groups.map((_, i) => i).sort((a, b) => groups[b].scope.start - groups[a].scope.start);
}

/** The number of each group's first change. */
function numberChanges(groups: readonly ScopedOperations[]): number[] {
  const first: number[] = [];
  let next = 1;
  for (const group of lastFirst(groups)) {
    first[group] = next;
    next += groups[group].operations.length;
  }
  return first;
}

function cut(content: string, index: CodePointIndex, { start, end }: ScopeRange): string {
  return content.slice(index.toUnit(start), index.toUnit(end));
}

function assemble(
  content: string,
  index: CodePointIndex,
  groups: readonly ScopedOperations[],
  texts: readonly string[],
): string {
  let rest = content.length;
  const parts: string[] = [];
  for (const group of lastFirst(groups)) {
    const { start, end } = groups[group].scope;
    parts.push(content.slice(index.toUnit(end), rest), texts[group]);
    rest = index.toUnit(start);
  }
  parts.push(content.slice(0, rest));
  return parts.reverse().join('');
}

function resultsOf(
  groups: readonly ScopedOperations[],
  outcomes: readonly { readonly changes: readonly ChangeFact[] }[],
): ScopeRange[] {
  const results: ScopeRange[] = [];
  let shift = 0;
  for (const group of lastFirst(groups).reverse()) {
    const { start, end } = groups[group].scope;
    const grown = outcomes[group].changes.reduce(
      (sum, it) => sum + it.replacement_chars - it.matched_chars,
      0,
    );
    results[group] = { start: start + shift, end: end + shift + grown };
    shift += grown;
  }
  return results;
}
