/** Times of repeated runs, in milliseconds. */
export interface Times {
  readonly median: number;
  readonly p95: number;
  readonly best: number;
  readonly runs: number;
  /** Processor time of this process, a run: what is left to compare on a machine that is busy with other things. */
  readonly cpu: number;
}

export async function timed(runs: number, work: (run: number) => unknown, warmup = 2): Promise<Times> {
  for (let i = 0; i < warmup; i++) await work(-1 - i);
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let i = 0; i < runs; i++) {
    const began = process.hrtime.bigint();
    await work(i);
    times.push(Number(process.hrtime.bigint() - began) / 1e6);
  }
  const { user, system } = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  return {
    median: times[times.length >> 1],
    p95: times[Math.min(times.length - 1, Math.floor(times.length * 0.95))],
    best: times[0],
    runs,
    cpu: (user + system) / 1000 / runs,
  };
}

export function show(label: string, times: Times, more = ''): void {
  const figures = `median ${times.median.toFixed(2)} ms  p95 ${times.p95.toFixed(2)}  best ${times.best.toFixed(2)}  cpu ${times.cpu.toFixed(2)}  (${times.runs} runs)`;
  console.log(`  ${label.padEnd(58)} ${figures}${more === '' ? '' : `  ${more}`}`);
}
