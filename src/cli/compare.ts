import { type Command, Option } from 'commander';
import {
  addDrawingOptions,
  checkDrawing,
  DRAWN_FORMATS,
  type DrawingFlags,
  type DrawnFormat,
  draw,
  needsTexts,
} from './drawing.js';
import { CommandError, EXIT } from './errors.js';
import { noteUnmet } from './filter-notes.js';
import { addFilterOptions, filterOption } from './filter-options.js';
import { DEFAULT_MAX_INPUT, STANDARD_INPUT } from './input.js';
import type { Io } from './io.js';
import { addOutputOption, type OutputFlags, withOutput } from './output.js';
import { printedJson, printedText } from './printed.js';
import { profileOption } from './profile-option.js';
import { addFormatOption, addReadingOptions } from './reading-options.js';
import { inFlags, readSide } from './sides.js';

interface CompareOptions extends DrawingFlags, OutputFlags {
  readonly format?: DrawnFormat | 'json';
  readonly trees?: boolean;
  readonly alignment?: boolean;
  readonly profile?: string;
  readonly sourceFormat?: string;
  readonly testFormat?: string;
  readonly maxInput?: number;
  readonly exitCode?: boolean;
}

export function define(command: Command): void {
  command
    .argument('<source>', 'the document as it was: a file, REV:PATH in git, or - for standard input')
    .argument('<test>', 'the document as it is, named likewise')
    .addOption(
      new Option(
        '--format <format>',
        'what to print (default: terminal on a terminal, json otherwise)',
      ).choices(['json', ...DRAWN_FORMATS]),
    )
    .option('--trees', 'print both block trees with the changes (the default)')
    .option('--no-trees', 'print the compact form, without the trees')
    .option('--alignment', 'json: print which block corresponds to which, too');
  addFormatOption(command, '--source-format', 'SOURCE');
  addFormatOption(command, '--test-format', 'TEST');
  addReadingOptions(command);
  addFilterOptions(command);
  addDrawingOptions(command);
  addOutputOption(command);
  command.option('--exit-code', 'exit with 1 when there are changes (after filtering)').addHelpText(
    'after',
    `
JSON is indented on a terminal and one line otherwise. Without colour, deleted
words stand as [-this-] and inserted words as {+this+}. NO_COLOR, FORCE_COLOR,
TERM=dumb and COLUMNS are respected.

Examples:
  redtree compare old.md new.md
  redtree compare old.md new.md --format summary > changes.txt
  redtree compare old.md new.md --format annotated > marked.md
  redtree compare old.md new.md --no-trees | jq '.changes[].kind'
  redtree compare old.md new.md --kind move --kind renumber
  redtree compare old.md new.md --address '/section[1]/section[7]' --min-chars 20
  redtree compare HEAD~1:terms.md terms.md
  curl -s https://example.org/terms.md | redtree compare - terms.md --source-format markdown`,
  );
}

export async function run(command: Command, given: Io): Promise<number> {
  const [source, test] = command.processedArgs as [string, string];
  const options = command.opts<CompareOptions>();
  const io = withOutput(options, given, [source, test]);
  const maxChars = options.maxInput ?? DEFAULT_MAX_INPUT;
  const format = options.format ?? (io.isTerminal ? 'terminal' : 'json');
  checkDrawing(format, options);
  if (source === STANDARD_INPUT && test === STANDARD_INPUT) {
    throw new CommandError('usage', 'only one of the two documents can come from standard input');
  }
  const before = await readSide(source, maxChars, io);
  const after = await readSide(test, maxChars, io);
  const profile = await profileOption(options.profile, io);
  const filter = filterOption(options as unknown as Record<string, unknown>);
  const { compare } = await import('./engine.js');
  const whole = inFlags(() =>
    compare(before.side, after.side, {
      maxChars,
      ...(profile === undefined ? {} : { profile }),
      ...(options.sourceFormat === undefined ? {} : { sourceFormat: options.sourceFormat }),
      ...(options.testFormat === undefined ? {} : { testFormat: options.testFormat }),
      ...(filter === null ? {} : { filter }),
    }),
  );
  await noteUnmet(filter, [whole.source, whole.test], io);
  const trees = options.trees ?? true;
  if (format === 'json') {
    const document = whole.toJSON({ trees, alignment: options.alignment ?? false });
    await io.write(printedJson(document, io));
    return exitCode(document.changes.length, options);
  }
  // A comparison reads as its own document, and its trees find only the spans that the drawing asks for.
  const document = trees ? whole : whole.toJSON({ trees });
  const names = { source: before.name, test: after.name };
  const texts = { comparison: whole, sourceText: before.text, testText: after.text, profile };
  const drawn = await draw(format, { document, names, texts }, options, io);
  await io.write(needsTexts(format) ? before.mark + printedText(drawn, io) : drawn);
  return exitCode(document.changes.length, options);
}

function exitCode(changes: number, options: CompareOptions): number {
  return options.exitCode === true && changes > 0 ? EXIT.different : EXIT.same;
}
