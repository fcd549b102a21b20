import { type Command, Option } from 'commander';
import { didYouMean } from '../document/suggest.js';
import type { AllowedScope } from '../verify/scope.js';
import type { Exemption } from '../verify/verify.js';
import { CommandError, EXIT } from './errors.js';
import { DEFAULT_MAX_INPUT, STANDARD_INPUT } from './input.js';
import type { Io } from './io.js';
import { printedJson } from './printed.js';
import { profileOption } from './profile-option.js';
import { addFormatOption, addReadingOptions } from './reading-options.js';
import { inFlags, readSide } from './sides.js';

// Written out: the list of the library would bring the engine along.
const EXEMPT: Exemption[] = ['whitespace', 'labels', 'emphasis', 'markup'];

interface VerifyFlags {
  readonly allow: readonly string[];
  readonly exempt?: readonly Exemption[];
  readonly strict?: boolean;
  readonly format?: 'text' | 'json';
  readonly profile?: string;
  readonly sourceFormat?: string;
  readonly testFormat?: string;
  readonly maxInput?: number;
}

export function define(command: Command): void {
  command
    .argument('<original>', 'the document before the edit; - for standard input')
    .argument('<edited>', 'the document after it; - for standard input')
    .addOption(
      new Option('--allow <scope>', 'what the edit may touch, with all below it (repeatable)')
        .argParser((value: string, before: string[] | undefined) => [...(before ?? []), value])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--exempt <what>', 'let these pass anywhere (repeatable)')
        .choices(EXEMPT)
        .argParser((value: string, before: string[] | undefined) => [...(before ?? []), oneOf(value)]),
    )
    .option('--strict', 'let nothing outside the scope differ, layout neither')
    .addOption(
      new Option('--format <format>', 'what to print (default: text on a terminal, json otherwise)').choices([
        'text',
        'json',
      ]),
    );
  addFormatOption(command, '--source-format', 'ORIGINAL');
  addFormatOption(command, '--test-format', 'EDITED');
  addReadingOptions(command);
  command.addHelpText(
    'after',
    `
A scope is read against the original:
  /ADDRESS      the block at that address
  label:LABEL   the blocks that bear the label
  role:ROLE     the blocks that have the role
  text:PHRASE   the one block that contains the phrase
Both sides of a change must be in scope, so nothing may be moved into it or out
of it. A scope that names nothing is an error.

What stands beside the words must not change outside of the scope either: where
links lead (also by a definition that was changed inside it), pictures, the depth
of headings, items and quotations, code and its language, how columns are set,
rules, line breaks, emphasis, raw HTML, front matter, characters that cannot be
seen. --exempt emphasis lets stress change, --exempt markup all of these. Layout
(lines broken elsewhere, white space, other signs for the same) may change and is
listed; with --strict it may not.

Exit codes: 0 the edit kept to its scope, 1 it strayed, 2 an error.

Examples:
  redtree verify old.md new.md --allow label:7.2
  redtree verify old.md new.md --allow '/section[1]/section[4]' --exempt labels
  redtree verify old.md new.md --allow 'text:payable within thirty' --format json`,
  );
}

export async function run(command: Command, io: Io): Promise<number> {
  const [original, edited] = command.processedArgs as [string, string];
  const options = command.opts<VerifyFlags>();
  const maxChars = options.maxInput ?? DEFAULT_MAX_INPUT;
  if (original === STANDARD_INPUT && edited === STANDARD_INPUT) {
    throw new CommandError('usage', 'only one of the two documents can come from standard input');
  }
  const allowed = allowedScope(options.allow);
  const before = await readSide(original, maxChars, io);
  const after = await readSide(edited, maxChars, io);
  const profile = await profileOption(options.profile, io);
  const { verify } = await import('./follow-up.js');
  const found = inFlags(() =>
    verify(before.side, after.side, allowed, {
      maxChars,
      exempt: options.exempt ?? [],
      strict: options.strict ?? false,
      ...(profile === undefined ? {} : { profile }),
      ...(options.sourceFormat === undefined ? {} : { sourceFormat: options.sourceFormat }),
      ...(options.testFormat === undefined ? {} : { testFormat: options.testFormat }),
    }),
  );
  if ((options.format ?? (io.isTerminal ? 'text' : 'json')) === 'json') {
    await io.write(printedJson(found, io));
  } else {
    const { renderVerification } = await import('./follow-up.js');
    await io.write(renderVerification(found));
  }
  return found.ok ? EXIT.same : EXIT.different;
}

function oneOf(value: string): string {
  if ((EXEMPT as readonly string[]).includes(value)) return value;
  throw new CommandError(
    'usage',
    `--exempt takes ${EXEMPT.join(', ')}, not "${value}"${didYouMean(value, EXEMPT)}`,
  );
}

/** The scopes of the flags, sorted into the lists of an allowed scope. */
function allowedScope(entries: readonly string[]): AllowedScope {
  const scope = {
    address_prefixes: [] as string[],
    labels: [] as string[],
    roles: [] as string[],
    anchors: [] as string[],
  };
  const lists: Readonly<Record<string, string[]>> = {
    label: scope.labels,
    role: scope.roles,
    text: scope.anchors,
  };
  for (const entry of entries) {
    if (entry.startsWith('/')) {
      scope.address_prefixes.push(entry);
      continue;
    }
    const cut = entry.indexOf(':');
    const list = cut < 0 ? undefined : lists[entry.slice(0, cut)];
    if (list === undefined) {
      throw new CommandError(
        'usage',
        `--allow "${entry}" is no scope: it should be an /ADDRESS, label:LABEL, role:ROLE or text:PHRASE`,
      );
    }
    const name = entry.slice(cut + 1);
    if (name.trim() === '') {
      throw new CommandError('usage', `--allow "${entry}" names nothing: say which after the colon`);
    }
    list.push(name);
  }
  return scope;
}
