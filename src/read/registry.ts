import { ReadError } from './errors.js';
import { markdownReader } from './markdown-reader.js';
import type { Reader } from './reader.js';
import { textReader } from './text-reader.js';

const registered: Reader[] = [textReader, markdownReader];

/** All readers, the built-in ones first. */
export function readers(): readonly Reader[] {
  return registered;
}

/**
 * Adds a reader, so that its format can be named and its file name endings are recognised. Returns a function that takes
 * it away again.
 * @throws ReadError `bad_reader` when its format or one of its endings is taken, or spelled as nobody could ask for it.
 */
export function registerReader(reader: Reader): () => void {
  if (!/^[a-z][a-z0-9_-]*$/.test(reader.format) || reader.format === 'blocks') {
    throw new ReadError(
      'bad_reader',
      `"${reader.format}" cannot be a format's name: lower case letters, digits, "-" and "_", and not "blocks", which stands for a ready tree`,
    );
  }
  for (const extension of reader.extensions) {
    if (!/^[a-z0-9]+$/.test(extension)) {
      throw new ReadError(
        'bad_reader',
        `"${extension}" cannot be a file name ending: lower case, without the dot`,
      );
    }
  }
  for (const other of registered) {
    const taken = reader.extensions.find((extension) => other.extensions.includes(extension));
    if (other.format === reader.format || taken !== undefined) {
      const what = other.format === reader.format ? `format "${reader.format}"` : `ending ".${taken}"`;
      throw new ReadError('bad_reader', `the ${what} is already read by the "${other.format}" reader`);
    }
  }
  registered.push(reader);
  return () => {
    const at = registered.indexOf(reader);
    if (at >= 0) registered.splice(at, 1);
  };
}

/**
 * The reader of a format.
 * @throws ReadError `unknown_format`, naming the formats there are.
 */
export function readerOf(format: string): Reader {
  const reader = registered.find((candidate) => candidate.format === format);
  if (reader !== undefined) return reader;
  const known = registered.map((candidate) => candidate.format).join(', ');
  throw new ReadError('unknown_format', `no reader for the format "${format}" (known: ${known})`);
}
