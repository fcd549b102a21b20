/**
 * The parser's runtime: a WebAssembly module with a memory of its own, and the grammars loaded into it. Some texts make the
 * parser ask for memory without end (sixty thousand signs of `a<`, said to be Java, for more than two gigabytes). The runtime
 * aborts then, and is good for nothing any more. So its memory is bounded, and another one takes its place when it has aborted.
 */
import { createRequire } from 'node:module';
import type { Language } from 'web-tree-sitter';
import type { GrammarFile, GrammarSource } from './grammar-source.js';

type TreeSitter = typeof import('web-tree-sitter');

/** Pages of 64 KiB: 256 MiB at most. Two megabytes of a program's text, the most that is read, take more than 96 of them. */
const FIRST_PAGES = 512;
const MOST_PAGES = 4_096;

/** One instance of the runtime. */
export interface Runtime {
  readonly treeSitter: TreeSitter;
  /** By source and file; a load that failed is tried again the next time. */
  readonly languages: WeakMap<GrammarSource, Map<string, Promise<Language>>>;
}

/** The part of WebAssembly that is used here; Node's types have it not. */
declare const WebAssembly: { Memory: new (size: { initial: number; maximum: number }) => object };

let current: Promise<Runtime> | undefined;

/**
 * The module that has the runtime keeps one for ever and has no way to let it go. A copy of the module of its own for each
 * runtime can be let go as a whole, with all its memory.
 */
async function start(): Promise<Runtime> {
  const require = createRequire(import.meta.url);
  const path = require.resolve('web-tree-sitter');
  const kept = require.cache[path];
  delete require.cache[path];
  const treeSitter = require(path) as TreeSitter;
  if (kept === undefined) delete require.cache[path];
  else require.cache[path] = kept;
  const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES });
  // What the runtime has to say when it aborts is said by the reading.
  await treeSitter.Parser.init({ wasmMemory, printErr: () => {} });
  return { treeSitter, languages: new WeakMap() };
}

/** A language of a runtime that is sound. */
export interface Loaded {
  readonly treeSitter: TreeSitter;
  readonly language: Language;
}

function load(runtime: Runtime, source: GrammarSource, grammar: GrammarFile): Promise<Language> {
  let loaded = runtime.languages.get(source);
  if (loaded === undefined) runtime.languages.set(source, (loaded = new Map()));
  const known = loaded.get(grammar.file);
  if (known !== undefined) return known;
  const loading = (async () => runtime.treeSitter.Language.load(await source.load(grammar)))();
  loaded.set(grammar.file, loading);
  loading.catch(() => loaded.delete(grammar.file));
  return loading;
}

/**
 * Loads a grammar, once for each source that gives it, and hands it to `work`, which must not wait for anything. Gives null
 * when the runtime aborted under it: the text asks for more memory than there is.
 */
export async function withLanguage<T>(
  source: GrammarSource,
  grammar: GrammarFile,
  work: (loaded: Loaded) => T,
): Promise<T | null> {
  for (;;) {
    const mine = (current ??= start());
    const runtime = await mine.catch((error: unknown) => {
      if (current === mine) current = undefined;
      throw error;
    });
    const language = await load(runtime, source, grammar);
    // Another text may have brought it down meanwhile.
    if (current !== mine) continue;
    try {
      return work({ treeSitter: runtime.treeSitter, language });
    } catch (error) {
      if (!isAbort(error)) throw error;
      current = undefined;
      return null;
    }
  }
}

/** What WebAssembly throws. Its own class is not asked for, so that an error of another realm is known too. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'RuntimeError';
}
