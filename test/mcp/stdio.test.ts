import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type CallToolResult, ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SKILL, toolsOf } from '../../src/mcp/index.js';
import { listingOf } from '../../src/mcp/listing.js';
import { seedFolder } from '../patch/support/databases.js';
import { calledOf } from './connected.js';
import { transcript } from './transcript.js';

const ROOT = resolve(import.meta.dirname, '../..');

describe('the command as a server on standard input and output', () => {
  let folder: string;
  let command: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'redtree-stdio-'));
    execFileSync(process.execPath, ['build.js', '--command', join(folder, 'dist', 'bin')], { cwd: ROOT });
    // The command finds its package upwards from itself, and its packages beside it.
    execFileSync('cp', [join(ROOT, 'package.json'), folder]);
    execFileSync('ln', ['-s', join(ROOT, 'node_modules'), join(folder, 'node_modules')]);
    command = join(folder, 'dist', 'bin', 'redtree.js');
    await seedFolder(join(folder, 'data'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const environment = () => ({ PATH: process.env.PATH ?? '', REDTREE_DATA: join(folder, 'data') });

  async function client(...args: string[]): Promise<Client> {
    const made = new Client({ name: 'test', version: '1' });
    await made.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [command, 'mcp', ...args],
        env: environment(),
        stderr: 'pipe',
      }),
    );
    return made;
  }

  /** The command, serving over HTTP. */
  async function http(): Promise<{ child: ChildProcess; url: URL }> {
    const child = spawn(process.execPath, [command, 'mcp', '--http', '--port', '0'], { env: environment() });
    const said = await new Promise<string>((resolvePromise) =>
      child.stderr.once('data', (chunk: Buffer) => resolvePromise(chunk.toString())),
    );
    return { child, url: new URL(/serving at (\S+)\n/.exec(said)?.[1] ?? '') };
  }

  const call = async (to: Client, name: string, args: Record<string, unknown>) =>
    calledOf((await to.callTool({ name, arguments: args })) as CallToolResult);

  it("serves the SDK's own client", async () => {
    writeFileSync(join(folder, 'old.md'), '1. Pay « now ».\n');
    const here = await client('--tools', 'compare', '--root', folder);
    expect(here.getServerVersion()?.name).toBe('redtree');
    const { value, text } = await call(here, 'compare', {
      source_file: 'old.md',
      test: '1. Pay « later ».\n',
      source_format: 'markdown',
      test_format: 'markdown',
    });
    expect([value.status, value.total_changes]).toEqual(['ok', 1]);
    expect(text).toContain('« later »');
    await here.close();
  });

  it('compares long documents beside its other work, and says so', async () => {
    const here = await client('--tools', 'compare');
    const text = (word: string) =>
      Array.from({ length: 1_400 }, (_, i) => `${i + 1}. Clause ${i} on matter ${i * 7} and ${word} days.`);
    const told: number[] = [];
    const result = await here.callTool(
      {
        name: 'compare',
        arguments: { source: text('thirty').join('\n\n'), test: text('sixty').join('\n\n') },
      },
      undefined,
      { onprogress: ({ progress }) => told.push(progress) },
    );
    expect(calledOf(result as CallToolResult).value.total_changes).toBe(1_400);
    expect(told[0]).toBe(0);
    await here.close();
  });

  describe('two servers on one embedded database', () => {
    let overStdio: Client;
    let overHttp: Client;
    let child: ChildProcess;
    beforeAll(async () => {
      overStdio = await client();
      const serving = await http();
      child = serving.child;
      overHttp = new Client({ name: 'test', version: '1' });
      const transport = new StreamableHTTPClientTransport(serving.url);
      await overHttp.connect(transport as Parameters<Client['connect']>[0]);
    });
    afterAll(async () => {
      await Promise.all([overStdio?.close(), overHttp?.close()]);
      const closed = new Promise((resolvePromise) => child.on('close', resolvePromise));
      child.kill('SIGTERM');
      expect(await closed).toBe(0);
    });

    it('tell who watches a target through the one what the other accepts', async () => {
      const made = await call(overStdio, 'patchdiff_initialize_target', { filename: 'a', content: 'alpha' });
      const { target_file_id } = made.value;
      const uri = `redtree://target/${target_file_id}/text`;
      const told = new Promise((resolvePromise) =>
        overHttp.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) =>
          resolvePromise(params.uri),
        ),
      );
      await overHttp.subscribeResource({ uri });
      await call(overStdio, 'patchdiff_submit_replacement', {
        target_file_id,
        intent: 'Anew',
        replacement: 'beta',
        expected_target_version: 0,
      });
      expect(await told).toBe(uri);
    });

    it('give their clients the same through every tool, prompt and resource, over either transport', async () => {
      const [one, other] = await Promise.all([transcript(overStdio), transcript(overHttp)]);
      const golden = join(ROOT, 'test', 'mcp', 'golden', 'transcript.txt');
      await expect(`${JSON.stringify(one, null, 1)}\n`).toMatchFileSnapshot(golden);
      expect(other).toEqual(one);
    });

    it('let two clients edit one target at once: each version is made once', async () => {
      const clients = [overStdio, overHttp];
      const args = { filename: 'a', content: 'start' };
      const { target_file_id } = (await call(clients[0], 'patchdiff_initialize_target', args)).value;
      const versions: number[] = [];
      let refused = 0;
      await Promise.all(
        clients.map(async (here) => {
          let version = 0;
          for (let made = 0; made < 6; ) {
            const { value } = await call(here, 'patchdiff_submit_replacement', {
              target_file_id,
              intent: 'Race',
              replacement: `made ${made}`,
              expected_target_version: version,
            });
            version = value.current_version;
            if (value.status === 'accepted') {
              versions.push(value.version);
              made++;
            } else {
              expect(value.failure_reason).toBe('target_version_mismatch');
              refused++;
            }
          }
        }),
      );
      expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
      const { value } = await call(clients[1], 'patchdiff_get_pdcp_log', { target_file_id });
      expect(value.entries).toHaveLength(12 + refused);
    });
  });

  it.each(['the client goes away', 'the server is killed'])(
    'loses no acknowledged edit when %s in the middle of a commit',
    async (how) => {
      const child = spawn(process.execPath, [command, 'mcp', '--tools', 'patch'], { env: environment() });
      child.stderr.resume();
      // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
      const waiting = new Map<number, (result: any) => void>();
      createInterface({ input: child.stdout }).on('line', (line) => {
        const { id, result } = JSON.parse(line);
        waiting.get(id)?.(result.content === undefined ? result : JSON.parse(result.content[0].text));
      });
      let id = 1;
      const send = (line: string) => child.stdin.write(`${line}\n`);
      // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
      const ask = (name: string, args: object): Promise<any> => {
        const answered = new Promise((resolvePromise) => waiting.set(++id, resolvePromise));
        send(request(id, name, args));
        return answered;
      };
      send(INITIALIZE);
      const content = Array.from({ length: 12 }, (_, i) => `word${i}.`).join(' ');
      const made = await ask('patchdiff_initialize_target', { filename: 'a', content });
      const target_file_id: string = made.target_file_id;
      const edit = (i: number) =>
        ask('patchdiff_submit_edits', {
          target_file_id,
          intent: `Edit ${i}`,
          edits: [{ match: `word${i}.`, replace: `done${i}.` }],
          expected_target_version: i,
          client_request_id: `edit-${i}`,
        });
      const acknowledged: string[] = [];
      for (let i = 0; i < 4; i++) acknowledged.push((await edit(i)).pdcp_log_id);
      void edit(4);
      void edit(5);
      const ended = new Promise((resolvePromise) => child.once('exit', resolvePromise));
      if (how === 'the server is killed') {
        child.kill('SIGKILL');
      } else {
        child.stdin.destroy();
        child.stdout.destroy();
      }
      await ended;
      const after = await client('--tools', 'patch');
      const log = (await call(after, 'patchdiff_get_pdcp_log', { target_file_id })).value.entries;
      const ids = log.map(({ pdcp_log_id }: { pdcp_log_id: string }) => pdcp_log_id);
      expect(acknowledged.filter((one) => !ids.includes(one))).toEqual([]);
      const target = (await call(after, 'patchdiff_get_target', { target_file_id })).value;
      const accepted = log.filter(({ status }: { status: string }) => status === 'accepted').length;
      expect(target.version).toBe(accepted);
      if (how === 'the client goes away') expect(accepted).toBeGreaterThan(4);
      expect((await call(after, 'patchdiff_replay', { target_file_id })).value).toMatchObject({
        status: 'success',
        materialized_state_matches: true,
      });
      await after.close();
    },
  );

  it.each(['mcp.md', 'mcp-clients.md'])('is what the configurations in docs/%s start', (page) => {
    const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
    const servers = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => {
      const { mcpServers, servers: others, context_servers } = JSON.parse(json);
      return (mcpServers ?? others ?? context_servers).redtree as {
        command: string;
        args: string[];
        env?: Record<string, string>;
      };
    });
    expect(servers.length).toBeGreaterThan(0);
    for (const { command: program, args, env } of servers) {
      expect([program, ...args.slice(0, 2)]).toEqual(['npx', '-y', 'redtree']);
      const here = (value: string) => (value.startsWith('/path/to/') ? folder : value);
      const own = args.slice(2).map(here);
      const variables = Object.entries(env ?? {}).map(([name, value]) => [name, here(value)]);
      const started = spawnSync(process.execPath, [command, ...own], {
        env: { ...environment(), ...Object.fromEntries(variables) },
        cwd: folder,
        input: `${INITIALIZE}\n`,
        encoding: 'utf8',
      });
      expect([started.status, JSON.parse(started.stdout).result.serverInfo.name]).toEqual([0, 'redtree']);
    }
  });

  it("answers the inspector's command", () => {
    const inspector = join(ROOT, 'node_modules/@modelcontextprotocol/inspector-cli/build/index.js');
    const inspect = (...args: string[]) =>
      JSON.parse(
        execFileSync(process.execPath, [inspector, process.execPath, command, 'mcp', ...args], {
          encoding: 'utf8',
        }),
      );
    const { tools } = inspect('--tools', 'compare', '--method', 'tools/list');
    expect(tools).toEqual(JSON.parse(JSON.stringify(listingOf(toolsOf('compare')))));
    const called = inspect(
      ...['--tools', 'compare', '--method', 'tools/call', '--tool-name', 'summary'],
      ...['--tool-arg', 'source=1. Pay now.', '--tool-arg', 'test=1. Pay later.'],
    );
    expect(called.structuredContent.total_changes).toBe(1);
    expect(inspect('--method', 'resources/list').resources.length).toBeGreaterThan(4);
  });

  /** Sends raw lines, ends the input, and gives what came out. */
  function raw(
    lines: readonly string[],
    args: readonly string[] = [],
  ): Promise<{ out: Buffer; code: number | null }> {
    const child = spawn(process.execPath, [command, 'mcp', ...args], { env: environment() });
    const out: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.resume();
    child.stdin.end(lines.map((line) => `${line}\n`).join(''));
    return new Promise((resolvePromise) => {
      child.on('close', (code) => resolvePromise({ out: Buffer.concat(out), code }));
    });
  }

  const INITIALIZE = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  });
  const request = (id: number, name: string, args: unknown) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });

  it('writes lines of pure ASCII and nothing else, answers what is in flight when the input ends, and ends', async () => {
    const document = `1. Sum ${String.fromCodePoint(0x2028, 0x85, 0x1f600)} due.`;
    const { out, code } = await raw([
      INITIALIZE,
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      'this is no JSON',
      '{"jsonrpc":"2.0","id":7,"method":"no/such"}',
      '[]',
      request(2, 'read_blocks', { document }),
      `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"read_blocks","arguments":{"document":"a \\ud800 b"}}}`,
      '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"compare","arguments":{"constructor":1}}}',
      '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"compare","arguments":[]}}',
    ]);
    expect(code).toBe(0);
    expect(out.every((byte) => byte === 0x0a || (byte >= 0x20 && byte < 0x7f))).toBe(true);
    const lines = out.toString('latin1').trimEnd().split('\n');
    const answers = new Map(lines.map((line) => [JSON.parse(line).id, JSON.parse(line)]));
    expect([...answers.keys()].sort()).toEqual([1, 2, 3, 4, 5, 7, null]);
    const literal = answers.get(2).result.content[0].text;
    expect(literal).toContain(String.fromCodePoint(0x1f600));
    expect(JSON.parse(answers.get(3).result.content[0].text).status).toBe('ok');
    expect(JSON.parse(answers.get(4).result.content[0].text).code).toBe('unknown_argument');
    expect(answers.get(5).error.code).toBe(-32602);
    expect(answers.get(7).error.code).toBe(-32601);
  });

  it('does not start with a setting that there is not', async () => {
    for (const args of [
      ['--tools', 'everything'],
      ['--http', '--host', '0.0.0.0'],
      ['--port', '8080'],
    ]) {
      const { out, code } = await raw([INITIALIZE], args);
      expect([out.length, code]).toEqual([0, 2]);
    }
  });

  it('prints its skill text when it is asked to, and serves nothing', () => {
    expect(execFileSync(process.execPath, [command, 'mcp', '--skill'], { encoding: 'utf8' })).toBe(SKILL);
  });

  it('serves over HTTP when it is asked to, and ends cleanly', async () => {
    const { child, url } = await http();
    expect(await (await fetch(new URL('/health', url))).json()).toMatchObject({ status: 'ok' });
    const closed = new Promise((resolvePromise) => child.on('close', resolvePromise));
    child.kill('SIGTERM');
    expect(await closed).toBe(0);
  });

  it('ends cleanly when it is told to', async () => {
    const child = spawn(process.execPath, [command, 'mcp'], { env: environment() });
    const answered = new Promise((resolvePromise) => child.stdout.once('data', resolvePromise));
    child.stdin.write(`${INITIALIZE}\n`);
    await answered;
    const closed = new Promise((resolvePromise) => child.on('close', resolvePromise));
    child.kill('SIGTERM');
    expect(await closed).toBe(0);
  });
});
