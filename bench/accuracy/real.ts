/**
 * The second report: real versions of real documents, for which nobody wrote labels. What can be known without labels is
 * whether blocks that must correspond do: a text of eight words or more that stands once on each side, and the same.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { align, DEFAULT_ALIGNMENT } from '../../src/align/index.js';
import {
  buildChanges,
  CHANGE_KINDS,
  type Change,
  charsAdded,
  charsDeleted,
  WORD_PROCESSOR,
} from '../../src/change/index.js';
import type { Block } from '../../src/document/block.js';
import { readDocument } from '../../src/read/read-document.js';

const WORDS = 8;

/** Kinds that may correspond to each other. */
const CLASSES: Record<string, string> = {
  paragraph: 'item',
  list_item: 'item',
  section: 'holder',
  document: 'holder',
};
const kindClass = (block: Block) => CLASSES[block.kind] ?? block.kind;

/** Texts that stand once in the document, with their block. */
function onceOnly(root: Block): Map<string, Block> {
  const seen = new Map<string, Block | null>();
  const visit = (block: Block) => {
    if (block.text !== '') seen.set(block.text, seen.has(block.text) ? null : block);
    block.children.forEach(visit);
  };
  visit(root);
  return new Map([...seen].filter((entry): entry is [string, Block] => entry[1] !== null));
}

/** `[earlier, later]` file names: versions share what stands before the last `-`; neighbours, and first to last. */
export function versionPairs(files: readonly string[]): [string, string][] {
  const families = new Map<string, string[]>();
  for (const file of [...files].sort()) {
    const cut = file.lastIndexOf('-');
    if (cut <= 0 || !/\.(?:md|markdown|txt)$/.test(file)) continue;
    families.set(file.slice(0, cut), [...(families.get(file.slice(0, cut)) ?? []), file]);
  }
  const pairs: [string, string][] = [];
  for (const versions of families.values()) {
    for (let i = 1; i < versions.length; i++) pairs.push([versions[i - 1], versions[i]]);
    if (versions.length > 2) pairs.push([versions[0], versions.at(-1)!]);
  }
  return pairs;
}

function comparePair(folder: string, [from, to]: [string, string]): string[] {
  const texts = [from, to].map((file) => readFileSync(join(folder, file), 'utf8'));
  const start = performance.now();
  const cache = new Map<string, unknown>();
  const source = readDocument(texts[0], { path: from, cache }).tree;
  const test = readDocument(texts[1], { path: to, cache }).tree;
  const alignment = align(source, test, DEFAULT_ALIGNMENT);
  const changes: readonly Change[] = buildChanges(source, test, alignment, WORD_PROCESSOR);
  const time = performance.now() - start;
  const partner = new Map(alignment.pairs.map((pair) => [pair.source_path, pair.test_path]));
  const sources = onceOnly(source.root);
  const tests = onceOnly(test.root);
  let must = 0;
  const lost: string[] = [];
  for (const [text, block] of sources) {
    const twin = tests.get(text);
    if (twin === undefined || text.split(/\s+/).length < WORDS || kindClass(block) !== kindClass(twin))
      continue;
    must++;
    if (partner.get(block.path) !== twin.path)
      lost.push(`  left unpaired: ${block.path} ≠ ${twin.path} ${text.slice(0, 80)}`);
  }
  const share = must === 0 ? 1 : (must - lost.length) / must;
  const count = (kind: string) => changes.filter((change) => change.kind === kind).length;
  const added = changes.reduce((sum, change) => sum + charsAdded(change), 0);
  const deleted = changes.reduce((sum, change) => sum + charsDeleted(change), 0);
  return [
    `${from} → ${to}`,
    `  identical unique texts of ${WORDS} words or more: ${must}, paired ${must - lost.length} (${share.toFixed(4)}${share >= 0.99 ? '' : ', BELOW 0.99'})`,
    `  changes: ${CHANGE_KINDS.map((kind) => `${kind} ${count(kind)}`).join(', ')}; inline characters: ${added} added, ${deleted} deleted; ${time.toFixed(0)} ms`,
    ...lost,
  ];
}

export function realReport(folder: string): string {
  return versionPairs(readdirSync(folder))
    .flatMap((pair) => comparePair(folder, pair))
    .join('\n');
}
