import { request as httpRequest } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, it } from 'vitest';
import { refusal } from '../../src/mcp/http/admission.js';
import { RateLimit } from '../../src/mcp/http/rate.js';
import {
  createServer,
  type GivenHttp,
  type HttpServing,
  readHttpSettings,
  readSettings,
  type ServerOptions,
  SettingError,
  serveHttp,
} from '../../src/mcp/index.js';
import { getTarget, initializeTarget } from '../../src/patch/index.js';
import { openMigrated } from '../patch/support/databases.js';
import { calledOf } from './connected.js';

const TOKEN = 'a-token-of-some-length';
const ACCEPT = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function served(given: GivenHttp = {}, options: Partial<ServerOptions> = {}): Promise<HttpServing> {
  const server = await createServer({
    ...readSettings({}, {}),
    version: '0.0.0',
    openDatabase: () => Promise.reject(new Error('no database')),
    ...options,
  });
  const serving = await serveHttp(server, readHttpSettings({ port: 0, ...given }));
  open.push(serving);
  return serving;
}

async function client(
  { url }: HttpServing,
  headers: Record<string, string> = {},
): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> {
  const made = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await made.connect(transport as Parameters<Client['connect']>[0]);
  open.push(made);
  return { client: made, transport };
}

const call = async (to: Client, name: string, args: Record<string, unknown>) =>
  calledOf((await to.callTool({ name, arguments: args })) as CallToolResult);

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
  readonly body: any;
}

/** A request with whatever headers, Host among them, and whatever body. */
function ask(
  { url }: HttpServing,
  { method = 'POST', headers = {}, body }: { method?: string; headers?: object; body?: unknown },
  path = '/mcp',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      new URL(path, url),
      { method, headers: { ...ACCEPT, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const json = String(response.headers['content-type']).startsWith('application/json');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: json ? JSON.parse(text) : text,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
  });
}

const statusOf = async (serving: HttpServing, headers: object) =>
  (await ask(serving, { headers, body: INITIALIZE })).status;

describe('a server over HTTP', () => {
  it("serves the SDK's clients, each in a session of its own", async () => {
    const serving = await served();
    const [first, second] = [await client(serving), await client(serving)];
    expect(first.transport.sessionId).not.toBe(second.transport.sessionId);
    const documents = { source: '1. Pay « now ».', test: '1. Pay « later ».' };
    const [one, other] = await Promise.all([
      call(first.client, 'compare', documents),
      call(second.client, 'summary', documents),
    ]);
    expect([one.value.total_changes, other.value.total_changes]).toEqual([1, 1]);
    expect(one.text).toContain('« later »');
    expect((await ask(serving, { method: 'GET' }, '/health')).body).toEqual({
      status: 'ok',
      sessions: 2,
      max_sessions: 64,
    });
    await first.transport.terminateSession();
    expect((await ask(serving, { method: 'GET' }, '/health')).body.sessions).toBe(1);
    const gone = { 'Mcp-Session-Id': first.transport.sessionId ?? '0b6ab5f6-0000-4000-8000-000000000000' };
    expect((await ask(serving, { headers: gone, body: { ...INITIALIZE, method: 'ping' } })).status).toBe(404);
  });

  it('is reached by its own names alone, and by no page that it does not know', async () => {
    const serving = await served({
      allowedHosts: ['redtree.example'],
      allowedOrigins: ['https://app.example'],
    });
    for (const [host, status] of [
      [`127.0.0.1:${serving.port}`, 200],
      [`localhost:${serving.port}`, 200],
      ['[::1]', 200],
      ['Redtree.example:80', 200],
      ['attacker.example', 403],
      [`attacker.example:${serving.port}`, 403],
      ['127.0.0.1.attacker.example', 403],
    ] as const) {
      expect([host, await statusOf(serving, { Host: host })]).toEqual([host, status]);
    }
    for (const [origin, status] of [
      [`http://127.0.0.1:${serving.port}`, 200],
      ['https://app.example', 200],
      ['https://app.example.attacker', 403],
      ['http://localhost:1', 403],
      ['null', 403],
    ] as const) {
      expect([origin, await statusOf(serving, { Origin: origin })]).toEqual([origin, status]);
    }
    const asked = await ask(serving, { method: 'OPTIONS', headers: { Origin: 'https://app.example' } });
    expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://app.example',
    ]);
    const refused = await ask(serving, { method: 'OPTIONS', headers: { Origin: 'https://other.example' } });
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });

  it('on an address that others reach is called by any name, or by those that are given and its own', () => {
    const headers = (host: string) => ({ host, authorization: `Bearer ${TOKEN}` });
    const open = readHttpSettings({ host: '2001:db8::1', token: TOKEN });
    expect(refusal(headers('any.example:7317'), open, 7317)).toBeNull();
    expect(refusal({ host: 'any.example' }, open, 7317)?.status).toBe(401);
    const named = { ...open, allowedHosts: ['proxy.example'] };
    for (const [host, status] of [
      ['proxy.example', undefined],
      ['[2001:db8::1]:7317', undefined],
      ['any.example', 403],
      ['localhost', 403],
    ] as const) {
      expect([host, refusal(headers(host), named, 7317)?.status]).toEqual([host, status]);
    }
    const page = { ...headers('proxy.example'), origin: 'http://[2001:db8::1]:7317' };
    expect(refusal(page, named, 7317)).toBeNull();
  });

  it('with a token serves who bears it, and tells its health to everybody', async () => {
    const serving = await served({ token: TOKEN });
    const bearing = await client(serving, { Authorization: `Bearer ${TOKEN}` });
    expect((await bearing.client.listTools()).tools.length).toBeGreaterThan(0);
    for (const headers of [
      {},
      { Authorization: 'Bearer another-token-of-some-length' },
      { Authorization: TOKEN },
      { Authorization: `Basic ${TOKEN}` },
    ]) {
      const answer = await ask(serving, { headers, body: INITIALIZE });
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    }
    // The session's id alone opens nothing.
    const session = { 'Mcp-Session-Id': bearing.transport.sessionId };
    expect((await ask(serving, { headers: session, body: INITIALIZE })).status).toBe(401);
    expect((await ask(serving, { method: 'GET' }, '/health')).status).toBe(200);
  });

  it('holds requests to its limits', async () => {
    const small = await served({ limits: { bodyBytes: 2_000, sessions: 2 } });
    const large = await ask(small, { body: { ...INITIALIZE, padding: 'x'.repeat(3_000) } });
    expect([large.status, large.body.error.code]).toEqual([413, -32000]);
    expect(await statusOf(small, {})).toBe(200);
    await client(small);
    const third = await ask(small, { body: INITIALIZE });
    expect([third.status, third.headers['retry-after']]).toEqual([503, '60']);
    const slow = await served({ limits: { requestsPerMinute: 3 } });
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push(await statusOf(slow, {}));
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await ask(slow, { method: 'GET' }, '/health')).status).toBe(200);
  });

  it('answers what it cannot take', async () => {
    const serving = await served();
    const answered = async (body: unknown, headers: object = {}) => {
      const answer = await ask(serving, { body, headers });
      return [answer.status, answer.body.error?.code];
    };
    expect(await answered('no JSON')).toEqual([400, -32700]);
    expect(await answered({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).toEqual([400, -32000]);
    expect(await answered(INITIALIZE, { Accept: 'text/plain' })).toEqual([406, -32000]);
    expect(await answered(INITIALIZE, { 'Content-Type': 'text/plain' })).toEqual([415, -32000]);
    expect(
      await answered(
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"compare","arguments":{"__proto__":1}}}',
      ),
    ).toEqual([400, -32602]);
    expect((await ask(serving, { method: 'GET' })).status).toBe(400);
    expect((await ask(serving, { body: INITIALIZE }, '/elsewhere')).status).toBe(404);
    // None of them left a session.
    expect((await ask(serving, { method: 'GET' }, '/health')).body.sessions).toBe(0);
  });

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'speaks revision %s to a client that asks for it',
    async (protocolVersion) => {
      const serving = await served({}, { profile: 'compare' });
      const asked = { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } };
      const { headers, body } = await ask(serving, { body: asked });
      const messageOf = (text: string) => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? 'null');
      expect(messageOf(body).result.protocolVersion).toBe(protocolVersion);
      const session = {
        'Mcp-Session-Id': headers['mcp-session-id'],
        'Mcp-Protocol-Version': protocolVersion,
      };
      const args = { name: 'validate_profile', arguments: { profile: 'contract' } };
      const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: args };
      const answer = await ask(serving, { headers: session, body: call });
      const { result } = messageOf(answer.body);
      expect('structuredContent' in result).toBe(protocolVersion >= '2025-06-18');
      const unknown = { ...session, 'Mcp-Protocol-Version': '1999-01-01' };
      expect((await ask(serving, { headers: unknown, body: call })).status).toBe(400);
    },
  );

  it('takes no request under the id of another one that has no answer yet', async () => {
    let [asked, open] = [false, (_: unknown) => {}];
    const opening = new Promise((resolve) => {
      open = resolve;
    });
    const openDatabase = async () => {
      asked = true;
      await opening;
      throw new Error('no database');
    };
    const serving = await served({}, { openDatabase });
    const { headers } = await ask(serving, { body: INITIALIZE });
    const session = { 'Mcp-Session-Id': headers['mcp-session-id'] };
    const get = (id: unknown) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'patchdiff_get_target', arguments: { target_file_id: crypto.randomUUID() } },
    });
    const status = async (body: unknown) => (await ask(serving, { headers: session, body })).status;
    const first = status(get(7));
    while (!asked) await new Promise((r) => setTimeout(r, 5));
    expect(await status(get(7))).toBe(400);
    expect(await status([get(8), get(8)])).toBe(400);
    expect(await status({ jsonrpc: '2.0', id: '7', method: 'ping' })).toBe(200);
    open(null);
    expect(await first).toBe(200);
    expect(await status({ jsonrpc: '2.0', id: 7, method: 'ping' })).toBe(200);
    expect(await status({ jsonrpc: '2.0', id: 8, method: 'ping' })).toBe(200);
  });

  it('ends a session that nobody uses', async () => {
    const serving = await served({ limits: { sessionIdleMs: 40 } });
    expect(await statusOf(serving, {})).toBe(200);
    const sessions = async () => (await ask(serving, { method: 'GET' }, '/health')).body.sessions;
    const deadline = Date.now() + 5_000;
    while ((await sessions()) > 0 && Date.now() < deadline) await new Promise((r) => setTimeout(r, 20));
    expect(await sessions()).toBe(0);
  });

  it('carries a submission through whose client goes away in the middle of it', async () => {
    const database = await openMigrated('embedded');
    const made = await initializeTarget(database, { filename: 'a', content: 'alpha' });
    const target_file_id = 'target_file_id' in made ? made.target_file_id : '';
    let reached = () => {};
    let release = () => {};
    const inCall = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const serving = await served(
      {},
      {
        openDatabase: async () => {
          reached();
          await held;
          return database;
        },
      },
    );
    const { headers } = await ask(serving, { body: INITIALIZE });
    const edits = [{ match: 'alpha', replace: 'beta' }];
    const args = { target_file_id, intent: 'Edit', edits, expected_target_version: 0 };
    const gone = new AbortController();
    const sent = fetch(serving.url, {
      method: 'POST',
      headers: { ...ACCEPT, 'Mcp-Session-Id': String(headers['mcp-session-id']) },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'patchdiff_submit_edits', arguments: args },
      }),
      signal: gone.signal,
    }).then((response) => response.text());
    await inCall;
    gone.abort();
    await expect(sent).rejects.toThrow('aborted');
    release();
    const version = async () => {
      const target = await getTarget(database, { target_file_id });
      return 'version' in target ? target.version : -1;
    };
    const deadline = Date.now() + 10_000;
    while ((await version()) === 0 && Date.now() < deadline) await new Promise((r) => setTimeout(r, 20));
    expect(await version()).toBe(1);
    // The server closes the database.
    await open.pop()?.close();
  });

  it('lets calls in flight end when it stops, and takes no others', async () => {
    let reached = () => {};
    let release = () => {};
    const inCall = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const serving = await served(
      {},
      {
        openDatabase: async () => {
          reached();
          await held;
          throw new Error('the database is not there');
        },
      },
    );
    const { client: here } = await client(serving);
    const answered = call(here, 'patchdiff_get_target', { target_file_id: crypto.randomUUID() });
    await inCall;
    const stopped = serving.close();
    expect(await statusOf(serving, {})).toBe(503);
    const health = await ask(serving, { method: 'GET' }, '/health');
    expect([health.status, health.body]).toEqual([
      503,
      { status: 'stopping', sessions: 1, max_sessions: 64 },
    ]);
    release();
    expect((await answered).value).toMatchObject({ status: 'error', code: 'internal_error' });
    await stopped;
    await expect(fetch(serving.url)).rejects.toThrow();
    open.splice(0);
  });
});

describe('the settings of a server over HTTP', () => {
  it('need a token where other machines reach it', () => {
    expect(readHttpSettings({})).toMatchObject({ host: '127.0.0.1', port: 7317, token: null });
    expect(readHttpSettings({ host: '::1' }).token).toBeNull();
    expect(readHttpSettings({ host: '0.0.0.0', token: TOKEN }).token).toBe(TOKEN);
    for (const given of [
      { host: '0.0.0.0' },
      { host: '127.0.0.1.example' },
      { host: '192.0.2.1' },
      { token: 'short' },
      { token: 'with a blank in the middle' },
      { port: 65_536 },
      { limits: { sessions: 0 } },
      { allowedOrigins: ['app.example'] },
      { allowedOrigins: ['https://app.example/page'] },
    ]) {
      expect(() => readHttpSettings(given), JSON.stringify(given)).toThrow(SettingError);
    }
  });

  it('give each address its own share of requests, which comes back with time', () => {
    let now = 0;
    const rate = new RateLimit(60, () => now);
    for (let i = 0; i < 60; i++) expect(rate.take('a')).toBe(0);
    expect(rate.take('a')).toBe(1000);
    expect(rate.take('b')).toBe(0);
    now += 400;
    expect(rate.take('a')).toBe(600);
    now += 600;
    expect(rate.take('a')).toBe(0);
    now += 3_600_000;
    for (let i = 0; i < 60; i++) expect(rate.take('a')).toBe(0);
    expect(rate.take('a')).toBe(1000);
  });
});
