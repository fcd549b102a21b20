import { codePointLength } from '../../document/code-points.js';
import { canonicalText } from '../text/canonical.js';
import { Fault, Fields, fail, isRecord, nameOf, type ProposalRecord, type ShapeFault } from './fields.js';
import type { ChangeMeta, MatchOperation, Operation, SpanOperation, Transaction } from './operation.js';
import type { RuntimeProfile } from './profile.js';

export type Decoded =
  | { readonly ok: true; readonly transaction: Transaction }
  | { readonly ok: false; readonly fault: ShapeFault };

const CHANGE_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Reads a record under a profile. Pure: the same record and profile give the same answer for ever. */
export function decodeRecord(profile: RuntimeProfile, record: ProposalRecord): Decoded {
  return catchFault(() => ({ transaction: decode(profile, record) }));
}

/** Runs a decoder; the fault that it ends with, if any, is the answer. */
export function catchFault<T extends object>(
  decode: () => T,
): ({ readonly ok: true } & T) | { readonly ok: false; readonly fault: ShapeFault } {
  try {
    return { ok: true, ...decode() };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault };
    throw error;
  }
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
  return { intent, operations: new OperationDecoder(profile).decode(fields.list(field), field) };
}

/** Decodes the operations of one transaction, whose change identifiers are its own, list by list. */
export class OperationDecoder {
  /** Where each identifier stands. */
  private readonly seen = new Map<string, string>();

  constructor(private readonly profile: RuntimeProfile) {}

  decode(items: readonly unknown[], path: string): Operation[] {
    return items.map((item, i) => {
      const at = `${path}[${i}]`;
      const operation = decodeOperation(this.profile, item, at, defaultChangeId(this.seen.size + 1));
      const earlier = this.seen.get(operation.change_id);
      if (earlier !== undefined) {
        fail(
          'duplicate_change_id',
          `${at}.change_id`,
          `change_id "${operation.change_id}" is used by ${earlier} already; each must be unique in its transaction.`,
        );
      }
      this.seen.set(operation.change_id, at);
      return operation;
    });
  }
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

function canonicalOrNull(text: string | null): string | null {
  return text === null ? null : canonicalText(text);
}
