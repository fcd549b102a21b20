import { describe, expect, it } from 'vitest';
import { decodeUtf8, ReadError } from '../../src/index.js';

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const utf16 = (text: string, order: 'LE' | 'BE') =>
  Uint8Array.from(
    Array.from(text, (char) => char.charCodeAt(0)).flatMap((unit) =>
      order === 'LE' ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255],
    ),
  );

/** The code and the message of what decoding refuses. */
function refused(bytes: Uint8Array): string {
  try {
    decodeUtf8(bytes, 'terms.md');
  } catch (error) {
    if (error instanceof ReadError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'nothing';
}

describe('bytes that are no text are refused as what they are', () => {
  it.each([
    [
      'PK\x03\x04\x14\0\x06\0',
      /^not_text: terms\.md is not text: it is a ZIP archive, as Word.* Save it as Markdown/,
    ],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', /^not_text: .*older Word/],
    ['{\\rtf1\\ansi Terms}', /^not_text: .*Rich Text/],
    ['%PDF-1.7\n1 0 obj', /^not_text: .*a PDF\. Extract its text/],
    ['\x89PNG\r\n\x1a\n\0\0', /^not_text: .*a PNG picture/],
    ['\xff\xd8\xff\xe0\0', /^not_text: .*a JPEG picture/],
    ['GIF89a', /^not_text: .*a GIF picture/],
    ['\x1f\x8b\x08\0', /^not_text: .*gzip/],
    ['\x7fELF\x02\x01', /^not_text: .*a program/],
    ['some bytes\0\xfe\x01 of no kind\0\0\0', /^not_text: .*a binary file \(byte 10, from 0, is NUL\)/],
  ])('%j', (bytes, message) => {
    expect(refused(latin1(bytes))).toMatch(message);
  });
});

describe('text in another encoding is refused with what it is', () => {
  it.each([
    [
      'UTF-16LE with its mark',
      utf16('\ufeffPay.', 'LE'),
      /^bad_encoding: terms\.md is not UTF-8: it is UTF-16LE\. Convert/,
    ],
    ['UTF-16BE with its mark', utf16('\ufeffPay.', 'BE'), /it is UTF-16BE/],
    ['UTF-16LE without a mark', utf16('Pay within thirty days.', 'LE'), /it is UTF-16LE/],
    ['UTF-16BE without a mark', utf16('Zahlbar in dreißig Tagen.', 'BE'), /it is UTF-16BE/],
    [
      'Latin-1',
      latin1('Zahlbar in drei\xdfig Tagen.'),
      /^bad_encoding: .*byte 15 \(from 0\) does not belong there/,
    ],
  ])('%s', (_, bytes, message) => {
    expect(refused(bytes)).toMatch(message);
  });
});

it('text in UTF-8 is given, without its byte order mark', () => {
  const bytes = new TextEncoder().encode('\ufeffZahlbar in dreißig Tagen 😀');
  expect(decodeUtf8(bytes)).toBe('Zahlbar in dreißig Tagen 😀');
  expect(decodeUtf8(new Uint8Array())).toBe('');
  // What only looks like the start of another kind of file.
  expect(decodeUtf8(latin1('PK is short for Peter.'))).toBe('PK is short for Peter.');
});
