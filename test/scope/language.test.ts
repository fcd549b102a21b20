import { describe, expect, test } from 'vitest';
import {
  findLanguage,
  GRAMMAR_FILES,
  packagedGrammars,
  readScopes,
  SCOPE_ENGINE,
  ScopeError,
} from '../../src/scope/index.js';

describe('the language', () => {
  test.each([
    [{ language: 'C++' }, 'cpp'],
    [{ mediaType: 'text/markdown; charset=utf-8' }, 'markdown'],
    [{ mediaType: 'application/vnd.api+json' }, 'json'],
    [{ fileName: 'src\\a\\Main.JAVA' }, 'java'],
    [{ fileName: '/a/b.c/Gemfile' }, 'ruby'],
    [{ fileName: '.editorconfig' }, 'ini'],
    [{ fileName: 'a.d.mts' }, 'typescript'],
    [{ mediaType: 'text/plain', fileName: 'a.py' }, 'python'],
    [{ mediaType: 'text/plain' }, 'text'],
    [{ mediaType: 'application/octet-stream', fileName: 'a.go' }, 'go'],
    [{ mediaType: 'text/x-rust', fileName: 'a.go' }, 'rust'],
    [{ language: 'cobol', fileName: 'a.go' }, undefined],
    [{ fileName: 'a' }, undefined],
    [{ fileName: 'constructor' }, undefined],
    [{}, undefined],
  ])('%j is %s', (hint, language) => {
    expect(findLanguage(hint)).toBe(language);
  });

  test('is not guessed: an unknown one is an error that lists the known', async () => {
    const reading = readScopes('x = 1', { fileName: 'a.sql', mediaType: 'application/sql' });
    await expect(reading).rejects.toThrow(ScopeError);
    await expect(reading).rejects.toMatchObject({ code: 'unknown_language' });
    await expect(reading).rejects.toThrow(/"application\/sql".*"a\.sql".*markdown, text, typescript/);
  });
});

test('names the engine with its version', async () => {
  const reading = await readScopes('', { language: 'text' });
  expect(reading).toEqual({ engine: SCOPE_ENGINE, language: 'text', symbols: [], skipped: [] });
  expect(SCOPE_ENGINE).toMatch(/^redtree-scope@\d+\.\d+\.\d+$/);
});

test('refuses a text over the cap, counted in code points', async () => {
  await expect(readScopes('😀😀', { language: 'text', maxCodePoints: 1 })).rejects.toMatchObject({
    code: 'text_too_large',
  });
  await expect(readScopes('😀😀', { language: 'json', maxCodePoints: 2 })).resolves.toMatchObject({
    language: 'json',
  });
});

describe('grammars', () => {
  test('are loaded from the source that is given, once, and again after a failure', async () => {
    const asked: string[] = [];
    let isDown = true;
    const grammars = {
      load: async (grammar: { package: string; file: string }) => {
        asked.push(grammar.file);
        if (isDown) throw new Error('the store is down');
        return packagedGrammars.load(grammar);
      },
    };
    await expect(readScopes('x = 1', { language: 'python', grammars })).rejects.toThrow('the store is down');
    isDown = false;
    for (let i = 0; i < 2; i++) await readScopes('x = 1', { language: 'python', grammars });
    expect(asked).toEqual(['tree-sitter-python.wasm', 'tree-sitter-python.wasm']);
  });

  test('are all there, with their licences', async () => {
    for (const grammar of GRAMMAR_FILES) {
      const bytes = await packagedGrammars.load(grammar);
      expect([...bytes.slice(0, 4)], grammar.file).toEqual([0, 0x61, 0x73, 0x6d]);
    }
  });

  test('say what to do when one is missing', async () => {
    const grammar = { package: 'tree-sitter-nothing', file: 'tree-sitter-nothing.wasm' };
    await expect(packagedGrammars.load(grammar)).rejects.toMatchObject({ code: 'grammar_unavailable' });
    await expect(packagedGrammars.load(grammar)).rejects.toThrow(
      /tree-sitter-nothing\.wasm is missing.*build/,
    );
  });
});
