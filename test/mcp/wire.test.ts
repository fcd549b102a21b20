import { readFileSync } from 'node:fs';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import {
  createServer,
  readSettings,
  SettingError,
  TOOL_PROFILES,
  TOOLS,
  toolsOf,
} from '../../src/mcp/index.js';
import { examplesOf, listingOf, MAX_EXAMPLES_BYTES, MAX_LISTING_BYTES } from '../../src/mcp/listing.js';
import { resultText } from '../../src/mcp/result.js';
import { asciiJsonBytes } from '../../src/patch/text/json.js';
import { connected } from './connected.js';

const PAGE = readFileSync('docs/mcp.md', 'utf8');

/** Every schema within a schema. */
function* subschemas(schema: unknown): Generator<Record<string, unknown>> {
  if (schema === null || typeof schema !== 'object') return;
  if (!Array.isArray(schema)) yield schema as Record<string, unknown>;
  for (const inner of Object.values(schema)) yield* subschemas(inner);
}

describe('the list of tools', () => {
  it.each(TOOL_PROFILES)('is small enough to be read in profile %s', (profile) => {
    const tools = toolsOf(profile);
    expect(tools.length).toBeGreaterThan(0);
    expect(asciiJsonBytes({ tools: listingOf(tools, 'compact') })).toBeLessThanOrEqual(MAX_LISTING_BYTES);
    const bytes = asciiJsonBytes({ tools: listingOf(tools) });
    // The page says how large it is, to a twentieth.
    const said = new RegExp(`\\| \`${profile}\`, ${tools.length} tools \\| ([0-9,]+) \\|`).exec(PAGE)?.[1];
    expect(Math.abs(Number(said?.replace(',', '')) - bytes)).toBeLessThan(bytes / 20);
    expect(asciiJsonBytes(examplesOf(tools))).toBeLessThanOrEqual(MAX_EXAMPLES_BYTES);
  });

  it("has the contract's thirteen examples over nine of its tools", () => {
    const examples = examplesOf(toolsOf('patch'));
    expect(Object.keys(examples)).toHaveLength(9);
    expect(Object.values(examples).flat()).toHaveLength(13);
  });

  it('has, in each profile, the tools that it is for', () => {
    const names = (profile: (typeof TOOL_PROFILES)[number]) =>
      toolsOf(profile).map(({ name }) => name.replace('patchdiff_', ''));
    expect(toolsOf('patch')).toHaveLength(17);
    expect(names('observed')).toEqual([
      'read_target',
      'read_lines',
      'find_occurrences',
      'get_pdcp_log',
      'observe_scope',
      'submit_observed_operations',
    ]);
    expect(names('workspace')).toEqual([
      'initialize_target',
      'read_lines',
      'save',
      'observe_scope',
      'submit_observed_operations',
    ]);
  });

  it('tells in compact mode what results leave out, and is the same otherwise', () => {
    const [detailed, compact] = [listingOf(TOOLS), listingOf(TOOLS, 'compact')];
    const told = compact.filter((tool, i) => tool.description !== detailed[i].description);
    expect(told.map(({ name }) => name)).toEqual([
      'patchdiff_observe_scope',
      'patchdiff_submit_observed_operations',
    ]);
    for (const { description } of told) expect(description).toContain('Compact presentation');
    const rest = (tools: typeof compact) => tools.map(({ description: _, ...tool }) => tool);
    expect(rest(compact)).toEqual(rest(detailed));
  });

  it('reaches the client as the catalogue has it', async () => {
    const here = await connected();
    const { tools } = await here.client.listTools();
    expect(tools).toEqual(JSON.parse(JSON.stringify(listingOf(TOOLS))));
    await here.close();
  });

  it('tells each argument in one line, and closes every schema', () => {
    for (const { name, inputSchema, title, description } of TOOLS) {
      expect(
        [title, description].every((text) => text.length > 0),
        name,
      ).toBe(true);
      expect(inputSchema.additionalProperties).toBe(false);
      for (const [argument, schema] of Object.entries(inputSchema.properties)) {
        expect(schema.description, `${name}.${argument}`).toMatch(/^[^\n]+$/);
      }
      for (const required of inputSchema.required ?? [])
        expect(inputSchema.properties).toHaveProperty(required);
    }
  });

  it('has patterns that RE2 takes, and no line feed gets past the end of one', () => {
    let patterns = 0;
    for (const { inputSchema } of TOOLS) {
      for (const schema of subschemas(inputSchema)) {
        if (typeof schema.pattern !== 'string') continue;
        patterns++;
        expect(() => RE2JS.compile(schema.pattern as string)).not.toThrow();
        if (schema.pattern.startsWith('^')) expect(schema.not).toEqual({ pattern: '\\n$' });
      }
    }
    expect(patterns).toBeGreaterThanOrEqual(0);
  });
});

describe('a call', () => {
  it('with a name that the tool has not never reaches it; unknown beats missing, and both are listed', async () => {
    const here = await connected();
    const { value, isError } = await here.call('verify', { orignal: 'x', constructor: 1 });
    expect(isError).toBe(true);
    expect(value).toEqual({
      status: 'invalid_argument',
      code: 'unknown_argument',
      tool: 'verify',
      failure_detail: expect.stringContaining('"orignal" (did you mean "original"?), "constructor"'),
      unknown_arguments: ['orignal', 'constructor'],
      missing_arguments: ['allowed'],
    });
    const missing = await here.call('verify', {});
    expect([missing.isError, missing.value.code, missing.value.missing_arguments]).toEqual([
      true,
      'missing_argument',
      ['allowed'],
    ]);
    expect('unknown_arguments' in missing.value).toBe(false);
    await here.close();
  });

  it('with any number of endless names is answered in a few words', async () => {
    const here = await connected({ profile: 'compare' });
    const names = Array.from({ length: 500 }, (_, i) => `${i}`.padEnd(9_000, 'x'));
    const args = Object.fromEntries(names.map((name) => [name, 1]));
    const { value, text, isError } = await here.call('summary', args);
    expect([isError, value.code, value.unknown_arguments.length]).toEqual([true, 'unknown_argument', 40]);
    expect(value.unknown_arguments[7]).toBe(`${'7'.padEnd(80, 'x')}…`);
    expect(text.length).toBeLessThan(10_000);
    await here.close();
  });

  it('of a tool that is not there is refused', async () => {
    const here = await connected();
    await expect(here.call('sumary')).rejects.toThrow('did you mean "summary"');
    await expect(here.call('__proto__')).rejects.toThrow('There is no tool');
    await here.close();
  });

  it.each([
    ['2024-11-05', false],
    ['2025-03-26', false],
    ['2025-06-18', true],
    ['2025-11-25', true],
    ['1999-01-01', true],
  ])('under revision %s: structured content is given: %s', async (protocolVersion, structured) => {
    const server = await createServer({
      ...readSettings({}, {}),
      version: '0.0.0',
      openDatabase: () => Promise.reject(new Error('no database')),
    });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await server.connect(theirs);
    await ours.start();
    const answers: { id: number; result: Record<string, unknown> }[] = [];
    const waiting: (() => void)[] = [];
    ours.onmessage = (message) => {
      answers.push(message as never);
      waiting.shift()?.();
    };
    const ask = async (id: number, method: string, params: object) => {
      const answered = new Promise<void>((resolve) => waiting.push(resolve));
      await ours.send({ jsonrpc: '2.0', id, method, params: params as Record<string, unknown> });
      await answered;
      return answers.at(-1)?.result ?? {};
    };
    const clientInfo = { name: 'old', version: '1' };
    const { protocolVersion: agreed } = await ask(1, 'initialize', {
      protocolVersion,
      capabilities: {},
      clientInfo,
    });
    expect(agreed).toBe(protocolVersion === '1999-01-01' ? '2025-11-25' : protocolVersion);
    const args = { profile: 'contract' };
    const result = await ask(2, 'tools/call', { name: 'validate_profile', arguments: args });
    expect('structuredContent' in result).toBe(structured);
    if (structured) {
      const [{ text }] = result.content as { text: string }[];
      expect(result.structuredContent).toEqual(JSON.parse(text));
    }
    await server.close();
  });

  it('gives literal text, unless half of a surrogate pair is in it', () => {
    const separators = String.fromCharCode(0x2028, 0x85);
    expect(resultText({ text: `é ✓ 😀${separators}` })).toBe(`{"text":"é ✓ 😀${separators}"}`);
    expect(resultText({ text: 'é \ud800' })).toBe('{"text":"\\u00e9 \\ud800"}');
    // A backslash before the letters is text, not an escape.
    expect(resultText({ text: 'é \\ud800' })).toBe('{"text":"é \\\\ud800"}');
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((c) => String.fromCharCode(c)) }),
        (text) => {
          const written = resultText({ text });
          expect(JSON.parse(written)).toEqual({ text });
          if (/\p{Surrogate}/u.test(text)) expect(written).toMatch(/^[\x20-\x7e]*$/);
          else expect(written).toBe(JSON.stringify({ text }));
        },
      ),
    );
  });
});

describe('the settings of a server', () => {
  it('are those of the contract, and fixed at the start', () => {
    expect(readSettings({}, {})).toEqual({
      profile: 'full',
      responseMode: 'detailed',
      strictObservation: false,
      resultChars: 45_000,
      workspace: { syncOnSave: false },
    });
    expect(
      readSettings(
        { profile: 'compare' },
        {
          PATCHDIFF_MCP_RESPONSE_MODE: 'compact',
          PATCHDIFF_STRICT_OBSERVATION_MODE: '1',
          PATCHDIFF_WORKSPACE_ROOT: '/w',
        },
      ),
    ).toMatchObject({
      profile: 'compare',
      responseMode: 'compact',
      strictObservation: true,
      workspace: { root: '/w' },
    });
  });

  it('prevent a start with a value that they do not have', () => {
    for (const [given, environment] of [
      [{ profile: 'compar' }, {}],
      [{ resultChars: 10 }, {}],
      [{ profile: 'workspace' }, {}],
      [{}, { PATCHDIFF_MCP_RESPONSE_MODE: 'brief' }],
      [{}, { PATCHDIFF_STRICT_OBSERVATION_MODE: 'maybe' }],
      [{}, { PATCHDIFF_WORKSPACE_SYNC_ON_SAVE: '2' }],
    ] as const) {
      expect(() => readSettings(given, environment)).toThrow(SettingError);
    }
  });

  it('prevent a start in a workspace that cannot be had', async () => {
    for (const root of ['/no/such/folder', 'relative', '/dev/null']) {
      await expect(connected({ profile: 'workspace', workspace: { root } })).rejects.toThrow(SettingError);
    }
    await (await connected({ profile: 'patch', workspace: { root: '/no/such/folder' } })).close();
  });
});
