/** What bytes are that hold no text a reader could read: told by how they begin, as file formats have it. */

const OFFICE = 'Save it as Markdown or plain text and try again';

/** How files begin (in Latin-1), what they are then, and what to do. From the formats' own specifications. */
const BEGINNINGS: readonly (readonly [start: string, kind: string, advice: string])[] = [
  ['PK\x03\x04', 'a ZIP archive, as Word, Excel and OpenDocument files are', OFFICE],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'a file of an older Word, Excel or Outlook', OFFICE],
  ['{\\rtf', 'a Rich Text document', OFFICE],
  ['%PDF-', 'a PDF', 'Extract its text, or compare the document it was made from'],
  ['\x89PNG\r\n\x1a\n', 'a PNG picture', 'Name the document'],
  ['\xff\xd8\xff', 'a JPEG picture', 'Name the document'],
  ['GIF8', 'a GIF picture', 'Name the document'],
  ['\x1f\x8b', 'a gzip archive', 'Unpack it and try again'],
  ['\x7fELF', 'a program', 'Name the document'],
];

/** How many bytes are looked at for NULs, which text has none of: as many as git looks at. */
const LOOKED_AT = 8_000;

/** What certainly is no text: what it is, and what to do. Null for all that may be one. */
export function binaryKind(bytes: Uint8Array): { readonly kind: string; readonly advice: string } | null {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  for (const [beginning, kind, advice] of BEGINNINGS) {
    if (start.startsWith(beginning)) return { kind, advice };
  }
  const head = bytes.subarray(0, LOOKED_AT);
  if (!head.includes(0) || utf16Order(bytes) !== null) return null;
  return { kind: `a binary file (byte ${head.indexOf(0)}, from 0, is NUL)`, advice: 'Name the document' };
}

/**
 * The byte order of a text in UTF-16: by its byte order mark, else because every other byte of it, and no other, is often
 * NUL, as it is in every language of Latin letters. Null for what is not UTF-16.
 */
export function utf16Order(bytes: Uint8Array): 'LE' | 'BE' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'LE';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'BE';
  const head = bytes.subarray(0, LOOKED_AT);
  const nuls = [0, 0];
  head.forEach((byte, i) => {
    if (byte === 0) nuls[i % 2]++;
  });
  const [even, odd] = nuls;
  // A quarter of the half: text of which three in four letters are not Latin is not told from a binary file.
  const enough = Math.max(2, head.length / 8);
  if (even === 0 && odd >= enough) return 'LE';
  return odd === 0 && even >= enough ? 'BE' : null;
}
