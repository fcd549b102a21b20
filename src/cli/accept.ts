import type { Command } from 'commander';
import type { Io } from './io.js';
import { defineMarks, runMarks } from './settle-marks.js';

export function define(command: Command): void {
  defineMarks(
    command,
    'Prints the text with every change that is marked in it made.',
    `  redtree accept marked.md > new.md
  redtree compare old.md new.md --format tags | redtree accept -`,
  );
}

export async function run(command: Command, io: Io): Promise<number> {
  const { acceptAll } = await import('./follow-up.js');
  return runMarks(command, io, acceptAll);
}
