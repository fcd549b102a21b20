/** Starts a child for each tool and input, ends it when it takes too long, and makes figures of what it told. */
import { spawn, spawnSync } from 'node:child_process';
import type { RunLine, StageLine } from './child.js';
import type { Input } from './inputs.js';

/** After so many seconds a child is ended. */
export const LIMIT_SECONDS = 60;

/** One tool on one input. Times in milliseconds of the processor, medians over all runs of all rounds. */
export interface Figure {
  readonly tool: string;
  readonly input: string;
  /** The same on the clock on the wall. */
  readonly wall: number | null;
  /** Median of the runs; null when not one ended in time. */
  readonly whole: number | null;
  /** The first run of a process: code not yet compiled. Median over rounds. */
  readonly first: number | null;
  readonly stages: Readonly<Record<string, number>>;
  readonly peak: number;
  readonly found: number;
  readonly budgetExhausted: boolean;
  /** Why there is no figure. */
  readonly failure: string | null;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

interface Told {
  readonly lines: RunLine[];
  readonly stages: StageLine[];
  readonly failure: string | null;
}

function runOnce(tool: string, input: string): Promise<Told> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [process.argv[1], '--child', tool, input], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let errors = '';
    let timer: NodeJS.Timeout | null = null;
    let late = false;
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk;
      if (timer === null && out.startsWith('ready')) {
        timer = setTimeout(() => {
          late = true;
          child.kill('SIGKILL');
        }, LIMIT_SECONDS * 1000);
      }
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk;
    });
    child.on('close', (code) => {
      if (timer !== null) clearTimeout(timer);
      const told = out
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => JSON.parse(line) as RunLine | StageLine);
      const lines = told.filter((line): line is RunLine => 'whole' in line);
      const stages = told.filter((line): line is StageLine => 'stages' in line);
      const reason = /^.*Error: (.*)$/m.exec(errors)?.[1] ?? `ended with code ${code}`;
      resolve({ lines, stages, failure: lines.length > 0 ? null : late ? `> ${LIMIT_SECONDS} s` : reason });
    });
  });
}

/** The tools on one input, in turn, in as many rounds as the input asks for, so that all see the same machine. */
export async function measure(input: Input, tools: readonly string[], rounds: number): Promise<Figure[]> {
  const told = new Map<string, Told[]>(tools.map((tool) => [tool, []]));
  for (let round = 0; round < rounds; round++) {
    for (const tool of tools) {
      const before = told.get(tool)!;
      // What has failed once is not waited for again.
      if (before.every((each) => each.failure === null)) before.push(await runOnce(tool, input.name));
    }
  }
  return tools.map((tool) => figure(tool, input.name, told.get(tool)!));
}

function figure(tool: string, input: string, rounds: readonly Told[]): Figure {
  const good = rounds.filter((each) => each.lines.length > 0);
  const lines = good.flatMap((each) => each.lines);
  const stageLines = good.flatMap((each) => each.stages);
  const stages: Record<string, number> = {};
  for (const name of Object.keys(stageLines[0]?.stages ?? {})) {
    stages[name] = median(stageLines.map((line) => line.stages[name]));
  }
  return {
    tool,
    input,
    wall: lines.length === 0 ? null : median(lines.map((line) => line.wall)),
    whole: lines.length === 0 ? null : median(lines.map((line) => line.whole)),
    first: good.length === 0 ? null : median(good.map((each) => each.lines[0].whole)),
    stages,
    peak: Math.max(0, ...lines.map((line) => line.peak)),
    found: lines[0]?.found ?? 0,
    budgetExhausted: lines.some((line) => line.budgetExhausted),
    failure: lines.length > 0 ? null : (rounds[0]?.failure ?? 'not run'),
  };
}

/** From the shell: the command on the sample, and Node doing nothing, in turn. Medians in milliseconds. */
export function measureCommand(runs: number): { command: number; node: number } | null {
  const timed = (args: readonly string[]) => {
    const start = performance.now();
    const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
    return { time: performance.now() - start, status };
  };
  const command: number[] = [];
  const node: number[] = [];
  for (let i = 0; i < runs; i++) {
    node.push(timed(['-e', '0']).time);
    const run = timed([
      'dist/bin/redtree.js',
      'compare',
      'fixtures/agreement.source.md',
      'fixtures/agreement.test.md',
      '--format',
      'terminal',
    ]);
    if (run.status !== 0) return null;
    command.push(run.time);
  }
  return { command: median(command), node: median(node) };
}
