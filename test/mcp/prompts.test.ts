import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROFILE_SCHEMA } from '../../src/index.js';
import { type Connected, connected } from './connected.js';

const OLD = '1. Pay within thirty days.\n\n2. Notices are as in clause 1.\n';
const NEW = '1. Pay within sixty days.\n\n2. Terms last a year.\n\n3. Notices are as in clause 1.\n';

describe('the prompts', () => {
  let here: Connected;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'redtree-prompts-'));
    writeFileSync(join(folder, 'old.md'), OLD);
    writeFileSync(join(folder, 'new.md'), NEW);
    here = await connected({ root: folder });
  });
  afterAll(async () => {
    await here?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The text of a prompt's messages, one after the other, and its embedded resources. */
  async function prompt(name: string, args: Record<string, string>) {
    const { messages } = await here.client.getPrompt({ name, arguments: args });
    expect(messages.every(({ role }) => role === 'user')).toBe(true);
    const contents = messages.map(({ content }) => content);
    return {
      text: contents.map((content) => (content.type === 'text' ? content.text : '')).join('\n'),
      resources: contents.flatMap((content) => (content.type === 'resource' ? [content.resource] : [])),
    };
  }

  it('are listed with what they take', async () => {
    const { prompts } = await here.client.listPrompts();
    expect(prompts.map(({ name, arguments: args = [] }) => [name, args.map((it) => it.name)])).toEqual([
      ['draft_profile', ['document', 'document_file', 'family']],
      ['refine_profile', ['profile', 'document', 'document_file', 'complaint']],
      ['explain_changes', ['source', 'source_file', 'test', 'test_file', 'format', 'profile', 'audience']],
      [
        'review_edit',
        ['original', 'original_file', 'edited', 'edited_file', 'request', 'allowed', 'format', 'profile'],
      ],
    ]);
  });

  it('explain what changed from the changes that there are', async () => {
    const { text } = await prompt('explain_changes', {
      source: OLD,
      test_file: 'new.md',
      audience: 'the tenant',
      format: 'markdown',
    });
    expect(text).toContain('Explain to the tenant');
    expect(text).toContain('[-thirty-]{+sixty+}');
    expect(text).toContain(
      'summary(source: (the text given), test_file: "new.md", source_format: "markdown", test_format: "markdown")',
    );
  });

  it('review an edit against what it may touch', async () => {
    const given = { original_file: 'old.md', edited_file: 'new.md', request: 'Make it sixty days.' };
    const { text } = await prompt('review_edit', { ...given, allowed: '1' });
    expect(text).toContain('"ok":false');
    expect(text).toContain('[-thirty-]{+sixty+}');
    expect((await prompt('review_edit', given)).text).toContain('held to no scope');
  });

  it('draft a profile from a document, its reading and the schema', async () => {
    const document = 'Item 1: The budget was agreed.\n';
    const { text, resources } = await prompt('draft_profile', { document, family: 'minutes' });
    expect(text).toContain('profile for minutes');
    expect(text).toContain('"fallback_count":');
    expect(text).toContain(document);
    expect(resources).toMatchObject([{ uri: 'redtree://schema/profile' }]);
    expect(JSON.parse((resources[0] as { text: string }).text)).toEqual(PROFILE_SCHEMA);
  });

  it('refine a profile: what it makes of the document, or what is wrong with it', async () => {
    const complaint = 'Items have no label.';
    const good = await prompt('refine_profile', { profile: 'generic', document: 'Item 1: x\n', complaint });
    expect(good.text).toContain(complaint);
    expect(good.text).toContain('"fallback_count":');
    const bad = await prompt('refine_profile', { profile: 'name: x\nextra: 1\n', document: 'x' });
    expect(bad.text).toContain('unknown key');
  });

  it('refuse what makes no prompt', async () => {
    for (const [name, args, message] of [
      ['explain_change', {}, 'did you mean'],
      ['explain_changes', { source: OLD }, 'give the text as test'],
      ['explain_changes', { sauce: OLD }, 'did you mean "source"'],
      ['explain_changes', { source_file: '../x', test: NEW }, 'path'],
      ['refine_profile', { document: OLD }, 'needs profile'],
      ['review_edit', { original: OLD, edited: NEW, request: ' ' }, 'request'],
      ['review_edit', { original: OLD, edited: NEW, request: 'x', allowed: '99' }, '99'],
    ] as const) {
      await expect(prompt(name, args as Record<string, string>), message).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(message),
      });
    }
    expect(here.reported).toEqual([]);
  });
});
