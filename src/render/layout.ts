/** Lays styled text out in lines of a given width, counting columns as a terminal does. */
import stringWidth from 'string-width';
import { visibleText } from './visible-text.js';

/** A stretch of text in one style; what a style looks like is the renderer's business. */
export interface Run<Style> {
  readonly text: string;
  readonly style: Style;
  /** Whether a line may break before it, also where there is no space. */
  readonly breakBefore?: boolean;
}

/** How many columns `text` takes: East Asian wide characters and emoji take two, combining marks none. */
export function columns(text: string): number {
  return isPlain(text) ? text.length : stringWidth(text, { countAnsiEscapeCodes: true });
}

/**
 * Breaks `runs` into lines of at most `width` columns, at white space, between East Asian characters, or inside a word that
 * is longer than a line. A line feed in a text always ends the line. White space at which a line breaks is dropped; the
 * rest stays as it is. All text passes through `visibleText` here, so nothing that is laid out can act on a terminal.
 */
export function layOut<Style>(runs: readonly Run<Style>[], width: number): Run<Style>[][] {
  const lines = new Lines<Style>(Math.max(1, width));
  for (const { text, style, breakBefore } of runs) {
    if (breakBefore) lines.breakable();
    visibleText(text)
      .split('\n')
      .forEach((part, i) => {
        if (i > 0) lines.end();
        for (const piece of part.match(PIECES) ?? []) addPiece(lines, piece, style);
      });
  }
  return lines.finish();
}

// A piece is a run of spaces, or a run without any. No-break space is not a space here, as its name says.
const PIECES = /[^\S\u00a0\u202f]+|[\S\u00a0\u202f]+/gu;
// Latin, Greek and Cyrillic letters, common punctuation, currency signs and arrows: each is one column and a character by
// itself, which needs neither tables of widths nor a segmenter. They are slow to load, and few documents need more.
const PLAIN =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u058f\u2010-\u2027\u2030-\u205e\u20a0-\u20c0\u2100-\u21ff]*$/;
let graphemes: Intl.Segmenter | null = null;

function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

function addPiece<Style>(lines: Lines<Style>, piece: string, style: Style): void {
  if (/^\s/u.test(piece) && piece[0] !== '\u00a0' && piece[0] !== '\u202f') {
    lines.space(piece, style);
    return;
  }
  if (isPlain(piece)) {
    lines.word(piece, style, piece.length);
    return;
  }
  // Where characters are two columns wide there are no spaces to break at: a line may break beside each of them.
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let afterWide = false;
  for (const { segment } of graphemes.segment(piece)) {
    const width = columns(segment);
    const closing = CLOSING.test(segment);
    if (!closing && (width > 1 || afterWide)) lines.breakable();
    lines.word(segment, style, width);
    afterWide = closing || width > 1;
  }
}

// Punctuation that must not open a line.
const CLOSING =
  /^[\u3001\u3002\uff0c\uff0e\uff1a\uff1b\uff1f\uff01\uff09\u300d\u300f\u3011\u3015\u3009\u300b]$/u;

/** Lines under construction: a finished part, spaces that wait to see whether the line goes on, and the current word. */
class Lines<Style> {
  private readonly done: Run<Style>[][] = [];
  private line: Run<Style>[] = [];
  private lineWidth = 0;
  private spaces: Run<Style>[] = [];
  private spacesWidth = 0;
  private pending: Run<Style>[] = [];
  private pendingWidth = 0;

  constructor(private readonly width: number) {}

  word(text: string, style: Style, width: number): void {
    this.pending.push({ text, style });
    this.pendingWidth += width;
  }

  space(text: string, style: Style): void {
    this.placeWord();
    this.spaces.push({ text, style });
    this.spacesWidth += columns(text);
  }

  /** A place where the line may break without a space. */
  breakable(): void {
    this.placeWord();
  }

  end(): void {
    this.placeWord();
    // Spaces before a line feed are kept when they are all that the line has: an edit may be just them.
    if (this.line.length === 0) this.line.push(...this.spaces);
    this.breakLine();
  }

  finish(): Run<Style>[][] {
    this.placeWord();
    if (this.line.length > 0 || this.done.length === 0) this.breakLine();
    return this.done;
  }

  private placeWord(): void {
    if (this.pending.length === 0) return;
    if (this.lineWidth > 0 && this.lineWidth + this.spacesWidth + this.pendingWidth > this.width)
      this.breakLine();
    if (this.lineWidth + this.spacesWidth + this.pendingWidth <= this.width) {
      this.line.push(...this.spaces, ...this.pending);
      this.lineWidth += this.spacesWidth + this.pendingWidth;
    } else {
      this.placeLongWord();
    }
    this.spaces = [];
    this.spacesWidth = 0;
    this.pending = [];
    this.pendingWidth = 0;
  }

  private placeLongWord(): void {
    graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
    for (const { text, style } of this.pending) {
      let fits = '';
      for (const { segment } of isPlain(text) ? this.plainPieces(text) : graphemes.segment(text)) {
        const width = columns(segment);
        if (this.lineWidth > 0 && this.lineWidth + width > this.width) {
          if (fits !== '') this.line.push({ text: fits, style });
          fits = '';
          this.breakLine();
        }
        fits += segment;
        this.lineWidth += width;
      }
      if (fits !== '') this.line.push({ text: fits, style });
    }
  }

  /** A word of a megabyte is cut into lines at once, not letter by letter. */
  private *plainPieces(text: string): Generator<{ segment: string }> {
    const room = this.width - this.lineWidth;
    const first = room > 0 ? room : this.width;
    yield { segment: text.slice(0, first) };
    for (let i = first; i < text.length; i += this.width) yield { segment: text.slice(i, i + this.width) };
  }

  private breakLine(): void {
    this.done.push(this.line);
    this.line = [];
    this.lineWidth = 0;
    this.spaces = [];
    this.spacesWidth = 0;
  }
}
