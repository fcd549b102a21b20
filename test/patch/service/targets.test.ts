import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { exportTarget } from '../../../src/patch/service/export.js';
import { getTarget, handleUpload, initializeTarget } from '../../../src/patch/service/targets.js';
import type { Database } from '../../../src/patch/store/database.js';
import { onBothDrivers } from '../support/databases.js';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

async function make(db: Database, content: string): Promise<string> {
  const made = await initializeTarget(db, { filename: 'doc.md', content, content_type: 'text/markdown' });
  if (made.status !== 'ok') throw new Error(made.failure_detail);
  return made.target_file_id;
}

onBothDrivers('a target', (database) => {
  test('is stored as canonical text with the facts of its upload', async () => {
    const db = await database();
    const made = await initializeTarget(db, {
      filename: 'doc.md',
      content: 'alpha beta alpha\r\n',
      content_type: 'text/markdown',
    });
    expect(made).toEqual({
      status: 'ok',
      target_file_id: UUID,
      filename: 'doc.md',
      target_type: 'text/markdown',
      version: 0,
      current_hash: sha('alpha beta alpha\n'),
      active_editing_cycle_id: UUID,
      source_line_endings: {
        style: 'crlf',
        lf: 0,
        crlf: 1,
        cr: 0,
        normalized: true,
        source_code_points: 18,
        source_utf8_bytes: 18,
        source_sha256: sha('alpha beta alpha\r\n'),
      },
    });
    if (made.status !== 'ok') return;
    const { target_file_id } = made;
    expect(await getTarget(db, { target_file_id })).toEqual({
      ...made,
      current_content: 'alpha beta alpha\n',
    });
    const snapshots = await db.query(
      'SELECT snapshot_reason, version, content, content_hash FROM target_snapshots WHERE target_file_id = $1',
      [target_file_id],
    );
    expect(snapshots).toEqual([
      {
        snapshot_reason: 'initial',
        version: 0,
        content: 'alpha beta alpha\n',
        content_hash: made.current_hash,
      },
    ]);
  });

  test('keeps what it was given, blanks and compositions included', async () => {
    const db = await database();
    const content = '  e\u0301 \u00e9 \u{1F600}\u2028 \t\n\n  ';
    expect(await getTarget(db, { target_file_id: await make(db, content) })).toMatchObject({
      current_content: content,
    });
  });

  test('can be uploaded under the other name, which requires its content type', async () => {
    const db = await database();
    const upload = { filename: 'a.txt', content: 'x', content_type: 'text/plain' };
    expect(await handleUpload(db, upload)).toMatchObject({ status: 'ok', target_type: 'text/plain' });
    expect(await handleUpload(db, { ...upload, content_type: undefined } as never)).toMatchObject({
      status: 'invalid_argument',
    });
  });

  test('is not made from what cannot be stored or named', async () => {
    const db = await database();
    const code = async (args: object) => {
      const answer = await initializeTarget(db, { filename: 'a.txt', content: 'x', ...args } as never);
      return answer.status === 'invalid_argument' ? answer.code : answer.status;
    };
    expect(await code({ content: 'a\0b' })).toBe('target_encoding_invalid');
    expect(await code({ content: 'a\udc00' })).toBe('target_encoding_invalid');
    expect(await code({ filename: '\ud800' })).toBe('target_encoding_invalid');
    expect(await code({ content: null })).toBe('content_required');
    expect(await code({ content: 7 })).toBe('invalid_type');
    expect(await code({ filename: ' ' })).toBe('empty_text');
    expect(await code({ project_id: 'p' })).toBe('invalid_project_id');
    expect(await code({ project_id: '00000000-0000-4000-8000-000000000000' })).toBe('ok');
  });

  test('is exported with the line ends asked for', async () => {
    const db = await database();
    const seen = async (content: string, format?: string) => {
      const out = await exportTarget(db, { target_file_id: await make(db, content), format } as never);
      return out.status === 'ok'
        ? [out.format, out.content_eol, out.content]
        : out.status === 'not_found'
          ? 0
          : out.code;
    };
    expect(await seen('a\r\nb\r\n')).toEqual(['original_text', 'lf', 'a\nb\n']);
    expect(await seen('a\r\nb\r\n', 'canonical_lf')).toEqual(['canonical_lf', 'lf', 'a\nb\n']);
    expect(await seen('a\nb', 'crlf')).toEqual(['crlf', 'crlf', 'a\r\nb']);
    expect(await seen('a\r\nb', 'original_eol')).toEqual(['original_eol', 'crlf', 'a\r\nb']);
    expect(await seen('a\rb', 'original_eol')).toEqual(['original_eol', 'cr', 'a\rb']);
    expect(await seen('a\nb', 'original_eol')).toEqual(['original_eol', 'lf', 'a\nb']);
    expect(await seen('ab', 'original_eol')).toEqual(['original_eol', 'lf', 'ab']);
    expect(await seen('a\r\nb\n', 'original_eol')).toBe('original_eol_unrecoverable');
    expect(await seen('a', 'pdf')).toBe('unsupported_export_format');
  });

  test('exports the bytes that were uploaded, with their hash, when it was not edited', async () => {
    const db = await database();
    const target_file_id = await make(db, 'a\r\n\u{1F600}\r\n');
    const hash = sha('a\n\u{1F600}\n');
    const facts = expect.objectContaining({ style: 'crlf', source_sha256: sha('a\r\n\u{1F600}\r\n') });
    expect(await exportTarget(db, { target_file_id, format: 'original_eol' })).toEqual({
      status: 'ok',
      filename: 'doc.md',
      content_type: 'text/markdown',
      target_type: 'text/markdown',
      content: 'a\r\n\u{1F600}\r\n',
      version: 0,
      hash,
      current_hash: hash,
      format: 'original_eol',
      content_eol: 'crlf',
      content_sha256: sha('a\r\n\u{1F600}\r\n'),
      source_line_endings: facts,
    });
  });

  test('stored before line ends were recorded has none, and says so', async () => {
    const db = await database();
    const target_file_id = await make(db, 'a\r\n');
    await db.transaction((transaction) =>
      transaction.query(
        'UPDATE cloud_target_files SET source_line_endings = NULL WHERE target_file_id = $1',
        [target_file_id],
      ),
    );
    expect(await getTarget(db, { target_file_id })).toMatchObject({ source_line_endings: null });
    expect(await exportTarget(db, { target_file_id, format: 'original_eol' })).toMatchObject({
      status: 'invalid_argument',
      code: 'source_line_endings_unknown',
    });
    expect(await exportTarget(db, { target_file_id, format: 'crlf' })).toMatchObject({
      source_line_endings: null,
    });
  });

  test('made in a transaction of the caller goes with it', async () => {
    const db = await database();
    let id = '';
    const work = db.transaction(async (transaction) => {
      const made = await initializeTarget(transaction, { filename: 'a', content: 'x' });
      if (made.status === 'ok') id = made.target_file_id;
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect((await getTarget(db, { target_file_id: id })).status).toBe('not_found');
  });
});
