/** Runs a grammar over a text, and gives the nodes of the wanted types in document order. */
import { Language, type Node, Parser, Query, type Tree } from 'web-tree-sitter';
import type { GrammarFile, GrammarSource } from './grammar-source.js';

let runtime: Promise<void> | undefined;
const languages = new WeakMap<GrammarSource, Map<string, Promise<Language>>>();

/** Loads a grammar, once for each source that gives it. A failed load is tried again the next time. */
export function loadLanguage(source: GrammarSource, grammar: GrammarFile): Promise<Language> {
  let loaded = languages.get(source);
  if (loaded === undefined) languages.set(source, (loaded = new Map()));
  const known = loaded.get(grammar.file);
  if (known !== undefined) return known;
  const loading = (async () => {
    runtime ??= Parser.init();
    await runtime;
    return Language.load(await source.load(grammar));
  })();
  loaded.set(grammar.file, loading);
  loading.catch(() => loaded.delete(grammar.file));
  return loading;
}

/**
 * How far a parse may go. Recovery from errors can take time out of all proportion to the text, and a clock would make
 * two runs differ, so the bound counts the parser's own progress reports: ordinary code needs about one for every 1,000
 * code units, and text in another language than it was said to be a few times that.
 */
const REPORTS_ALLOWED = 2_000;
const UNITS_PER_REPORT = 50;

/** Parses a text; null when the parser went past its bound. The caller deletes the tree. */
export function parse(language: Language, text: string): Tree | null {
  const parser = new Parser();
  try {
    parser.setLanguage(language);
    let left = REPORTS_ALLOWED + Math.ceil(text.length / UNITS_PER_REPORT);
    // The declared type says nothing is returned; the parser stops when it gets true.
    return parser.parse(text, null, { progressCallback: (() => --left < 0) as () => void });
  } finally {
    parser.delete();
  }
}

/** A node with the type it was asked for under. */
export interface Capture {
  readonly type: string;
  readonly node: Node;
}

const queries = new WeakMap<Language, Map<string, Query>>();

/** Every node of the given types, and every error, in document order, those that hold others first. */
export function captureTypes(language: Language, root: Node, types: readonly string[]): Capture[] {
  const key = types.join(' ');
  let made = queries.get(language);
  if (made === undefined) queries.set(language, (made = new Map()));
  let query = made.get(key);
  if (query === undefined) {
    const patterns = types.map((type) => `(${type}) @${type}`);
    query = new Query(language, [...patterns, '(ERROR) @ERROR', '(MISSING) @MISSING'].join('\n'));
    made.set(key, query);
  }
  return query.captures(root).map(({ name, node }) => ({ type: name, node }));
}
