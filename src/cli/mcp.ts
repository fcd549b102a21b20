import { type Command, Option } from 'commander';
import { EXIT } from './errors.js';
import { wholeNumber } from './filter-options.js';
import type { Io } from './io.js';
import { packageVersion } from './package-root.js';

interface McpFlags {
  readonly tools: string;
  readonly root?: string;
  readonly resultChars?: number;
}

export function define(command: Command): void {
  command
    .addOption(
      new Option('--tools <profile>', 'which tools to offer: full, compare or patch').default('full'),
    )
    .option('--root <dir>', 'the folder below which comparison tools may read files (default: none)')
    .option(
      '--result-chars <n>',
      'the largest result of a comparison tool, in characters (default: 45000)',
      wholeNumber(1),
    )
    .addHelpText(
      'after',
      `
Speaks the Model Context Protocol on standard input and output, until the input
ends. Targets are kept where "redtree db" keeps them: on the server that
DATABASE_URL names or, without it, in the folder REDTREE_DATA.

Examples:
  redtree mcp
  redtree mcp --tools compare --root ~/contracts`,
    );
}

export async function run(command: Command, io: Io): Promise<number> {
  const flags = command.opts<McpFlags>();
  const { createServer, readSettings, serveStdio } = await import('../mcp/index.js');
  const settings = readSettings(
    { profile: flags.tools, ...(flags.resultChars === undefined ? {} : { resultChars: flags.resultChars }) },
    io.env,
  );
  const server = await createServer({
    ...settings,
    version: packageVersion(),
    ...(flags.root === undefined ? {} : { root: flags.root }),
    openDatabase: async () => (await import('../patch/store/open.js')).openStore(io.env),
    report: (error) => void io.writeError(`redtree mcp: ${described(error, io)}\n`).catch(() => {}),
  });
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    await serveStdio(server, { input: process.stdin, output: process.stdout }, stopping.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
  return EXIT.same;
}

function described(error: unknown, io: Io): string {
  if (!(error instanceof Error)) return String(error);
  return io.env.REDTREE_DEBUG === undefined ? error.message : String(error.stack);
}
