import { createHash } from 'node:crypto';

/** Lower-case hexadecimal SHA-256 of the UTF-8 bytes of `text`: the form of every hash on the wire. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** How many bytes `text` takes in UTF-8. */
export function utf8Bytes(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
