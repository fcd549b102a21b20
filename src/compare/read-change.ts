import { PASS_NAMES } from '../align/alignment.js';
import { CHANGE_KINDS, type Change, type InlineEdit } from '../change/change.js';
import { faultOfEdits } from '../change/check-edits.js';
import { BLOCK_KINDS, type Block } from '../document/block.js';
import type { TreeIndex } from '../document/tree-index.js';
import { fault, fields, list, oneOf, ratio, string, stringOrNull, wholeNumber } from './fields.js';

const KEYS = [
  'kind',
  'source_address',
  'test_address',
  'block_kind',
  'source_label',
  'test_label',
  'role',
  'span_types',
  'matched_by',
  'confidence',
  'source_text',
  'test_text',
  'inline',
  'breadcrumb',
] as const;
const EDIT_KEYS = [
  'kind',
  'source_start',
  'source_end',
  'test_start',
  'test_end',
  'source_text',
  'test_text',
] as const;
const EDIT_KINDS = ['insert', 'delete', 'replace'] as const;
const MATCHED_BY = [...PASS_NAMES, 'unmatched'] as const;

/** A change whose addresses lead to the blocks that it quotes, and whose edits turn one text into the other. */
export function readChange(
  json: unknown,
  where: string,
  sides: { source: TreeIndex; test: TreeIndex },
): Change {
  const change = readChangeShape(json, where);
  const blocks = [
    checkSide(change, 'source', change.kind === 'insert', sides.source, where),
    checkSide(change, 'test', change.kind === 'delete', sides.test, where),
  ];
  // Of a pair, which may be a paragraph and a list item, either kind is its kind.
  if (!blocks.some((block) => block?.kind === change.block_kind)) {
    throw fault(`${where}.block_kind`, `is "${change.block_kind}", which no block of the change is`);
  }
  const unmatched = change.kind === 'insert' || change.kind === 'delete';
  if (unmatched !== (change.matched_by === 'unmatched')) {
    throw fault(`${where}.matched_by`, `is "${change.matched_by}" on a change of kind ${change.kind}`);
  }
  if (unmatched && change.confidence !== 0) {
    throw fault(`${where}.confidence`, `is ${change.confidence}; it is 0 where there is no pair`);
  }
  if (unmatched && change.inline.length > 0) {
    throw fault(`${where}.inline`, `should be empty on a change of kind ${change.kind}`);
  }
  const wrong = unmatched ? null : faultOfEdits(change.source_text, change.test_text, change.inline);
  if (wrong !== null) {
    throw fault(wrong.at === null ? `${where}.inline` : `${where}.inline[${wrong.at}]`, wrong.message);
  }
  return change;
}

/** A change that has every field, each of its type; whether they agree with one another and with the trees is left open. */
export function readChangeShape(json: unknown, where: string): Change {
  const given = fields(json, where, KEYS);
  return {
    kind: oneOf(given.kind, `${where}.kind`, CHANGE_KINDS),
    source_address: stringOrNull(given.source_address, `${where}.source_address`),
    test_address: stringOrNull(given.test_address, `${where}.test_address`),
    block_kind: oneOf(given.block_kind, `${where}.block_kind`, BLOCK_KINDS),
    source_label: stringOrNull(given.source_label, `${where}.source_label`),
    test_label: stringOrNull(given.test_label, `${where}.test_label`),
    role: stringOrNull(given.role, `${where}.role`),
    span_types: list(given.span_types, `${where}.span_types`, string),
    matched_by: oneOf(given.matched_by, `${where}.matched_by`, MATCHED_BY),
    confidence: ratio(given.confidence, `${where}.confidence`),
    source_text: string(given.source_text, `${where}.source_text`),
    test_text: string(given.test_text, `${where}.test_text`),
    inline: list(given.inline, `${where}.inline`, readEdit),
    breadcrumb: list(given.breadcrumb, `${where}.breadcrumb`, string),
  };
}

function readEdit(json: unknown, where: string): InlineEdit {
  const given = fields(json, where, EDIT_KEYS);
  return {
    kind: oneOf(given.kind, `${where}.kind`, EDIT_KINDS),
    source_start: wholeNumber(given.source_start, `${where}.source_start`),
    source_end: wholeNumber(given.source_end, `${where}.source_end`),
    test_start: wholeNumber(given.test_start, `${where}.test_start`),
    test_end: wholeNumber(given.test_end, `${where}.test_end`),
    source_text: string(given.source_text, `${where}.source_text`),
    test_text: string(given.test_text, `${where}.test_text`),
  };
}

function checkSide(
  change: Change,
  side: 'source' | 'test',
  absent: boolean,
  index: TreeIndex,
  where: string,
): Block | null {
  const address = change[`${side}_address`];
  if (absent) {
    if (address !== null || change[`${side}_label`] !== null || change[`${side}_text`] !== '') {
      throw fault(where, `a change of kind ${change.kind} has no ${side} side`);
    }
    return null;
  }
  const block: Block | undefined = address === null ? undefined : index.blocks[index.at(address)];
  if (block === undefined) {
    throw fault(
      `${where}.${side}_address`,
      `is ${address === null ? 'null' : JSON.stringify(address.slice(0, 80))}, which is no block of ${side}`,
    );
  }
  if (block.text !== change[`${side}_text`])
    throw fault(`${where}.${side}_text`, `is not the text of ${address}`);
  if (block.label !== change[`${side}_label`])
    throw fault(`${where}.${side}_label`, `is not the label of ${address}`);
  return block;
}
