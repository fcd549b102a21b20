/** The server: the catalogue behind the protocol, on any transport. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  LATEST_PROTOCOL_VERSION,
  ListToolsRequestSchema,
  McpError,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { didYouMean } from '../document/suggest.js';
import type { Database } from '../patch/index.js';
import { callTool } from './call.js';
import { toolsOf } from './catalogue/index.js';
import { DocumentRoot } from './documents/root.js';
import { listingOf } from './listing.js';
import type { ServerSettings } from './settings.js';
import type { Host } from './tool.js';

/** The first revision of the protocol with structured content. */
const STRUCTURED_SINCE = '2025-06-18';

const INSTRUCTIONS = {
  compare:
    'redtree compares two versions of a document block by block. Start with summary, or compare for data; read_blocks shows a document; verify holds an edit to its scope.',
  patch:
    'Edit a stored text under guards: initialize or get a target, read it, preview, then submit with expected_target_version. Offsets are Unicode code points. A rejection says what to read again.',
};

/** What a server is made of. */
export interface ServerOptions extends ServerSettings {
  /** The version of the package, told to clients. */
  readonly version: string;
  /** Opens the patch service's database; called when a tool first needs it, and again after it failed. */
  readonly openDatabase: () => Promise<Database>;
  /** The directory below which comparison tools may read files; none when left out. */
  readonly root?: string;
  /** Is told of unexpected failures. */
  readonly report?: (error: unknown) => void;
}

/** A running server. */
export interface ToolServer {
  /** Serves one connection. A transport's messages may come from the moment it starts. */
  connect(transport: Transport): Promise<void>;
  /** Waits for calls in flight, then closes the connections and the database. */
  close(): Promise<void>;
}

/** Makes a server. @throws Error when the root cannot be opened. */
export async function createServer(options: ServerOptions): Promise<ToolServer> {
  const root = options.root === undefined ? null : await DocumentRoot.open(options.root);
  const report = options.report ?? (() => {});
  const tools = toolsOf(options.profile);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const connections = new Set<Server>();
  const inFlight = new Set<Promise<unknown>>();
  let opening: Promise<Database> | null = null;

  const host: Host = {
    root,
    resultChars: options.resultChars,
    workspace: options.workspace,
    strictObservation: options.strictObservation,
    database: () => {
      opening ??= options.openDatabase().catch((error) => {
        opening = null;
        throw error;
      });
      return opening;
    },
  };

  function serve(revision: () => string): Server {
    const server = new Server(
      { name: 'redtree', version: options.version },
      { capabilities: { tools: {} }, instructions: instructionsOf(options.profile) },
    );
    server.onerror = report;
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listingOf(tools) }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      const tool = byName.get(params.name);
      if (tool === undefined) {
        const hint = didYouMean(params.name, [...byName.keys()]);
        throw new McpError(
          ErrorCode.InvalidParams,
          `There is no tool ${JSON.stringify(params.name)} here${hint}; the profile is ${options.profile}.`,
        );
      }
      const presentation = {
        responseMode: options.responseMode,
        structured: revision() >= STRUCTURED_SINCE,
      };
      const call = callTool(tool, params.arguments ?? {}, host, presentation, report);
      inFlight.add(call);
      try {
        return await call;
      } finally {
        inFlight.delete(call);
      }
    });
    return server;
  }

  return {
    async connect(transport) {
      // Which revision was agreed on is nowhere to be asked; it follows from the request by the protocol's rule.
      let revision = LATEST_PROTOCOL_VERSION;
      const before = transport.onmessage;
      transport.onmessage = (message, extra) => {
        before?.(message, extra);
        if (!('method' in message) || message.method !== 'initialize') return;
        const asked = (message.params as { protocolVersion?: unknown } | undefined)?.protocolVersion;
        revision = SUPPORTED_PROTOCOL_VERSIONS.find((known) => known === asked) ?? LATEST_PROTOCOL_VERSION;
      };
      const server = serve(() => revision);
      connections.add(server);
      server.onclose = () => connections.delete(server);
      await server.connect(transport);
    },
    async close() {
      while (inFlight.size > 0) await Promise.allSettled([...inFlight]);
      // A result's way from the call to the transport is a few microtasks long.
      await new Promise((resolve) => setImmediate(resolve));
      for (const server of connections) await server.close();
      const database = await opening?.catch(() => null);
      opening = null;
      await database?.close();
    },
  };
}

function instructionsOf(profile: ServerSettings['profile']): string {
  return profile === 'full' ? `${INSTRUCTIONS.compare} ${INSTRUCTIONS.patch}` : INSTRUCTIONS[profile];
}
