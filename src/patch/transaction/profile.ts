/**
 * Runtime profiles. A profile says which operations a record may hold and how they behave. It never changes once rows
 * were written under it: replay applies each record under the profile it was recorded with.
 */
export type Protocol = 'patchdiff-tx/1' | 'patchdiff-tx/2' | 'patchdiff-tx/3';

export type Runtime =
  | 'patchdiff-mvp-0.2.2'
  | 'patchdiff-mvp-0.3.0'
  | 'patchdiff-mvp-0.4.0'
  | 'patchdiff-mvp-0.5.0';

export type OperationKind = 'match' | 'span' | 'replace_all';

export interface RuntimeProfile {
  readonly runtime: Runtime;
  readonly protocol: Protocol;
  readonly operations: readonly OperationKind[];
  /** Whether spans may carry `expected_before` and `expected_after`. */
  readonly spanContext: boolean;
}

export const RUNTIME_PROFILES: readonly RuntimeProfile[] = [
  { runtime: 'patchdiff-mvp-0.2.2', protocol: 'patchdiff-tx/1', operations: ['match'], spanContext: false },
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
];

/** The profile recorded with a row, or null where the pair is none of ours: such a row cannot be replayed. */
export function profileOf(protocol: string, runtime: string): RuntimeProfile | null {
  return RUNTIME_PROFILES.find((it) => it.protocol === protocol && it.runtime === runtime) ?? null;
}

const SPAN_CONTEXT_FIELDS = ['expected_before', 'expected_after'] as const;

/**
 * The profile a new record is written under. A tx/2 record in which any span operation holds a span-context key, even
 * with a null value, needs 0.5.0; the shape of the record need not be right for the question to have an answer.
 */
export function profileForNew(protocol: Protocol, record: Readonly<Record<string, unknown>>): RuntimeProfile {
  const wanted: Runtime =
    protocol === 'patchdiff-tx/1'
      ? 'patchdiff-mvp-0.2.2'
      : protocol === 'patchdiff-tx/3'
        ? 'patchdiff-mvp-0.4.0'
        : usesSpanContext(record.operations)
          ? 'patchdiff-mvp-0.5.0'
          : 'patchdiff-mvp-0.3.0';
  return profileOf(protocol, wanted)!;
}

function usesSpanContext(operations: unknown): boolean {
  if (!Array.isArray(operations)) return false;
  return operations.some(
    (operation) =>
      operation !== null &&
      typeof operation === 'object' &&
      (operation as { op?: unknown }).op === 'span' &&
      SPAN_CONTEXT_FIELDS.some((field) => Object.hasOwn(operation, field)),
  );
}
