import { ReadError } from './errors.js';
import { readers } from './registry.js';

/**
 * The format of a text: by the ending of the name it came under, else by what stands in it.
 * @throws ReadError `unknown_extension` when the name has an ending that no reader claims: it is not guessed at.
 */
export function detectFormat(text: string, path: string | null = null): string {
  const extension = path === null ? null : extensionOf(path);
  if (extension !== null) {
    const reader = readers().find((candidate) => candidate.extensions.includes(extension));
    if (reader !== undefined) return reader.format;
    const known = readers().flatMap((candidate) => candidate.extensions.map((ending) => `.${ending}`));
    throw new ReadError(
      'unknown_extension',
      `${path}: no reader is known for ".${extension}" (known: ${known.join(', ')}). Name the format to read it anyway.`,
    );
  }
  return looksLikeMarkdown(text) ? 'markdown' : 'text';
}

/** The ending of a file's name, lower case; null when it has none (`-`, `README`, `.hidden`). */
function extensionOf(path: string): string | null {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const match = /^.+\.([A-Za-z0-9]+)$/.exec(name);
  return match === null ? null : match[1].toLowerCase();
}

/** Signs that plain text does not have by chance, and how many of each there must be. */
const SIGNS: readonly (readonly [RegExp, number])[] = [
  [/^ {0,3}#{1,6}[ \t]+\S/gm, 1],
  [/^ {0,3}(?:```|~~~)/gm, 2],
  [/^ {0,3}\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)+\|?[ \t]*$/gm, 1],
  // Front matter: at the start alone, with lines that belong to the key above them.
  [/^---\r?\n(?:\w[\w-]*:.*\r?\n(?:[ \t-].*\r?\n)*)+(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/g, 1],
  [/\*\*\S(?:[^*\n]{0,200}\S)?\*\*/g, 2],
  [/\[[^\]\n]{1,200}\]\((?:https?:|\/|#|\.|mailto:)[^)\s]{0,400}\)/g, 1],
  [/^\[[^\]\n]{1,200}\]:[ \t]+\S/gm, 1],
  [/^>[ \t]?\S/gm, 2],
  [/<\/?(?:span|a|br|div|p|b|i|em|strong|u|sup|sub)(?:\s[^<>\n]{0,200})?>/g, 2],
];

/** How much of a long text is looked at. */
const LOOKED_AT = 50_000;

function looksLikeMarkdown(text: string): boolean {
  const head = text.slice(0, LOOKED_AT);
  return SIGNS.some(([pattern, enough]) => {
    let count = 0;
    for (const _ of head.matchAll(pattern)) if (++count >= enough) return true;
    return false;
  });
}
