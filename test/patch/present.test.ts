import { describe, expect, it } from 'vitest';
import { present } from '../../src/patch/present.js';

const context = { available: true, text: 'x', start: 0 };

describe('the presentation of results', () => {
  it('points to a failure context that says the same, key for key', () => {
    const result = {
      status: 'rejected',
      diagnostic: { failure_context: { start: 0, text: 'x', available: true } },
      current_context: context,
    };
    expect(present('patchdiff_submit_edits', result)).toMatchObject({
      current_context: { available: false, unavailable_reason: 'same_as_failure_context', text: null },
      diagnostic: { failure_context: context },
    });
    const other = { ...result, current_context: { ...context, start: 1 } };
    expect(present('patchdiff_submit_edits', other)).toEqual(other);
  });

  it('leaves results without contexts as they are', () => {
    for (const result of [{ status: 'ok' }, { status: 'accepted', evidence: {} }, { diagnostic: null }]) {
      expect(present('patchdiff_submit_edits', result)).toEqual(result);
      expect(present('patchdiff_submit_edits', result, 'compact')).toEqual(result);
    }
  });
});

describe('the compact presentation', () => {
  const tool = 'patchdiff_submit_observed_operations';

  it('omits evidence and groups of an accepted observed edit, and lists only what it omitted', () => {
    const accepted = {
      status: 'accepted',
      version: 1,
      evidence: { changes: [] },
      warnings: [],
      deduplicated: true,
    };
    expect(present(tool, accepted, 'compact')).toEqual({
      status: 'accepted',
      version: 1,
      warnings: [],
      deduplicated: true,
      presentation: { mode: 'compact', omitted: ['evidence'] },
    });
    expect(present(tool, { ...accepted, groups: [] }, 'compact')).toMatchObject({
      presentation: { omitted: ['evidence', 'groups'] },
    });
    expect(present(tool, accepted)).toEqual(accepted);
    const rejected = { status: 'rejected', evidence: 1 };
    expect(present(tool, rejected, 'compact')).toEqual(rejected);
    expect(present('patchdiff_submit_edits', accepted, 'compact')).toEqual(accepted);
  });

  it('keeps five members of a candidate, in their order', () => {
    const candidate = {
      name: 'a',
      kind: 'section',
      parent: null,
      start_line: 1,
      end_line: 2,
      start: 0,
      end: 9,
    };
    const result = {
      status: 'candidates',
      candidates: [candidate],
      total_candidates: 1,
      candidates_truncated: false,
    };
    expect(present('patchdiff_observe_scope', result, 'compact')).toEqual({
      ...result,
      candidates: [{ name: 'a', kind: 'section', parent: null, start_line: 1, end_line: 2 }],
      presentation: { mode: 'compact', omitted: ['candidate_details'] },
    });
    expect(present('patchdiff_observe_scope', { ...result, candidates: [] }, 'compact')).toMatchObject({
      presentation: { omitted: [] },
    });
  });

  it('omits what a page of a bundle says twice', () => {
    const scope = {
      observation_id: 'o',
      ordinal: 0,
      scope_start: 0,
      scope_end: 9,
      text: 'x',
      offset: 0,
      truncated: false,
      next_offset: null,
      line_starts: [],
    };
    const page = { start: 0, end: 9, max_chars: 4000, next_start: null, start_line: 1, end_line: 2 };
    const result = { status: 'observed_batch', observation_bundle_id: 'b', scopes: [{ ...scope, ...page }] };
    expect(present('patchdiff_observe_scope', result, 'compact')).toEqual({
      ...result,
      scopes: [scope],
      presentation: { mode: 'compact', omitted: ['duplicate_page_metadata'] },
    });
    const observed = { status: 'observed', ...scope, ...page };
    expect(present('patchdiff_observe_scope', observed, 'compact')).toEqual(observed);
  });
});
