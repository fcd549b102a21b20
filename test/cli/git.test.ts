import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installation, install } from '../package/built-package.js';
import { redtree } from './fake-io.js';

const TERMS = `# Terms

1. The Customer pays each invoice within thirty days of its receipt.

2. Notices under these terms are given in writing to the address of the other party.
`;
const EDITED = TERMS.replace('thirty', 'sixty');

/** A repository, and a shell in it that finds `redtree` and asks nobody's settings. */
describe('in a git repository', () => {
  let installed: Installation;
  let folder: string;
  let environment: NodeJS.ProcessEnv;

  const sh = (script: string, env: NodeJS.ProcessEnv = {}): string =>
    execFileSync('sh', ['-e', '-c', script], {
      cwd: folder,
      env: { ...environment, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text);

  beforeAll(async () => {
    installed = await install();
    folder = mkdtempSync(join(tmpdir(), 'redtree-repository-'));
    environment = {
      PATH: `${installed.path}:${process.env.PATH}`,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      COLUMNS: '80',
    };
    sh('git init -q . && git config user.name A && git config user.email a@example.org');
    // As the page tells people to set it up.
    const page = readFileSync(new URL('../../docs/git.md', import.meta.url), 'utf8');
    const lines = page.matchAll(/^git config (?:diff|difftool)\.redtree\..*$/gm);
    const setup = [...new Set([...lines].map(([line]) => line))];
    expect(setup.length).toBe(2);
    sh(`echo '*.md diff=redtree' > .gitattributes\n${setup.join('\n')}`);
    put('terms.md', TERMS);
    put('old.md', TERMS.replaceAll('terms', 'conditions'));
    put('plain.txt', TERMS);
    put('binary.md', 'a\0b');
    symlinkSync('terms.md', join(folder, 'link.md'));
    mkdirSync(join(folder, 'sub'));
    put('sub/deep.md', TERMS);
    sh('git add . && git commit -qm one');
  });
  afterAll(() => {
    installed?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('git diff shows an edited document as a redline, against the index and from below', () => {
    put('terms.md', EDITED);
    const id = sh('git rev-parse --short HEAD:terms.md').trim();
    expect(sh('git diff')).toBe(`terms.md ${id} → terms.md

Terms
  ~ 1 edited (list item, clause)
      The Customer pays each invoice within [-thirty-]{+sixty+} days of its
      receipt.

1 change: 1 edited
In the text: 1 replacement; 5 characters added and 6 deleted

`);
    expect(sh('cd sub && git diff')).toContain('[-thirty-]{+sixty+}');
  });

  it('tells new and deleted files, modes, links and files that are no text, and goes on', () => {
    put('plain.txt', EDITED);
    put('new.md', '# Notes\n\nOne.\n');
    put('binary.md', 'a\0c');
    chmodSync(join(folder, 'terms.md'), 0o755);
    rmSync(join(folder, 'sub/deep.md'));
    rmSync(join(folder, 'link.md'));
    symlinkSync('old.md', join(folder, 'link.md'));
    sh('git add -N new.md');
    const shown = sh('git diff');
    expect(shown).toContain('new.md: new file, mode 100644\n\n  + Notes inserted (section, title, 3 blocks)');
    expect(shown).toMatch(/sub\/deep\.md [0-9a-f]{7}: deleted file, mode 100644\n\n {2}- Terms deleted/);
    expect(shown).toMatch(/link\.md [0-9a-f]{7} → link\.md\n\n\[-terms\.md-\]\{\+old\.md\+\}/);
    expect(shown).toContain('cannot be compared: binary.md is not text');
    expect(shown).toContain('mode 100644 → 100755\n\nTerms\n  ~ 1 edited');
  });

  it('follows a renamed file', () => {
    renameSync(join(folder, 'old.md'), join(folder, 'conditions.md'));
    put('conditions.md', readFileSync(join(folder, 'conditions.md'), 'utf8').replace('thirty', 'ninety'));
    sh('git add -A && git commit -qm two');
    const shown = sh('git diff -M HEAD~1 HEAD -- old.md conditions.md');
    expect(shown).toMatch(
      /^old\.md [0-9a-f]{7} → conditions\.md [0-9a-f]{7}\nsimilarity index \d+%\nrename from old\.md\nrename to conditions\.md\n\n/,
    );
    expect(shown).toContain('[-thirty-]{+ninety+}');
  });

  it('is used by git log and git show when they are asked to, and by git difftool', () => {
    expect(sh('git log -p --ext-diff -1 --format=%s -- terms.md')).toContain('[-thirty-]{+sixty+}');
    expect(sh('git show --ext-diff --format=%s HEAD -- terms.md')).toContain('[-thirty-]{+sixty+}');
    // Where the attribute names a driver, that goes before the tool.
    const tool = sh('git difftool --no-prompt --tool=redtree HEAD~1 HEAD -- plain.txt');
    expect(tool).toMatch(/^plain\.txt → plain\.txt\n\n[\s\S]*\[-thirty-\]\{\+sixty\+\}/);
  });

  it('colours as git would', () => {
    const diff = 'git diff HEAD~1 HEAD -- terms.md';
    expect(sh(diff)).not.toContain('\u001b[');
    expect(sh(`git -c color.ui=always ${diff.slice(4)}`)).toContain('\u001b[');
    expect(sh(diff, { GIT_PAGER_IN_USE: 'true', TERM: 'xterm' })).toContain('\u001b[');
    expect(
      sh(`git -c color.diff=never ${diff.slice(4)}`, { GIT_PAGER_IN_USE: 'true', TERM: 'xterm' }),
    ).not.toContain('\u001b[');
    expect(sh(diff, { GIT_PAGER_IN_USE: 'true', TERM: 'xterm', NO_COLOR: '1' })).not.toContain('\u001b[');
  });

  it('stops with a message when the configuration asks for a profile that is not there', () => {
    const command = `git -c diff.redtree.command='redtree git-diff --profile nowhere.yaml' diff HEAD~1 HEAD -- terms.md`;
    expect(() => sh(command)).toThrow('cannot read nowhere.yaml');
  });

  it('redtree compare takes versions from history', () => {
    const summary = sh('redtree compare HEAD~1:terms.md HEAD:terms.md --format summary');
    expect(summary).toContain('[-thirty-]{+sixty+}');
    expect(sh('redtree compare :terms.md terms.md --format summary')).toContain('No changes');
    expect(sh('cd sub && redtree compare HEAD~1:./deep.md ../terms.md --format summary')).toContain(
      '{+sixty+}',
    );
  });

  it('a file of that name wins over the revision', () => {
    put('HEAD:terms.md', TERMS.replace('thirty', 'five'));
    expect(sh("redtree compare terms.md 'HEAD:terms.md' --format summary")).toContain('{+five+}');
    rmSync(join(folder, 'HEAD:terms.md'));
  });

  it.each([
    ['nowhere:terms.md', "git says: invalid object name 'nowhere'."],
    [
      'HEAD:none.md',
      "git says: path 'none.md' does not exist in 'HEAD' (a path after a revision counts from",
    ],
    ['HEAD~1:sub', 'at that revision it is a folder, not a file'],
    ['HEAD:$(touch pwned).md', "path '$(touch pwned).md' does not exist in 'HEAD'"],
  ])('redtree compare %s says what is wrong', (name, message) => {
    expect(() => sh(`redtree compare '${name}' terms.md`)).toThrow(message);
    expect(sh('ls')).not.toContain('pwned');
  });

  it('a revision never reaches git as an option', () => {
    expect(() => sh("redtree compare -- '--output=x:terms.md' terms.md")).toThrow('there is no such file');
    expect(sh('ls').split('\n')).not.toContain('x');
  });

  it('a version that is over the cap is an error', () => {
    expect(() => sh('redtree compare HEAD:terms.md terms.md --max-input 10')).toThrow(
      'allow more with --max-input',
    );
  });

  it('outside a repository a revision is told from a missing file', () => {
    const run = () => sh('cd "$(mktemp -d)" && redtree compare HEAD:terms.md HEAD:terms.md');
    expect(run).toThrow('this folder is in no git repository');
  });

  it('without git the error says so', () => {
    const run = () =>
      execFileSync(process.execPath, [installed.command, 'compare', 'HEAD:a.md', 'HEAD:b.md'], {
        env: { PATH: '/nowhere' },
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(run).toThrow('git, which would know of a revision, is not installed');
  });
});

describe('redtree git-diff', () => {
  it('tells a path with conflicts', async () => {
    const { code, out } = await redtree(['git-diff', 'terms.md']);
    expect([code, out]).toEqual([0, 'terms.md: has conflicts that are not resolved yet\n']);
  });

  it('refuses any other number of arguments than git passes', async () => {
    const { code, err } = await redtree(['git-diff', 'a', 'b', 'c', 'd']);
    expect(code).toBe(2);
    expect(err).toContain('7 or 9 arguments');
    expect(err).toContain('use redtree compare');
  });

  it('takes what follows the first argument for names, however they begin', async () => {
    const { code, out } = await redtree(['git-diff', 'a.md', '/dev/null', '.', '.', '--kind', '.', '.']);
    expect([code, out]).toEqual([0, expect.stringContaining('a.md: new file\n\ncannot be compared: ')]);
  });

  it('lets no name act on the terminal', async () => {
    const { out } = await redtree(['git-diff', 'a\u001b[2J.md']);
    expect(out).toContain('a<U+001B>[2J.md');
  });
});
