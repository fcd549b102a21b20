import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { redtree } from './fake-io.js';

const folder = mkdtempSync(join(tmpdir(), 'redtree-marks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [SOURCE, TEST] = ['fixtures/agreement.source.md', 'fixtures/agreement.test.md'];
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

describe('redtree accept and redtree reject', () => {
  it.each(['annotated', 'tags'])(
    'settle all marks of a text drawn as %s, from a file or a pipe',
    async (format) => {
      const { out: marked } = await redtree(['compare', SOURCE, TEST, '--format', format]);
      const made = (await redtree(['apply', SOURCE, TEST])).out;
      const path = file(`${format}.md`, marked);
      for (const flags of [[], ['--format', format]]) {
        expect(await redtree(['accept', path, ...flags])).toEqual({ code: 0, out: made, err: '' });
        const rejected = await redtree(['reject', '-', ...flags], { input: marked });
        expect(rejected).toEqual({ code: 0, out: readFileSync(SOURCE, 'utf8'), err: '' });
      }
    },
  );

  it('keep a byte order mark, and take a text without marks for what it is', async () => {
    const path = file('bom.md', '\ufeffOne {~~fish~>bird~~} swims.\r\n');
    expect((await redtree(['accept', path])).out).toBe('\ufeffOne bird swims.\r\n');
    expect((await redtree(['reject', path])).out).toBe('\ufeffOne fish swims.\r\n');
    expect((await redtree(['accept', '-'], { input: 'One fish.\n' })).out).toBe('One fish.\n');
  });

  it('write to a file', async () => {
    const path = join(folder, 'made.md');
    const { out } = await redtree(['accept', '-', '-o', path], { input: 'One{-- more--} fish.\n' });
    expect([out, readFileSync(path, 'utf8')]).toEqual(['', 'One fish.\n']);
  });

  it('ask which marks are meant where a text holds both', async () => {
    const input = 'One {++big++} <ins>fish</ins>.\n';
    const { code, err } = await redtree(['accept', '-'], { input });
    expect(code).toBe(2);
    expect(err).toMatch(/standard input holds marks of both kinds.*--format annotated or --format tags/);
    expect((await redtree(['accept', '-', '--format', 'annotated'], { input })).out).toBe(
      'One big <ins>fish</ins>.\n',
    );
    expect((await redtree(['reject', '-', '--format', 'tags'], { input })).out).toBe('One {++big++} .\n');
  });

  it('say where marks do not fit together', async () => {
    const { code, err } = await redtree(['accept', '-'], { input: 'One\n{++two {--three--}++}\n' });
    expect([code, err]).toEqual([
      2,
      'redtree: line 2: {-- stands inside {++ of line 2; a mark that is meant as text has a backslash before it\n',
    ]);
  });
});

describe('on a terminal', () => {
  const source = file('esc.source.md', 'Pay \u001b]0;mine\u0007 thirty\tdays.\n');
  const test = file('esc.test.md', 'Pay \u001b]0;mine\u0007 sixty\tdays.\n');

  it.each([
    ['compare', source, test, '--format', 'annotated'],
    ['compare', source, test, '--format', 'tags'],
    ['apply', source, test],
    ['accept', source],
    ['reject', source],
  ])('%s shows control characters of a document, which a pipe gets as they are', async (...args) => {
    const shown = await redtree(args, { isTerminal: true });
    expect(shown.out).toContain('<U+001B>]0;mine<U+0007>');
    expect(shown.out).not.toContain('\u001b');
    expect((await redtree(args)).out).toContain('\u001b]0;mine\u0007');
  });

  it('JSON holds no raw control character, and says the same', async () => {
    const path = file('c1.txt', 'One \u009b31m fish \u202e swims.\n');
    for (const args of [
      ['blocks', path, '--format', 'json'],
      ['compare', path, path, '--format', 'json'],
    ]) {
      const shown = (await redtree(args, { isTerminal: true })).out;
      expect(shown).not.toMatch(/[\u0080-\u009f\u202e]/);
      expect(JSON.parse(shown)).toEqual(JSON.parse((await redtree(args)).out));
    }
  });
});

describe('an address with a slash at its end', () => {
  it('keeps what lies below the block alone', async () => {
    const kept = async (address: string) => {
      const { out, code } = await redtree(['compare', SOURCE, TEST, '--address', address, '--no-trees']);
      expect(code).toBe(0);
      return (JSON.parse(out).changes as { test_address: string }[]).map((change) => change.test_address);
    };
    const [at] = (await kept('/')).filter((address) => address !== null);
    expect(await kept(at)).toContain(at);
    expect(await kept(`${at}/`)).not.toContain(at);
  });
});

describe('the summary of some of the changes', () => {
  it('says nothing of the references of the whole document', async () => {
    const summary = async (...flags: string[]) =>
      (await redtree(['compare', SOURCE, TEST, '--format', 'summary', ...flags])).out;
    expect(await summary()).toContain('1 reference updated to follow its clause.');
    expect(await summary('--kind', 'move')).not.toContain('reference');
  });
});

describe('what a filter names', () => {
  it.each([
    [
      '--role',
      'claus',
      'no block of either document has the role "claus" (did you mean "clause"?); roles there are: ',
    ],
    ['--label', '99.9', 'no block of either document has the label "99.9"'],
    ['--label', 'd', 'no block of either document has the label "d" (did you mean "(d)"?)'],
    ['--label', '3.2(d)', 'has the label "3.2(d)": a block has its own label alone, "(d)"'],
    ['--address', '/section[99]', 'no block of either document has the address /section[99]\n'],
  ])('%s %s is noted when neither document has it', async (flag, value, note) => {
    for (const command of [['compare', '--format', 'summary'], ['apply']]) {
      const { code, err } = await redtree([command[0], SOURCE, TEST, flag, value, ...command.slice(1)]);
      expect(code).toBe(0);
      expect(err).toContain(note);
    }
  });

  it.each(['--role', '--label'])('%s with nothing behind it is an error', async (flag) => {
    const { code, err } = await redtree(['compare', SOURCE, TEST, flag, '']);
    expect(code).toBe(2);
    expect(err).toContain('is empty');
  });

  it('is not noted where it is there', async () => {
    expect((await redtree(['compare', SOURCE, TEST, '--role', 'clause', '--address', '/'])).err).toBe('');
  });
});

describe('slips in arguments', () => {
  it('many problems of a profile are told in part, on one line', async () => {
    const keys = Array.from({ length: 40 }, (_, i) => `key${i}: 1`).join('\n');
    const profile = file('profile.yaml', `name: mine\ndescription: Mine.\n${keys}\n`);
    const { code, err } = await redtree(['compare', SOURCE, TEST, '--profile', profile]);
    expect(code).toBe(2);
    expect(err).toMatch(/key0.*key3.*; and \d+ more\n$/);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(err.length).toBeLessThan(1500);
  });

  it.each([
    [
      ['compare', 'a', 'b', 'c'],
      'redtree: too many arguments: 3 where 2 can be; see redtree compare --help\n',
    ],
    [
      ['compare', SOURCE, TEST, '--format', 'markdown', '--style', 'githb'],
      'argument "githb" is invalid (did you mean "github"?); it can be github, strike, bbcode, none; see redtree compare --help\n',
    ],
    [
      ['verify', SOURCE, TEST, '--allow', 'label:'],
      '--allow "label:" names nothing: say which after the colon\n',
    ],
  ])('%j', async (args, message) => {
    const { code, err } = await redtree(args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
