/** The wire format as its consumers rely on it: every object's keys in order, their types, and what may be null. */
/** What a value has to be: throws when it is not. */
export type Check = (value: unknown, where: string) => void;

const say = (where: string, what: string, value: unknown): never => {
  throw new Error(`${where} should be ${what}, and is ${JSON.stringify(value)?.slice(0, 100)}`);
};
const check =
  (what: string, holds: (value: unknown) => boolean): Check =>
  (value, where) => {
    if (!holds(value)) say(where, what, value);
  };

export const text = check('a string', (v) => typeof v === 'string');
export const flag = check('a boolean', (v) => typeof v === 'boolean');
export const count = check('a whole number from 0', (v) => Number.isSafeInteger(v) && (v as number) >= 0);
export const unit = check('a number from 0 to 1', (v) => typeof v === 'number' && v >= 0 && v <= 1);
const fourDecimals = check(
  'a ratio of four decimals',
  (v) => typeof v === 'number' && v >= 0 && Number(v.toFixed(4)) === v,
);
export const orNull =
  (inner: Check): Check =>
  (value, where) => {
    if (value !== null) inner(value, where);
  };
export const oneOf = (...names: string[]): Check =>
  check(`one of ${names.join(', ')}`, (v) => names.includes(v as string));
export const list =
  (inner: Check): Check =>
  (value, where) => {
    if (!Array.isArray(value)) say(where, 'a list', value);
    (value as unknown[]).forEach((item, i) => {
      inner(item, `${where}[${i}]`);
    });
  };
/** An object with exactly these keys, in this order. */
export const record = (keys: Record<string, Check>): Check => {
  const names = Object.keys(keys);
  const checks = Object.values(keys);
  return (value, where) => {
    if (typeof value !== 'object' || value === null) say(where, 'an object', value);
    // Thousands of objects pass here: no assertion library in the loop.
    if (Object.keys(value as object).join() !== names.join()) {
      throw new Error(`${where} has the keys ${Object.keys(value as object)}, and should have ${names}`);
    }
    for (let i = 0; i < names.length; i++) {
      checks[i]((value as Record<string, unknown>)[names[i]], `${where}.${names[i]}`);
    }
  };
};

const KINDS = ['document', 'section', 'heading', 'paragraph', 'list_item', 'table', 'row', 'cell', 'unknown'];
const PASSES = ['exact', 'label', 'structural', 'fuzzy', 'move', 'positional'];
const CHANGES = ['insert', 'delete', 'modify', 'move', 'renumber'];

const span = record({ type: text, start: count, end: count, value: orNull(text) });
const block: Check = (value, where) =>
  record({
    kind: oneOf(...KINDS),
    text,
    label: orNull(text),
    level: count,
    path: text,
    role: orNull(text),
    spans: list(span),
    matched_by: text,
    confidence: unit,
    attrs: check('an object', (v) => typeof v === 'object' && v !== null && !Array.isArray(v)),
    children: list(block),
  })(value, where);
const tree = record({
  root: block,
  dropped: list(record({ kind: text, count, reason: text })),
  fallback_count: count,
});
const alignmentConfig = record({
  passes: list(oneOf(...PASSES)),
  similarity: oneOf('auto', 'difflib', 'rapidfuzz'),
  fuzzy_min_similarity: unit,
  label_min_similarity: unit,
  positional_min_similarity: unit,
  move_min_similarity: unit,
  move_tie_margin: unit,
  move_min_tokens: count,
  move_kinds: list(oneOf(...KINDS)),
  fuzzy_window: count,
  table_fuzzy: flag,
  max_comparisons: count,
});
const filter = record({
  kinds: list(oneOf(...CHANGES)),
  address_prefixes: list(text),
  labels: list(text),
  roles: list(text),
  min_chars: count,
  has_inline: orNull(flag),
});
const config = record({
  source_format: text,
  test_format: text,
  profile: text,
  alignment: alignmentConfig,
  similarity: oneOf('difflib', 'rapidfuzz'),
  processor: text,
  budget_exhausted: flag,
  filter: orNull(filter),
});
const change = record({
  kind: oneOf(...CHANGES),
  source_address: orNull(text),
  test_address: orNull(text),
  block_kind: oneOf(...KINDS),
  source_label: orNull(text),
  test_label: orNull(text),
  role: orNull(text),
  span_types: list(text),
  matched_by: oneOf(...PASSES, 'unmatched'),
  confidence: fourDecimals,
  source_text: text,
  test_text: text,
  inline: list(
    record({
      kind: oneOf('insert', 'delete', 'replace'),
      source_start: count,
      source_end: count,
      test_start: count,
      test_end: count,
      source_text: text,
      test_text: text,
    }),
  ),
  breadcrumb: list(text),
});
const counts = record({
  inserted: count,
  deleted: count,
  modified: count,
  moved: count,
  renumbered: count,
  total: count,
  inline_insertions: count,
  inline_deletions: count,
  inline_replacements: count,
  tokens_changed: count,
  chars_added: count,
  chars_deleted: count,
});
const statistics = record({
  counts,
  source_blocks: count,
  test_blocks: count,
  sections: list(
    record({
      address: text,
      heading: text,
      breadcrumb: list(text),
      blocks: count,
      counts,
      density: fourDecimals,
    }),
  ),
});
const alignment = record({
  pairs: list(
    record({
      source_path: text,
      test_path: text,
      matched_by: oneOf(...PASSES, 'root'),
      confidence: fourDecimals,
      moved: flag,
      renumbered: flag,
    }),
  ),
  inserted: list(text),
  deleted: list(text),
  config: alignmentConfig,
  backend: oneOf('difflib', 'rapidfuzz'),
  pass_counts: record(Object.fromEntries(['root', ...PASSES].map((name) => [name, count]))),
  budget_exhausted: flag,
});
const version = check('"2.0"', (v) => v === '2.0');

/** The form with the trees, the compact one without, and either with the alignment. */
export const WIRE = {
  full: record({
    schema_version: version,
    config,
    source: tree,
    test: tree,
    changes: list(change),
    statistics,
  }),
  complete: record({
    schema_version: version,
    config,
    source: tree,
    test: tree,
    changes: list(change),
    statistics,
    alignment,
  }),
  compact: record({ schema_version: version, config, changes: list(change), statistics }),
  compactWithAlignment: record({
    schema_version: version,
    config,
    changes: list(change),
    statistics,
    alignment,
  }),
};
