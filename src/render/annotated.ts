/** Annotated text: the source document as it was written, with the changes marked in place. */
import { type Piece, piecesOf } from '../apply/pieces.js';
import { type ComparedTexts, prepare } from '../apply/prepare.js';
import type { Change } from '../change/change.js';
import {
  checkMarkStyle,
  type MarkStyle,
  type Note,
  readMarks,
  writeChange,
  writeNote,
  writeSame,
} from './marks.js';

/** What to annotate, and how. */
export interface AnnotateOptions extends ComparedTexts {
  /**
   * `critic`, when left out, for CriticMarkup: `{++new++}`, `{--old--}`, `{~~old~>new~~}`, and comments `{>>…<<}` that tell
   * of moves and new numbers; `tags` for `<ins>`, `<del>`, `<moved from to>` and `<renumbered from to>`.
   */
  readonly style?: MarkStyle | undefined;
}

/**
 * The source document with the changes that the comparison lists marked in it. Everything else stays as it is, character
 * for character. {@link rejectAll} of it is the source text, {@link acceptAll} what `apply` makes of the same changes.
 *
 * A document's own marks are written with a backslash before them.
 *
 * @throws ApplyError as `apply` does; `needs_other_changes` only where the comparison is filtered, and lists a change
 * without another that it cannot be made without.
 */
export function annotate(options: AnnotateOptions): string {
  const style = options.style ?? 'critic';
  checkMarkStyle(style);
  const pieces = piecesOf(prepare(options));
  let annotated = '';
  for (let i = 0; i < pieces.length; i++) {
    const { before, after, change, words } = pieces[i];
    if (change === null && before === after) {
      annotated += writeSame(before, style, i === pieces.length - 1);
      continue;
    }
    const note = change === null ? null : noteOf(change, pieces[i]);
    let marks = writeChange(before, after, style, words);
    const next = pieces[i + 1];
    // A new number is told together with the number that it takes the place of.
    if (marks === '' && next?.change === change && next.words) {
      marks = writeChange(next.before, next.after, style, true);
      i++;
    }
    annotated += note === null ? marks : writeNote(note, marks, style);
  }
  return annotated;
}

/**
 * The text that an annotated text makes when every change in it is accepted.
 * @throws ApplyError `bad_marks`, `bad_option`.
 */
export function acceptAll(annotated: string, style: MarkStyle = 'critic'): string {
  return readMarks(annotated, style)
    .map(({ after }) => after)
    .join('');
}

/**
 * The text that an annotated text was made from: every change in it is taken back.
 * @throws ApplyError `bad_marks`, `bad_option`.
 */
export function rejectAll(annotated: string, style: MarkStyle = 'critic'): string {
  return readMarks(annotated, style)
    .map(({ before }) => before)
    .join('');
}

/** What is told of a piece: of whole blocks at both ends of a move, and where a block that stays in its place begins. */
function noteOf(change: Change, { before, after, words }: Piece): Note | null {
  if (change.kind !== 'move' && change.kind !== 'renumber') return null;
  if (words && (before !== '' || after !== '')) return null;
  return {
    kind: change.kind === 'move' ? 'moved' : 'renumbered',
    from: change.source_label ?? change.source_address!,
    to: change.test_label ?? change.test_address!,
  };
}
