/**
 * JSON, with the comments and trailing commas that configuration files have. One pass without recursion: a value that is
 * not well-formed marks what stands around it as broken, and reading goes on behind the next comma or bracket.
 */
import { type Lead, Leads } from '../lead.js';
import type { Draft, DraftSkip, Outline } from '../outline.js';
import type { Positions } from '../positions.js';
import { elementName, itemName, MAX_ITEM_DEPTH } from './item.js';

/** Offsets are UTF-16 units, end exclusive. A bad token is a string or a comment without an end. */
interface Token {
  readonly type: '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'scalar' | 'bad';
  readonly start: number;
  readonly end: number;
}

const PUNCTUATION = '{}[],:';
/** A run of what can make up a number, a literal or (JSON5) a bare key. */
const WORD = /[^\s{}[\],:"'/]+/y;
const SCALAR =
  /^(?:true|false|null|[+-]?(?:Infinity|NaN|0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))$/;
const BARE_KEY = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** Gives the tokens of a text; comments are put aside in `comments`. */
function* tokens(text: string, comments: Lead[]): Generator<Token> {
  let i = 0;
  while (i < text.length) {
    const start = i;
    const char = text[i];
    if (/\s/.test(char)) {
      i++;
    } else if (PUNCTUATION.includes(char)) {
      i++;
      yield { type: char as '{', start, end: i };
    } else if (char === '"' || char === "'") {
      i = endOfString(text, i);
      const isClosed = i - start > 1 && text[i - 1] === char;
      yield { type: isClosed ? 'string' : 'bad', start, end: i };
    } else if (text.startsWith('//', i)) {
      const newline = /[\r\n]/g;
      newline.lastIndex = i;
      i = newline.exec(text)?.index ?? text.length;
      comments.push({ start, end: i, isComment: true });
    } else if (text.startsWith('/*', i)) {
      const close = text.indexOf('*/', i + 2);
      i = close < 0 ? text.length : close + 2;
      if (close < 0) yield { type: 'bad', start, end: i };
      else comments.push({ start, end: i, isComment: true });
    } else {
      WORD.lastIndex = i;
      i += WORD.exec(text)?.[0].length ?? 1;
      yield { type: 'scalar', start, end: i };
    }
  }
}

/** The end of a string: behind its closing quote, or at the end of the line when it has none. */
function endOfString(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  for (let i = start + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 92) i++;
    else if (unit === quote) return i + 1;
    else if (unit === 10 || unit === 13) return i;
  }
  return text.length;
}

/** The key that a token spells; undefined when it spells none. */
function keyOf(token: Token, text: string): string | undefined {
  const source = text.slice(token.start, token.end);
  if (token.type === 'scalar') return BARE_KEY.test(source) ? source : undefined;
  if (token.type !== 'string') return undefined;
  if (source[0] === '"') {
    try {
      return JSON.parse(source) as string;
    } catch {
      // What JSON forbids in a string, JSON5 may not: keep it as it is spelt.
    }
  }
  return source.slice(1, -1);
}

/** An object or an array that is being read. */
interface Container {
  readonly isObject: boolean;
  /** The name of the item or element it is; null for the root, and for what is not named. */
  readonly name: string | null;
  /** Whether it is given as a symbol when it closes. */
  readonly isSymbol: boolean;
  /** The name of the nearest symbol: its own or that of one around it. */
  readonly symbol: string | null;
  /** Where its item starts: at the key that has it as its value. */
  readonly start: number;
  /** From 0 for the root. */
  readonly depth: number;
  /** What may come next. */
  expects: 'key' | 'colon' | 'value' | 'comma';
  key: { readonly name: string; readonly start: number } | null;
  index: number;
  /** Whether something in it is not well-formed. */
  isBroken: boolean;
  /** Where the member starts to be at fault that is being passed over, up to the next comma; null when none is. */
  fault: number | null;
  hasDeeper: boolean;
}

/** Reads the items of a JSON text. */
export function readJson(positions: Positions): Outline {
  const comments: Lead[] = [];
  const reader = new JsonReader(positions.text);
  for (const token of tokens(positions.text, comments)) reader.take(token);
  reader.end();
  const leads = new Leads(positions, {}, comments);
  const drafts = reader.drafts.map((it) => ({ ...it, start: leads.extend(it.start) }));
  return { drafts, skipped: reader.skipped };
}

class JsonReader {
  readonly drafts: Draft[] = [];
  readonly skipped: DraftSkip[] = [];
  private readonly stack: Container[] = [];
  private sawRoot = false;

  constructor(private readonly text: string) {}

  /** Reads the next token. */
  take(token: Token): void {
    const top = this.stack.at(-1);
    switch (token.type) {
      case '{':
      case '[':
        if (top === undefined ? this.sawRoot : top.expects !== 'value') this.fail(token);
        this.open(token.start, token.type === '{');
        break;
      case '}':
      case ']':
        this.bracket(token, token.type === '}');
        break;
      case ',':
        this.comma(token);
        break;
      case ':':
        if (top?.expects === 'colon') top.expects = 'value';
        else this.fail(token);
        break;
      case 'bad':
        this.fail(token);
        break;
      default:
        if (top?.expects === 'key') this.key(token, top);
        else this.scalar(token, top);
    }
  }

  /** Ends the text: what is still open has no end. */
  end(): void {
    const end = this.text.trimEnd().length;
    while (this.stack.length > 0) {
      this.fail({ start: end, end });
      this.close(end);
    }
  }

  private fail({ start, end }: { start: number; end: number }): void {
    // Containers around a broken one are broken, so the first that is ends the walk.
    for (let i = this.stack.length - 1; i >= 0 && !this.stack[i].isBroken; i--) this.stack[i].isBroken = true;
    const top = this.stack.at(-1);
    if (top === undefined) this.skipped.push({ reason: 'syntax_error', name: null, kind: null, start, end });
    else top.fault ??= start;
  }

  /** Ends the passing over of a member. Only the root reports where: any other container is reported whole. */
  private settle(container: Container, end: number): void {
    if (container.fault !== null && container.depth === 0) {
      const start = Math.min(container.fault, end);
      this.skipped.push({ reason: 'syntax_error', name: null, kind: null, start, end });
    }
    container.fault = null;
  }

  private key(token: Token, top: Container): void {
    const name = keyOf(token, this.text);
    if (name === undefined) {
      this.fail(token);
      return;
    }
    top.key = { name, start: token.start };
    top.expects = 'colon';
  }

  private scalar(token: Token, top: Container | undefined): void {
    const isValue = top === undefined ? !this.sawRoot : top.expects === 'value' && top.fault === null;
    const isScalar = token.type === 'string' || SCALAR.test(this.text.slice(token.start, token.end));
    if (!isValue || !isScalar) this.fail(token);
    else if (top?.isObject) {
      const { name, start } = this.place(top, token.start);
      if (name !== null)
        this.drafts.push({ kind: 'config_item', name, start, end: token.end, parent: top.symbol });
    }
    this.endValue(top);
  }

  /** What the value that starts here is called, and where its item starts. */
  private place(top: Container | undefined, start: number): { name: string | null; start: number } {
    if (top === undefined || top.fault !== null) return { name: null, start };
    if (top.depth >= MAX_ITEM_DEPTH) top.hasDeeper = true;
    // Inside something that has no name, nothing has one; the root alone needs none.
    if (top.depth >= MAX_ITEM_DEPTH || (top.name === null && top.depth > 0)) return { name: null, start };
    if (!top.isObject) return { name: elementName(top.name, top.index), start };
    return { name: itemName(top.name, top.key?.name ?? ''), start: top.key?.start ?? start };
  }

  private open(at: number, isObject: boolean): void {
    const top = this.stack.at(-1);
    const { name, start } = this.place(top, at);
    const isSymbol = name !== null && (isObject || top?.isObject === true);
    this.stack.push({
      isObject,
      name,
      isSymbol,
      symbol: isSymbol ? name : (top?.symbol ?? null),
      start,
      depth: this.stack.length,
      expects: isObject ? 'key' : 'value',
      key: null,
      index: 0,
      isBroken: false,
      fault: null,
      hasDeeper: false,
    });
  }

  private bracket(token: Token, isObject: boolean): void {
    const top = this.stack.at(-1);
    if (top?.isObject !== isObject) {
      this.fail(token);
      // A bracket of the other sort closes the nearest container that it fits, and what is inside has no end.
      const fits = this.stack.findLastIndex((it) => it.isObject === isObject);
      if (fits < 0) return;
      while (this.stack.length > fits + 1) {
        this.fail(token);
        this.close(token.start);
      }
    } else if (top.expects === 'colon' || (isObject && top.expects === 'value')) this.fail(token);
    this.close(token.end);
  }

  private close(end: number): void {
    const container = this.stack.pop();
    if (container === undefined) return;
    this.settle(container, end);
    const top = this.stack.at(-1);
    if (container.isSymbol) {
      const { name, start } = container;
      const item = {
        name: name ?? '',
        kind: container.isObject ? 'object' : 'config_item',
        start,
        end,
      } as const;
      if (container.isBroken) this.skipped.push({ reason: 'syntax_error', ...item });
      else this.drafts.push({ ...item, parent: top?.symbol ?? null });
      if (container.hasDeeper) this.skipped.push({ reason: 'too_deep', ...item });
    }
    this.endValue(top);
  }

  private endValue(top: Container | undefined): void {
    if (top === undefined) this.sawRoot = true;
    else top.expects = 'comma';
  }

  private comma(token: Token): void {
    const top = this.stack.at(-1);
    if (top === undefined || (top.expects !== 'comma' && top.fault === null)) this.fail(token);
    if (top === undefined) return;
    this.settle(top, token.start);
    top.expects = top.isObject ? 'key' : 'value';
    top.key = null;
    top.index++;
  }
}
