/**
 * What reading scopes costs, warm: a 1 MB Markdown document, a TypeScript program of 20,000 lines, a lock file, and
 * texts that are hard on parsers. Prints the median of the runs, the processor time of one (which a busy machine changes
 * less) and the first run, in which a grammar is loaded.
 */
import { readScopes } from '../../src/scope/index.js';

/** A deterministic source of small numbers: the same texts on every machine. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS =
  'the party shall deliver notice of each claim within thirty days after receipt unless agreed otherwise in writing by both'.split(
    ' ',
  );

function prose(next: () => number, words: number): string {
  return `${Array.from({ length: words }, () => WORDS[Math.floor(next() * WORDS.length)]).join(' ')}.`;
}

function markdown(size: number): string {
  const next = numbers(1);
  const parts: string[] = [];
  for (let length = 0, i = 1; length < size; i++) {
    const part = [
      `${'#'.repeat(1 + (i % 3))} Part ${i}`,
      prose(next, 60),
      `- ${prose(next, 12)}\n- **${prose(next, 8)}**\n  - ${prose(next, 6)}`,
      i % 4 === 0 ? `| Term | Days |\n|---|---|\n| a${i} | 1 |\n| b${i} | 2 |` : prose(next, 40),
      i % 7 === 0 ? `\`\`\`ts\nconst part = ${i};\n\`\`\`` : prose(next, 30),
    ].join('\n\n');
    parts.push(part);
    length += part.length + 2;
  }
  return parts.join('\n\n');
}

function typescript(lines: number): string {
  const parts: string[] = [];
  for (let count = 0, i = 0; count < lines; i++) {
    const part = `/** Adds up the entries of kind ${i}. */
export function sum${i}(entries: readonly Entry[], from = 0): number {
  let total = from;
  for (const entry of entries) {
    if (entry.kind !== 'k${i}') continue;
    total += entry.values.map((value) => value * ${i}).reduce((a, b) => a + b, 0);
  }
  return total;
}

export class Store${i} extends Base<Entry> {
  private readonly entries = new Map<string, Entry>();

  get(key: string): Entry | undefined {
    return this.entries.get(key) ?? (key.startsWith('_') ? undefined : super.get(key));
  }

  set(key: string, entry: Entry): this {
    this.entries.set(key, { ...entry, kind: 'k${i}' });
    return this;
  }
}

export const DEFAULT_${i} = { name: 'n${i}', limit: ${i}, on: true };
`;
    parts.push(part);
    count += part.split('\n').length;
  }
  return parts.join('\n');
}

function json(size: number): string {
  const packages: Record<string, unknown> = {};
  for (let i = 0, length = 0; length < size; i++, length += 160)
    packages[`node_modules/package-${i}`] = { version: `1.${i}.0`, dependencies: { a: '^1', b: '^2' } };
  return JSON.stringify({ name: 'x', packages }, null, 2);
}

async function measure(label: string, fileName: string, text: string): Promise<void> {
  const cold = performance.now();
  const reading = await readScopes(text, { fileName });
  const first = performance.now() - cold;
  const times: number[] = [];
  const used = process.cpuUsage();
  for (let i = 0; i < 7; i++) {
    const start = performance.now();
    await readScopes(text, { fileName });
    times.push(performance.now() - start);
  }
  const median = times.sort((a, b) => a - b)[3];
  const { user, system } = process.cpuUsage(used);
  console.log(
    [
      label.padEnd(34),
      `${(text.length / 1024).toFixed(0)} KB`.padStart(8),
      `${text.split('\n').length} lines`.padStart(14),
      `${reading.symbols.length} symbols`.padStart(15),
      `${reading.skipped.length} skipped`.padStart(12),
      `warm ${median.toFixed(0)} ms`.padStart(13),
      `CPU ${((user + system) / 7000).toFixed(0)} ms`.padStart(11),
      `first ${first.toFixed(0)} ms`.padStart(14),
    ].join(' '),
  );
}

const program = typescript(20_000);
await measure('Markdown', 'a.md', markdown(1024 * 1024));
await measure('TypeScript', 'a.ts', program);
await measure('TypeScript with a fault', 'a.ts', program.replace('return this;', 'return this; }} ('));
await measure('JSON', 'a.json', json(500 * 1024));
await measure('YAML', 'a.yaml', 'key:\n  name: value\n  list:\n    - a: 1\n'.repeat(5_000));
await measure('TypeScript, one line', 'a.js', `x=[${'1,'.repeat(500_000)}]`);
await measure('Prose said to be TypeScript', 'a.ts', markdown(200 * 1024));
await measure('Opening brackets said to be Python', 'a.py', '('.repeat(50_000));
