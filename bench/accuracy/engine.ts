/** Runs the engine on a pair and states what it reports in the scorer's terms. */
import {
  type AlignmentConfig,
  align,
  DEFAULT_ALIGNMENT,
  type SimilarityName,
} from '../../src/align/index.js';
import { inlineEdits } from '../../src/change/index.js';
import type { Block, BlockTree } from '../../src/document/block.js';
import { codePointLength } from '../../src/document/code-points.js';
import { readDocument } from '../../src/read/read-document.js';
import { type Fault, locate } from './check.js';
import type { CorpusPair } from './corpus.js';
import type { Reported, ReportedLink } from './score.js';

export interface ReadPair {
  readonly source: BlockTree;
  readonly test: BlockTree;
  readonly sourceAt: ReturnType<typeof locate>['at'];
  readonly testAt: ReturnType<typeof locate>['at'];
  readonly faults: readonly (Fault & { readonly side: 'source' | 'test'; readonly style: string })[];
}

/** Reads both sides, sharing what is the same, and finds the generator's blocks in the trees. */
export function readPair(pair: CorpusPair): ReadPair {
  const cache = new Map<string, unknown>();
  const options = { format: pair.format, cache };
  const source = readDocument(pair.source.text, options).tree;
  const test = readDocument(pair.test.text, options).tree;
  const sourceFound = locate(pair.source, source.root);
  const testFound = locate(pair.test, test.root);
  return {
    source,
    test,
    sourceAt: sourceFound.at,
    testAt: testFound.at,
    faults: [
      ...sourceFound.faults.map((fault) => ({
        ...fault,
        side: 'source' as const,
        style: pair.source.style.name,
      })),
      ...testFound.faults.map((fault) => ({ ...fault, side: 'test' as const, style: pair.test.style.name })),
    ],
  };
}

function blocksByPath(root: Block): Map<string, Block> {
  const blocks = new Map<string, Block>();
  const visit = (block: Block) => {
    blocks.set(block.path, block);
    block.children.forEach(visit);
  };
  visit(root);
  return blocks;
}

export function runEngine(read: ReadPair, similarity: SimilarityName): Reported {
  const config: AlignmentConfig = { ...DEFAULT_ALIGNMENT, similarity };
  const alignment = align(read.source, read.test, config);
  const sources = blocksByPath(read.source.root);
  const tests = blocksByPath(read.test.root);
  const links: ReportedLink[] = [];
  for (const pair of alignment.pairs) {
    const source = read.sourceAt!.get(pair.source_path);
    const test = read.testAt!.get(pair.test_path);
    if (source === undefined || test === undefined) continue;
    const a = sources.get(pair.source_path)!;
    const b = tests.get(pair.test_path)!;
    let characters = 0;
    for (const edit of inlineEdits(a.text, b.text)) {
      characters += codePointLength(edit.source_text) + codePointLength(edit.test_text);
    }
    links.push({
      source,
      test,
      matchedBy: pair.matched_by,
      confidence: pair.confidence,
      moved: pair.moved,
      renumbered: pair.renumbered,
      characters,
      sourceLabel: a.label,
      testLabel: b.label,
    });
  }
  return { links };
}
