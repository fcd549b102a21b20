import { type Command, Option } from 'commander';
import { wholeNumber } from './filter-options.js';
import { DEFAULT_MAX_INPUT } from './input.js';

/** The formats that come with the command. */
export const FORMATS = ['text', 'markdown'] as const;

/** Declares the flag that fixes one side's format. */
export function addFormatOption(command: Command, flag: string, side: string): void {
  command.addOption(
    new Option(`${flag} <format>`, `read ${side} as this, whatever its name`).choices(
      FORMATS as unknown as string[],
    ),
  );
}

/** Declares the flags that every command that reads documents has. */
export function addReadingOptions(command: Command): void {
  command.option(
    '--profile <name|file>',
    'structure profile: generic, contract, markdown, legislation, or a YAML file',
  );
  addMaxInputOption(command);
}

/** Declares the flag that lets longer documents in. */
export function addMaxInputOption(command: Command): void {
  command.option(
    '--max-input <n>',
    `most characters of a document (default: ${DEFAULT_MAX_INPUT})`,
    wholeNumber(1),
  );
}
