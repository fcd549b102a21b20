/** The server: the catalogue behind the protocol, on any transport. */
import { existsSync } from 'node:fs';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Database } from '../patch/index.js';
import { openRoot } from '../patch/workspace/settings.js';
import { runner } from './apart/run.js';
import { Threads } from './apart/threads.js';
import { toolsOf } from './catalogue/index.js';
import { serveCompletion } from './completion.js';
import { makeConnection } from './connection.js';
import { DocumentRoot } from './documents/root.js';
import { servePrompts } from './prompts/serve.js';
import { serveResources } from './resources/serve.js';
import { TargetWatch } from './resources/watch.js';
import { serveTools } from './serve-tools.js';
import { type ServerSettings, SettingError } from './settings.js';
import type { Host } from './tool.js';

const INSTRUCTIONS = {
  compare:
    'redtree compares two versions of a document block by block. Start with summary, or compare for data; read_blocks shows a document; verify holds an edit to its scope.',
  observed:
    'Edit stored texts scope by scope: patchdiff_observe_scope lists scopes and issues a receipt for one; submit operations under it with both guards of the receipt. Offsets are Unicode code points. A rejection says what to observe again.',
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
  /** The program of the threads that run long comparisons; null to run all of them in this one. */
  readonly threadProgram?: URL | null;
  /** Is told of unexpected failures. */
  readonly report?: (error: unknown) => void;
}

/** A running server. */
export interface ToolServer {
  /**
   * Serves one connection. A transport's messages may come from the moment it starts. `ended` is told when the connection
   * has ended, whoever ended it.
   */
  connect(transport: Transport, ended?: () => void): Promise<void>;
  /** Waits for calls in flight, then closes the connections and the database. */
  close(): Promise<void>;
}

/**
 * Makes a server.
 * @throws Error when the root cannot be opened, SettingError when the profile's workspace cannot.
 */
export async function createServer(options: ServerOptions): Promise<ToolServer> {
  if (options.profile === 'workspace') await requireWorkspace(options);
  const root = options.root === undefined ? null : await DocumentRoot.open(options.root);
  const report = options.report ?? (() => {});
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
  const tools = toolsOf(options.profile);
  const identity = {
    version: options.version,
    instructions: instructionsOf(options.profile),
    capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} },
  };
  const program = options.threadProgram === undefined ? threadProgram() : options.threadProgram;
  const threads =
    program === null
      ? null
      : new Threads(program, { root: root?.directory ?? null, resultChars: options.resultChars });
  const run = runner(host, threads);
  const watch = new TargetWatch(host.database, report);

  async function track<T>(work: Promise<T>): Promise<T> {
    inFlight.add(work);
    try {
      return await work;
    } finally {
      inFlight.delete(work);
    }
  }

  return {
    async connect(transport, ended) {
      const connection = makeConnection(transport, identity, report);
      const { profile } = options;
      serveTools(connection, {
        tools,
        settings: options,
        run,
        report,
        track,
        // What a call may have changed is told to those who watch it.
        called: (tool) => void (tool.hints.readOnlyHint || watch.look()),
      });
      const endSubscriptions = serveResources(connection, { profile, host, watch, track });
      servePrompts(connection, { profile, run, track });
      serveCompletion(connection, { profile, host, track });
      connections.add(connection.server);
      connection.server.onclose = () => {
        endSubscriptions();
        connections.delete(connection.server);
        ended?.();
      };
      await connection.server.connect(transport);
    },
    async close() {
      // A message's way from the transport to its call, and a result's way back, are a few microtasks long.
      await turn();
      while (inFlight.size > 0) {
        await Promise.allSettled([...inFlight]);
        await turn();
      }
      for (const server of connections) await server.close();
      await watch.close();
      await threads?.close();
      const database = await opening?.catch(() => null);
      opening = null;
      await database?.close();
    },
  };
}

/** A profile of files below a workspace that cannot be had would refuse every call. */
async function requireWorkspace({ workspace }: ServerSettings): Promise<void> {
  try {
    const { handle } = await openRoot(workspace);
    await handle.close();
  } catch (error) {
    throw new SettingError((error as Error).message);
  }
}

/** The program beside this one; there is none before it is built. */
function threadProgram(): URL | null {
  const program = new URL('./apart/thread.js', import.meta.url);
  return existsSync(program) ? program : null;
}

/** Ends when everything that could go on by itself has done so. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function instructionsOf(profile: ServerSettings['profile']): string {
  const skill = 'The resource redtree://skill teaches the ways of working.';
  switch (profile) {
    case 'full':
      return `${INSTRUCTIONS.compare} ${INSTRUCTIONS.patch} ${skill}`;
    case 'workspace':
      return `${INSTRUCTIONS.observed} Targets are files of the workspace; patchdiff_save writes them back. ${skill}`;
    default:
      return `${INSTRUCTIONS[profile]} ${skill}`;
  }
}
