/**
 * Text from a document, made safe to print. A contract is somebody else's text: printed as it is, it could move the
 * cursor, recolour the screen, retitle the window, or reverse the reading order so that a redline says what the document
 * does not. Each such character is shown by its code point instead, which also makes an edit that touches it visible.
 */

// Controls but line feed; soft hyphen, zero-width space, word joiner and the byte order mark, which hide in a word; the
// marks, embeddings and isolates of bidirectional text; line and paragraph separators; annotation anchors; tag letters,
// which spell hidden text; lone surrogates, which no output can carry. The joiners U+200C and U+200D stay: Persian, the
// scripts of India and emoji are spelled with them.
const HIDDEN =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\u{e0000}-\u{e007f}]/gu;

/** `text` with every character that is invisible or acts on a terminal shown as `<U+001B>`. Line feeds stay. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, spell);
}

/** `visibleText` on one line: a line feed becomes a visible sign, so that code blocks keep their shape readable. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll('\n', '⏎');
}

function spell(character: string): string {
  if (character === '\t') return '    ';
  const code = character.codePointAt(0)!;
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
