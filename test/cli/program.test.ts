import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawingWidth, wantsColor } from '../../src/cli/appearance.js';
import type { Io } from '../../src/cli/io.js';
import { redtree } from './fake-io.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

describe('the command line', () => {
  it('prints the version', async () => {
    expect(await redtree(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('prints help that lists the commands, also when nothing is asked', async () => {
    for (const args of [[], ['--help'], ['-h'], ['help']]) {
      const { code, out, err } = await redtree(args);
      expect([code, err]).toEqual([0, '']);
      for (const word of ['compare', 'blocks', 'schema', 'Examples:', 'Exit codes:'])
        expect(out).toContain(word);
    }
  });

  it('prints help with examples for every command', async () => {
    for (const name of ['compare', 'blocks', 'schema']) {
      const shown = await redtree([name, '--help']);
      expect(shown.code).toBe(0);
      expect(shown.out).toContain(`Usage: redtree ${name}`);
      expect(shown.out).toContain(`\n  redtree ${name} `);
      expect(await redtree(['help', name])).toEqual(shown);
    }
  });

  it('says in the help of compare what min-chars drops', async () => {
    expect((await redtree(['compare', '--help'])).out.replaceAll(/\s+/g, ' ')).toContain(
      'drops whole inserts and deletes',
    );
  });

  it.each([
    [['comapre', 'a', 'b'], 'there is no command "comapre" (did you mean "compare"?)'],
    [['frobnicate'], 'the commands are compare, '],
    [['--versoin'], 'unknown option --versoin (did you mean "--version"?)'],
    [['compare', '--fromat', 'json', 'a', 'b'], "unknown option '--fromat'; (Did you mean --format?)"],
    [['compare', 'a'], "missing required argument 'test'"],
    [['compare', 'a', 'b', 'c'], 'too many arguments'],
    [['compare', 'a', 'b', '--format', 'pdf'], 'it can be json, terminal, summary'],
    [['compare', 'a', 'b', '--kind', 'modifed'], 'did you mean "modify"?'],
    [['compare', 'a', 'b', '--address', 'section[1]'], 'an address starts with "/"'],
    [['compare', 'a', 'b', '--min-chars', 'few'], 'It must be a whole number from 0'],
    [['compare', 'a', 'b', '--max-input', '0'], 'It must be a whole number from 1'],
    [['compare', '-', '-'], 'only one of the two documents can come from standard input'],
    [['compare', 'no-such.md', 'b.md'], 'cannot read no-such.md: there is no such file'],
    [['compare', '', 'b.md'], 'a file is named by an empty text: was something left out?'],
    [
      ['compare', 'package.json/a.md', 'b.md'],
      'cannot read package.json/a.md: a part of its path is a file, not a folder',
    ],
    [['compare', `${'a'.repeat(300)}.md`, 'b.md'], `cannot read ${'a'.repeat(300)}.md: its name is too long`],
    [['compare', 'a.md', 'b.md', '-o', ''], '--output is given an empty name: was something left out?'],
    [['compare', 'src', 'b.md'], 'cannot read src: it is a folder, not a file'],
    [['schema', 'profil'], '(did you mean "profile"?); it can be comparison, profile'],
  ])('%j is an error, told in one line', async (args, message) => {
    const { code, out, err } = await redtree(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err).toMatch(/^redtree: [^\n]+\n$/);
  });

  it('lets no file name act on the terminal in an error', async () => {
    expect((await redtree(['compare', 'a\u001b[2J.md', 'b'])).err).toContain('a<U+001B>[2J.md');
  });

  it('prints the published schemas as they are', async () => {
    const file = (name: string) => readFileSync(new URL(`../../schemas/${name}`, import.meta.url), 'utf8');
    expect((await redtree(['schema'])).out).toBe(file('comparison-v2.json'));
    expect((await redtree(['schema', 'comparison'])).out).toBe(file('comparison-v2.json'));
    expect((await redtree(['schema', 'profile'])).out).toBe(file('profile.json'));
  });
});

describe('appearance', () => {
  const io = (world: Partial<Io>): Io => ({ env: {}, isTerminal: true, columns: 100, ...world }) as Io;

  it('colours a terminal, and no pipe', () => {
    expect(wantsColor('auto', io({}))).toBe(true);
    expect(wantsColor('auto', io({ isTerminal: false }))).toBe(false);
  });

  it('takes NO_COLOR, TERM=dumb and FORCE_COLOR at their word', () => {
    expect(wantsColor('auto', io({ env: { NO_COLOR: '1' } }))).toBe(false);
    expect(wantsColor('auto', io({ env: { NO_COLOR: '' } }))).toBe(true);
    expect(wantsColor('auto', io({ env: { TERM: 'dumb' } }))).toBe(false);
    expect(wantsColor('auto', io({ isTerminal: false, env: { FORCE_COLOR: '1' } }))).toBe(true);
    expect(wantsColor('auto', io({ env: { FORCE_COLOR: '0' } }))).toBe(false);
  });

  it('obeys the flag before everything else', () => {
    expect(wantsColor('always', io({ isTerminal: false, env: { NO_COLOR: '1' } }))).toBe(true);
    expect(wantsColor('never', io({ env: { FORCE_COLOR: '1' } }))).toBe(false);
  });

  it('draws as wide as the terminal, COLUMNS or 80, and never wider than 120', () => {
    expect(drawingWidth(io({}))).toBe(100);
    expect(drawingWidth(io({ columns: 300 }))).toBe(120);
    expect(drawingWidth(io({ columns: undefined }))).toBe(80);
    expect(drawingWidth(io({ columns: undefined, env: { COLUMNS: '66' } }))).toBe(66);
    expect(drawingWidth(io({ columns: undefined, env: { COLUMNS: 'wide' } }))).toBe(80);
  });
});
