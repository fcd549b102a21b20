/** Runs a grammar over a text, and gives the nodes of the wanted types in document order. */
import type { Language, Node, Tree } from 'web-tree-sitter';
import type { GrammarFile, GrammarSource } from './grammar-source.js';
import { type Loaded, withLanguage } from './runtime.js';

/**
 * Parses a text and hands the tree to `read`, which must not keep it. Gives null when the parser went past its bounds, in
 * work or in memory.
 */
export function withTree<T>(
  source: GrammarSource,
  grammar: GrammarFile,
  text: string,
  read: (tree: Tree, language: Language) => T,
): Promise<T | null> {
  return withLanguage(source, grammar, (loaded) => {
    const tree = parse(loaded, text);
    if (tree === null) return null;
    try {
      return read(tree, loaded.language);
    } finally {
      tree.delete();
    }
  });
}

/**
 * How far a parse may go. Recovery from errors can take time out of all proportion to the text: fifteen thousand code
 * units of opened comments take C's grammar a minute, because it reads to the end of the text from each of them. A clock
 * would make two runs differ, so what is counted is how often the parser asks for a part of the text, and how often it
 * reports progress. Programs, and prose that was said to be one, ask for each part up to four times; they report once for
 * every 90 code units, at most (a list of digits) for every 20.
 */
const READS_ALLOWED = 500;
const READS_PER_PART = 20;
const REPORTS_ALLOWED = 2_000;
const UNITS_PER_REPORT = 4;
/** How much of the text is handed over at a time, in code units; the parser's buffer holds a thousand more. */
const PART = 4_096;

/** Parses a text; null when the parser went past its bound. The caller deletes the tree. */
function parse({ treeSitter, language }: Loaded, text: string): Tree | null {
  const parser = new treeSitter.Parser();
  try {
    parser.setLanguage(language);
    let reads = READS_ALLOWED + READS_PER_PART * Math.ceil(text.length / PART);
    let reports = REPORTS_ALLOWED + Math.ceil(text.length / UNITS_PER_REPORT);
    // To a parser that has asked too often the text ends here, so that it comes to report, and to be stopped.
    const read = (index: number) => (--reads < 0 ? '' : text.slice(index, index + PART));
    const isSpent = () => --reports < 0 || reads < 0;
    // The declared type says that nothing is returned; the parser stops when it gets true.
    const tree = parser.parse(read, null, { progressCallback: isSpent as () => void });
    if (tree === null || reads >= 0) return tree;
    tree.delete();
    return null;
  } finally {
    parser.delete();
  }
}

/** A node with its type; `ERROR` and `MISSING` are what the parser could not read, and what it had to make up. */
export interface Capture {
  readonly type: string;
  readonly node: Node;
}

/** What to do at a node, by its type. */
const SKIP = 0;
const DESCEND = 1;
const CAPTURE = 2;
/** The type that every error node has. */
const ERROR_TYPE = 65535;

const plans = new WeakMap<Language, Map<string, Uint8Array>>();

/** For every node type of a language, whether to capture it and whether to look inside. */
function planFor(language: Language, types: readonly string[], opaque: readonly string[]): Uint8Array {
  const key = `${types.join(' ')}\n${opaque.join(' ')}`;
  let made = plans.get(language);
  if (made === undefined) plans.set(language, (made = new Map()));
  let plan = made.get(key);
  if (plan === undefined) {
    const wanted = new Set(types);
    const closed = new Set(opaque);
    plan = Uint8Array.from(language.types, (type, id) => {
      if (!language.nodeTypeIsNamed(id)) return SKIP;
      return (closed.has(type) ? SKIP : DESCEND) | (wanted.has(type) ? CAPTURE : 0);
    });
    made.set(key, plan);
  }
  return plan;
}

/**
 * Every node of the given types, and every error, in document order, those that hold others first. Nothing is looked for
 * inside nodes of `opaque` types, save errors. A query would do the same, but takes time quadratic in the number of
 * siblings, and half a million of them are one generated line.
 */
export function captureTypes(
  language: Language,
  tree: Tree,
  types: readonly string[],
  opaque: readonly string[] = [],
): Capture[] {
  const plan = planFor(language, types, opaque);
  const isFaulty = tree.rootNode.hasError;
  const found: Capture[] = [];
  const cursor = tree.walk();
  try {
    for (;;) {
      const id = cursor.nodeTypeId;
      const act = id === ERROR_TYPE ? DESCEND : plan[id];
      if (id === ERROR_TYPE) found.push({ type: 'ERROR', node: cursor.currentNode });
      else if (isFaulty && cursor.nodeIsMissing) found.push({ type: 'MISSING', node: cursor.currentNode });
      else if ((act & CAPTURE) !== 0) found.push({ type: language.types[id], node: cursor.currentNode });
      if (((act & DESCEND) !== 0 || (isFaulty && cursor.currentNode.hasError)) && cursor.gotoFirstChild())
        continue;
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return found;
    }
  } finally {
    cursor.delete();
  }
}
