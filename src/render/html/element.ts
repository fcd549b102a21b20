/**
 * Markup as values. Every tag of a page is one of these, and only the functions here (and their twin in the page's script)
 * turn them into a page: so there is one place where text is escaped, and no string from a document is ever taken for markup.
 */
import { visibleText } from '../visible-text.js';

/** An element of HTML or SVG. Tags and attribute names are written in this source; values and text may come from anywhere. */
export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Markup[];
}

/** An element, or text. */
export type Markup = Element | string;

/** What may be given as content: lists are spread, null is nothing. */
export type Content = Markup | null | readonly Content[];

/** Attributes as they are given: true stands for an attribute without a value, false and null for none. */
export type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/** Makes an element. */
export function h(tag: string, attributes: Attributes = {}, ...content: Content[]): Element {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) given[name] = value === true ? '' : String(value);
  }
  const children: Markup[] = [];
  spread(content, children);
  return { tag, attributes: given, children };
}

/** The element as HTML. */
export function toHtml(markup: Markup): string {
  const out: string[] = [];
  write(markup, out);
  return out.join('');
}

/**
 * `text` as HTML that shows it, in an element or between double quotes. Characters that hide or that reverse the reading
 * order are shown by their code points: a redline must not read otherwise than its document.
 */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const VOID = new Set(['meta', 'input', 'br', 'col']);
// Tags that start a line of the file, so that a difference between two pages can be read. White space before them means
// nothing; before any other it would.
const OWN_LINE = new Set(
  'html head body meta title style script header footer main nav section article aside div details summary form fieldset legend label select option figure figcaption ol ul li dl dt dd p pre table thead tbody tr th td h1 h2 h3 h4 h5 h6 svg'.split(
    ' ',
  ),
);

function spread(content: readonly Content[], into: Markup[]): void {
  for (const one of content) {
    if (one === null || one === '') continue;
    if (isList(one)) spread(one, into);
    else into.push(one);
  }
}

function isList(content: Content): content is readonly Content[] {
  return Array.isArray(content);
}

function write(markup: Markup, out: string[]): void {
  if (typeof markup === 'string') {
    out.push(escapeHtml(markup));
    return;
  }
  if (OWN_LINE.has(markup.tag)) out.push('\n');
  out.push('<', markup.tag);
  for (const [name, value] of Object.entries(markup.attributes)) {
    out.push(' ', name);
    if (value !== '') out.push('="', escapeHtml(value), '"');
  }
  out.push('>');
  if (VOID.has(markup.tag)) return;
  for (const child of markup.children) write(child, out);
  out.push('</', markup.tag, '>');
}
