import type { BlockTree } from '../document/block.js';
import { parseTree } from '../document/parse.js';
import { resolveProfile } from '../profile/resolve.js';
import { detectFormat } from '../read/detect.js';
import { readDocument } from '../read/read-document.js';
import { BLOCKS_FORMAT } from './document.js';
import { ComparisonError } from './errors.js';
import { show } from './fields.js';
import type { CompareOptions } from './options.js';

/**
 * One side of a comparison: a text (always content, never a path), a text with the name that it came under, or a tree
 * that was read before (or parsed from JSON).
 */
export type ComparisonSide =
  | string
  | { readonly text: string; readonly path?: string | undefined }
  | BlockTree;

/** Both sides as trees, and how they were read. */
export interface ReadSides {
  readonly source: BlockTree;
  readonly test: BlockTree;
  readonly sourceFormat: string;
  readonly testFormat: string;
  /** `""` when nothing was read. */
  readonly profile: string;
}

/** A side before it is read. */
interface Input {
  readonly name: 'source' | 'test';
  readonly tree: unknown;
  /** Null for a ready tree. */
  readonly text: string | null;
  readonly path: string | null;
  readonly format: string;
  /** Whether the format was named and not detected. */
  readonly named: boolean;
}

/**
 * Reads both sides under one profile.
 * @throws ComparisonError `bad_input`, `bad_option`, or `formats_differ` when the formats differ and were not both named;
 * DocumentError for a ready tree that is none; ReadError and ProfileError as the readers do.
 */
export function readSides(source: unknown, test: unknown, options: CompareOptions): ReadSides {
  const given = {
    a: input('source', source, options.sourcePath, options.sourceFormat),
    b: input('test', test, options.testPath, options.testFormat),
  };
  const a = likeTheOther(given.a, given.b);
  const b = likeTheOther(given.b, given.a);
  const bothRead = a.text !== null && b.text !== null;
  const differ = bothRead && a.format !== b.format;
  if (differ && !(a.named && b.named)) {
    throw new ComparisonError(
      'formats_differ',
      `the source is ${a.format} (${how(a)}) and the test document is ${b.format} (${how(b)}); two formats are compared only when both are named: give sourceFormat and testFormat`,
    );
  }
  if (a.text === null && b.text === null) {
    return {
      source: parseTree(a.tree),
      test: parseTree(b.tree),
      sourceFormat: a.format,
      testFormat: b.format,
      profile: '',
    };
  }
  // Under one profile both formats give the same kinds and labels; their own defaults would not.
  const asked = options.profile ?? (differ ? 'generic' : undefined);
  const profile = asked === undefined ? null : resolveProfile(asked);
  let profileName = '';
  // One cache for both sides: what stands on both is parsed once.
  const cache = new Map<string, unknown>();
  const read = ({ tree, text, path, format }: Input): BlockTree => {
    if (text === null) return parseTree(tree);
    const { maxChars } = options;
    const result = readDocument(text, {
      path,
      format,
      profile,
      cache,
      ...(maxChars === undefined ? {} : { maxChars }),
    });
    profileName = result.profileName;
    return result.tree;
  };
  const sourceTree = read(a);
  const testTree = read(b);
  return {
    source: sourceTree,
    test: testTree,
    sourceFormat: a.format,
    testFormat: b.format,
    profile: profileName,
  };
}

function input(
  name: 'source' | 'test',
  side: unknown,
  pathOption: string | undefined,
  formatOption: string | undefined,
): Input {
  if (isObject(side) && 'root' in side) {
    if (formatOption !== undefined && formatOption !== BLOCKS_FORMAT) {
      throw new ComparisonError(
        'bad_option',
        `the ${name} is a ready tree, so that there is nothing to read as "${formatOption}": leave ${name}Format out`,
      );
    }
    return { name, tree: side, text: null, path: null, format: BLOCKS_FORMAT, named: true };
  }
  const { text, path } = textOf(name, side);
  const hint = pathOption ?? path;
  const format = formatOption ?? detectFormat(text, hint);
  return { name, tree: null, text, path: hint, format, named: formatOption !== undefined };
}

/** A text in which nothing stands, and which came under no name, is of any format: it is read as the other side is. */
function likeTheOther(side: Input, other: Input): Input {
  const any = !side.named && side.path === null && side.text !== null && side.text.trim() === '';
  return any && other.text !== null ? { ...side, format: other.format } : side;
}

function textOf(name: string, side: unknown): { text: string; path: string | null } {
  if (typeof side === 'string') return { text: side, path: null };
  if (isObject(side) && typeof side.text === 'string') {
    const extra = Object.keys(side).find((key) => key !== 'text' && key !== 'path');
    if (extra !== undefined) {
      throw new ComparisonError(
        'bad_input',
        `the ${name} has an unknown key "${extra}"; a text comes as { text, path }`,
      );
    }
    if (side.path === undefined || side.path === null) return { text: side.text, path: null };
    if (typeof side.path === 'string') return { text: side.text, path: side.path };
    throw new ComparisonError('bad_input', `path of the ${name} should be a string, not ${show(side.path)}`);
  }
  const hint = side instanceof Uint8Array ? ': decode it first (decodeUtf8)' : '';
  throw new ComparisonError(
    'bad_input',
    `the ${name} should be a string, an object { text, path } or a tree of blocks, not ${show(side)}${hint}`,
  );
}

function how({ named, path }: Input): string {
  return named ? 'named' : path === null ? 'detected from its content' : 'detected';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
