/** YAML, by the `yaml` package. A stream of several documents names each `document[i]`, from 0. */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseAllDocuments,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { type Lead, Leads } from '../lead.js';
import { type Draft, type DraftSkip, foldName, type Outline, trimEnd, trimStart } from '../outline.js';
import type { Positions } from '../positions.js';
import { elementName, itemName, MAX_ITEM_DEPTH } from './item.js';

/**
 * The nesting up to which a text is given to the parser. It recurses, and beyond some thousand levels takes the process
 * with it; a stack overflow cannot be relied on to be an error that can be caught.
 */
const MAX_NESTING = 500;

/** Whether a text may nest deeper than {@link MAX_NESTING}. Block nesting needs an indentation, so its lines tell. */
function nestsTooDeep(text: string): boolean {
  if (new RegExp(`(?:[-?:][ \\t]+){${MAX_NESTING}}`).test(text)) return true;
  let flow = 0;
  let indent = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x5b || unit === 0x7b) flow++;
    else if ((unit === 0x5d || unit === 0x7d) && flow > 0) flow--;
    if (flow > MAX_NESTING) return true;
    indent = unit === 0x20 ? indent + 1 : unit === 0x0a || unit === 0x0d ? 0 : -text.length;
    // A level that is indented by one column: deeper only with lines as long as that.
    if (indent > 2 * MAX_NESTING && text[i + 1] !== ' ') return true;
  }
  return false;
}

/** Reads the items of a YAML text. */
export function readYaml(positions: Positions): Outline {
  const { text } = positions;
  const all = { name: null, kind: null, start: 0, end: text.length } as const;
  if (nestsTooDeep(text)) return { drafts: [], skipped: [{ reason: 'too_deep', ...all }] };
  const documents = parseAllDocuments(text, { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  if (!Array.isArray(documents)) return { drafts: [], skipped: [] };
  const reader = new YamlReader(text, new Leads(positions, {}, commentLines(text)));
  documents.forEach((document, i) => {
    reader.document(document, documents.length > 1 ? elementName('document', i) : null);
  });
  return { drafts: reader.drafts, skipped: [...reader.skipped, ...reader.uncovered()] };
}

/** Lines that hold only a comment, or, in a block of text, what looks like one: those never stand above an item. */
function commentLines(text: string): Lead[] {
  return [...text.matchAll(/^[^\S\r\n]*(#[^\r\n]*)/gm)].map((match) => {
    const end = match.index + match[0].length;
    return { start: end - match[1].length, end, isComment: true };
  });
}

interface Fault {
  readonly start: number;
  readonly end: number;
}

class YamlReader {
  readonly drafts: Draft[] = [];
  readonly skipped: DraftSkip[] = [];
  private readonly faults: Fault[] = [];
  /** The faults for which an item was left out. */
  private readonly blamed = new Set<Fault>();
  /** Where the item before ended: what lies before that belongs to nothing that follows. */
  private reached = 0;

  constructor(
    private readonly text: string,
    private readonly leads: Leads,
  ) {}

  document(document: Document.Parsed, name: string | null): void {
    const faults = document.errors.map(({ pos: [start, end] }) => ({ start, end }));
    this.faults.push(...faults);
    const { contents } = document;
    if (contents === null || !isNode(contents) || contents.range == null) return;
    if (name !== null && (isMap(contents) || isSeq(contents))) {
      const start = contents.range[0];
      this.add({ kind: 'object', name, start, end: this.endOf(contents, start), parent: null }, faults);
    }
    this.inside(contents, name, name, 0, faults);
  }

  /** The faults for which no item was left out. */
  uncovered(): DraftSkip[] {
    return this.faults
      .filter((fault) => !this.blamed.has(fault))
      .map(({ start, end }) => ({
        reason: 'syntax_error',
        name: null,
        kind: null,
        start: Math.min(start, this.text.length),
        end: Math.min(end, this.text.length),
      }));
  }

  /** The items inside a node. */
  private inside(
    node: Node,
    name: string | null,
    parent: string | null,
    depth: number,
    faults: readonly Fault[],
  ) {
    if (!isMap(node) && !isSeq(node)) return;
    if (depth >= MAX_ITEM_DEPTH) {
      const [start, end] = node.range ?? [0, 0];
      this.skipped.push({ reason: 'too_deep', name, kind: null, start, end: trimEnd(this.text, start, end) });
      return;
    }
    if (isMap(node)) this.pairs(node, name, parent, depth, faults);
    else this.elements(node, name, parent, depth, faults);
  }

  private pairs(
    map: YAMLMap,
    name: string | null,
    parent: string | null,
    depth: number,
    faults: readonly Fault[],
  ) {
    for (const item of map.items) {
      if (!isPair(item)) continue;
      const key = this.keyOf(item);
      const start = isNode(item.key) ? item.key.range?.[0] : undefined;
      if (key === '' || start === undefined) continue;
      const value = isNode(item.value) ? item.value : null;
      const path = itemName(name, key);
      const end = value === null ? this.keyEnd(item) : this.endOf(value, start);
      this.add({ kind: isMap(value) ? 'object' : 'config_item', name: path, start, end, parent }, faults);
      if (value !== null) this.inside(value, path, path, depth + 1, faults);
    }
  }

  /** Elements that are mappings are named; what other elements hold belongs to the list around them. */
  private elements(
    seq: YAMLSeq,
    name: string | null,
    parent: string | null,
    depth: number,
    faults: readonly Fault[],
  ) {
    seq.items.forEach((item, i) => {
      if (!isNode(item) || item.range == null) return;
      const path = elementName(name, i);
      if (isMap(item)) {
        // Its dash belongs to it.
        const dash = /-[^\S\r\n]*$/.exec(this.text.slice(Math.max(0, item.range[0] - 80), item.range[0]));
        const start = item.range[0] - (seq.flow === true ? 0 : (dash?.[0].length ?? 0));
        this.add({ kind: 'object', name: path, start, end: this.endOf(item, start), parent }, faults);
      }
      this.inside(item, path, isMap(item) ? path : parent, depth + 1, faults);
    });
  }

  /** How a key reads: a quoted one unquoted, any other as it is spelt. */
  private keyOf({ key }: Pair): string {
    if (isScalar(key) && typeof key.value === 'string') return foldName(key.value);
    if (!isNode(key) || key.range == null) return '';
    const [start, end] = key.range;
    return isAlias(key) || isScalar(key) || end - start <= 200 ? foldName(this.text.slice(start, end)) : '';
  }

  private keyEnd({ key }: Pair): number {
    return isNode(key) && key.range != null ? key.range[1] : 0;
  }

  private endOf(node: Node, start: number): number {
    return trimEnd(this.text, start, node.range?.[1] ?? start);
  }

  /** Adds an item, unless a fault touches it: then its bounds are the parser's guess. */
  private add(found: Draft, faults: readonly Fault[]): void {
    // To the parser a carriage return alone is a part of the key behind it.
    const draft = { ...found, start: trimStart(this.text, found.start, found.end) };
    const { kind, name, end } = draft;
    const extended = this.leads.extend(draft.start);
    const start = extended >= this.reached ? extended : draft.start;
    this.reached = draft.start;
    // White space that was trimmed off an unclosed value lies between it and its fault.
    const space = /\s*/y;
    space.lastIndex = end;
    const reach = end + (space.exec(this.text)?.[0].length ?? 0);
    const touching = faults.filter((fault) => fault.start <= reach && draft.start <= fault.end);
    for (const fault of touching) this.blamed.add(fault);
    if (touching.length > 0) this.skipped.push({ reason: 'syntax_error', name, kind, start, end });
    else this.drafts.push({ ...draft, start });
  }
}
