import { binaryKind, utf16Order } from './binary.js';
import { ReadError } from './errors.js';

/**
 * The text that `bytes` hold in UTF-8. A byte order mark at the start is dropped.
 * @throws ReadError `not_text` for what is a binary file, and says which where its beginning tells; `bad_encoding` for
 * UTF-16, and else with the offset of the first byte that is not UTF-8.
 */
export function decodeUtf8(bytes: Uint8Array, name: string | null = null): string {
  const subject = name ?? 'The input';
  const binary = binaryKind(bytes);
  if (binary !== null) {
    throw new ReadError('not_text', `${subject} is not text: it is ${binary.kind}. ${binary.advice}.`);
  }
  const order = utf16Order(bytes);
  if (order !== null) throw notUtf8(subject, `it is UTF-16${order}`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8(subject, `byte ${firstBadByte(bytes)} (from 0) does not belong there`);
  }
}

function notUtf8(subject: string, why: string): ReadError {
  return new ReadError('bad_encoding', `${subject} is not UTF-8: ${why}. Convert it to UTF-8 and try again.`);
}

/** The offset of the first byte that begins no well-formed sequence (Unicode, table 3-7). */
function firstBadByte(bytes: Uint8Array): number {
  for (let i = 0; i < bytes.length; ) {
    const length = sequenceLength(bytes, i);
    if (length === 0) return i;
    i += length;
  }
  return bytes.length;
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at];
  if (lead < 0x80) return 1;
  const length =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  // The second byte's range is narrower after these leads: no overlong forms, no surrogates, nothing above U+10FFFF.
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (bytes[at + 1] < low || bytes[at + 1] > high) return 0;
  for (let i = 2; i < length; i++) if ((bytes[at + i] & 0xc0) !== 0x80) return 0;
  return length;
}
