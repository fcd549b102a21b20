import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtinProfiles, COMPARISON_SCHEMA, PROFILE_SCHEMA, parseProfile } from '../../src/index.js';
import { errorCatalogue } from '../../src/mcp/guide/errors.js';
import { SKILL } from '../../src/mcp/guide/skill.js';
import { TOOL_PROFILES, TOOLS } from '../../src/mcp/index.js';
import type { Database } from '../../src/patch/index.js';
import { openMigrated } from '../patch/support/databases.js';
import { type Connected, connected } from './connected.js';

const ABSENT = '0b6ab5f6-0000-4000-8000-000000000000';

async function read(here: Connected, uri: string) {
  const { contents } = await here.client.readResource({ uri });
  expect(contents).toHaveLength(1);
  return contents[0] as { uri: string; mimeType: string; text: string; _meta?: Record<string, unknown> };
}

describe('the resources of a server', () => {
  let here: Connected;
  beforeAll(async () => {
    here = await connected();
  });
  afterAll(() => here?.close());

  it('are listed with their sizes, and each can be read', async () => {
    const { resources } = await here.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'redtree://skill',
      'redtree://errors',
      'redtree://schema/comparison-v2',
      'redtree://schema/profile',
      ...builtinProfiles.map(({ name }) => `redtree://profile/${name}`),
    ]);
    for (const { uri, mimeType, size } of resources) {
      const content = await read(here, uri);
      expect([content.uri, content.mimeType, Buffer.byteLength(content.text)]).toEqual([uri, mimeType, size]);
    }
  });

  it('hold the schemas, and profiles that read back as they are', async () => {
    expect(JSON.parse((await read(here, 'redtree://schema/comparison-v2')).text)).toEqual(COMPARISON_SCHEMA);
    expect(JSON.parse((await read(here, 'redtree://schema/profile')).text)).toEqual(PROFILE_SCHEMA);
    for (const profile of builtinProfiles) {
      expect(parseProfile((await read(here, `redtree://profile/${profile.name}`)).text)).toEqual(profile);
    }
  });

  it('tell every code that a tool answers with', async () => {
    const { text } = await read(here, 'redtree://errors');
    for (const code of ['needs_other_changes', 'no_such_block', 'match_ambiguous', 'request_key_conflict']) {
      expect(text).toContain(`\`${code}\``);
    }
  });

  it('that are not there are said not to be', async () => {
    for (const uri of [
      'redtree://nothing',
      'file:///etc/passwd',
      'redtree://target/x/text',
      `redtree://target/${ABSENT}/secrets`,
      'redtree://profile/../skill',
    ]) {
      await expect(here.client.readResource({ uri }), uri).rejects.toMatchObject({
        code: -32002,
        data: { uri },
      });
      await expect(here.client.subscribeResource({ uri }), uri).rejects.toMatchObject({ code: -32002 });
    }
  });

  it.each(TOOL_PROFILES)('of profile %s are those that its tools have a use for', async (profile) => {
    const some = await connected({ profile, workspace: { root: process.cwd(), syncOnSave: false } });
    const { resources } = await some.client.listResources();
    const { resourceTemplates } = await some.client.listResourceTemplates();
    const compares = ['full', 'compare'].includes(profile);
    expect(resources.some(({ uri }) => uri === 'redtree://schema/profile')).toBe(compares);
    expect(resourceTemplates.map(({ name }) => name)).toEqual(
      profile === 'compare' ? [] : ['target text', 'target history'],
    );
    expect((await some.client.listPrompts()).prompts).toHaveLength(compares ? 4 : 0);
    await some.close();
  });
});

describe('the skill text', () => {
  it('names no tool and no field of a tool that there is not', () => {
    const names = new Set(TOOLS.map(({ name }) => name));
    const said = [...SKILL.matchAll(/`(patchdiff_\w+)`/g)].map(([, name]) => name);
    expect(said.length).toBeGreaterThan(5);
    expect(said.filter((name) => !names.has(name))).toEqual([]);
    for (const { name } of TOOLS.filter((tool) => !tool.name.startsWith('patchdiff_'))) {
      expect(SKILL, name).toContain(`\`${name}\``);
    }
  });

  it('names no code that there is not', () => {
    const catalogue = errorCatalogue();
    const said = [...SKILL.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b|`((?:target|match|span|context)_\w+)`/g)];
    const codes = said.map(([word, code]) => code ?? word);
    expect(codes.length).toBeGreaterThan(8);
    const known = (code: string) => catalogue.includes(`\`${code}\``) || catalogue.includes(code);
    expect(codes.filter((code) => code !== 'target_file_id' && !known(code))).toEqual([]);
  });

  it('has the head of a skill file, and a profile that works', () => {
    expect(SKILL).toMatch(/^---\nname: redtree\ndescription: [^\n]{50,1024}\n---\n/);
    const [example] = /( {7}name: minutes\n(?: {7}.*\n)+)/.exec(SKILL) ?? [];
    expect(parseProfile((example ?? '').replaceAll(/^ {7}/gm, '')).name).toBe('minutes');
  });
});

describe('the resources of targets', () => {
  let database: Database;
  let here: Connected;
  beforeAll(async () => {
    database = await openMigrated('embedded');
    here = await connected({ database });
  });
  afterAll(async () => {
    await here?.close();
    await database?.close();
  });

  const make = async (content: string, filename = 'a.md', content_type = 'text/markdown') =>
    (await here.call('patchdiff_initialize_target', { filename, content, content_type })).value
      .target_file_id;
  const edit = (target_file_id: string, match: string, replace: string, version: number) =>
    here.call('patchdiff_submit_edits', {
      target_file_id,
      intent: 'Edit',
      edits: [{ match, replace }],
      expected_target_version: version,
    });

  it('are its text, with its version and hash, and its history', async () => {
    const id = await make('alpha « é »\r\n');
    await edit(id, 'alpha', 'beta', 0);
    await edit(id, 'gone', 'beta', 1);
    const { value } = await here.call('patchdiff_get_target', { target_file_id: id });
    expect(await read(here, `redtree://target/${id}/text`)).toEqual({
      uri: `redtree://target/${id}/text`,
      mimeType: 'text/markdown',
      text: 'beta « é »\n',
      _meta: { 'redtree/version': 1, 'redtree/current_hash': value.current_hash },
    });
    const history = JSON.parse((await read(here, `redtree://target/${id}/history`)).text);
    expect(history.entries.map(({ status }: { status: string }) => status)).toEqual(['rejected', 'accepted']);
    const other = await make('x', 'b', 'python');
    expect((await read(here, `redtree://target/${other}/text`)).mimeType).toBe('text/plain');
    await expect(here.client.readResource({ uri: `redtree://target/${ABSENT}/text` })).rejects.toMatchObject({
      code: -32002,
    });
  });

  it('are told of when a version is accepted, by whomever, and not of anything else', async () => {
    const [id, unwatched] = [await make('alpha'), await make('alpha')];
    const second = await connected({ database });
    const told: string[] = [];
    second.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
      told.push(params.uri);
    });
    const [text, history] = [`redtree://target/${id}/text`, `redtree://target/${id}/history`];
    await second.client.subscribeResource({ uri: text });
    await second.client.subscribeResource({ uri: text });
    await second.client.subscribeResource({ uri: history });
    await edit(id, 'gone', 'beta', 0);
    await edit(unwatched, 'alpha', 'beta', 0);
    // Accepted by the other server, which knows nothing of the subscription.
    await edit(id, 'alpha', 'beta', 0);
    await until(() => told.length >= 2);
    expect(told.sort()).toEqual([history, text]);
    await second.client.unsubscribeResource({ uri: history });
    await second.call('patchdiff_submit_edits', {
      target_file_id: id,
      intent: 'Edit',
      edits: [{ match: 'beta', replace: 'gamma' }],
      expected_target_version: 1,
    });
    await until(() => told.length >= 3);
    expect(told.slice(2)).toEqual([text]);
    await second.close();
  });

  it('are completed by id and by file name', async () => {
    const id = await make('alpha', 'Very Special Agreement.md');
    const ref = { type: 'ref/resource' as const, uri: 'redtree://target/{target_file_id}/text' };
    const complete = async (value: string) =>
      (await here.client.complete({ ref, argument: { name: 'target_file_id', value } })).completion;
    expect(await complete('special agree')).toEqual({ values: [id], total: 1, hasMore: false });
    expect((await complete(id.slice(0, 13))).values).toEqual([id]);
    expect((await complete('no such \0 thing')).values).toEqual([]);
    expect((await complete('')).values.length).toBeGreaterThan(1);
    const profiles = await here.client.complete({
      ref: { type: 'ref/prompt', name: 'explain_changes' },
      argument: { name: 'profile', value: 'c' },
    });
    expect(profiles.completion.values).toEqual(['contract']);
    await expect(
      here.client.complete({ ref: { type: 'ref/prompt', name: 'none' }, argument: { name: 'x', value: '' } }),
    ).rejects.toThrow('There is no prompt');
  });
});

async function until(holds: () => boolean, ms = 10_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (!holds() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
}
