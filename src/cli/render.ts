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
import { DEFAULT_MAX_INPUT, STANDARD_INPUT } from './input.js';
import type { Io } from './io.js';
import { addOutputOption, type OutputFlags, withOutput } from './output.js';
import { printedText } from './printed.js';
import { profileOption } from './profile-option.js';
import { addReadingOptions } from './reading-options.js';
import { readSide } from './sides.js';
import { readStored, restore, restoreFromBlocks } from './stored.js';

interface RenderFlags extends DrawingFlags, OutputFlags {
  readonly source?: string;
  readonly test?: string;
  readonly profile?: string;
  readonly maxInput?: number;
}

export function define(command: Command): void {
  command
    .usage('[options] <format> <comparison>')
    .argument('<format>', `one of ${DRAWN_FORMATS.join(', ')}`)
    // Asked for below, where what was given instead is known.
    .argument('[comparison]', 'a comparison that compare printed as JSON; - for standard input')
    .addOption(new Option('--source <file>', 'annotated, tags: the document as it was'))
    .addOption(new Option('--test <file>', 'annotated, tags: the document as it is, for its own spelling'));
  addDrawingOptions(command);
  addOutputOption(command);
  addReadingOptions(command);
  command.addHelpText(
    'after',
    `
annotated and tags mark the changes in the text of the source itself, so that
they take the source, and check that it is the one compared. What comes from
the other document is written from the blocks in the comparison, in the manner
of the source; with --test it is spelled as that document spells it, byte for
byte. All other formats are drawn from the comparison alone; one without its
trees says less.

Examples:
  redtree render markdown comparison.json | gh pr comment --body-file -
  redtree render html comparison.json -o redline.html
  redtree render summary comparison.json --budget 2000
  redtree render annotated comparison.json --source old.md
  redtree render annotated comparison.json --source old.md --test new.md`,
  );
}

export async function run(command: Command, world: Io): Promise<number> {
  const [given, file] = command.processedArgs as [string, string | undefined];
  if (file === undefined) {
    const both = DRAWN_FORMATS.some((known) => known === given) ? `${given} FILE` : `html ${given}`;
    throw new CommandError(
      'usage',
      `render takes a format and then a comparison, of which one is missing: redtree render ${both}`,
    );
  }
  const flags = command.opts<RenderFlags>();
  const read = [file, flags.source, flags.test].filter((name) => name !== undefined);
  const io = withOutput(flags, world, read);
  const format = formatOf(given);
  checkDrawing(format, flags);
  if (!needsTexts(format)) {
    const stray = (['source', 'test'] as const).find((name) => flags[name] !== undefined);
    if (stray !== undefined) {
      throw new CommandError('usage', `--${stray} is for the formats annotated and tags, not for ${format}`);
    }
    await io.write(await draw(format, { document: await readStored(file, io) }, flags, io));
    return EXIT.same;
  }
  const { source, test } = flags;
  if (source === undefined) {
    throw new CommandError(
      'usage',
      `${format} marks the changes in the source's own text: give the source with --source, and the test document with --test for its own spelling`,
    );
  }
  if ([file, source, test].filter((name) => name === STANDARD_INPUT).length > 1) {
    throw new CommandError('usage', 'only one of the three files can come from standard input');
  }
  const document = await readStored(file, io);
  const maxChars = flags.maxInput ?? DEFAULT_MAX_INPUT;
  const before = await readSide(source, maxChars, io);
  const after = test === undefined ? undefined : await readSide(test, maxChars, io);
  const profile = await profileOption(flags.profile, io);
  const comparison =
    after === undefined
      ? await restoreFromBlocks(document, file, profile)
      : await restore(document, before, after, profile);
  const texts = { comparison, sourceText: before.text, testText: after?.text, profile };
  await io.write(before.mark + printedText(await draw(format, { document, texts }, flags, io), io));
  return EXIT.same;
}

function formatOf(given: string): DrawnFormat {
  const format = DRAWN_FORMATS.find((known) => known === given);
  if (format !== undefined) return format;
  throw new CommandError(
    'usage',
    `there is no format "${given}"; the formats are ${DRAWN_FORMATS.join(', ')}`,
  );
}
