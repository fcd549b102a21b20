/**
 * `npm run bench:accuracy -- [options]`
 *
 *   (none)             every pair, both measures, floors; writes bench/accuracy/REPORT.md
 *   --plan NAME        only that plan          --base NAME      only that base document
 *   --format NAME      markdown or text        --pair TEXT      only pairs whose name contains TEXT
 *   --failures [KIND]  lists what went wrong; KIND: links, moves, renumbers or all (default)
 *   --measure NAME     rapidfuzz (default) or difflib, for --failures
 *   --faults           lists where a reader and the generator disagree
 *   --dump DIR         writes the chosen pairs and their labels to DIR
 *   --real DIR         the second report: every pair of versions in DIR
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CorpusPair, corpusDigest, makeCorpus } from './corpus.js';
import { type ReadPair, readPair, runEngine } from './engine.js';
import { describeMisses, missCounts, type PairMisses } from './failures.js';
import { lineFloor, wordFloor } from './floors.js';
import { describeTruth } from './labels.js';
import { realReport } from './real.js';
import { passTable, planTable, totalsTable, verdicts } from './report.js';
import { addCounts, type Counts, type MissKind, noCounts, type Reported, scorePair } from './score.js';

const { values } = parseArgs({
  args: withDefaults(process.argv.slice(2)),
  options: {
    plan: { type: 'string' },
    base: { type: 'string' },
    format: { type: 'string' },
    pair: { type: 'string' },
    failures: { type: 'string' },
    measure: { type: 'string', default: 'rapidfuzz' },
    faults: { type: 'boolean', default: false },
    dump: { type: 'string' },
    real: { type: 'string' },
  },
});

/** `--failures` alone means all of them. */
function withDefaults(args: string[]): string[] {
  return args.flatMap((arg, i) =>
    arg === '--failures' && (args[i + 1] ?? '--').startsWith('--') ? [arg, 'all'] : [arg],
  );
}

const KINDS: Record<string, MissKind[]> = {
  links: ['missed link', 'wrong link', 'spurious link'],
  moves: ['missed move', 'false move'],
  renumbers: ['missed renumber', 'false renumber'],
};

type Tables = Map<string, Counts>;

function add(tables: Tables, pair: CorpusPair, counts: Counts): void {
  for (const name of [pair.plan, 'total', `format ${pair.format}`, `base ${pair.base}`]) {
    const sum = tables.get(name) ?? noCounts();
    addCounts(sum, counts);
    tables.set(name, sum);
  }
}

function main(): void {
  if (values.real !== undefined) {
    console.log(realReport(values.real));
    return;
  }
  const filtered = [values.plan, values.base, values.format, values.pair].some(
    (value) => value !== undefined,
  );
  const corpus = makeCorpus((name) => {
    const [base, plan, format] = name.split('/');
    return (
      (values.plan === undefined || plan === values.plan) &&
      (values.base === undefined || base === values.base) &&
      (values.format === undefined || format === values.format) &&
      (values.pair === undefined || name.includes(values.pair))
    );
  });
  if (values.dump !== undefined) {
    dump(corpus, values.dump);
    return;
  }
  const detail = values.failures !== undefined || values.faults;
  const floors = !detail && !filtered;
  const engines: [string, (pair: CorpusPair, read: ReadPair) => Reported][] = [
    ['rapidfuzz', (_, read) => runEngine(read, 'rapidfuzz')],
    ['difflib', (_, read) => runEngine(read, 'difflib')],
  ];
  if (floors) {
    engines.push(['line diff', (pair) => lineFloor(pair)]);
    engines.push(['word diff', (pair) => wordFloor(pair)]);
  }
  const wanted = detail ? engines.filter(([name]) => name === values.measure) : engines;
  const tables = new Map<string, Tables>(wanted.map(([name]) => [name, new Map()]));
  const failures: PairMisses[] = [];
  const faults: string[] = [];
  const unreadable: string[] = [];
  for (const pair of corpus) {
    const read = readPair(pair);
    for (const fault of read.faults) {
      faults.push(
        `${pair.name} ${fault.side} (${fault.style}) ${fault.what} ${fault.address}\n    expected ${fault.expected}\n    found    ${fault.found}`,
      );
    }
    if (read.sourceAt === null || read.testAt === null) {
      unreadable.push(pair.name);
      continue;
    }
    for (const [name, run] of wanted) {
      const { counts, misses } = scorePair(pair, run(pair, read));
      add(tables.get(name)!, pair, counts);
      if (name === values.measure) failures.push({ pair, misses });
    }
  }
  if (values.faults) {
    console.log(faults.join('\n'));
    console.log(
      `${faults.length} faults; pairs that could not be scored: ${unreadable.join(', ') || 'none'}`,
    );
    return;
  }
  if (values.failures !== undefined) {
    const kinds =
      values.failures === 'all' ? null : new Set(KINDS[values.failures] ?? [values.failures as MissKind]);
    for (const each of failures) {
      const lines = describeMisses(each, kinds);
      if (lines.length > 0) console.log(lines.join('\n'));
    }
    console.log(missCounts(failures));
    return;
  }
  const report = write(corpus, tables, faults.length, unreadable);
  console.log(report);
  if (!filtered) writeFileSync('bench/accuracy/REPORT.md', report);
}

function write(
  corpus: readonly CorpusPair[],
  tables: ReadonlyMap<string, Tables>,
  faults: number,
  unreadable: readonly string[],
): string {
  const main = tables.get('rapidfuzz')!;
  const total = (name: string) => tables.get(name)!.get('total')!;
  const names = [...tables.keys()];
  const group = (prefix: string) =>
    [...main]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, counts]) => [name.slice(prefix.length), counts] as [string, Counts]);
  const { splits, foundSplits } = total('rapidfuzz');
  const lines = [
    '# Alignment accuracy',
    '',
    'Generated by `npm run bench:accuracy`; what the columns mean stands in [README.md](README.md).',
    '',
    `${corpus.length} pairs, corpus ${corpusDigest(corpus).slice(0, 16)}. Disagreements between the readers and the generator: ${faults}. ` +
      `Pairs that could not be scored: ${unreadable.length === 0 ? 'none' : unreadable.join(', ')}.`,
    '',
    '## In all',
    '',
    totalsTable(names.map((name) => [name, total(name)])),
    '',
    ...names
      .filter((name) => name === 'rapidfuzz' || name === 'difflib')
      .flatMap((name) => [
        `## By plan, ${name}`,
        '',
        planTable(tables.get(name)!),
        '',
        ...held(tables.get(name)!),
        '',
      ]),
    '## By format, rapidfuzz',
    '',
    totalsTable(group('format ')),
    '',
    '## By base document, rapidfuzz',
    '',
    totalsTable(group('base ')),
    '',
    '## By pass',
    '',
    passTable(
      names.filter((name) => name === 'rapidfuzz' || name === 'difflib').map((name) => [name, total(name)]),
    ),
    '',
    ...names
      .filter((name) => name.endsWith('diff'))
      .flatMap((name) => [`## Floor: ${name}`, '', planTable(tables.get(name)!), '']),
    '## Splits and merges',
    '',
    `Kept out of every figure above, because the wire cannot say them yet. ${splits} in the corpus; in ${foundSplits} of them the whole is linked to one of its parts.`,
    '',
  ];
  return lines.join('\n');
}

function held(tables: Tables): string[] {
  return verdicts(tables).map(({ text, met }) => `- ${met ? 'met' : '**not met**'}: ${text}`);
}

function dump(corpus: readonly CorpusPair[], folder: string): void {
  for (const pair of corpus) {
    const ending = pair.format === 'markdown' ? 'md' : 'txt';
    const stem = join(folder, pair.name.replaceAll('/', '.'));
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${stem}.source.${ending}`, pair.source.text);
    writeFileSync(`${stem}.test.${ending}`, pair.test.text);
    writeFileSync(`${stem}.labels.json`, `${JSON.stringify(describeTruth(pair), null, 2)}\n`);
  }
  console.log(`${corpus.length} pairs written to ${folder}`);
}

main();
