/** One tool on one input in a process of its own: says when it is ready, then tells every run as a line of JSON. */
import { INPUTS } from './inputs.js';
import { type Run, TOOLS, timeStages } from './tools.js';

/**
 * Runs are repeated until there are so many, or until they have taken so much processor time in all … Where a target rests
 * on the figure there is time for all of them: medians of more runs than others had would be of warmer code.
 */
const RUNS = 15;
const ENOUGH_MS = 3000;
const ENOUGH_FOR_TARGET_MS = 15_000;
/** … but for so many of them, which may take longer: one run of cold code says little. */
const FEWEST_RUNS = 3;
const PATIENCE_MS = 15_000;

/** A line about a run. */
export interface RunLine extends Run {
  /** Most memory that the process has held so far, in megabytes. */
  readonly peak: number;
}

/** A line about the stages of one more run, in milliseconds of the processor. */
export interface StageLine {
  readonly stages: Readonly<Record<string, number>>;
}

export function runChild(toolName: string, inputName: string): void {
  const input = INPUTS.find((each) => each.name === inputName)!;
  const texts = input.make();
  const tell = (line: RunLine | StageLine) => process.stdout.write(`${JSON.stringify(line)}\n`);
  process.stdout.write('ready\n');
  const enough = input.rounds === undefined ? ENOUGH_MS : ENOUGH_FOR_TARGET_MS;
  repeat(enough, () => {
    const run = TOOLS[toolName](texts, input);
    tell({ ...run, peak: process.resourceUsage().maxRSS / 1024 });
    return run.whole;
  });
  if (toolName !== 'redtree') return;
  repeat(enough, () => {
    const stages = timeStages(texts, input);
    tell({ stages });
    return Object.values(stages).reduce((sum, time) => sum + time, 0);
  });
}

/** Repeats what says how long it took. */
function repeat(enough: number, run: () => number): void {
  let spent = 0;
  for (let i = 0; i < RUNS && spent < (i < FEWEST_RUNS ? PATIENCE_MS : enough); i++) spent += run();
}
