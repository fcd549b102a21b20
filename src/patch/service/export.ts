import type { InvalidArgument } from '../errors.js';
import type { Connection } from '../store/database.js';
import type { SourceLineEndings, TargetRow } from '../store/rows.js';
import { sha256Hex } from '../text/hash.js';
import { withLineEndings } from '../text/line-endings.js';
import { ArgumentError, answering, type NotFound, notFound, targetId } from './arguments.js';

/** `original_text` is the older name of `canonical_lf`; it never meant the upload's own bytes. */
export const EXPORT_FORMATS = ['original_text', 'canonical_lf', 'crlf', 'original_eol'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

type Eol = 'lf' | 'crlf' | 'cr';

export interface ExportTargetArguments {
  readonly target_file_id: string;
  /** `original_text` when left out. */
  readonly format?: ExportFormat;
}

export interface ExportedTarget {
  readonly status: 'ok';
  readonly filename: string;
  readonly content_type: string;
  readonly target_type: string;
  readonly content: string;
  readonly version: number;
  /** Of the canonical text, like `current_hash`. */
  readonly hash: string;
  readonly current_hash: string;
  readonly format: ExportFormat;
  readonly content_eol: Eol;
  /** Of the returned content's UTF-8 bytes. */
  readonly content_sha256: string;
  readonly source_line_endings: SourceLineEndings | null;
}

export type ExportableTarget = Pick<
  TargetRow,
  'filename' | 'target_type' | 'current_content' | 'current_hash' | 'version' | 'source_line_endings'
>;

/** The target's text with line ends of a stated kind. */
export function exportTarget(
  connection: Connection,
  args: ExportTargetArguments,
): Promise<ExportedTarget | NotFound | InvalidArgument> {
  return answering(async () => {
    const id = targetId(args.target_file_id);
    const format = exportFormat(args.format);
    const [row] = await connection.query<ExportableTarget>(
      `SELECT filename, target_type, current_content, current_hash, version, source_line_endings
       FROM cloud_target_files WHERE target_file_id = $1`,
      [id],
    );
    return row === undefined ? notFound(id) : exportOf(row, format);
  });
}

export function exportOf(target: ExportableTarget, format: ExportFormat): ExportedTarget {
  const eol = eolOf(format, target.source_line_endings);
  const content = withLineEndings(target.current_content, eol);
  return {
    status: 'ok',
    filename: target.filename,
    content_type: target.target_type,
    target_type: target.target_type,
    content,
    version: target.version,
    hash: target.current_hash,
    current_hash: target.current_hash,
    format,
    content_eol: eol,
    content_sha256: sha256Hex(content),
    source_line_endings: target.source_line_endings,
  };
}

/** The line end that `format` writes. */
export function eolOf(format: ExportFormat, source: SourceLineEndings | null): Eol {
  if (format === 'crlf') return 'crlf';
  if (format !== 'original_eol') return 'lf';
  if (source === null) {
    throw new ArgumentError(
      'source_line_endings_unknown',
      "The upload's line ends were not recorded for this target. Export canonical_lf or crlf.",
    );
  }
  if (source.style === 'mixed') {
    throw new ArgumentError(
      'original_eol_unrecoverable',
      'The upload mixed line ends, and which line had which was not stored. Export canonical_lf or crlf.',
    );
  }
  return source.style === 'none' ? 'lf' : source.style;
}

function exportFormat(value: unknown): ExportFormat {
  if (value === undefined) return 'original_text';
  const format = EXPORT_FORMATS.find((known) => known === value);
  if (format !== undefined) return format;
  throw new ArgumentError(
    'unsupported_export_format',
    `format must be one of ${EXPORT_FORMATS.join(', ')}.`,
    {
      allowed_formats: EXPORT_FORMATS,
    },
  );
}
