import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { submitEdits } from '../../../src/patch/service/submit.js';
import { getTarget } from '../../../src/patch/service/targets.js';
import type { Database } from '../../../src/patch/store/database.js';
import { CommitUncertainError } from '../../../src/patch/store/errors.js';
import { initializeTarget } from '../../../src/patch/workspace/initialize.js';
import { takeLease } from '../../../src/patch/workspace/lease.js';
import { pathComponents } from '../../../src/patch/workspace/path.js';
import { type PublicationIo, systemIo } from '../../../src/patch/workspace/publish.js';
import { type SaveArguments, save } from '../../../src/patch/workspace/save.js';
import { pin } from '../../../src/patch/workspace/settings.js';
import { onBothDrivers } from '../support/databases.js';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

describe('a workspace path', () => {
  test('is split when it is relative and plain', () => {
    expect(pathComponents('docs/über alles/a.b.md')).toEqual(['docs', 'über alles', 'a.b.md']);
    expect(pathComponents('.hidden')).toEqual(['.hidden']);
  });

  test.each([
    '',
    '/etc/passwd',
    'a//b',
    'a/',
    '.',
    '..',
    'a/../b',
    './a',
    'a\\b',
    'a\0b',
    'a\nb',
    'a:b',
    'a.',
    'a ',
    ' a',
    'CON',
    'nul.txt',
    'docs/com1.md',
    '.git/config',
    'x/.GIT/y',
    '.redtree-staging-1',
    `${'x'.repeat(256)}`,
  ])('%j is refused', (path) => {
    expect(() => pathComponents(path)).toThrow(/workspace path/);
  });
});

describe.runIf(process.platform === 'linux')('on Linux', () => {
  const base = mkdtempSync(join(tmpdir(), 'redtree-workspace-'));
  afterAll(() => rmSync(base, { recursive: true, force: true }));
  let root = '';
  let made = 0;
  beforeEach(() => {
    root = join(base, `root${++made}`);
    mkdirSync(join(root, 'docs'), { recursive: true });
  });
  const file = (name = 'docs/a.md') => join(root, name);
  const disk = (name?: string) => readFileSync(file(name), 'utf8');

  onBothDrivers('a workspace', (database) => {
    async function bound(content: string, filename = 'docs/a.md'): Promise<string> {
      writeFileSync(file(filename), content);
      const answer = await initializeTarget(await database(), { filename, from_workspace: true }, { root });
      if (answer.status !== 'ok') throw new Error(answer.failure_detail);
      return answer.target_file_id;
    }
    async function edit(target_file_id: string, match: string, replace: string): Promise<void> {
      const db = await database();
      const target = await getTarget(db, { target_file_id });
      if (target.status !== 'ok') throw new Error('no target');
      const answer = await submitEdits(db, {
        target_file_id,
        intent: 'edit',
        edits: [{ match, replace }],
        expected_target_version: target.version,
      });
      expect(answer.status).toBe('accepted');
    }
    const publish = async (target_file_id: string, args: Partial<SaveArguments> = {}, options: object = {}) =>
      save(await database(), { target_file_id, sync_workspace: true, ...args }, { root, ...options });
    const cycles = async (target_file_id: string) => {
      const rows = await (await database()).query('SELECT 1 FROM editing_cycles WHERE target_file_id = $1', [
        target_file_id,
      ]);
      return rows.length;
    };

    test('publishes an edited file in its own line ends, keeps its mode, and says what was written', async () => {
      const id = await bound('one\r\ntwo\r\n');
      chmodSync(file(), 0o640);
      await edit(id, 'two', 'three\nfour');
      expect(await publish(id, { expected_target_version: 1 })).toEqual({
        status: 'saved',
        target_file_id: id,
        snapshot_id: UUID,
        closed_editing_cycle_id: UUID,
        new_editing_cycle_id: UUID,
        current_hash: sha('one\nthree\nfour\n'),
        version: 1,
        workspace_sync: {
          synced_path: 'docs/a.md',
          disk_sha256: sha('one\r\nthree\r\nfour\r\n'),
          bytes_written: 18,
          content_eol: 'crlf',
          publication: 'installed',
          durability: 'confirmed',
        },
      });
      expect(disk()).toBe('one\r\nthree\r\nfour\r\n');
      expect(statSync(file()).mode & 0o777).toBe(0o640);
      expect(readdirSync(join(root, 'docs'))).toEqual(['a.md']);
      await edit(id, 'four', '4');
      expect(await publish(id, { workspace_eol_format: 'canonical_lf' })).toMatchObject({ status: 'saved' });
      expect(disk()).toBe('one\nthree\n4\n');
    });

    test('leaves an edit of someone else alone, whether made before or during publication', async () => {
      const id = await bound('text\n');
      await edit(id, 'text', 'ours');
      const io = { ...systemIo, staged: async () => writeFileSync(file(), 'theirs, late\n') };
      expect(await publish(id, {}, { io })).toMatchObject({
        status: 'rejected',
        failure_reason: 'external_disk_drift',
      });
      expect(disk()).toBe('theirs, late\n');
      expect(await publish(id)).toMatchObject({ status: 'rejected', failure_reason: 'external_disk_drift' });
      expect(disk()).toBe('theirs, late\n');
      expect(readdirSync(join(root, 'docs'))).toEqual(['a.md']);
      expect(await cycles(id)).toBe(1);
    });

    test('makes a missing file and its directories anew, for their owner alone, unless a file appears', async () => {
      const id = await bound('text\n');
      rmSync(join(root, 'docs'), { recursive: true });
      const io = { ...systemIo, staged: async () => writeFileSync(file(), 'appeared') };
      expect(await publish(id, {}, { io })).toMatchObject({ failure_reason: 'external_disk_drift' });
      expect(disk()).toBe('appeared');
      rmSync(file());
      expect(await publish(id)).toMatchObject({ status: 'saved' });
      expect(disk()).toBe('text\n');
      expect(statSync(file()).mode & 0o777).toBe(0o600);
      expect(statSync(join(root, 'docs')).mode & 0o777).toBe(0o700);
    });

    test('refuses another directory at the same path, and knows the same one that was moved', async () => {
      const id = await bound('text\n');
      const moved = `${root}-moved`;
      renameSync(root, moved);
      mkdirSync(join(root, 'docs'), { recursive: true });
      writeFileSync(file(), 'text\n');
      expect(await publish(id)).toMatchObject({
        status: 'rejected',
        failure_reason: 'workspace_identity_mismatch',
      });
      expect(await publish(id, {}, { root: moved })).toMatchObject({ status: 'saved' });
    });

    test('follows no link below the root', async () => {
      const outside = join(base, `outside${made}`);
      mkdirSync(outside);
      writeFileSync(join(outside, 'a.md'), 'secret');
      symlinkSync(outside, file('linked'));
      symlinkSync(join(outside, 'a.md'), file('docs/link.md'));
      const refused = async (filename: string) =>
        initializeTarget(await database(), { filename, from_workspace: true }, { root });
      for (const path of ['linked/a.md', 'docs/link.md']) {
        expect(await refused(path), path).toMatchObject({
          status: 'invalid_argument',
          code: 'workspace_path_invalid',
        });
      }
      const id = await bound('text\n');
      const io = {
        ...systemIo,
        staged: async () => {
          renameSync(join(root, 'docs'), join(root, 'elsewhere'));
          symlinkSync(outside, join(root, 'docs'));
        },
      };
      await publish(id, {}, { io });
      expect(readFileSync(join(outside, 'a.md'), 'utf8')).toBe('secret');
      expect(disk('elsewhere/a.md')).toBe('text\n');
      expect(await publish(id)).toMatchObject({ status: 'invalid_argument', code: 'workspace_path_invalid' });
    });

    test('works in one directory at a time, by whatever name it is reached', async () => {
      const id = await bound('text\n');
      const docs = await pin(join(root, 'docs'));
      const lease = await takeLease(docs);
      symlinkSync(root, `${root}-alias`);
      const alias = { root: `${root}-alias` };
      expect(await publish(id, {}, alias)).toMatchObject({
        status: 'rejected',
        failure_reason: 'workspace_busy',
      });
      const again = await initializeTarget(
        await database(),
        { filename: 'docs/a.md', from_workspace: true },
        alias,
      );
      expect(again).toMatchObject({ status: 'rejected', failure_reason: 'workspace_busy' });
      await lease!.release();
      await docs.handle.close();
      expect(await publish(id, {}, alias)).toMatchObject({ status: 'saved' });
    });

    test('says partial when the file is installed and the rest is not certain', async () => {
      const db = await database();
      const id = await bound('a\n');
      const head = {
        status: 'partial',
        target_file_id: id,
        snapshot_id: null,
        closed_editing_cycle_id: null,
      };
      await edit(id, 'a', 'b');
      const syncFails = { ...systemIo, syncDirectory: () => Promise.reject(new Error('disk')) };
      expect(await publish(id, {}, { io: syncFails })).toMatchObject({
        ...head,
        code: 'workspace_durability_uncertain',
        workspace_sync: { synced_path: 'docs/a.md', disk_sha256: sha('b\n'), durability: 'uncertain' },
      });
      expect(disk()).toBe('b\n');
      expect(await cycles(id)).toBe(1);
      expect(await publish(id)).toMatchObject({ failure_reason: 'external_disk_drift' });

      const other = await bound('a\n', 'docs/b.md');
      const closeFails: PublicationIo = {
        ...systemIo,
        closeDirectory: async (directory) => {
          await directory.handle.close();
          throw new Error('close');
        },
      };
      expect(await publish(other, {}, { io: closeFails })).toMatchObject({
        status: 'partial',
        code: 'workspace_post_install_error',
        workspace_sync: { durability: 'confirmed' },
      });

      const third = await bound('a\n', 'docs/c.md');
      const uncertain: Database = {
        kind: 'database',
        query: (text, params) => db.query(text, params),
        close: () => db.close(),
        transaction: async (work, options) => {
          await db.transaction(work, options);
          throw new CommitUncertainError('lost');
        },
      };
      expect(await save(uncertain, { target_file_id: third, sync_workspace: true }, { root })).toMatchObject({
        status: 'partial',
        code: 'workspace_checkpoint_uncertain',
        new_editing_cycle_id: null,
      });
    });

    test('does not publish mixed line ends that it cannot give back', async () => {
      const id = await bound('a\r\nb\n');
      expect(await publish(id)).toMatchObject({
        status: 'rejected',
        failure_reason: 'original_eol_unrecoverable',
      });
      expect(disk()).toBe('a\r\nb\n');
      expect(await publish(id, { workspace_eol_format: 'crlf' })).toMatchObject({ status: 'saved' });
      expect(disk()).toBe('a\r\nb\r\n');
    });

    test('is touched by a save only when the call or the environment says so, and only for bound targets', async () => {
      const db = await database();
      const id = await bound('a\n');
      await edit(id, 'a', 'b');
      expect(await save(db, { target_file_id: id }, { root })).not.toHaveProperty('workspace_sync');
      expect(
        await save(db, { target_file_id: id, sync_workspace: false }, { root, syncOnSave: true }),
      ).not.toHaveProperty('workspace_sync');
      expect(disk()).toBe('a\n');
      expect(await save(db, { target_file_id: id }, { root, syncOnSave: true })).toHaveProperty(
        'workspace_sync',
      );
      expect(disk()).toBe('b\n');
      const inline = await initializeTarget(db, { filename: 'docs/a.md', content: 'x' });
      if (inline.status !== 'ok') throw new Error('not made');
      const { target_file_id } = inline;
      expect(await save(db, { target_file_id, sync_workspace: true }, { root })).toMatchObject({
        status: 'rejected',
        failure_reason: 'workspace_target_unbound',
      });
      expect(await save(db, { target_file_id }, { root, syncOnSave: true })).toMatchObject({
        status: 'saved',
      });
    });

    test("is not touched in a caller's transaction, or for guards that do not hold", async () => {
      const db = await database();
      const id = await bound('a\n');
      await edit(id, 'a', 'b');
      await db.transaction(async (transaction) => {
        expect(await save(transaction, { target_file_id: id, sync_workspace: true }, { root })).toMatchObject(
          {
            status: 'invalid_argument',
            code: 'workspace_requires_owned_transaction',
          },
        );
      });
      expect(await publish(id, { expected_target_version: 0 })).toMatchObject({
        status: 'rejected',
        failure_reason: 'target_version_mismatch',
      });
      expect(disk()).toBe('a\n');
    });

    test('imports regular UTF-8 files alone, byte order mark and all', async () => {
      const db = await database();
      const read = async (filename: string, extra: object = {}) => {
        const answer = await initializeTarget(db, { filename, from_workspace: true, ...extra }, { root });
        return answer.status === 'invalid_argument' ? answer.code : answer.status;
      };
      writeFileSync(file('latin.txt'), Buffer.from([0x61, 0xe9]));
      writeFileSync(file('zero.txt'), 'a\0b');
      expect(await read('latin.txt')).toBe('workspace_file_unsupported');
      expect(await read('zero.txt')).toBe('target_encoding_invalid');
      expect(await read('docs')).toBe('workspace_file_unsupported');
      expect(await read('missing.txt')).toBe('workspace_file_missing');
      expect(await read('none/missing.txt')).toBe('workspace_file_missing');
      expect(await read('../a')).toBe('workspace_path_invalid');
      expect(await read('latin.txt', { content: 'x' })).toBe('content_conflict');
      const unset = await initializeTarget(db, { filename: 'a', from_workspace: true }, { root: '' });
      expect(unset).toMatchObject({ code: 'workspace_not_configured' });
      const socket = createServer().listen(file('socket'));
      await once(socket, 'listening');
      expect(await read('socket')).toBe('workspace_file_unsupported');
      socket.close();
      const id = await bound('\ufeffx\n');
      expect(await getTarget(db, { target_file_id: id })).toMatchObject({ current_content: '\ufeffx\n' });
      await publish(id);
      expect(disk()).toBe('\ufeffx\n');
      expect(existsSync(file())).toBe(true);
    });

    test('says that the system refuses to read a file', async () => {
      writeFileSync(file('huge.md'), '');
      truncateSync(file('huge.md'), 2 ** 31 + 1);
      expect(
        await initializeTarget(await database(), { filename: 'huge.md', from_workspace: true }, { root }),
      ).toEqual({
        status: 'rejected',
        failure_reason: 'workspace_io_error',
        failure_detail: expect.stringMatching(/^The file was not read: /),
      });
    });
  });
});
