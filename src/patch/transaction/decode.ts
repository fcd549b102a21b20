import { codePointLength } from '../../document/code-points.js';
import { canonicalText } from '../text/canonical.js';
import type { ChangeMeta, MatchOperation, Operation, SpanOperation, Transaction } from './operation.js';
import type { RuntimeProfile } from './profile.js';

/** Why a record is not a transaction: where, what stands there and what may stand there. */
export interface ShapeFault {
  readonly code: ShapeFaultCode;
  /** Record path such as `operations[2].start`; empty for the record itself. */
  readonly path: string;
  readonly detail: string;
}

export const SHAPE_FAULT_CODES = [
  'missing_field',
  'unknown_field',
  'invalid_type',
  'invalid_value',
  'empty_list',
  'unsupported_operation',
  'duplicate_change_id',
] as const;
export type ShapeFaultCode = (typeof SHAPE_FAULT_CODES)[number];

export type Decoded =
  | { readonly ok: true; readonly transaction: Transaction }
  | { readonly ok: false; readonly fault: ShapeFault };

/** A record as it is stored: the proposal's own fields, nothing filled in. */
export type ProposalRecord = Readonly<Record<string, unknown>>;

const CHANGE_ID = /^[A-Za-z0-9_-]{1,64}$/;
/** 2^63 as a double stands for the largest signed 64-bit integer, which a double cannot hold. */
const MAX_OFFSET = 2 ** 63;

/** Reads a record under a profile. Pure: the same record and profile give the same answer for ever. */
export function decodeRecord(profile: RuntimeProfile, record: ProposalRecord): Decoded {
  try {
    return { ok: true, transaction: decode(profile, record) };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault };
    throw error;
  }
}

/** Carries a fault from the field that has it out of the decoder, and no further. */
class Fault extends Error {
  constructor(readonly fault: ShapeFault) {
    super(fault.detail);
  }
}

function fail(code: ShapeFaultCode, path: string, detail: string): never {
  throw new Fault({ code, path, detail });
}

const PROPOSAL_FIELD = {
  'patchdiff-tx/1': 'edits',
  'patchdiff-tx/2': 'operations',
  'patchdiff-tx/3': 'replacement',
} as const;

/** The field of a record that holds what is proposed. */
export function proposalField(protocol: keyof typeof PROPOSAL_FIELD): 'edits' | 'operations' | 'replacement' {
  return PROPOSAL_FIELD[protocol];
}

function decode(profile: RuntimeProfile, record: ProposalRecord): Transaction {
  const field = proposalField(profile.protocol);
  const fields = new Fields(record, '');
  // `format` and the observation links are the service's own and are not part of what an operation sees.
  fields.only(['format', 'intent', field, 'observation_id']);
  const intent = fields.string('intent');
  if (field === 'replacement') {
    const replace = canonicalText(fields.string('replacement'));
    return {
      intent,
      operations: [{ op: 'replace_all', replace, change_id: 'chg_001', rationale: null, risk: null }],
    };
  }
  const items = fields.list(field);
  const operations: Operation[] = [];
  const seen = new Map<string, number>();
  items.forEach((item, i) => {
    const operation = decodeOperation(profile, item, `${field}[${i}]`, defaultChangeId(i + 1));
    const earlier = seen.get(operation.change_id);
    if (earlier !== undefined) {
      fail(
        'duplicate_change_id',
        `${field}[${i}].change_id`,
        `change_id "${operation.change_id}" is used by ${field}[${earlier}] already; each must be unique in its transaction.`,
      );
    }
    seen.set(operation.change_id, i);
    operations.push(operation);
  });
  return { intent, operations };
}

/** The identifier of the change at one-based `index` when the proposal gives none. */
export function defaultChangeId(index: number): string {
  return `chg_${String(index).padStart(3, '0')}`;
}

function decodeOperation(profile: RuntimeProfile, item: unknown, path: string, id: string): Operation {
  if (!isRecord(item)) fail('invalid_type', path, `${path} must be an object, not ${nameOf(item)}.`);
  const fields = new Fields(item, path);
  if (profile.protocol === 'patchdiff-tx/1') return decodeMatch(fields, id, []);
  const op = fields.string('op');
  if (op === 'match') return decodeMatch(fields, id, ['op']);
  if (op === 'span') return decodeSpan(profile, fields, id);
  return fail('unsupported_operation', `${path}.op`, `${path}.op must be "match" or "span".`);
}

const META_FIELDS = ['change_id', 'rationale', 'risk'];

function decodeMatch(fields: Fields, id: string, extra: readonly string[]): MatchOperation {
  fields.only([
    ...extra,
    'match',
    'replace',
    ...META_FIELDS,
    'occurrence_index',
    'anchor_before',
    'anchor_after',
  ]);
  const raw = fields.string('match');
  const match = canonicalText(raw);
  if (match === '') fail('invalid_value', fields.at('match'), `${fields.at('match')} must not be empty.`);
  return {
    op: 'match',
    match,
    raw_match_chars: codePointLength(raw),
    replace: canonicalText(fields.string('replace')),
    ...decodeMeta(fields, id),
    occurrence_index: fields.optionalInteger('occurrence_index', 1),
    anchor_before: canonicalOrNull(fields.optionalString('anchor_before')),
    anchor_after: canonicalOrNull(fields.optionalString('anchor_after')),
  };
}

function decodeSpan(profile: RuntimeProfile, fields: Fields, id: string): SpanOperation {
  const context = profile.spanContext ? ['expected_before', 'expected_after'] : [];
  fields.only(['op', 'start', 'end', 'expected_text', 'replace', ...META_FIELDS, ...context]);
  const start = fields.integer('start', 0);
  const end = fields.integer('end', 0);
  if (end < start) {
    fail('invalid_value', fields.at('end'), `${fields.at('end')} must not be less than start (${start}).`);
  }
  const expected_text = canonicalText(fields.string('expected_text'));
  return {
    op: 'span',
    start,
    end,
    expected_text,
    replace: canonicalText(fields.string('replace')),
    ...decodeMeta(fields, id),
    expected_before: spanContext(fields, 'expected_before'),
    expected_after: spanContext(fields, 'expected_after'),
  };
}

function spanContext(fields: Fields, name: string): string | null {
  const text = canonicalOrNull(fields.optionalString(name));
  if (text === '')
    fail('invalid_value', fields.at(name), `${fields.at(name)} must not be empty; omit it instead.`);
  return text;
}

function decodeMeta(fields: Fields, id: string): ChangeMeta {
  const change_id = fields.optionalString('change_id');
  if (change_id !== null && !CHANGE_ID.test(change_id)) {
    fail(
      'invalid_value',
      fields.at('change_id'),
      `${fields.at('change_id')} must be 1 to 64 letters, digits, "_" or "-".`,
    );
  }
  const risk = fields.optionalString('risk');
  if (risk !== null && risk !== 'low' && risk !== 'medium' && risk !== 'high') {
    fail('invalid_value', fields.at('risk'), `${fields.at('risk')} must be "low", "medium", "high" or null.`);
  }
  return { change_id: change_id ?? id, rationale: fields.optionalString('rationale'), risk };
}

/** Access to the fields of one object that reports faults with their path. */
class Fields {
  constructor(
    private readonly record: ProposalRecord,
    private readonly path: string,
  ) {}

  at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  only(names: readonly string[]): void {
    const unknown = Object.keys(this.record).find((key) => !names.includes(key));
    if (unknown === undefined) return;
    const shown = shorten(unknown);
    fail(
      'unknown_field',
      this.at(shown),
      `${this.at(shown)} is not a field here; known: ${names.join(', ')}.`,
    );
  }

  private required(name: string): unknown {
    if (!Object.hasOwn(this.record, name) || this.record[name] === undefined) {
      fail('missing_field', this.at(name), `${this.at(name)} is required.`);
    }
    return this.record[name];
  }

  string(name: string): string {
    const value = this.required(name);
    if (typeof value === 'string') return value;
    return fail('invalid_type', this.at(name), `${this.at(name)} must be a string, not ${nameOf(value)}.`);
  }

  optionalString(name: string): string | null {
    const value = this.optional(name);
    if (value === null || typeof value === 'string') return value;
    return fail(
      'invalid_type',
      this.at(name),
      `${this.at(name)} must be a string or null, not ${nameOf(value)}.`,
    );
  }

  integer(name: string, least: number): number {
    return this.checkedInteger(name, this.required(name), least, '');
  }

  optionalInteger(name: string, least: number): number | null {
    const value = this.optional(name);
    return value === null ? null : this.checkedInteger(name, value, least, ' or null');
  }

  list(name: string): readonly unknown[] {
    const value = this.required(name);
    if (!Array.isArray(value)) {
      return fail('invalid_type', this.at(name), `${this.at(name)} must be an array, not ${nameOf(value)}.`);
    }
    if (value.length === 0)
      fail('empty_list', this.at(name), `${this.at(name)} must hold at least one item.`);
    return value;
  }

  private optional(name: string): unknown {
    return Object.hasOwn(this.record, name) ? (this.record[name] ?? null) : null;
  }

  private checkedInteger(name: string, value: unknown, least: number, alternative: string): number {
    if (isInteger(value, least)) return value;
    return fail(
      typeof value === 'number' ? 'invalid_value' : 'invalid_type',
      this.at(name),
      `${this.at(name)} must be an integer of at least ${least} and at most 2^63-1${alternative}.`,
    );
  }
}

/** Whether `value` is a whole number from `least` to 2^63; JSON's `1.0` is 1. */
export function isInteger(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= MAX_OFFSET;
}

export function isRecord(value: unknown): value is ProposalRecord {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function canonicalOrNull(text: string | null): string | null {
  return text === null ? null : canonicalText(text);
}

/** Longest piece of a proposer's own text that an error message repeats. */
const SHOWN = 64;

function shorten(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN).replace(/[\ud800-\udbff]$/, '')}…`;
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
