/** The file that says how a folder's pairs are compared and where their comparisons are kept. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { AlignmentConfig } from '../../align/alignment.js';
import { resolveAlignmentConfig } from '../../align/config.js';
import type { ChangeFilter } from '../../change/change.js';
import { parseFilter } from '../../change/filter.js';
import { didYouMean } from '../../document/suggest.js';
import { ProfileError } from '../../profile/errors.js';
import { type Fields, flag, line, mapping, own, type Report, wholeNumber } from '../../profile/validation.js';
import { readYaml, type YamlSource } from '../../profile/yaml-source.js';
import { decodeUtf8 } from '../../read/decode.js';
import { readInput } from '../input.js';
import type { Io } from '../io.js';
import { profileOption } from '../profile-option.js';
import { FORMATS } from '../reading-options.js';

/** How a pair is compared; what is undefined has the library's default. */
export interface PairSettings {
  readonly profile?: string | object | undefined;
  readonly sourceFormat?: string | undefined;
  readonly testFormat?: string | undefined;
  readonly filter?: Partial<ChangeFilter> | undefined;
  readonly alignment?: Partial<AlignmentConfig> | undefined;
}

/** What a config file says. */
export interface GoldenConfig {
  /** The folder of the kept comparisons; null for beside the documents. */
  readonly golden: string | null;
  readonly trees: boolean;
  readonly maxInput: number | null;
  /** For every pair. */
  readonly settings: PairSettings;
  /** For the pair of that name, over the settings for all. */
  readonly pairs: ReadonlyMap<string, PairSettings>;
}

/** A config file that cannot be used; the message has every problem, with its line and its path in the file. */
export class GoldenConfigError extends Error {
  override readonly name = 'GoldenConfigError';
  readonly code = 'bad_golden_config';
  constructor(
    readonly file: string,
    readonly problems: readonly {
      readonly line: number | null;
      readonly path: string;
      readonly message: string;
    }[],
  ) {
    const told = problems.map(({ line, path, message }) => {
      const where = [line === null ? '' : `line ${line}`, path].filter((part) => part !== '').join(', ');
      return where === '' ? message : `${where}: ${message}`;
    });
    super(`${file}: ${told.join('; ')}`);
  }
}

/** The file that is read when it stands in the folder of the pairs and no other is named. */
export const CONFIG_FILE = 'redtree.golden.yaml';

/** What is in force where there is no file. */
export const NO_CONFIG: GoldenConfig = {
  golden: null,
  trees: false,
  maxInput: null,
  settings: {},
  pairs: new Map(),
};

// A page or two of YAML; the reader of YAML has a smaller cap of its own.
const MAX_CONFIG = 1_000_000;
const PAIR_KEYS = ['profile', 'source_format', 'test_format', 'filter', 'alignment'] as const;
const KEYS = ['golden', 'trees', 'max_input', ...PAIR_KEYS, 'pairs'] as const;

/**
 * Reads a config file. Paths in it are relative to it, and the pairs in it have to be among `names`.
 * @throws GoldenConfigError for what is wrong in it; CommandError `cannot_read`; ProfileError for a profile it names.
 */
export async function readGoldenConfig(
  file: string,
  names: readonly string[],
  io: Io,
): Promise<GoldenConfig> {
  const { bytes, name } = await readInput(file, MAX_CONFIG, io);
  const yaml = readSource(decodeUtf8(bytes, name), file);
  const problems: { line: number | null; path: string; message: string }[] = [...yaml.problems];
  const report: Report = (path, message) => problems.push({ line: yaml.lineOf(path), path, message });
  // A file of comments alone says nothing, which is no mistake.
  const root = mapping(yaml.value ?? {}, '', KEYS, report) ?? {};
  const golden = given(root, 'golden') ? line(root, 'golden', '', report, 4096) : null;
  const trees = flag(root, 'trees', '', report, false);
  const maxInput = wholeNumber(root, 'max_input', '', [1, Number.MAX_SAFE_INTEGER], report, 0);
  const folder = dirname(file);
  const settings = await readSettings(root, '', folder, report, io);
  const pairs = new Map<string, PairSettings>();
  const named = given(root, 'pairs') ? own(root, 'pairs') : {};
  if (typeof named !== 'object' || Array.isArray(named)) {
    report('pairs', 'expected a mapping from the names of pairs to their settings');
  } else {
    for (const [pair, value] of Object.entries(named as object)) {
      if (!names.includes(pair)) {
        report(`pairs.${pair}`, `there is no pair "${pair}"${didYouMean(pair, names)}`);
      }
      const fields = mapping(value, `pairs.${pair}`, PAIR_KEYS, report);
      if (fields !== null) pairs.set(pair, await readSettings(fields, `pairs.${pair}`, folder, report, io));
    }
  }
  if (problems.length > 0) throw new GoldenConfigError(file, problems.sort(byLine));
  return {
    golden: golden === null ? null : resolve(folder, golden),
    trees,
    maxInput: maxInput === 0 ? null : maxInput,
    settings,
    pairs,
  };
}

function readSource(text: string, file: string): YamlSource {
  try {
    return readYaml(text, file);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    // The reader of YAML was written for profiles, and says so.
    const problems = error.problems.map((problem) => ({
      ...problem,
      message: problem.message.replace(/; a profile .*$/, ', more than a config file may have'),
    }));
    throw new GoldenConfigError(file, problems);
  }
}

async function readSettings(
  fields: Fields,
  at: string,
  folder: string,
  report: Report,
  io: Io,
): Promise<PairSettings> {
  const path = (key: string) => (at === '' ? key : `${at}.${key}`);
  const format = (key: 'source_format' | 'test_format') => {
    if (!given(fields, key)) return undefined;
    const value = own(fields, key);
    if (typeof value === 'string' && (FORMATS as readonly string[]).includes(value)) return value;
    const hint = typeof value === 'string' ? didYouMean(value, FORMATS) : '';
    report(path(key), `should be one of ${FORMATS.join(', ')}${hint}`);
    return undefined;
  };
  /** Hands the value's fields to `check` one at a time, so that a problem is told at its own line. */
  const checked = <T>(key: 'filter' | 'alignment', check: (value: object) => T): T | undefined => {
    if (!given(fields, key)) return undefined;
    const value = own(fields, key);
    if (typeof value !== 'object' || Array.isArray(value)) {
      report(path(key), 'expected a mapping');
      return undefined;
    }
    let whole = true;
    for (const [name, part] of Object.entries(value as object)) {
      try {
        check({ [name]: part });
      } catch (error) {
        whole = false;
        report(`${path(key)}.${name}`, (error as Error).message);
      }
    }
    return whole ? check({ ...(value as object) }) : undefined;
  };
  return {
    profile: await readProfile(fields, path('profile'), at, folder, report, io),
    sourceFormat: format('source_format'),
    testFormat: format('test_format'),
    filter: checked('filter', parseFilter),
    alignment: checked('alignment', resolveAlignmentConfig),
  };
}

async function readProfile(
  fields: Fields,
  path: string,
  at: string,
  folder: string,
  report: Report,
  io: Io,
): Promise<string | object | undefined> {
  if (!given(fields, 'profile')) return undefined;
  const name = line(fields, 'profile', at, report, 4096);
  if (name === null) return undefined;
  const { builtinProfiles } = await import('../engine.js');
  const builtins = builtinProfiles.map((profile) => profile.name);
  if (builtins.includes(name)) return name;
  const file = resolve(folder, name);
  if (!existsSync(file)) {
    const hint = didYouMean(name, builtins);
    report(
      path,
      `"${name}" is no built-in profile${hint} and no file beside this one; built in: ${builtins.join(', ')}`,
    );
    return undefined;
  }
  return profileOption(file, io);
}

/** Whether a key is there with a value; `key:` with nothing after it is as good as absent. */
function given(fields: Fields, key: string): boolean {
  const value = own(fields, key);
  return value !== undefined && value !== null;
}

function byLine(a: { line: number | null }, b: { line: number | null }): number {
  return (a.line ?? 0) - (b.line ?? 0);
}
