import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { expect } from 'vitest';
import { TOOLS } from '../../src/mcp/index.js';
import { calledOf } from './connected.js';
import { bound, GOOD } from './examples.js';

const OLD = '1. Pay within thirty days.\n\n2. Notices are as in clause 1.\n';
const NEW = '1. Pay within sixty days.\n\n2. Terms last a year.\n\n3. Notices are as in clause 1.\n';

const PROMPTS: Readonly<Record<string, Record<string, string>>> = {
  draft_profile: { document: 'Item 1: The budget was agreed.\n', family: 'minutes' },
  refine_profile: {
    profile: 'generic',
    document: 'Item 1: The budget was agreed.\n',
    complaint: 'No labels.',
  },
  explain_changes: { source: OLD, test: NEW, format: 'text' },
  review_edit: { original: OLD, edited: NEW, request: 'Make it sixty days.', allowed: '1', format: 'text' },
};

/** What a client sees of a server: everything that it lists, and an answer of each of it, in order. */
export async function transcript(client: Client): Promise<object> {
  const { resources } = await client.listResources();
  const { prompts } = await client.listPrompts();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
  expect(prompts.map(({ name }) => name)).toEqual(Object.keys(PROMPTS));

  const call = async (name: string, args: Record<string, unknown>) => {
    const called = calledOf((await client.callTool({ name, arguments: args })) as CallToolResult);
    expect(called.structured, name).toEqual(called.value);
    return called;
  };
  const calls: object[] = [];
  let lastTarget = '';
  for (const tool of TOOLS) {
    const examples = tool.examples.length > 0 ? tool.examples : [plainCall(tool.name, lastTarget)];
    for (const example of examples) {
      const args = tool.examples.length > 0 ? await bound(call, tool, example) : example;
      const { value, isError } = await call(tool.name, args);
      if (tool.examples.length > 0) {
        expect([tool.name, isError, GOOD.includes(value.status)], JSON.stringify(value)).toEqual([
          tool.name,
          false,
          true,
        ]);
      }
      calls.push({ call: tool.name, arguments: args, result: value });
      if (typeof value.target_file_id === 'string') lastTarget = value.target_file_id;
    }
  }
  const uri = (aspect: string) => `redtree://target/${lastTarget}/${aspect}`;
  const read = async (address: string) => (await client.readResource({ uri: address })).contents;
  return normalised({
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
    tools,
    calls,
    resources: await Promise.all(
      resources.map(async (resource) => {
        const [content] = await read(resource.uri);
        const { size, ...listed } = resource;
        expect(Buffer.byteLength('text' in content ? content.text : '')).toBe(size);
        // The whole is what the library's own tests are for.
        return { ...listed, begins: 'text' in content ? content.text.slice(0, 60) : null };
      }),
    ),
    templates: (await client.listResourceTemplates()).resourceTemplates,
    target_resources: { text: await read(uri('text')), history: await read(uri('history')) },
    prompts,
    messages: Object.fromEntries(
      await Promise.all(
        Object.entries(PROMPTS).map(async ([name, args]) => [
          name,
          (await client.getPrompt({ name, arguments: args })).messages.map(({ content }) =>
            content.type === 'text'
              ? content.text
              : content.type === 'resource'
                ? content.resource.uri
                : null,
          ),
        ]),
      ),
    ),
    completion: (
      await client.complete({
        ref: { type: 'ref/prompt', name: 'explain_changes' },
        argument: { name: 'profile', value: 'c' },
      })
    ).completion,
  });
}

/** A call of a tool that has no example: a document to store, or the last target. */
function plainCall(name: string, target_file_id: string): Record<string, unknown> {
  if (name === 'patchdiff_initialize_target') return { filename: 'a.md', content: 'alpha « beta »\r\n' };
  if (name === 'patchdiff_handle_upload') {
    return { filename: 'b.txt', content: 'alpha', content_type: 'text/plain' };
  }
  return { target_file_id };
}

/** The same with what differs from run to run named in the order in which it appears. */
function normalised(value: object): object {
  const names = new Map<string, string>();
  const named = (kind: string) => (found: string) => {
    if (!names.has(found)) names.set(found, `${kind}-${names.size + 1}`);
    return names.get(found) ?? found;
  };
  const text = (json: string) =>
    json
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, named('id'))
      .replaceAll(/\b[0-9a-f]{64}\b/g, named('hash'))
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME')
      // Which rules a built-in profile has is another test's matter.
      .replaceAll(/"unused":\{.*?\}/g, '"unused":{}')
      .replaceAll(/((\\?)"(?:log|ledger|next)_sequence\\?"):\d+/g, '$1:$2"SEQUENCE$2"');
  return JSON.parse(text(JSON.stringify(value)));
}
