import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { createServer, readSettings, type ServerOptions } from '../../src/mcp/index.js';
import type { Database } from '../../src/patch/index.js';

/** The SDK's own client, connected to a server in this process. */
export interface Connected {
  readonly client: Client;
  /** Calls a tool and parses its text. */
  call(name: string, args?: Record<string, unknown>): Promise<Called>;
  /** What the server reported as unexpected. */
  readonly reported: unknown[];
  close(): Promise<void>;
}

export interface Called {
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: results of many shapes, each of them looked at by its test
  readonly value: any;
  readonly isError: boolean;
  readonly structured: unknown;
}

export interface World extends Partial<ServerOptions> {
  readonly database?: Database;
}

export async function connected(world: World = {}): Promise<Connected> {
  const { database, ...options } = world;
  const reported: unknown[] = [];
  const server = await createServer({
    ...readSettings({}, {}),
    version: '0.0.0',
    openDatabase: async () => {
      if (database === undefined) throw new Error('this test has no database');
      // The file's tests share the database; a server that ends must leave it open.
      return {
        kind: 'database',
        query: (text, params) => database.query(text, params),
        transaction: (work, transactionOptions) => database.transaction(work, transactionOptions),
        close: async () => {},
      };
    },
    report: (error) => reported.push(error),
    ...options,
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  return {
    client,
    reported,
    call: async (name, args = {}) =>
      calledOf((await client.callTool({ name, arguments: args })) as CallToolResult),
    close: async () => {
      await client.close();
      await server.close();
    },
  };
}

export function calledOf(result: CallToolResult): Called {
  const [content] = result.content;
  if (content.type !== 'text') throw new Error('a tool gave no text');
  return {
    text: content.text,
    value: JSON.parse(content.text),
    isError: result.isError === true,
    structured: result.structuredContent,
  };
}
