/** Times of repeated runs, in milliseconds. */
export interface Times {
  readonly median: number;
  readonly p95: number;
  readonly best: number;
  readonly runs: number;
}

export async function timed(runs: number, work: (run: number) => unknown, warmup = 2): Promise<Times> {
  for (let i = 0; i < warmup; i++) await work(-1 - i);
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const began = process.hrtime.bigint();
    await work(i);
    times.push(Number(process.hrtime.bigint() - began) / 1e6);
  }
  times.sort((a, b) => a - b);
  return {
    median: times[times.length >> 1],
    p95: times[Math.min(times.length - 1, Math.floor(times.length * 0.95))],
    best: times[0],
    runs,
  };
}

export function show(label: string, times: Times, more = ''): void {
  const figures = `median ${times.median.toFixed(2)} ms  p95 ${times.p95.toFixed(2)}  best ${times.best.toFixed(2)}  (${times.runs} runs)`;
  console.log(`  ${label.padEnd(58)} ${figures}${more === '' ? '' : `  ${more}`}`);
}
