/**
 * What reading scopes costs, warm: a 1 MB Markdown document, a TypeScript program of 20,000 lines, a lock file, and
 * texts that are hard on parsers. Prints the median of the runs, the processor time of one (which a busy machine changes
 * less) and the first run, in which a grammar is loaded.
 */
import { readScopes } from '../../src/scope/index.js';
import { markdown, typescript } from './texts.js';

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
