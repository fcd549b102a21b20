/** Where a command's result goes: standard output, or the file that `-o` names. */
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { CommandError } from './errors.js';
import { whyUnwritten } from './file-fault.js';
import type { Io } from './io.js';

/** The flag. */
export interface OutputFlags {
  readonly output?: string;
}

/** Declares it. */
export function addOutputOption(command: Command): void {
  command.option('-o, --output <file>', 'write to a file instead of standard output');
}

/**
 * The world in which what a command writes goes into the file: no terminal, whatever standard output is. The file is
 * written once the result is whole, so that an error leaves an older one as it was.
 */
export function withOutput({ output }: OutputFlags, io: Io): Io {
  if (output === undefined) return io;
  if (output === '') {
    throw new CommandError('usage', '--output is given an empty name: was something left out?');
  }
  return {
    ...io,
    isTerminal: false,
    columns: undefined,
    readInput: (limit) => io.readInput(limit),
    writeError: (text) => io.writeError(text),
    write: async (text) => {
      try {
        await writeFile(output, text);
      } catch (error) {
        throw new CommandError(
          'cannot_write',
          `cannot write ${output}: ${whyUnwritten(error as NodeJS.ErrnoException, output)}`,
        );
      }
    },
  };
}
