/** The command as a whole: runs a command line, and turns every fault into one line and exit code 2. */
import { EXIT } from './errors.js';
import type { Io } from './io.js';
import { packageVersion } from './package-root.js';

/** Runs the command line `argv` (without node and script) and gives the exit code; never throws. */
export async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  try {
    if (argv[0] === '--version' || argv[0] === '-V') {
      await io.write(`${packageVersion()}\n`);
      return EXIT.same;
    }
    const { runCommandLine } = await import('./command-line.js');
    return await runCommandLine(argv, io);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const debug = io.env.REDTREE_DEBUG !== undefined && error instanceof Error ? `${error.stack}\n` : '';
    try {
      await io.writeError(`redtree: ${await oneLine(message)}\n${debug}`);
    } catch {
      // Nobody can be told; the exit code still says it.
    }
    return EXIT.error;
  }
}

// A profile may have many problems at once; more than a few on one line are not read.
const MOST_TOLD = 6;

async function oneLine(message: string): Promise<string> {
  const { visibleLine } = await import('../render/visible-text.js');
  const lines = message.trim().split(/\s*\n\s*/);
  const more = lines.length - MOST_TOLD;
  const told = more > 1 ? [...lines.slice(0, MOST_TOLD), `and ${more} more`] : lines;
  return visibleLine(told.join('; '));
}
