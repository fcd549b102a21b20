import { codePointLength } from '../../document/code-points.js';
import { sha256Hex, utf8Bytes } from './hash.js';

/** How the lines of an upload ended, counted before they were made LF. */
export interface SourceLineEndings {
  /** The one kind used, `none` where there is no line end, `mixed` where there are several kinds. */
  readonly style: 'none' | 'lf' | 'crlf' | 'cr' | 'mixed';
  readonly lf: number;
  /** A CRLF pair counts once, and neither as a CR nor as an LF. */
  readonly crlf: number;
  readonly cr: number;
  /** Whether the stored text differs from the upload. */
  readonly normalized: boolean;
  readonly source_code_points: number;
  readonly source_utf8_bytes: number;
  /** SHA-256 of the upload's own bytes, to compare with a local file. */
  readonly source_sha256: string;
}

/** The line-end facts of an upload as it came. */
export function sourceLineEndings(raw: string): SourceLineEndings {
  let lf = 0;
  let crlf = 0;
  let cr = 0;
  for (let at = nextLineEnd(raw, 0); at >= 0; ) {
    if (raw.charCodeAt(at) === 0x0a) lf++;
    else if (raw.charCodeAt(at + 1) === 0x0a) {
      crlf++;
      at++;
    } else cr++;
    at = nextLineEnd(raw, at + 1);
  }
  const kinds = Number(lf > 0) + Number(crlf > 0) + Number(cr > 0);
  return {
    style: kinds === 0 ? 'none' : kinds > 1 ? 'mixed' : lf > 0 ? 'lf' : crlf > 0 ? 'crlf' : 'cr',
    lf,
    crlf,
    cr,
    normalized: crlf + cr > 0,
    source_code_points: codePointLength(raw),
    source_utf8_bytes: utf8Bytes(raw),
    source_sha256: sha256Hex(raw),
  };
}

function nextLineEnd(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x0a || unit === 0x0d) return i;
  }
  return -1;
}

/** Canonical text with each LF written in another style. */
export function withLineEndings(canonical: string, eol: 'lf' | 'crlf' | 'cr'): string {
  if (eol === 'lf') return canonical;
  return canonical.replaceAll('\n', eol === 'crlf' ? '\r\n' : '\r');
}
