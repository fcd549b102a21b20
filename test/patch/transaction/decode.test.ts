import { describe, expect, it } from 'vitest';
import { REJECTIONS } from '../../../src/patch/errors.js';
import { sha256Hex } from '../../../src/patch/text/hash.js';
import { checkAdmission } from '../../../src/patch/transaction/admission.js';
import { decodeRecord } from '../../../src/patch/transaction/decode.js';
import { SHAPE_FAULT_CODES } from '../../../src/patch/transaction/fields.js';
import { checkGuardSyntax, checkGuards } from '../../../src/patch/transaction/guards.js';
import {
  type Protocol,
  profileForNew,
  profileOf,
  RUNTIME_PROFILES,
} from '../../../src/patch/transaction/profile.js';

const decode = (protocol: Protocol, record: Record<string, unknown>) =>
  decodeRecord(profileForNew(protocol, record), record);

function fault(protocol: Protocol, record: Record<string, unknown>) {
  const decoded = decode(protocol, record);
  return decoded.ok ? null : { code: decoded.fault.code, path: decoded.fault.path };
}
const editFault = (edit: unknown) => fault('patchdiff-tx/1', { intent: 'x', edits: [edit] });
const operationFault = (operation: unknown) =>
  fault('patchdiff-tx/2', { intent: 'x', operations: [operation] });

const EDIT = { match: 'a', replace: 'b' };
const SPAN = { op: 'span', start: 0, end: 1, expected_text: 'a', replace: 'b' };

describe('the shape of a record', () => {
  it('needs an intent and a list that is not empty', () => {
    expect(fault('patchdiff-tx/1', { edits: [EDIT] })).toEqual({ code: 'missing_field', path: 'intent' });
    expect(fault('patchdiff-tx/1', { intent: null, edits: [EDIT] })?.code).toBe('invalid_type');
    expect(fault('patchdiff-tx/1', { intent: 'x' })).toEqual({ code: 'missing_field', path: 'edits' });
    expect(fault('patchdiff-tx/1', { intent: 'x', edits: [] })).toEqual({
      code: 'empty_list',
      path: 'edits',
    });
    expect(fault('patchdiff-tx/1', { intent: 'x', edits: {} })?.code).toBe('invalid_type');
    expect(fault('patchdiff-tx/2', { intent: 'x', operations: [] })?.code).toBe('empty_list');
    expect(fault('patchdiff-tx/3', { intent: 'x' })).toEqual({ code: 'missing_field', path: 'replacement' });
    expect(fault('patchdiff-tx/3', { intent: 'x', replacement: 5 })?.code).toBe('invalid_type');
    expect(fault('patchdiff-tx/3', { intent: 'x', replacement: '' })).toBeNull();
  });

  it.each([
    ['not an object', 'a', 'invalid_type', 'edits[0]'],
    ['a list', [], 'invalid_type', 'edits[0]'],
    ['no match', { replace: 'b' }, 'missing_field', 'edits[0].match'],
    ['an empty match', { match: '', replace: 'b' }, 'invalid_value', 'edits[0].match'],
    ['no replacement', { match: 'a' }, 'missing_field', 'edits[0].replace'],
    ['a null replacement', { match: 'a', replace: null }, 'invalid_type', 'edits[0].replace'],
    ['a field of its own', { ...EDIT, note: 1 }, 'unknown_field', 'edits[0].note'],
    ['an operation’s field', { ...EDIT, op: 'match' }, 'unknown_field', 'edits[0].op'],
    ['a span context', { ...EDIT, expected_before: 'x' }, 'unknown_field', 'edits[0].expected_before'],
    ['an index of nought', { ...EDIT, occurrence_index: 0 }, 'invalid_value', 'edits[0].occurrence_index'],
    ['a broken index', { ...EDIT, occurrence_index: 1.5 }, 'invalid_value', 'edits[0].occurrence_index'],
    ['a boolean index', { ...EDIT, occurrence_index: true }, 'invalid_type', 'edits[0].occurrence_index'],
    ['a textual index', { ...EDIT, occurrence_index: '1' }, 'invalid_type', 'edits[0].occurrence_index'],
    ['an unknown risk', { ...EDIT, risk: 'huge' }, 'invalid_value', 'edits[0].risk'],
    ['a number as rationale', { ...EDIT, rationale: 1 }, 'invalid_type', 'edits[0].rationale'],
    ['a number as anchor', { ...EDIT, anchor_after: 1 }, 'invalid_type', 'edits[0].anchor_after'],
    ['an identifier with a space', { ...EDIT, change_id: 'a b' }, 'invalid_value', 'edits[0].change_id'],
    ['an identifier with a line end', { ...EDIT, change_id: 'a\n' }, 'invalid_value', 'edits[0].change_id'],
    ['an empty identifier', { ...EDIT, change_id: '' }, 'invalid_value', 'edits[0].change_id'],
    ['65 characters of it', { ...EDIT, change_id: 'x'.repeat(65) }, 'invalid_value', 'edits[0].change_id'],
  ])('refuses an edit that is or has %s', (_, edit, code, path) => {
    expect(editFault(edit)).toEqual({ code, path });
  });

  it.each([
    ['no op', { ...EDIT }, 'missing_field', 'op'],
    ['an unknown op', { ...EDIT, op: 'replace_all' }, 'unsupported_operation', 'op'],
    ['a negative start', { ...SPAN, start: -1 }, 'invalid_value', 'start'],
    ['a boolean start', { ...SPAN, start: false }, 'invalid_type', 'start'],
    ['a broken end', { ...SPAN, end: 1.5 }, 'invalid_value', 'end'],
    ['an end before its start', { ...SPAN, start: 2 }, 'invalid_value', 'end'],
    ['an end past 2^63', { ...SPAN, end: 2 ** 64 }, 'invalid_value', 'end'],
    ['no expected text', { ...SPAN, expected_text: undefined }, 'missing_field', 'expected_text'],
    ['a null expected text', { ...SPAN, expected_text: null }, 'invalid_type', 'expected_text'],
    ['a selector', { ...SPAN, occurrence_index: 1 }, 'unknown_field', 'occurrence_index'],
    ['an anchor, even null', { ...SPAN, anchor_before: null }, 'unknown_field', 'anchor_before'],
    ['an empty context', { ...SPAN, expected_before: '' }, 'invalid_value', 'expected_before'],
    [
      'a context in a match',
      { ...EDIT, op: 'match', expected_after: 'x' },
      'unknown_field',
      'expected_after',
    ],
  ])('refuses an operation that has %s', (_, operation, code, field) => {
    expect(operationFault(operation)).toEqual({ code, path: `operations[0].${field}` });
  });

  it('takes null for an absent option and 2^63 as a double for the largest offset', () => {
    const nulls = { change_id: null, rationale: null, risk: null };
    const selectors = { occurrence_index: null, anchor_before: null, anchor_after: null };
    expect(editFault({ ...EDIT, ...nulls, ...selectors })).toBeNull();
    expect(operationFault({ ...SPAN, ...nulls, expected_before: null, expected_after: null })).toBeNull();
    expect(operationFault({ ...SPAN, start: 0, end: 2 ** 63 })).toBeNull();
    expect(editFault(JSON.parse('{"match":"a","replace":"b","occurrence_index":1.0}'))).toBeNull();
  });

  it('gives changes identifiers by position, and refuses a clash, also with one of those', () => {
    const three = decode('patchdiff-tx/1', {
      intent: 'x',
      edits: [EDIT, { ...EDIT, change_id: 'own' }, EDIT],
    });
    expect(three.ok && three.transaction.operations.map((it) => it.change_id)).toEqual([
      'chg_001',
      'own',
      'chg_003',
    ]);
    const clash = { intent: 'x', edits: [{ ...EDIT, change_id: 'chg_002' }, EDIT] };
    expect(fault('patchdiff-tx/1', clash)).toEqual({
      code: 'duplicate_change_id',
      path: 'edits[1].change_id',
    });
    const many = decode('patchdiff-tx/1', { intent: 'x', edits: Array(1000).fill(EDIT) });
    expect(many.ok && many.transaction.operations[999].change_id).toBe('chg_1000');
  });

  it('repeats no more than a little of a proposer’s own words', () => {
    const decoded = decode('patchdiff-tx/1', { intent: 'x', edits: [{ ...EDIT, ['k'.repeat(10_000)]: 1 }] });
    expect(!decoded.ok && decoded.fault.detail.length).toBeLessThan(400);
    expect(!decoded.ok && decoded.fault.path.length).toBeLessThan(100);
  });

  it('has faults that the table of rejections knows, and no others', () => {
    const codes = REJECTIONS.filter((it) => it.reason === 'protocol_invalid').map((it) => it.code);
    expect(codes).toEqual(expect.arrayContaining([...SHAPE_FAULT_CODES]));
  });
});

describe('runtime profiles', () => {
  const runtime = (protocol: Protocol, record: Record<string, unknown>) =>
    profileForNew(protocol, record).runtime;

  it('are chosen by protocol, and by the presence of a span-context key in a span', () => {
    expect(runtime('patchdiff-tx/1', { edits: [] })).toBe('patchdiff-mvp-0.2.2');
    expect(runtime('patchdiff-tx/3', {})).toBe('patchdiff-mvp-0.4.0');
    expect(runtime('patchdiff-tx/2', { operations: [SPAN] })).toBe('patchdiff-mvp-0.3.0');
    expect(runtime('patchdiff-tx/2', { operations: [SPAN, { ...SPAN, expected_after: null }] })).toBe(
      'patchdiff-mvp-0.5.0',
    );
    expect(runtime('patchdiff-tx/2', { operations: [{ ...EDIT, op: 'match', expected_after: 'x' }] })).toBe(
      'patchdiff-mvp-0.3.0',
    );
    expect(runtime('patchdiff-tx/2', { operations: 'malformed' })).toBe('patchdiff-mvp-0.3.0');
  });

  it('never change', () => {
    expect(RUNTIME_PROFILES).toEqual([
      {
        runtime: 'patchdiff-mvp-0.2.2',
        protocol: 'patchdiff-tx/1',
        operations: ['match'],
        spanContext: false,
      },
      {
        runtime: 'patchdiff-mvp-0.3.0',
        protocol: 'patchdiff-tx/2',
        operations: ['match', 'span'],
        spanContext: false,
      },
      {
        runtime: 'patchdiff-mvp-0.4.0',
        protocol: 'patchdiff-tx/3',
        operations: ['replace_all'],
        spanContext: false,
      },
      {
        runtime: 'patchdiff-mvp-0.5.0',
        protocol: 'patchdiff-tx/2',
        operations: ['match', 'span'],
        spanContext: true,
      },
    ]);
    expect(profileOf('patchdiff-tx/1', 'patchdiff-mvp-0.5.0')).toBeNull();
  });
});

describe('guards', () => {
  const target = { content: 'x', version: 2, hash: sha256Hex('x') };
  const code = (guards: object) => checkGuardSyntax(guards)?.code ?? null;
  const reason = (guards: object, of = target) => checkGuards(guards, of)?.reason ?? null;

  it('are required, one at least', () => {
    expect(code({})).toBe('guard_required');
    expect(code({ expected_target_version: null, expected_current_hash: null })).toBe('guard_required');
    expect(code({ expected_target_version: 0 })).toBeNull();
    expect(code({ expected_current_hash: target.hash })).toBeNull();
  });

  it('have a syntax, judged before the target is looked at', () => {
    for (const version of [-1, 1.5, true, '1', Number.NaN, 2 ** 64]) {
      expect(code({ expected_target_version: version })).toBe('invalid_expected_target_version');
    }
    for (const hash of ['x', target.hash.toUpperCase(), `${target.hash}\n`, 5, '']) {
      expect(code({ expected_target_version: 2, expected_current_hash: hash })).toBe(
        'invalid_expected_current_hash',
      );
    }
  });

  it('are all checked: divergence first, then the version, then the hash', () => {
    const hash = sha256Hex('y');
    expect(reason({ expected_target_version: 2, expected_current_hash: target.hash })).toBeNull();
    expect(reason({ expected_target_version: 1, expected_current_hash: hash })).toBe(
      'target_version_mismatch',
    );
    expect(reason({ expected_target_version: 2, expected_current_hash: hash })).toBe('target_hash_mismatch');
    expect(reason({ expected_target_version: 1 }, { ...target, content: 'z' })).toBe('target_diverged');
  });
});

describe('admission of a replacement', () => {
  const check = (replacement: unknown) => checkAdmission('patchdiff-tx/3', { intent: 'x', replacement });

  it('is up to and including a million code points and a mebibyte', () => {
    expect(check('x'.repeat(1_000_000))).toBeNull();
    expect(check('é'.repeat(524_288))).toBeNull();
    expect(check('😀'.repeat(262_144))).toBeNull();
  });

  it('names the first limit passed: code points before bytes', () => {
    expect(check('x'.repeat(1_000_001))).toEqual({
      code: 'replacement_too_large',
      limit_exceeded: 'raw_code_points',
      actual: 1_000_001,
      limit: 1_000_000,
      canonical_code_points: 1_000_001,
      canonical_utf8_bytes: 1_000_001,
      canonical_would_fit: false,
    });
    expect(check('é'.repeat(524_289))).toMatchObject({
      limit_exceeded: 'raw_utf8_bytes',
      actual: 1_048_578,
      limit: 1_048_576,
    });
    expect(check('é'.repeat(1_000_001))?.limit_exceeded).toBe('raw_code_points');
  });

  it('says when LF line ends alone would let it in', () => {
    expect(check('x\r\n'.repeat(400_000))).toMatchObject({
      limit_exceeded: 'raw_code_points',
      canonical_code_points: 800_000,
      canonical_would_fit: true,
    });
  });

  it('leaves edits, operations and what is no text to other checks', () => {
    expect(checkAdmission('patchdiff-tx/1', { edits: 'x'.repeat(2_000_000), intent: 'x' })).toBeNull();
    expect(check(5)).toBeNull();
  });
});
