/**
 * What counts as white space, what is invisible, and how lines join. Readers fold a run of white space to one space (to
 * one line feed where it held a line end, until the lines are joined) and drop control characters.
 */

/** Characters that are never part of a text: C0 and C1 controls, soft hyphen, zero-width space, word joiner, BOM. */
const INVISIBLE = '\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\u00ad\\u200b\\u2060\\ufeff';
/** White space that is no plain space and no line feed, line ends of other systems among it. */
const ODD_SPACE = '\\t\\v\\f\\r\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

const ODD = new RegExp(`[${INVISIBLE}${ODD_SPACE}]`);
const INVISIBLE_RUN = new RegExp(`[${INVISIBLE}]+`, 'g');
/** Runs of white space that are not one plain space or one line feed already. One pass: `a*ba*` would be quadratic. */
const SPACE_RUN = new RegExp(`[ \\n${ODD_SPACE}]{2,}|[${ODD_SPACE}]`, 'g');
const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;
const SPACE = new RegExp(`[ \\n${ODD_SPACE}]`);
const HIDDEN = new RegExp(`[${INVISIBLE}]`);

/** Folds white space and drops invisible characters. Ends are not trimmed. */
export function fold(text: string): string {
  if (!needsFolding(text)) return text;
  return text.replace(INVISIBLE_RUN, '').replace(SPACE_RUN, (run) => (LINE_BREAK.test(run) ? '\n' : ' '));
}

/** Looked for one by one: each is found many times as fast as all in one pattern. */
function needsFolding(text: string): boolean {
  if (ODD.test(text) || text.includes('  ')) return true;
  return text.includes('\n') && (text.includes(' \n') || text.includes('\n ') || text.includes('\n\n'));
}

/** Whether the character is white space to the readers. */
export function isSpace(char: string): boolean {
  return SPACE.test(char);
}

/** How many invisible characters `text` holds. A byte order mark at its very start is not counted. */
export function countInvisible(text: string): number {
  if (!HIDDEN.test(text)) return 0;
  let count = 0;
  for (const run of text.matchAll(INVISIBLE_RUN)) count += run[0].length;
  return text.startsWith('\ufeff') ? count - 1 : count;
}

/** The runs of invisible characters in `text`. A byte order mark at its very start is one too. */
export function invisibleRuns(text: string): string[] {
  return HIDDEN.test(text) ? [...text.matchAll(INVISIBLE_RUN)].map(([run]) => run) : [];
}

/** Han, kana, bopomofo and their punctuation and full-width forms: written without spaces, so a line end stands for none. */
const CJK =
  /[\u2e80-\u2fdf\u3000-\u30ff\u3105-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\ud840-\ud88f][\udc00-\udfff]/;
const CJK_AT_END = new RegExp(`(?:${CJK.source})$`);
const CJK_AT_START = new RegExp(`^(?:${CJK.source})`);

/**
 * What stands between two lines once they are joined. Nothing, where both neighbours are CJK, and where the first line
 * ends in a hyphen inside a compound (`long-` / `term`; not `pre-` / `and post-`); else a space.
 */
export function joint(before: string, after: string): '' | ' ' {
  if (/\p{L}[-\u2010]$/u.test(before) && /^\p{L}/u.test(after) && !/^(?:and|or|to)\b/.test(after)) return '';
  return CJK_AT_END.test(before.slice(-2)) && CJK_AT_START.test(after) ? '' : ' ';
}
