import type { Command } from 'commander';
import type { Io } from './io.js';
import { defineMarks, runMarks } from './settle-marks.js';

export function define(command: Command): void {
  defineMarks(
    command,
    'Prints the text with every change that is marked in it taken back: the source.',
    `  redtree reject marked.md > old.md
  redtree compare old.md new.md --format annotated | redtree reject - | cmp - old.md`,
  );
}

export async function run(command: Command, io: Io): Promise<number> {
  const { rejectAll } = await import('./follow-up.js');
  return runMarks(command, io, rejectAll);
}
