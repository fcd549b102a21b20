/**
 * `npm run bench:speed -- [options]`
 *
 *   (none)          every input, every tool; writes bench/speed/REPORT.md
 *   --input NAME    only that input (may be given several times); no report is written
 *   --tool NAME     only that tool: redtree, diff-match-patch or diff
 *   --rounds N      rounds on every input
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runChild } from './child.js';
import { INPUTS } from './inputs.js';
import { type Figure, measure, measureCommand } from './measure.js';
import { inputTable, verdicts, writeReport } from './report.js';
import { TOOLS } from './tools.js';

const COMMAND_RUNS = 15;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      input: { type: 'string', multiple: true },
      tool: { type: 'string', multiple: true },
      rounds: { type: 'string' },
    },
  });
  const tools = values.tool ?? Object.keys(TOOLS);
  const figures: Figure[] = [];
  for (const input of INPUTS) {
    if (values.input !== undefined && !values.input.includes(input.name)) continue;
    const rounds = values.rounds === undefined ? (input.rounds ?? 1) : Number(values.rounds);
    const found = await measure(input, tools, rounds);
    figures.push(...found);
    console.log(`${input.name}: ${input.about}\n${inputTable(found)}\n`);
  }
  const whole = values.input === undefined && values.tool === undefined;
  const command = whole ? measureCommand(COMMAND_RUNS) : null;
  const verdictList = verdicts(figures, command).filter(({ met }) => whole || met !== null);
  for (const { text, met } of verdictList)
    console.log(`${met === null ? '?' : met ? 'met    ' : 'NOT MET'} ${text}`);
  if (whole)
    writeFileSync('bench/speed/REPORT.md', writeReport(figures, verdictList, availableParallelism()));
}

if (process.argv[2] === '--child') runChild(process.argv[3], process.argv[4]);
else await main();
