/**
 * The JSON Schema of comparison-v2 documents, draft-07. `schemas/comparison-v2.json` is this value as a file; a test holds
 * the two to each other. Its `$id` is the format's, which has more than one producer.
 */
import { PASS_NAMES } from '../align/alignment.js';
import { CHANGE_KINDS, RESERVED_CHANGE_KINDS } from '../change/change.js';
import { BLOCK_KINDS } from '../document/block.js';
import { SCHEMA_VERSION } from './document.js';

type Schema = Readonly<Record<string, unknown>>;

const ref = (name: string): Schema => ({ $ref: `#/definitions/${name}` });
const text = (description: string): Schema => ({ type: 'string', description });
const textOrNull = (description: string): Schema => ({ type: ['string', 'null'], description });
const flag = (description: string): Schema => ({ type: 'boolean', description });
const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
const ratio = (description: string): Schema => ({ type: 'number', minimum: 0, maximum: 1, description });
const listOf = (items: Schema, description: string): Schema => ({ type: 'array', items, description });
const choice = (names: readonly string[], description: string): Schema => ({
  type: 'string',
  enum: [...names],
  description,
});
/** An object all of whose properties are required, and which has no others. */
const record = (description: string, properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  description,
  required: Object.keys(properties),
  additionalProperties: false,
  properties,
});

const SIMILARITIES = ['difflib', 'rapidfuzz'];

const definitions: Readonly<Record<string, Schema>> = {
  comparisonConfig: record('Everything that decided what the comparison says.', {
    source_format: text(
      'What the source was read as: "text", "markdown", another reader\'s format, or "blocks" for a ready tree.',
    ),
    test_format: text('The same for the test side; the two may differ.'),
    profile: text('The structure profile that the readers used; "" when nothing was read.'),
    alignment: ref('alignmentConfig'),
    similarity: choice(SIMILARITIES, 'The similarity measure that ran.'),
    processor: text('The name of the leaf differ, which found the inline edits.'),
    budget_exhausted: flag('True when the search for pairs stopped at max_comparisons with more to look at.'),
    filter: {
      anyOf: [ref('changeFilter'), { type: 'null' }],
      description: 'The filter that the list of changes went through; null for the whole list.',
    },
  }),
  alignmentConfig: record('The settings of the aligner, all of them.', {
    passes: listOf(ref('passName'), 'The passes that were allowed to run, in their fixed order.'),
    similarity: choice(['auto', ...SIMILARITIES], 'The measure that was asked for.'),
    fuzzy_min_similarity: ratio('The least similarity of a pair made by the fuzzy pass.'),
    label_min_similarity: ratio('The least similarity of a pair made because of equal labels.'),
    positional_min_similarity: ratio('The least similarity of a pair made by place alone.'),
    move_min_similarity: ratio('The least similarity of a block and its moved and edited self.'),
    move_tie_margin: ratio('How far the best candidate for a move must lead the next.'),
    move_min_tokens: count('The fewest tokens, white space not counted, of a leaf that may move by itself.'),
    move_kinds: listOf(ref('blockKind'), 'The kinds of leaf that may move by themselves.'),
    fuzzy_window: {
      type: 'integer',
      minimum: 1,
      description: 'How many places away a fuzzy partner is looked for.',
    },
    table_fuzzy: flag('Whether rows of tables pair by similarity.'),
    max_comparisons: count('How many similarities one run may evaluate.'),
  }),
  passName: choice(PASS_NAMES, 'A pass of the aligner: what a pair rests on. A closed set.'),
  blockKind: choice(BLOCK_KINDS, 'What a block structurally is. A closed set.'),
  blockTree: record('A document as a tree of blocks.', {
    root: ref('block'),
    dropped: listOf(ref('dropped'), 'What the reader left out of the tree, one entry a kind.'),
    fallback_count: count('How many blocks no rule recognised: those whose matched_by is "fallback".'),
  }),
  block: record('One node of a document.', {
    kind: ref('blockKind'),
    text: text('The block\'s own text, without its label; "" for document, section, table and row.'),
    label: textOrNull(
      'The label as the document spells it, without a trailing dot: "7.2", "(a)", "Schedule 2".',
    ),
    level: count('The nesting depth that the reader gave it.'),
    path: text(
      'The address: "/" for the root, else steps "/kind[i]", i counted from 1 among siblings of that kind.',
    ),
    role: textOrNull('What the block does in the document ("definition", "clause", …). An open vocabulary.'),
    spans: listOf(ref('span'), 'Typed ranges of the text.'),
    matched_by: text(
      'The reader\'s rule that recognised the block; "fallback" when none did. An open vocabulary.',
    ),
    confidence: ratio(
      'How sure the reader is of its structural decision; 0 exactly for "fallback". Not rounded.',
    ),
    attrs: { type: 'object', description: "Detail of the reader's own; any shape." },
    children: listOf(ref('block'), 'The blocks inside, in document order.'),
  }),
  span: record("A typed range of a block's text, in Unicode code points, end exclusive.", {
    type: text('"defined_term", "cross_reference", "party", "date", … An open vocabulary.'),
    start: count('The first code point.'),
    end: count('The code point after the last.'),
    value: textOrNull('What the span means where that is not what it says; else null.'),
  }),
  dropped: record('One kind of content that is not in the tree.', {
    kind: text('What it was.'),
    count: count('How often it occurred.'),
    reason: text('Why it was left out.'),
  }),
  changeKind: choice(
    CHANGE_KINDS,
    `What happened to a block. When several hold, move wins over renumber and renumber over modify. The names ${RESERVED_CHANGE_KINDS.join(' and ')} are reserved for a later minor version.`,
  ),
  inlineKind: choice(['insert', 'delete', 'replace'], 'What an edit did inside a text.'),
  change: record(
    'One thing that happened to one block. Of an inserted, deleted or moved subtree only the top is listed.',
    {
      kind: ref('changeKind'),
      source_address: textOrNull('Where the block is in the source; null for an insert.'),
      test_address: textOrNull('Where the block is in the test document; null for a delete.'),
      block_kind: ref('blockKind'),
      source_label: textOrNull('Its label in the source.'),
      test_label: textOrNull('Its label in the test document.'),
      role: textOrNull('Its role: of the test block, of the source block for a delete.'),
      span_types: listOf(
        { type: 'string' },
        "The types of the spans that an inline edit overlaps on either side, sorted, each once; of all the block's spans for an insert or a delete.",
      ),
      matched_by: choice(
        [...PASS_NAMES, 'unmatched'],
        'What the pair rests on; "unmatched" for an insert or a delete.',
      ),
      confidence: ratio("The aligner's confidence in the pair, four decimals; 0 when unmatched."),
      source_text: text('The block\'s own text in the source; "" for an insert.'),
      test_text: text('The block\'s own text in the test document; "" for a delete.'),
      inline: listOf(
        ref('inlineOp'),
        'The edits that turn source_text into test_text, in order, whichever kind won; none for an insert or a delete.',
      ),
      breadcrumb: listOf(
        { type: 'string' },
        'The headings that lead to the block, outermost first: test side, source side for a delete.',
      ),
    },
  ),
  inlineOp: record(
    "One edit inside a block's text. Offsets are Unicode code points of that text, ends exclusive.",
    {
      kind: ref('inlineKind'),
      source_start: count('Where the edit begins in source_text of the change.'),
      source_end: count('Where it ends there; equal to source_start for an insert.'),
      test_start: count('Where it begins in test_text of the change.'),
      test_end: count('Where it ends there; equal to test_start for a delete.'),
      source_text: text('What goes; "" for an insert.'),
      test_text: text('What comes; "" for a delete.'),
    },
  ),
  alignment: record('Which block is which.', {
    pairs: listOf(ref('alignedPair'), 'All pairs, unchanged ones too, in source order, the roots first.'),
    inserted: listOf({ type: 'string' }, 'The addresses of all test blocks without a partner, in order.'),
    deleted: listOf({ type: 'string' }, 'The addresses of all source blocks without a partner, in order.'),
    config: ref('alignmentConfig'),
    backend: choice(SIMILARITIES, 'The similarity measure that ran.'),
    pass_counts: record(
      'How many pairs rest on each pass, zeros included.',
      Object.fromEntries(['root', ...PASS_NAMES].map((name) => [name, { type: 'integer', minimum: 0 }])),
    ),
    budget_exhausted: flag('True when the search stopped at max_comparisons.'),
  }),
  alignedPair: record('Two blocks that correspond.', {
    source_path: text('The address in the source.'),
    test_path: text('The address in the test document.'),
    matched_by: choice(
      [...PASS_NAMES, 'root'],
      'What the pair rests on; "root" for the two roots, which are given.',
    ),
    confidence: ratio('The confidence in the pair, four decimals.'),
    moved: flag(
      'Whether the block stands elsewhere: it crosses its siblings or stands in another block, and not only got or lost one around it.',
    ),
    renumbered: flag('Whether the block did not move and the labels differ.'),
  }),
  changeFilter: record(
    'Which changes are listed. An empty list, 0 or null is no constraint; fields are joined by and, entries of a list by or.',
    {
      kinds: listOf(ref('changeKind'), 'These kinds of change.'),
      address_prefixes: listOf(
        { type: 'string' },
        'Changes one of whose addresses is one of these or lies below it. Whole steps: "/section[1]" does not cover "/section[11]".',
      ),
      labels: listOf({ type: 'string' }, 'Changes one of whose labels is one of these.'),
      roles: listOf({ type: 'string' }, 'Changes to blocks with one of these roles.'),
      min_chars: count(
        'Changes whose inline edits add, or delete, at least so many code points. Above 0 it drops inserts and deletes, which have no inline edits.',
      ),
      has_inline: { type: ['boolean', 'null'], description: 'Changes with inline edits, or those without.' },
    },
  ),
  changeCounts: record(
    'Counts of changes and of their inline edits. A change is counted once, whatever its block holds.',
    {
      inserted: count('Changes of kind insert.'),
      deleted: count('Changes of kind delete.'),
      modified: count('Changes of kind modify.'),
      moved: count('Changes of kind move.'),
      renumbered: count('Changes of kind renumber.'),
      total: count('All five together.'),
      inline_insertions: count('Inline edits of kind insert.'),
      inline_deletions: count('Inline edits of kind delete.'),
      inline_replacements: count('Inline edits of kind replace.'),
      tokens_changed: count('Tokens on both sides of the inline edits, as the leaf differ cuts them.'),
      chars_added: count('Code points that the inline edits add.'),
      chars_deleted: count('Code points that the inline edits delete.'),
    },
  ),
  sectionStatistics: record(
    'What happened in one section that has a heading, sections inside it not counted.',
    {
      address: text("The section's address in the test document; in the source when it was deleted."),
      heading: text('The text of its heading.'),
      breadcrumb: listOf({ type: 'string' }, 'The headings that lead to it, its own not among them.'),
      blocks: count(
        'The test blocks whose nearest section it is, whatever was filtered; 0 when it was deleted.',
      ),
      counts: ref('changeCounts'),
      density: {
        type: 'number',
        minimum: 0,
        description: 'Changes divided by blocks, four decimals; 0 without blocks.',
      },
    },
  ),
  comparisonStatistics: record('How much changed, and where.', {
    counts: ref('changeCounts'),
    source_blocks: count('All blocks of the source, its root included.'),
    test_blocks: count('All blocks of the test document, its root included.'),
    sections: listOf(
      ref('sectionStatistics'),
      'A row for every section with a heading on either side, in order.',
    ),
  }),
};

/** The schema of comparison-v2 documents, whole, compact and filtered ones alike. */
export const COMPARISON_SCHEMA: Schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'https://houfu.github.io/redlines/schemas/comparison-v2.json',
  title: 'Comparison of two documents, version 2',
  description:
    'Two documents as trees of blocks, and what happened to each block between them. Additions raise the minor version, incompatible changes the major one. The part at #/definitions/blockTree describes a single document.',
  type: 'object',
  required: ['schema_version', 'config', 'changes', 'statistics'],
  additionalProperties: false,
  dependencies: { source: ['test'], test: ['source'] },
  properties: {
    schema_version: {
      const: SCHEMA_VERSION,
      description:
        'The version of this format, major.minor. Additions raise the minor version, incompatible changes the major one: a reader takes its own major version with an equal or a lower minor one, and refuses all others.',
    },
    config: ref('comparisonConfig'),
    source: {
      allOf: [ref('blockTree')],
      description: 'The earlier document. Together with test, or not at all.',
    },
    test: { allOf: [ref('blockTree')], description: 'The later document.' },
    changes: listOf(ref('change'), 'What happened, flat and in document order.'),
    statistics: ref('comparisonStatistics'),
    alignment: ref('alignment'),
  },
  definitions,
};
