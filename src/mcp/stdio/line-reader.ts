/** Cuts what comes in into lines, none of them longer than it may be. */

/** A line, or that one was too long and was passed over. */
export type Line = { readonly bytes: Buffer } | { readonly tooLong: number };

const LINE_FEED = 0x0a;

/** Takes chunks of bytes and gives lines without their ends. Holds one line at most, and of that no more than `maxBytes`. */
export class LineReader {
  private readonly pieces: Buffer[] = [];
  private held = 0;
  /** Bytes of a line that is being passed over; 0 while none is. */
  private passed = 0;

  constructor(private readonly maxBytes: number) {}

  /** The lines that end in this chunk. */
  *take(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      this.hold(chunk.subarray(from, end));
      from = end + 1;
      yield this.ended();
    }
    if (from < chunk.length) this.hold(chunk.subarray(from));
  }

  /** What is left when the input has ended without a line feed. */
  *rest(): Generator<Line> {
    if (this.held > 0 || this.passed > 0) yield this.ended();
  }

  private hold(piece: Buffer): void {
    if (this.passed > 0) {
      this.passed += piece.length;
    } else if (this.held + piece.length > this.maxBytes) {
      this.passed = this.held + piece.length;
      this.pieces.length = 0;
      this.held = 0;
    } else {
      this.pieces.push(piece);
      this.held += piece.length;
    }
  }

  private ended(): Line {
    const line = this.passed > 0 ? { tooLong: this.passed } : { bytes: Buffer.concat(this.pieces) };
    this.pieces.length = 0;
    this.held = 0;
    this.passed = 0;
    return line;
  }
}
