/** Where a call of a tool runs: here, or in a thread of its own. */
import { COMPARISON_TOOLS } from '../catalogue/compare/index.js';
import type { Arguments, Host, Tool } from '../tool.js';
import type { Threads } from './threads.js';

/** Who waits for a call. */
export interface Caller {
  /** Says that nobody waits any longer. */
  readonly signal: AbortSignal;
  /** Tells how far a long call is; null when nobody asked. `progress` grows from one to the next. */
  readonly tell: ((progress: number, message: string) => void) | null;
}

/** Calls a tool. */
export type Run = (tool: Tool, args: Arguments, caller: Caller) => Promise<object>;

/**
 * Documents of a call, in UTF-16 units and bytes of files, from which on it runs apart. Comparing this much takes a tenth of
 * a second, for which nobody else has to wait; what takes less is over before a thread has it.
 */
export const APART_FROM = 50_000;

/** How often a tool reads what it is given: an explanation of why changes go only together is worth several readings. */
const READINGS: Readonly<Record<string, number>> = { apply: 4 };

/** How often a long call tells that it goes on. */
const TELL_MS = 1_000;

/** Runs every call here, or long comparisons in `threads`. */
export function runner(host: Host, threads: Threads | null): Run {
  return async (tool, args, caller) => {
    if (threads === null || !COMPARISON_TOOLS.includes(tool) || (await work(tool, args, host)) < APART_FROM) {
      return tool.call(args, host);
    }
    return told(tool.name, caller, (started) =>
      threads.run({ tool: tool.name, args }, caller.signal, started),
    );
  };
}

/** Tells the caller every second that the work goes on: a client may give up on a call that says nothing. */
async function told<T>(
  name: string,
  { tell }: Caller,
  call: (started: () => void) => Promise<T>,
): Promise<T> {
  if (tell === null) return call(() => {});
  let seconds = 0;
  let running = false;
  const say = () =>
    tell(
      seconds,
      running ? `${name}: working, ${seconds} s` : `${name}: waiting for other calls, ${seconds} s`,
    );
  const timer = setInterval(() => {
    seconds++;
    say();
  }, TELL_MS);
  try {
    return await call(() => {
      running = true;
      if (seconds === 0) say();
    });
  } finally {
    clearInterval(timer);
  }
}

/** How much there is to do. What cannot be found is the tool's to tell. */
async function work({ name: tool }: Tool, args: Arguments, host: Host): Promise<number> {
  let sum = 0;
  for (const [name, value] of Object.entries(args)) {
    if (typeof value !== 'string') continue;
    sum += value.length;
    if (name.endsWith('_file')) sum += (await host.root?.size(value)) ?? 0;
  }
  return sum * (READINGS[tool] ?? 1);
}
