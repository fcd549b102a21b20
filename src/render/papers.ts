/** How each place to paste into writes headings, lists and marks, and how it is kept from reading a text as markup. */

import { didYouMean } from '../document/suggest.js';
import { RenderError } from './errors.js';

/** Where a text is to be pasted. */
export type MarkdownStyle = 'github' | 'strike' | 'bbcode' | 'none';

/** All styles, in the order in which help lists them. */
export const MARKDOWN_STYLES: readonly MarkdownStyle[] = ['github', 'strike', 'bbcode', 'none'];

/** One way to write. What the functions take, but for `text`, is written already. */
export interface Paper {
  heading(line: string): string;
  item(depth: number, line: string): string;
  strong(line: string): string;
  deleted(line: string): string;
  inserted(line: string): string;
  /** Words of a document, so that nothing in them acts as markup. */
  text(words: string): string;
}

// Everything that GitHub's Markdown gives a meaning to inside a line; brackets for links, `&` for character references.
const MARKDOWN = /[\\`*_[\]<>&|~$]/g;
// What would be read as a list item or a heading at the start of a line.
const LINE_START = /^(\d{1,9}(?=[.)])|(?=[-+#]))(.)(?=#*(?:\s|$))/;
// Addresses of the web and of mail turn into links by themselves, and take what stands behind them along.
const LINKS = /(?<=www)\.|(?<=(?:https?|ftp|mailto|xmpp)):/gi;

function markdownText(words: string): string {
  return words.replaceAll(MARKDOWN, '\\$&').replaceAll(LINKS, '\\$&');
}

// `@name`, `#12`, `GH-12` and GitLab's `!12` turn into mentions of people and issues, and `:name:` into a picture, whatever is
// escaped.
const MENTIONS = /[@#](?=[a-z0-9])|!(?=\d)|(?<=\bgh)(?=-\d)|:(?=[\w+\\-]+:)/gi;

/** Markdown in which an empty comment parts what would become a mention. */
function githubText(words: string): string {
  return markdownText(words).replaceAll(MENTIONS, '$&<!-- -->');
}

// Tags that forums know. No BBCode has an escape; a word joiner, which is not seen, keeps a bracket from opening a tag.
const BBCODE = /\[(?=\/?[A-Za-z*])/g;
const WORD_JOINER = '\u2060';

const markdown: Omit<Paper, 'deleted' | 'inserted' | 'text'> = {
  heading: (line) => `### ${line}`,
  item: (depth, line) => `${'  '.repeat(depth)}- ${line}`,
  strong: (line) => `**${line}**`,
};

/** The styles. */
const PAPERS: Readonly<Record<MarkdownStyle, Paper>> = {
  github: {
    ...markdown,
    deleted: (line) => `<del>${line}</del>`,
    inserted: (line) => `<ins>${line}</ins>`,
    text: githubText,
  },
  strike: {
    ...markdown,
    // Bold is for what came; a name is told by its place, which is the start of a line.
    strong: (line) => line.replace(LINE_START, '$1\\$2'),
    deleted: (line) => `~~${line}~~`,
    inserted: (line) => `**${line}**`,
    text: (words) => markdownText(words).replaceAll('@', '\\@'),
  },
  bbcode: {
    heading: (line) => `[u]${line}[/u]`,
    item: (depth, line) => `${'  '.repeat(depth)}• ${line}`,
    strong: (line) => `[i]${line}[/i]`,
    deleted: (line) => `[s]${line}[/s]`,
    inserted: (line) => `[b]${line}[/b]`,
    text: (words) => words.replaceAll(BBCODE, `[${WORD_JOINER}`),
  },
  none: {
    heading: (line) => line,
    item: (depth, line) => `${'  '.repeat(depth)}- ${line}`,
    strong: (line) => line,
    deleted: (line) => `[-${line}-]`,
    inserted: (line) => `{+${line}+}`,
    text: (words) => words,
  },
};

/**
 * The way to write of a style.
 * @throws RenderError `bad_option` for a style that there is not.
 */
export function paperOf(style: MarkdownStyle): Paper {
  if (MARKDOWN_STYLES.includes(style)) return PAPERS[style];
  throw new RenderError(
    'bad_option',
    `there is no style ${JSON.stringify(style)}${didYouMean(String(style), MARKDOWN_STYLES)}; the styles are ${MARKDOWN_STYLES.join(', ')}`,
  );
}
