/** One tool on one input in a process of its own: says when it is ready, then tells every run as a line of JSON. */
import { INPUTS } from './inputs.js';
import { type Run, TOOLS } from './tools.js';

/** Runs are repeated until there are so many, or until they have taken so much processor time in all … */
const RUNS = 15;
const ENOUGH_MS = 3000;
/** … but for so many of them, which may take longer: one run of cold code says little. */
const FEWEST_RUNS = 3;
const PATIENCE_MS = 15_000;

export interface ChildLine extends Run {
  /** Most memory that the process has held so far, in megabytes. */
  readonly peak: number;
}

export function runChild(toolName: string, inputName: string): void {
  const input = INPUTS.find((each) => each.name === inputName)!;
  const texts = input.make();
  process.stdout.write('ready\n');
  let spent = 0;
  for (let i = 0; i < RUNS && spent < (i < FEWEST_RUNS ? PATIENCE_MS : ENOUGH_MS); i++) {
    const run = TOOLS[toolName](texts, input);
    spent += run.whole;
    const line: ChildLine = { ...run, peak: process.resourceUsage().maxRSS / 1024 };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
}
