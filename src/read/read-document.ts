import type { BlockTree } from '../document/block.js';
import { codePointLength } from '../document/code-points.js';
import { builtinProfile } from '../profile/builtin/profiles.js';
import { compileProfile } from '../profile/compile.js';
import type { CompiledProfile } from '../profile/profile.js';
import { detectFormat } from './detect.js';
import { ReadError } from './errors.js';
import { readerOf } from './registry.js';

/** The largest text that is read unless `maxChars` says otherwise, in code points: some eight hundred printed pages. */
export const DEFAULT_MAX_CHARS = 2_000_000;

/** How to read a document. */
export interface ReadOptions {
  /** The name the text came under, a hint at its format; the file is not opened. */
  readonly path?: string | null;
  /** The format, when it is known. */
  readonly format?: string | null;
  /** The profile; the format's own default when left out. */
  readonly profile?: CompiledProfile | null;
  /** The largest text to read, in code points. */
  readonly maxChars?: number;
  /** Shared by readings of similar texts; see `ReadContext.cache`. */
  readonly cache?: Map<string, unknown>;
}

/** A document that was read. */
export interface ReadResult {
  readonly tree: BlockTree;
  readonly format: string;
  readonly profileName: string;
}

/**
 * Reads a text as a tree of blocks. The string is always content, never a path.
 * @throws ReadError `too_large`, `not_text`, `unknown_extension` or `unknown_format`.
 */
export function readDocument(text: string, options: ReadOptions = {}): ReadResult {
  const path = options.path ?? null;
  checkText(text, path, options.maxChars ?? DEFAULT_MAX_CHARS);
  const reader = readerOf(options.format ?? detectFormat(text, path));
  const profile = options.profile ?? defaultProfile(reader.defaultProfile);
  const tree = reader.read(text, { profile, path, cache: options.cache ?? new Map() });
  return { tree, format: reader.format, profileName: profile.profile.name };
}

/** The built-in profile of that name, ready to run. */
export function defaultProfile(name: string): CompiledProfile {
  const profile = builtinProfile(name);
  if (profile === undefined) throw new ReadError('bad_reader', `there is no built-in profile "${name}"`);
  return compileProfile(profile, { trusted: true });
}

function checkText(text: string, path: string | null, maxChars: number): void {
  const subject = path ?? 'The text';
  // A text has at least half as many code points as UTF-16 units: most need no counting.
  if (text.length > maxChars) {
    const size = codePointLength(text);
    if (size > maxChars) {
      throw new ReadError(
        'too_large',
        `${subject} has ${size} characters; the limit is ${maxChars}. Raise the limit or cut the text.`,
      );
    }
  }
  const nul = text.indexOf('\0');
  if (nul >= 0) {
    throw new ReadError(
      'not_text',
      `${subject} is not text: it holds a NUL character at offset ${codePointLength(text.slice(0, nul))}. Is it a binary file?`,
    );
  }
}
