/** The page's side of markup: makes nodes of what `toHtml` would write. */
import { visibleText } from '../../visible-text.js';
import type { Markup } from '../element.js';

/** The element that the page was written with; its absence would be a fault of the page. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element "${id}"`);
  return element as E;
}

/** All elements under `root` that a selector finds. */
export function all<E extends Element = HTMLElement>(selector: string, root: ParentNode = document): E[] {
  return [...root.querySelectorAll<E>(selector)];
}

/** A node for an element of HTML, or for text. Text stays text: nothing here reads markup. */
export function toNode(markup: Markup): Node {
  if (typeof markup === 'string') return document.createTextNode(visibleText(markup));
  const element = document.createElement(markup.tag);
  for (const [name, value] of Object.entries(markup.attributes)) element.setAttribute(name, value);
  element.append(...markup.children.map(toNode));
  return element;
}

/** The first row below the bar of commands. Only one part is looked into: the others are not laid out, and should not be. */
export function topmostRow(main: HTMLElement): HTMLElement | undefined {
  const below = (element: Element): boolean => element.getBoundingClientRect().bottom > BAR;
  const parts = all('article > .part', main);
  const part = parts.length === 0 ? main : parts.find(below);
  return part === undefined ? undefined : all('.row', part).find(below);
}

/** Where the document begins under the bar, in pixels, with a little room. */
const BAR = 90;
