/** Reads both texts of a comparison again, checks that they are the ones compared, and gets them ready for edits. */
import { buildChanges } from '../change/build-changes.js';
import type { Change } from '../change/change.js';
import { WORD_PROCESSOR } from '../change/inline-edits.js';
import type { ComparisonParts } from '../compare/comparison.js';
import { BLOCKS_FORMAT } from '../compare/document.js';
import type { BlockTree } from '../document/block.js';
import { TreeIndex } from '../document/tree-index.js';
import { builtinProfile } from '../profile/builtin/profiles.js';
import type { CompiledProfile } from '../profile/profile.js';
import { resolveProfile } from '../profile/resolve.js';
import { detectFormat } from '../read/detect.js';
import { readDocument } from '../read/read-document.js';
import { layOutSide, type Material } from './assemble.js';
import { ApplyError } from './errors.js';
import { joinSides } from './nodes.js';
import { RawSide } from './raw-side.js';
import { respell, type Unwritten } from './respell.js';
import { Hand } from './spelling.js';
import { sameTree } from './wanted.js';

/** A comparison, and the two texts that it was made of. */
export interface ComparedTexts {
  /** The comparison: its trees, its alignment and its changes. */
  readonly comparison: Pick<ComparisonParts, 'source' | 'test' | 'alignment' | 'changes' | 'config'>;
  /** The earlier document's text, character for character as it was compared. */
  readonly sourceText: string;
  /**
   * The later document's text. Left out, what comes from it is written anew from its blocks, the way the source writes blocks
   * of their kind: the words are right, their markup is a guess. The same is done where the two are of different formats.
   */
  readonly testText?: string | undefined;
  /** The profile that both were read under, where it is none of the built-in ones: YAML text or an object. */
  readonly profile?: string | object | undefined;
}

/** Both documents, ready. */
export interface Prepared {
  readonly material: Material;
  /** For each of the comparison's changes its index among all changes. */
  readonly listed: readonly number[];
  /** Reads a text as the source was read. */
  readonly read: (text: string) => BlockTree;
}

/**
 * @throws ApplyError `bad_option`, `formats_differ`, `unknown_profile`, `needs_test_text`, or `wrong_text` when a text does
 * not read as the tree in the comparison.
 */
export function prepare(given: ComparedTexts): Prepared {
  checkGiven(given);
  const { comparison, sourceText, testText } = given;
  const { config } = comparison;
  const profile = profileOf(given);
  const sourceFormat = formatOf(config.source_format, sourceText);
  const testFormat = testText === undefined ? sourceFormat : formatOf(config.test_format, testText);
  const cache = new Map<string, unknown>();
  const readAs = (text: string, format: string): BlockTree =>
    // The texts were let in when they were compared; nothing that is made of them is refused for its size.
    readDocument(text, { format, profile, cache, maxChars: Number.MAX_SAFE_INTEGER }).tree;
  const read = (text: string): BlockTree => readAs(text, sourceFormat);
  const lineEnd = lineEndOf(sourceText) ?? '\n';
  const source = new RawSide(sourceText, checked(read(sourceText), comparison.source, 'source'));
  const changes = allChanges(comparison);
  const written = (): RawSide => {
    const hand = new Hand(source, sourceFormat === 'markdown');
    const found = respell(unwritten(comparison, source, changes, hand, read));
    if (found !== null) {
      const text = withLineEnds(found.text, lineEndOf(sourceText));
      return new RawSide(text, read(text));
    }
    throw testText === undefined ? needsTestText() : formatsDiffer(sourceFormat, testFormat);
  };
  let test: RawSide;
  if (testText === undefined) test = written();
  else if (sourceFormat !== testFormat) {
    checked(readAs(testText, testFormat), comparison.test, 'test document');
    test = written();
  } else {
    const readTest = withLineEnds(testText, lineEndOf(sourceText));
    test = new RawSide(readTest, checked(read(readTest), comparison.test, 'test document'));
  }
  const nodes = joinSides(source, test, comparison.alignment, changes);
  return {
    material: {
      nodes,
      words: (i) => changes[i].inline,
      markdown: sourceFormat === 'markdown',
      layout: {
        source: layOutSide(source, nodes.bySource),
        test: layOutSide(test, nodes.byTest),
      },
      lineEnd,
    },
    listed: positions(comparison.changes, changes),
    read,
  };
}

function checkGiven({ comparison, sourceText, testText }: ComparedTexts): void {
  if (typeof comparison !== 'object' || comparison === null || !('alignment' in comparison)) {
    throw new ApplyError(
      'bad_option',
      'comparison should be a Comparison with its trees and its alignment, as compare and comparisonFromJSON give it',
    );
  }
  for (const [name, text] of Object.entries({ sourceText, testText })) {
    if (typeof text !== 'string' && !(name === 'testText' && text === undefined)) {
      throw new ApplyError('bad_option', `${name} should be a string: the document's text, not its path`);
    }
  }
}

/** What is known of a test document without its text, or with one that cannot stand in the source. */
function unwritten(
  { test, alignment }: ComparedTexts['comparison'],
  source: RawSide,
  changes: readonly Change[],
  hand: Hand,
  read: (text: string) => BlockTree,
): Unwritten {
  const index = new TreeIndex(test);
  const partners = new Int32Array(index.blocks.length).fill(-1);
  for (const { source_path, test_path } of alignment.pairs) {
    partners[index.at(test_path)] = source.index.at(source_path);
  }
  const edits = new Map(changes.map(({ test_address, inline }) => [test_address, inline]));
  return { tree: test, hand, partners, inline: ({ path }) => edits.get(path) ?? [], read };
}

function needsTestText(): ApplyError {
  return new ApplyError(
    'needs_test_text',
    'no text was found that reads as the blocks of the test document: give its text as testText',
  );
}

function formatsDiffer(source: string, test: string): ApplyError {
  return new ApplyError(
    'formats_differ',
    `the source is ${source} and the test document is ${test}, and what comes could not be written as ${source}: convert one of them, and compare two documents of one format`,
  );
}

function profileOf({ comparison, profile }: ComparedTexts): CompiledProfile | null {
  if (profile !== undefined) return resolveProfile(profile);
  const { profile: name } = comparison.config;
  if (name === '') return null;
  if (builtinProfile(name) !== undefined) return resolveProfile(name);
  throw new ApplyError(
    'unknown_profile',
    `the documents were read under the profile "${name}", which is not a built-in one: give it as profile`,
  );
}

function formatOf(recorded: string, text: string): string {
  return recorded === BLOCKS_FORMAT ? detectFormat(text, null) : recorded;
}

function checked(read: BlockTree, compared: BlockTree, name: string): BlockTree {
  if (sameTree(read.root, compared.root)) return read;
  throw new ApplyError(
    'wrong_text',
    `the text given for the ${name} is not the one that was compared: it does not read as the blocks in the comparison. Give the text as it was, or compare again`,
  );
}

/** The changes before a filter; a filtered comparison still knows every pair. */
function allChanges({
  source,
  test,
  alignment,
  changes,
  config,
}: ComparedTexts['comparison']): readonly Change[] {
  if (config.filter === null) return changes;
  const all = buildChanges(source, test, alignment, WORD_PROCESSOR);
  const kept = new Map(changes.map((change) => [key(change), change]));
  return all.map((change) => kept.get(key(change)) ?? change);
}

function positions(listed: readonly Change[], all: readonly Change[]): number[] {
  const at = new Map(all.map((change, i) => [key(change), i]));
  return listed.flatMap((change) => at.get(key(change)) ?? []);
}

function key({ source_address, test_address }: Change): string {
  return `${source_address} ${test_address}`;
}

/** A text's line end, when it has one kind only. */
function lineEndOf(text: string): '\n' | '\r\n' | null {
  const feeds = text.split('\n').length - 1;
  const pairs = text.split('\r\n').length - 1;
  if (feeds === 0) return null;
  return pairs === 0 ? '\n' : pairs === feeds ? '\r\n' : null;
}

/** What comes from the test document gets the line ends of the source. */
function withLineEnds(text: string, lineEnd: string | null): string {
  const own = lineEndOf(text);
  return lineEnd === null || own === null || own === lineEnd ? text : text.replaceAll(own, lineEnd);
}
