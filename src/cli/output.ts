/** Where a command's result goes: standard output, or the file that `-o` names. */
import { type BigIntStats, statSync } from 'node:fs';
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
 * @param read the documents that a result of another kind must not take the place of.
 * @throws CommandError `usage` when `-o` names one of them, under whatever name.
 */
export function withOutput({ output }: OutputFlags, io: Io, read: readonly string[] = []): Io {
  if (output === undefined) return io;
  if (output === '') {
    throw new CommandError('usage', '--output is given an empty name: was something left out?');
  }
  const lost = read.find((file) => isSameFile(file, output));
  if (lost !== undefined) {
    throw new CommandError('usage', `--output names ${lost}, which is read: what stands in it would be lost`);
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

function isSameFile(a: string, b: string): boolean {
  const [one, other] = [a, b].map(fileAt);
  return one?.isFile() === true && one.dev === other?.dev && one.ino === other.ino;
}

/** What stands at that place; undefined for nothing, or what may not be looked at: reading and writing say why. */
function fileAt(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}
