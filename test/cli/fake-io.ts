import type { Io } from '../../src/cli/io.js';
import { runCommand } from '../../src/cli/program.js';

/** What one run of the command came to. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What a test may set of the world. */
export interface World {
  readonly env?: Record<string, string>;
  readonly isTerminal?: boolean;
  readonly columns?: number;
  readonly input?: string | Uint8Array;
}

/** Runs the command in this process, in a world of the test's own. */
export async function redtree(args: readonly string[], world: World = {}): Promise<Outcome> {
  let out = '';
  let err = '';
  const io: Io = {
    env: world.env ?? {},
    isTerminal: world.isTerminal ?? false,
    columns: world.columns,
    write: async (text) => {
      out += text;
    },
    writeError: async (text) => {
      err += text;
    },
    readInput: async () =>
      typeof world.input === 'string'
        ? new TextEncoder().encode(world.input)
        : (world.input ?? new Uint8Array()),
  };
  const code = await runCommand(args, io);
  return { code, out, err };
}
