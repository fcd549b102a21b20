import { expect } from 'vitest';
import type { TextPlan } from '../../src/bridge/index.js';
import { inlineEdits } from '../../src/change/inline-edits.js';
import { codePointLength, sliceCodePoints } from '../../src/document/code-points.js';
import type { SpanInput } from '../../src/patch/index.js';
import { applyTransaction } from '../../src/patch/transaction/apply.js';
import { decodeRecord } from '../../src/patch/transaction/decode.js';
import { profileForNew } from '../../src/patch/transaction/profile.js';
import { scopeRule } from '../../src/patch/transaction/scope-rule.js';
import { type LanguageHint, readScopes, selectScope } from '../../src/scope/index.js';

/** What operations make of a text, by the evaluator of the service; in a scope, under the rule of observed edits. */
function outcome(content: string, operations: readonly SpanInput[], observed: boolean): string {
  const record = { format: 'patchdiff-tx/2', intent: 'x', operations };
  const decoded = decodeRecord(profileForNew('patchdiff-tx/2', record), record);
  if (!decoded.ok) throw new Error(decoded.fault.detail);
  const length = codePointLength(content);
  const rule = observed ? scopeRule({ start: 0, end: length }, length) : undefined;
  const result = applyTransaction({ version: 0, hash: '', content }, decoded.transaction, rule);
  if (!result.ok) throw new Error(`${result.failure.detail} ${JSON.stringify(result.failure.evidence)}`);
  return result.text;
}

/** Holds a plan to its promises and gives what it makes of the text. */
export async function checkPlan(text: string, plan: TextPlan, hint: LanguageHint): Promise<string> {
  switch (plan.method) {
    case 'none':
      return text;
    case 'replacement':
      return plan.replacement;
    case 'operations':
      return outcome(text, plan.operations, false);
    case 'observed': {
      const reading = await readScopes(text, hint);
      let made = '';
      let at = 0;
      let size = 0;
      let count = 0;
      for (const { scope, operations } of plan.groups) {
        const { symbol_name, kind, start, end } = scope;
        const found = selectScope(reading, { name: symbol_name, kind });
        expect(found).toMatchObject({ status: 'selected', symbol: { start, end } });
        expect(start).toBeGreaterThanOrEqual(at);
        made +=
          sliceCodePoints(text, at, start) + outcome(sliceCodePoints(text, start, end), operations, true);
        at = end;
        size += end - start;
        count += operations.length;
      }
      expect(plan.groups.length).toBeLessThanOrEqual(32);
      expect(size).toBeLessThanOrEqual(65_536);
      expect(count).toBeLessThanOrEqual(128);
      return made + sliceCodePoints(text, at);
    }
  }
}

/** All operations of a plan; a replacement counts as one that says nothing of what stood there. */
export function operationsOf(plan: TextPlan): readonly SpanInput[] {
  switch (plan.method) {
    case 'none':
      return [];
    case 'operations':
      return plan.operations;
    case 'observed':
      return plan.groups.flatMap(({ operations }) => operations);
    case 'replacement':
      return [{ op: 'span', start: 0, end: 0, expected_text: '', replace: plan.replacement }];
  }
}

/** Code points of everything that the operations carry: what they expect, what they put in, and their context. */
export function sizeOf(operations: readonly SpanInput[]): number {
  const size = (text: string | null | undefined) => codePointLength(text ?? '');
  return operations.reduce(
    (sum, it) =>
      sum + size(it.expected_text) + size(it.replace) + size(it.expected_before) + size(it.expected_after),
    0,
  );
}

/** Code points that a comparison by words takes out and puts in. */
export function wordDiffSize(text: string, proposed: string): number {
  return inlineEdits(text, proposed).reduce(
    (sum, { source_text, test_text }) => sum + codePointLength(source_text) + codePointLength(test_text),
    0,
  );
}
