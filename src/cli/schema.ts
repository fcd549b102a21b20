import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, type Command } from 'commander';
import { EXIT } from './errors.js';
import type { Io } from './io.js';
import { packageRoot } from './package-root.js';

/** The published schemas by the name that a person types. */
const FILES: Readonly<Record<string, string>> = {
  comparison: 'comparison-v2.json',
  profile: 'profile.json',
};

export function define(command: Command): void {
  command
    .addArgument(new Argument('[name]', 'which schema').choices(Object.keys(FILES)).default('comparison'))
    .addHelpText(
      'after',
      `
Examples:
  redtree schema                            the schema of what compare writes
  redtree schema profile > profile.json     the schema of structure profiles`,
    );
}

export async function run(command: Command, io: Io): Promise<number> {
  const file = FILES[command.processedArgs[0] as string];
  await io.write(readFileSync(join(packageRoot(), 'schemas', file), 'utf8'));
  return EXIT.same;
}
