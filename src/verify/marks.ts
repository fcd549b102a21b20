/**
 * What a Markdown text shows beside its words, and how it sets them: where links lead, which pictures there are, the depth
 * of headings, lists and quotations, code and its language, emphasis, breaks, how columns are set, raw HTML, front matter.
 */
import type { Code, List, ListItem, Node, Parents, Table } from 'mdast';
import { isPlaceholder } from '../read/html-tags.js';
import type { ParsedStretch } from './markdown-text.js';

/** What a mark is about. */
export type MarkSort =
  /** What is there beside the words: a link's address, a picture, a quotation, HTML. Two formats can both have it. */
  | 'content'
  /** As what words are shown: a heading and its depth, an item, code in a line, a break. */
  | 'setting'
  /** Stressed words. */
  | 'emphasis'
  /** The number that an item gets from where it stands. */
  | 'number';

/** One mark, as a person would name it. */
export interface Mark {
  readonly sort: MarkSort;
  readonly says: string;
}

/** One step of a walk through a text. Offsets are UTF-16 units. */
export type Step =
  /** Text begins that is a block by itself: a paragraph, a heading, a cell. */
  | { readonly type: 'leaf'; readonly at: number }
  /** Words that are shown; verbatim where white space counts. */
  | { readonly type: 'text'; readonly at: number; readonly text: string; readonly verbatim: boolean }
  /** A mark of one place. Anchored ones stand between blocks, and mean something by where they stand there. */
  | { readonly type: 'point'; readonly at: number; readonly mark: Mark; readonly anchored: boolean }
  | { readonly type: 'open'; readonly at: number; readonly mark: Mark }
  | { readonly type: 'close'; readonly at: number };

/** Walks what a stretch shows, in order. */
export function stepsOf({ nodes, shift }: ParsedStretch, text: string): Step[] {
  const walk = new Walk(text, shift);
  for (const node of nodes) walk.block(node);
  return walk.steps;
}

/** A block around others. */
interface Around {
  readonly inside: Mark;
  /** What the first block in it says instead. */
  first: readonly Mark[] | null;
}

const titled = (title: string | null | undefined): string => (title ? ` "${title}"` : '');
const unified = (text: string): string => text.replace(/\r\n?/g, '\n');

class Walk {
  readonly steps: Step[] = [];
  private readonly around: Around[] = [];
  /** Where the text went last: parts that remark made itself do not say where they stood. */
  private last: number;

  constructor(
    private readonly text: string,
    private readonly shift: number,
  ) {
    this.last = shift;
  }

  private start(node: Node): number {
    if (node.position !== undefined) this.last = node.position.start.offset! + this.shift;
    return this.last;
  }

  private point(at: number, sort: MarkSort, says: string, anchored = false): void {
    this.steps.push({ type: 'point', at, mark: { sort, says }, anchored });
  }

  /** Begins a block of text, with the marks of all that it stands in. */
  private leaf(at: number): void {
    this.steps.push({ type: 'leaf', at });
    for (const one of this.around) {
      for (const { sort, says } of one.first ?? [one.inside]) this.point(at, sort, says);
      one.first = null;
    }
  }

  private within(one: Around, nodes: readonly Node[], at: number): void {
    this.around.push(one);
    for (const node of nodes) this.block(node);
    // An item or a quotation without content is one still.
    if (one.first !== null) this.leaf(at);
    this.around.pop();
  }

  block(node: Node): void {
    const at = this.start(node);
    switch (node.type) {
      case 'heading':
        this.leaf(at);
        this.point(at, 'setting', `heading ${(node as Node & { depth: number }).depth}`);
        this.phrasing(node as Parents);
        break;
      case 'paragraph':
        this.leaf(at);
        this.phrasing(node as Parents);
        break;
      case 'code':
        this.code(node as Code, at);
        break;
      case 'blockquote':
        this.within(around('content', 'quotation'), (node as Parents).children, at);
        break;
      case 'footnoteDefinition': {
        const { identifier } = node as Node & { identifier: string };
        this.within(around('setting', `note [${identifier}]`), (node as Parents).children, at);
        break;
      }
      case 'list':
        this.list(node as List);
        break;
      case 'table':
        this.table(node as Table, at);
        break;
      default:
        this.betweenBlocks(node, at);
    }
  }

  private betweenBlocks(node: Node, at: number): void {
    const { value = '' } = node as { value?: string };
    switch (node.type) {
      case 'thematicBreak':
        this.steps.push({ type: 'leaf', at });
        this.point(at, 'setting', 'thematic break', true);
        break;
      case 'html':
        this.steps.push({ type: 'leaf', at });
        this.point(at, 'content', `html ${unified(value)}`, true);
        break;
      case 'definition': {
        const { identifier, url, title } = node as Node & {
          identifier: string;
          url: string;
          title?: string | null;
        };
        this.point(at, 'content', `definition [${identifier}] ${url}${titled(title)}`);
        break;
      }
      case 'yaml':
      case 'toml':
        this.point(at, 'content', `front matter ${unified(value)}`);
        break;
    }
  }

  private code({ lang, meta, value }: Code, at: number): void {
    this.leaf(at);
    this.point(at, 'content', ['code', lang, meta].filter(Boolean).join(' '));
    this.steps.push({ type: 'text', at, text: unified(value), verbatim: true });
  }

  private list({ ordered, start, children }: List): void {
    children.forEach((item: ListItem, i) => {
      const at = this.start(item);
      const [bullet, inside] = ordered
        ? ['numbered item', 'in a numbered item']
        : ['bulleted item', 'in a bulleted item'];
      const first: Mark[] = [{ sort: 'setting', says: bullet }];
      if (ordered) first.push({ sort: 'number', says: `number ${(start ?? 1) + i}` });
      // Ticks, and the marks of what is struck out, are part of the text.
      if (item.checked != null) this.words(at, item.checked ? '[x]' : '[ ]');
      this.within({ inside: { sort: 'setting', says: inside }, first }, item.children, at);
    });
  }

  private table({ align, children }: Table, at: number): void {
    children.forEach((row, i) => {
      row.children.forEach((cell, column) => {
        this.leaf(this.start(cell));
        if (column === 0) this.point(this.last, 'setting', i === 0 ? 'table' : 'row');
        this.phrasing(cell);
      });
      if (i > 0) return;
      const set = row.children.map((_, column) => align?.[column] ?? 'any');
      // The line that says so stands below the first row.
      const end = (row.position?.end.offset ?? at - this.shift) + this.shift;
      if (set.some((one) => one !== 'any')) this.point(end, 'setting', `columns ${set.join(', ')}`);
    });
  }

  private phrasing(parent: Parents): void {
    for (const node of parent.children) this.inline(node);
  }

  private span(node: Node, sort: MarkSort, says: string, at: number): void {
    this.steps.push({ type: 'open', at, mark: { sort, says } });
    if ('children' in node) this.phrasing(node as Parents);
    else this.words(at, (node as Node & { value: string }).value);
    if (node.position !== undefined) this.last = node.position.end.offset! + this.shift;
    this.steps.push({ type: 'close', at: this.last });
  }

  private inline(node: Node): void {
    const at = this.start(node);
    const it = node as Node & {
      value: string;
      url: string;
      title?: string | null;
      alt?: string | null;
      identifier: string;
      label?: string | null;
    };
    switch (node.type) {
      case 'text':
        this.lines(node, it.value, at);
        break;
      case 'inlineCode':
        this.span(node, 'setting', 'code in a line', at);
        break;
      case 'emphasis':
      case 'strong':
        this.span(node, 'emphasis', node.type === 'strong' ? 'strong emphasis' : 'emphasis', at);
        break;
      case 'delete':
        this.words(at, '~~');
        this.phrasing(node as Parents);
        this.words(this.last, '~~');
        break;
      case 'link':
        // Remark makes links of addresses that were escaped so as not to be any; these say no place.
        if (node.position === undefined) this.phrasing(node as Parents);
        else this.span(node, 'content', `link ${it.url}${titled(it.title)}`, at);
        break;
      case 'linkReference':
        this.span(node, 'content', `link [${it.identifier}]`, at);
        break;
      case 'image':
        this.point(at, 'content', `image ${it.url}${it.alt ? ` (${it.alt})` : ''}${titled(it.title)}`);
        break;
      case 'imageReference':
        this.point(at, 'content', `image [${it.identifier}]${it.alt ? ` (${it.alt})` : ''}`);
        break;
      case 'footnoteReference':
        this.point(at, 'setting', 'reference to a note');
        this.words(at, `[${it.label ?? it.identifier}]`);
        break;
      case 'break':
        this.point(at, 'setting', 'line break');
        this.words(at, ' ');
        break;
      case 'html':
        if (isPlaceholder(it.value)) this.words(at, it.value);
        else this.point(at, 'content', `html ${unified(it.value)}`);
        break;
    }
  }

  private words(at: number, text: string): void {
    this.steps.push({ type: 'text', at, text, verbatim: false });
  }

  /** A text line by line: a reader may make a block of each. */
  private lines(node: Node, value: string, at: number): void {
    const end = node.position === undefined ? at : node.position.end.offset! + this.shift;
    const shown = value.split('\n');
    const written = this.text.slice(at, end).split(/\r\n|\r|\n/);
    if (shown.length === 1 || shown.length !== written.length) {
      this.words(at, value);
      return;
    }
    let from = at;
    shown.forEach((line, i) => {
      this.words(
        from + (i === 0 ? 0 : (/^[ \t>]*/.exec(written[i])?.[0].length ?? 0)),
        i === 0 ? line : ` ${line}`,
      );
      from += written[i].length;
      if (this.text[from] === '\r' && this.text[from + 1] === '\n') from++;
      from++;
    });
  }
}

function around(sort: MarkSort, says: string): Around {
  const inside = { sort, says };
  return { inside, first: [inside] };
}
