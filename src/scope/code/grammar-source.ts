/** Where grammars come from. A grammar is a WebAssembly file; it is read when its language is first wanted. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ScopeError } from '../errors.js';

/** A grammar file and the package that it is published in. */
export interface GrammarFile {
  readonly package: string;
  readonly file: string;
}

/** Gives the bytes of grammars. Implement it to load them from elsewhere (an asset server, an archive). */
export interface GrammarSource {
  load(grammar: GrammarFile): Promise<Uint8Array>;
}

/** Every `grammars/FILE` in a folder above this module: `dist/grammars` in the package that users install. */
function* beside(file: string): Generator<string> {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    yield join(folder, 'grammars', file);
    if (folder === dirname(folder)) return;
  }
}

/** The grammar's file in its own package, which a checkout of this project has installed. */
function inPackage(grammar: GrammarFile): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${grammar.package}/package.json`);
    return join(dirname(manifest), grammar.file);
  } catch {
    return undefined;
  }
}

/** Reads grammars from `dist/grammars` of this package, or in a checkout from their own packages. */
export const packagedGrammars: GrammarSource = {
  async load(grammar) {
    for (const path of beside(grammar.file)) if (existsSync(path)) return readFile(path);
    const path = inPackage(grammar);
    if (path !== undefined && existsSync(path)) return readFile(path);
    throw new ScopeError(
      'grammar_unavailable',
      `the grammar ${grammar.file} is missing: it should stand in dist/grammars of the installed package; build the package, or install ${grammar.package}`,
    );
  },
};
