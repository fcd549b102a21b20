/** Converts UTF-16 offsets, which parsers give, to code points and lines. */
import { countBelow } from '../document/ascending.js';
import { CodePointIndex } from '../document/code-points.js';

/** A position table of one text. A line ends with LF, CR LF or a lone CR, as in the text that the service stores. */
export class Positions {
  private readonly points: CodePointIndex;
  /** UTF-16 offset at which each line starts; the first is 0. */
  private readonly starts: number[] = [0];

  constructor(readonly text: string) {
    this.points = new CodePointIndex(text);
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) this.starts.push(i + 1);
    }
  }

  /** The code point at a UTF-16 offset. */
  point(unit: number): number {
    return this.points.toPoint(unit);
  }

  /** The UTF-16 offset of a code point. */
  unit(point: number): number {
    return this.points.toUnit(point);
  }

  /** The line, from 1, that holds a UTF-16 offset. */
  line(unit: number): number {
    return this.lineIndex(unit) + 1;
  }

  /** The UTF-16 offset at which the line that holds `unit` starts. */
  lineStart(unit: number): number {
    return this.starts[this.lineIndex(unit)];
  }

  private lineIndex(unit: number): number {
    return countBelow(this.starts, unit + 1) - 1;
  }
}
