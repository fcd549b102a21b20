import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Command, Option } from 'commander';
import type { GivenHttp } from '../mcp/index.js';
import { CommandError, EXIT } from './errors.js';
import { wholeNumber } from './filter-options.js';
import type { Io } from './io.js';
import { packageRoot, packageVersion } from './package-root.js';

interface McpFlags {
  readonly tools: string;
  readonly root?: string;
  readonly resultChars?: number;
  readonly skill?: boolean;
  readonly http?: boolean;
  readonly host?: string;
  readonly port?: number;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly maxBody?: number;
  readonly maxRequests?: number;
  readonly maxSessions?: number;
}

/** Flags that say how to serve over HTTP, and mean nothing without --http. */
const HTTP_FLAGS = [
  'host',
  'port',
  'allowHost',
  'allowOrigin',
  'maxBody',
  'maxRequests',
  'maxSessions',
] as const;

export function define(command: Command): void {
  command
    .addOption(
      new Option(
        '--tools <profile>',
        'which tools to offer: full, compare, patch, observed or workspace',
      ).default('full'),
    )
    .option('--root <dir>', 'the folder below which comparison tools may read files (default: none)')
    .option(
      '--result-chars <n>',
      'the largest result of a comparison tool, in characters (default: 45000)',
      wholeNumber(1),
    )
    .option('--skill', 'print how to work with the tools, as a skill file for agents, and serve nothing')
    .option('--http', 'serve over HTTP, many clients at once, instead of on standard input and output')
    .option('--host <address>', 'http: the address to listen on (default: 127.0.0.1)')
    .option('--port <n>', 'http: the port to listen on, 0 for any (default: 7317)', wholeNumber(0))
    .option('--allow-host <name>', 'http: a further name that requests may call the server by', collected)
    .option('--allow-origin <origin>', 'http: an origin whose web pages may call the server', collected)
    .option('--max-body <bytes>', 'http: the largest request (default: 33554432)', wholeNumber(1))
    .option('--max-requests <n>', 'http: requests of one address in a minute (default: 1200)', wholeNumber(1))
    .option('--max-sessions <n>', 'http: sessions at once (default: 64)', wholeNumber(1))
    .addHelpText(
      'after',
      `
Speaks the Model Context Protocol on standard input and output, until the input
ends; with --http at http://HOST:PORT/mcp, until it is told to stop. /health
says how it is. An address that other machines reach needs a token in
REDTREE_MCP_TOKEN, which every request then has to bear.

Targets are kept where "redtree db" keeps them: on the server that DATABASE_URL
names or, without it, in the folder REDTREE_DATA.

Examples:
  redtree mcp
  redtree mcp --tools compare --root ~/contracts
  redtree mcp --http --port 8080`,
    );
}

export async function run(command: Command, io: Io): Promise<number> {
  const flags = command.opts<McpFlags>();
  if (flags.skill === true) {
    await io.write((await import('../mcp/guide/skill.js')).SKILL);
    return EXIT.same;
  }
  const stray = HTTP_FLAGS.find((name) => flags[name] !== undefined);
  if (stray !== undefined && flags.http !== true) {
    throw new CommandError('usage', `${flagOf(stray)} is for a server over HTTP: give --http, too`);
  }
  const { createServer, readHttpSettings, readSettings, serveHttp, serveStdio } = await import(
    '../mcp/index.js'
  );
  const settings = readSettings(
    { profile: flags.tools, ...(flags.resultChars === undefined ? {} : { resultChars: flags.resultChars }) },
    io.env,
  );
  const http = flags.http === true ? readHttpSettings(givenHttp(flags, io)) : null;
  const server = await createServer({
    ...settings,
    version: packageVersion(),
    ...(flags.root === undefined ? {} : { root: flags.root }),
    threadProgram: threadProgram(),
    openDatabase: async () => (await import('../patch/store/open.js')).openStore(io.env),
    report: (error) => void io.writeError(`redtree mcp: ${described(error, io)}\n`).catch(() => {}),
  });
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    if (http === null) {
      await serveStdio(server, { input: process.stdin, output: process.stdout }, stopping.signal);
    } else {
      const serving = await serveHttp(server, http);
      await io.writeError(`redtree mcp: serving at ${serving.url}\n`);
      await aborted(stopping.signal);
      await serving.close();
    }
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
  return EXIT.same;
}

/** The threads' program, which is built beside the command. */
function threadProgram(): URL | null {
  const file = join(packageRoot(), 'dist', 'bin', 'comparison-thread.js');
  return existsSync(file) ? pathToFileURL(file) : null;
}

function givenHttp(flags: McpFlags, io: Io): GivenHttp {
  const token = io.env.REDTREE_MCP_TOKEN;
  return {
    ...(flags.host === undefined ? {} : { host: flags.host }),
    ...(flags.port === undefined ? {} : { port: flags.port }),
    ...(token === undefined || token === '' ? {} : { token }),
    allowedHosts: flags.allowHost ?? [],
    allowedOrigins: flags.allowOrigin ?? [],
    limits: {
      ...(flags.maxBody === undefined ? {} : { bodyBytes: flags.maxBody }),
      ...(flags.maxRequests === undefined ? {} : { requestsPerMinute: flags.maxRequests }),
      ...(flags.maxSessions === undefined ? {} : { sessions: flags.maxSessions }),
    },
  };
}

function collected(given: string, before: string[] | undefined): string[] {
  return [...(before ?? []), given];
}

function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function described(error: unknown, io: Io): string {
  if (!(error instanceof Error)) return String(error);
  return io.env.REDTREE_DEBUG === undefined ? error.message : String(error.stack);
}
