import { type Command, Option } from 'commander';
import { decodeUtf8 } from '../read/decode.js';
import { drawingWidth } from './appearance.js';
import { EXIT } from './errors.js';
import { DEFAULT_MAX_INPUT, readInput } from './input.js';
import type { Io } from './io.js';
import { printedJson } from './printed.js';
import { profileOption } from './profile-option.js';
import { addFormatOption, addReadingOptions } from './reading-options.js';

interface BlocksCommandOptions {
  readonly format: 'text' | 'json';
  readonly profile?: string;
  readonly sourceFormat?: string;
  readonly maxInput?: number;
}

export function define(command: Command): void {
  command
    .argument('<file>', 'the document; - for standard input')
    .addOption(
      new Option('--format <format>', 'a line a block, or the tree as JSON')
        .choices(['text', 'json'])
        .default('text'),
    );
  addFormatOption(command, '--source-format', 'FILE');
  addReadingOptions(command);
  command.addHelpText(
    'after',
    `
The columns are the block's address (its last step is the kind), label, role,
the rule that recognised it, how sure the reader is of that (0 to 1), and its
first words.

Examples:
  redtree blocks terms.md
  redtree blocks terms.md --format json | jq '.root.children[].path'
  pandoc -t markdown terms.docx | redtree blocks - --source-format markdown`,
  );
}

export async function run(command: Command, io: Io): Promise<number> {
  const options = command.opts<BlocksCommandOptions>();
  const maxChars = options.maxInput ?? DEFAULT_MAX_INPUT;
  const input = await readInput(command.processedArgs[0] as string, maxChars, io);
  const profile = await profileOption(options.profile, io);
  const { readDocument } = await import('./engine.js');
  const { resolveProfile } = await import('./engine.js');
  const { tree } = readDocument(decodeUtf8(input.bytes, input.name), {
    maxChars,
    ...(input.path === null ? {} : { path: input.path }),
    ...(profile === undefined ? {} : { profile: resolveProfile(profile) }),
    ...(options.sourceFormat === undefined ? {} : { format: options.sourceFormat }),
  });
  if (options.format === 'json') {
    await io.write(printedJson(tree, io));
  } else {
    const { renderBlocks } = await import('./engine.js');
    await io.write(renderBlocks(tree, { width: drawingWidth(io) }));
  }
  return EXIT.same;
}
