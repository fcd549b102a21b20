/** What `accept` and `reject` share: a text with marks in, the text without them out. */
import { type Command, Option } from 'commander';
import type { MarkStyle } from '../render/marks.js';
import { CommandError, EXIT } from './errors.js';
import { DEFAULT_MAX_INPUT } from './input.js';
import type { Io } from './io.js';
import { addOutputOption, type OutputFlags, withOutput } from './output.js';
import { printedText } from './printed.js';
import { addMaxInputOption } from './reading-options.js';
import { readSide } from './sides.js';

interface MarksFlags extends OutputFlags {
  readonly format?: MarkedFormat;
  readonly maxInput?: number;
}

/** The formats with marks, under the names that drawing has for them. */
const STYLES = { annotated: 'critic', tags: 'tags' } as const satisfies Record<string, MarkStyle>;
type MarkedFormat = keyof typeof STYLES;

/** Declares the arguments of either command. */
export function defineMarks(command: Command, gives: string, example: string): void {
  command
    .argument('<file>', 'a text with marks, as the formats annotated and tags give it; - for standard input')
    .addOption(
      new Option('--format <format>', 'which marks it has (default: those that it holds)').choices(
        Object.keys(STYLES),
      ),
    );
  addOutputOption(command);
  addMaxInputOption(command);
  command.addHelpText(
    'after',
    `
${gives}
A mark with a backslash before it is text, and loses the backslash. Marks that
do not fit together are an error that names the line.

Examples:
${example}`,
  );
}

/** Reads the text, and prints what `settle` makes of it. */
export async function runMarks(
  command: Command,
  world: Io,
  settle: (text: string, style: MarkStyle) => string,
): Promise<number> {
  const flags = command.opts<MarksFlags>();
  const io = withOutput(flags, world);
  const { text, mark, name } = await readSide(
    command.processedArgs[0] as string,
    flags.maxInput ?? DEFAULT_MAX_INPUT,
    io,
  );
  const { markStylesIn } = await import('./follow-up.js');
  const style = flags.format === undefined ? only(markStylesIn(text), name) : STYLES[flags.format];
  await io.write(mark + printedText(settle(text, style), io));
  return EXIT.same;
}

/** A text without any marks is what it is, either way. */
function only(styles: readonly MarkStyle[], name: string): MarkStyle {
  if (styles.length > 1) {
    throw new CommandError(
      'usage',
      `${name} holds marks of both kinds, {++ ++} and <ins>: say with --format annotated or --format tags which are meant`,
    );
  }
  return styles[0] ?? 'critic';
}
