/** A record as it is stored: the proposal's own fields, nothing filled in. */
export type ProposalRecord = Readonly<Record<string, unknown>>;

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
/** Faults that only a proposal against observed scopes can have. */
export type BatchFaultCode = 'mixed_forms' | 'batch_limit' | 'invalid_group';
export type ShapeFaultCode = (typeof SHAPE_FAULT_CODES)[number] | BatchFaultCode;

/** 2^63 as a double stands for the largest signed 64-bit integer, which a double cannot hold. */
const MAX_OFFSET = 2 ** 63;

/** Carries a fault from the field that has it out of the decoder, and no further. */
export class Fault extends Error {
  constructor(readonly fault: ShapeFault) {
    super(fault.detail);
  }
}

export function fail(code: ShapeFaultCode, path: string, detail: string): never {
  throw new Fault({ code, path, detail });
}

/** Access to the fields of one object that reports faults with their path. */
export class Fields {
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

/** Longest piece of a proposer's own text that an error message repeats. */
const SHOWN = 64;

function shorten(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** What kind of JSON value stands where another was wanted. */
export function nameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
