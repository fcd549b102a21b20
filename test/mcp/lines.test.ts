import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createServer, readSettings, type ServerOptions } from '../../src/mcp/index.js';
import { LineReader } from '../../src/mcp/stdio/line-reader.js';
import { serveStdio } from '../../src/mcp/stdio/serve.js';
import { LineTransport } from '../../src/mcp/stdio/transport.js';

const request = (id: unknown, method: string, params?: unknown) => ({ jsonrpc: '2.0', id, method, params });
const initialize = (protocolVersion = '2025-06-18') =>
  request('init', 'initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'lines', version: '1' },
  });
const call = (id: unknown, args?: unknown, name: unknown = 'validate_profile') =>
  request(id, 'tools/call', { name, arguments: args });

/** Sends what is given, ends the input, and gives the lines that come out. */
async function exchange(
  input: string | Buffer | readonly unknown[],
  options: Partial<ServerOptions> = {},
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
): Promise<any[]> {
  const server = await createServer({
    ...readSettings({}, {}),
    version: '0.0.0',
    openDatabase: () => Promise.reject(new Error('no database')),
    ...options,
  });
  const [from, to] = [new PassThrough(), new PassThrough()];
  const out: Buffer[] = [];
  to.on('data', (chunk: Buffer) => out.push(chunk));
  const served = serveStdio(server, { input: from, output: to });
  from.end(
    typeof input === 'string' || Buffer.isBuffer(input)
      ? input
      : input.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );
  await served;
  const text = Buffer.concat(out).toString('latin1');
  expect(text).toMatch(/^[\n\x20-\x7e]*$/);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

const codes = (answers: { id: unknown; error?: { code: number } }[]) =>
  answers.map(({ id, error }) => [id, error?.code ?? null]);

describe('a line that is no message', () => {
  it('is answered as what it is, and the next one is read', async () => {
    const answers = await exchange([
      initialize(),
      'this is no JSON',
      '{"jsonrpc":"2.0","id":1',
      '"text"',
      'null',
      '[]',
      '',
      '   ',
      { jsonrpc: '1.0', id: 2, method: 'ping' },
      { jsonrpc: '2.0', id: 3 },
      { jsonrpc: '2.0', id: 4, method: 'ping', params: [] },
      { jsonrpc: '2.0', id: 5, method: 'ping', params: { _meta: 7 } },
      { jsonrpc: '2.0', id: {}, method: 'ping' },
      { jsonrpc: '2.0', id: 1.5, method: 'ping' },
      { jsonrpc: '2.0', id: null, method: 'ping' },
      request('é', 'ping'),
    ]);
    expect(new Map(codes(answers.slice(-1)) as [unknown, unknown][])).toEqual(new Map([['é', null]]));
    expect(codes(answers).sort()).toEqual(
      [
        ['init', null],
        ...[-32700, -32700, -32600, -32600, -32600].map((code) => [null, code]),
        [2, -32600],
        [3, -32600],
        [4, -32600],
        [5, -32600],
        ...[-32600, -32600, -32600].map((code) => [null, code]),
        ['é', null],
      ].sort(),
    );
  });

  it('for bytes that are not UTF-8 is not guessed at', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'),
      Buffer.from([0xe9, 0x22, 0x7d, 0x0a]),
    ]);
    expect(codes(await exchange(bytes))).toEqual([[null, -32700]]);
  });

  it('whatever its bytes are, leaves the server as it was', async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc.json({ maxDepth: 3 }).map((json) => Buffer.from(json)),
      fc
        .record({
          jsonrpc: fc.constantFrom('2.0', '1.0', 2),
          id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.constant({})),
          method: fc.constantFrom('ping', 'initialize', 'tools/call', 'tools/list', 'x', 7, ''),
          params: fc.jsonValue({ maxDepth: 3 }),
        })
        .map((message) => Buffer.from(JSON.stringify(message))),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const noise = Buffer.concat(pieces.flatMap((bytes) => [bytes, Buffer.from('\n')]));
        const rest = [initialize(), request('last', 'tools/list')].map((line) => `${JSON.stringify(line)}\n`);
        // Every line that comes out is JSON, which exchange sees to.
        const answers = await exchange(Buffer.concat([noise, Buffer.from(rest.join(''))]));
        expect(answers.flat().find(({ id }) => id === 'last')?.result.tools.length).toBeGreaterThan(0);
      }),
      { numRuns: 40 },
    );
  });

  it('for its length is passed over without being held', async () => {
    const [from, to] = [new PassThrough(), new PassThrough()];
    const transport = new LineTransport(from, to, 100);
    const seen: unknown[] = [];
    transport.onmessage = (message) => seen.push(message);
    await transport.start();
    from.write('x'.repeat(90));
    from.write('x'.repeat(90));
    from.write(`${'x'.repeat(90)}\n${JSON.stringify(request(1, 'ping'))}\n`);
    await new Promise((resolve) => setImmediate(resolve));
    expect(JSON.parse(to.read().toString())).toMatchObject({ id: null, error: { code: -32600 } });
    expect(seen).toEqual([request(1, 'ping')]);
  });
});

describe('a line', () => {
  it('may end in CR LF, begin with a byte order mark, and the last one without any end', async () => {
    const answers = await exchange(
      `\ufeff${JSON.stringify(initialize())}\r\n${JSON.stringify(request(1, 'ping'))}\r\n${JSON.stringify(request(2, 'ping'))}`,
    );
    expect(codes(answers)).toEqual([
      ['init', null],
      [1, null],
      [2, null],
    ]);
  });

  it('is the same however it arrives', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 30 }).map((text) => text.replaceAll('\n', ' '))),
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 }),
        (lines, sizes) => {
          const bytes = Buffer.from(lines.join('\n'));
          const reader = new LineReader(1_000);
          const read: string[] = [];
          const keep = (found: Iterable<{ bytes: Buffer } | { tooLong: number }>) => {
            for (const line of found) if ('bytes' in line) read.push(line.bytes.toString());
          };
          for (let at = 0, i = 0; at < bytes.length; i++) {
            const size = sizes[i % sizes.length];
            keep(reader.take(bytes.subarray(at, at + size)));
            at += size;
          }
          keep(reader.rest());
          const last = lines.at(-1) === '' || lines.length === 0;
          expect(read).toEqual(last ? lines.slice(0, -1) : lines);
        },
      ),
    );
  });
});

describe('a request', () => {
  it('before initialize is refused, but for ping', async () => {
    const methods = ['tools/list', 'tools/call', 'no/such', 'ping'];
    const answers = await exchange([
      ...methods.map((method, i) => request(i, method, { name: 'x' })),
      initialize(),
    ]);
    expect(codes(answers).sort()).toEqual([
      [0, -32600],
      [1, -32600],
      [2, -32600],
      [3, null],
      ['init', null],
    ]);
  });

  it('to initialize that has not what it needs initializes nothing', async () => {
    const answers = await exchange([
      request('early', 'initialize', { protocolVersion: 7 }),
      request(1, 'tools/list'),
      initialize(),
      request(2, 'tools/list'),
    ]);
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    expect([byId.get(1).error?.code, byId.get(2).error?.code]).toEqual([-32600, undefined]);
  });

  it('with parameters that its method has not is told so', async () => {
    const wrong: [string, object, string][] = [
      ['tools/list', { cursor: 5 }, 'params.cursor'],
      ['resources/list', { cursor: [] }, 'params.cursor'],
      ['resources/templates/list', { cursor: {} }, 'params.cursor'],
      ['resources/read', {}, 'params.uri'],
      ['resources/subscribe', { uri: 5 }, 'params.uri'],
      ['resources/unsubscribe', { uri: null }, 'params.uri'],
      ['prompts/list', { cursor: 5 }, 'params.cursor'],
      ['prompts/get', {}, 'params.name'],
      ['prompts/get', { name: 'explain_changes', arguments: { source: 5 } }, 'params.arguments.source'],
      ['prompts/get', { name: 'explain_changes', arguments: null }, 'params.arguments'],
      ['completion/complete', {}, 'params.argument'],
    ];
    const answers = await exchange([
      initialize(),
      ...wrong.map(([method, params], i) => request(i, method, params)),
    ]);
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    wrong.forEach(([method, , place], i) => {
      const { code, message } = byId.get(i).error;
      expect([code, message], method).toEqual([-32602, expect.stringContaining(`${method} are wrong. `)]);
      expect(message).toContain(`${place}: `);
      expect(message).not.toContain('\n');
    });
  });

  it('has arguments as they were sent: none is lost for its name, none is of another type', async () => {
    const answers = await exchange([
      initialize(),
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"validate_profile","arguments":{"__proto__":1,"profile":"contract"}}}',
      ...[[], null, 'x', 7].map((args, i) => call(i + 2, args)),
      call(6, {}, 7),
      call(7, { profile: 'contract' }, 'no_such'),
      request(8, 'no/such'),
    ]);
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    expect(JSON.parse(byId.get(1).result.content[0].text)).toMatchObject({
      code: 'unknown_argument',
      unknown_arguments: ['__proto__'],
    });
    expect([2, 3, 4, 5, 6, 7].map((id) => byId.get(id).error.code)).toEqual(Array(6).fill(-32602));
    expect(byId.get(8).error.code).toBe(-32601);
  });
});

describe('a batch', () => {
  it('is answered by one, in which each request has its answer', async () => {
    const answers = await exchange([
      initialize('2025-03-26'),
      [
        call(1, { profile: 'contract' }),
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        7,
        request(2, 'no/such'),
        request(3, 'ping'),
      ],
      [{ jsonrpc: '2.0', method: 'notifications/initialized' }],
      request(4, 'ping'),
    ]);
    const batch = answers.find(Array.isArray) ?? [];
    expect(codes(batch).sort()).toEqual([
      [null, -32600],
      [1, null],
      [2, -32601],
      [3, null],
    ]);
    expect(answers).toHaveLength(3);
  });

  it('does not wait for a request that is cancelled', async () => {
    const [from, to] = [new PassThrough(), new PassThrough()];
    const transport = new LineTransport(from, to);
    await transport.start();
    from.write(`${JSON.stringify([request(1, 'a'), request(2, 'b')])}\n`);
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    from.write(`${JSON.stringify(cancelled)}\n`);
    await new Promise((resolve) => setImmediate(resolve));
    await transport.send({ jsonrpc: '2.0', id: 2, result: {} });
    expect(JSON.parse(to.read().toString())).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]);
  });
});
