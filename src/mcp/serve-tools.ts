/** `tools/list` and `tools/call` on a connection. */
import { ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { didYouMean } from '../document/suggest.js';
import type { Run } from './apart/run.js';
import { callTool } from './call.js';
import { type Connection, callerOf } from './connection.js';
import { listingOf } from './listing.js';
import type { ServerSettings } from './settings.js';
import type { Arguments, Tool } from './tool.js';

/** What calls of tools need. */
export interface ToolServing {
  readonly tools: readonly Tool[];
  readonly settings: ServerSettings;
  readonly run: Run;
  readonly report: (error: unknown) => void;
  /** Holds the server open until the call has ended. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Is told when a call of the tool has ended. */
  called(tool: Tool): void;
}

/** Offers the tools on the connection. */
export function serveTools(connection: Connection, serving: ToolServing): void {
  const { tools, settings, run, report, track, called } = serving;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  connection.on(ListToolsRequestSchema, () => ({ tools: listingOf(tools, settings.responseMode) }));
  connection.onRaw('tools/call', async ({ name, arguments: args }, extra) => {
    if (typeof name !== 'string') throw invalid('The name of the tool should be a string.');
    const tool = byName.get(name);
    if (tool === undefined) {
      const hint = didYouMean(name, [...byName.keys()]);
      throw invalid(
        `There is no tool ${JSON.stringify(name)} here${hint}; the profile is ${settings.profile}.`,
      );
    }
    const presentation = { responseMode: settings.responseMode, structured: connection.structured() };
    try {
      return await track(
        callTool(tool, argumentsOf(args), { run, caller: callerOf(extra), presentation, report }),
      );
    } finally {
      called(tool);
    }
  });
}

function argumentsOf(given: unknown): Arguments {
  if (given === undefined) return {};
  if (given === null || typeof given !== 'object' || Array.isArray(given)) {
    throw invalid('The arguments of a tool should be an object.');
  }
  return given as Arguments;
}

function invalid(message: string): McpError {
  return new McpError(ErrorCode.InvalidParams, message);
}
