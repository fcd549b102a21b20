/** Threads for long comparisons, so that the server goes on meanwhile, and a comparison that nobody waits for ends. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Job, JobEnd, ThreadSettings } from './job.js';

/** How long a thread without work is kept: starting one takes longer than many a comparison. */
const IDLE_MS = 60_000;

/** Two at least, so that one long comparison does not hold back all others; more for as many as there are processors. */
const MOST_THREADS = Math.min(4, Math.max(2, availableParallelism() - 1));

interface Waiting {
  readonly job: Job;
  readonly started: () => void;
  readonly resolve: (result: object) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  running: Waiting | null;
  idle: NodeJS.Timeout | null;
}

/** What became of a call whose thread was lost or ended. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
  constructor(
    readonly code: 'cancelled' | 'thread_lost' | 'thread_failed',
    message: string,
  ) {
    super(message);
  }
}

/** Runs calls in threads, as many at once as there may be threads; the others wait in the order in which they came. */
export class Threads {
  private readonly threads = new Set<Thread>();
  private readonly queue: Waiting[] = [];

  constructor(
    private readonly program: URL,
    private readonly settings: ThreadSettings,
    private readonly most = MOST_THREADS,
  ) {}

  /**
   * Runs the call. `started` is told when a thread takes it up.
   * @throws ThreadError `cancelled` once `signal` says so: the thread that runs the call is ended with it.
   */
  run(job: Job, signal: AbortSignal, started: () => void = () => {}): Promise<object> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(cancelled());
      const cancel = () => this.cancel(waiting);
      const settle =
        <T>(how: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener('abort', cancel);
          how(value);
        };
      const waiting: Waiting = { job, started, resolve: settle(resolve), reject: settle(reject) };
      signal.addEventListener('abort', cancel, { once: true });
      this.queue.push(waiting);
      this.next();
    });
  }

  /** Ends all threads. Calls that run or wait are lost. */
  async close(): Promise<void> {
    for (const { reject } of this.queue.splice(0)) reject(cancelled());
    await Promise.all([...this.threads].map((thread) => this.end(thread, cancelled())));
  }

  private cancel(waiting: Waiting): void {
    const place = this.queue.indexOf(waiting);
    if (place !== -1) {
      this.queue.splice(place, 1);
      waiting.reject(cancelled());
      return;
    }
    // What computes without a pause hears nothing: only its thread's end ends it.
    for (const thread of this.threads) if (thread.running === waiting) void this.end(thread, cancelled());
  }

  private next(): void {
    while (this.queue.length > 0) {
      const thread = [...this.threads].find(({ running }) => running === null) ?? this.begin();
      if (thread === null) return;
      const waiting = this.queue.shift()!;
      if (thread.idle !== null) clearTimeout(thread.idle);
      thread.idle = null;
      thread.running = waiting;
      thread.worker.ref();
      waiting.started();
      thread.worker.postMessage(waiting.job);
    }
  }

  private begin(): Thread | null {
    if (this.threads.size >= this.most) return null;
    const worker = new Worker(this.program, { workerData: this.settings, stdout: true, stderr: true });
    const thread: Thread = { worker, running: null, idle: null };
    this.threads.add(thread);
    worker.on('message', (end: JobEnd) => this.ended(thread, end));
    worker.on('error', (error) => void this.end(thread, lost(error.message)));
    worker.on('exit', () => void this.end(thread, lost('it exited')));
    return thread;
  }

  private ended(thread: Thread, end: JobEnd): void {
    const waiting = thread.running;
    thread.running = null;
    if ('result' in end) waiting?.resolve(JSON.parse(end.result));
    else waiting?.reject(new ThreadError('thread_failed', end.failure));
    // Neither a thread without work nor its timer keeps the process from ending.
    thread.worker.unref();
    thread.idle = setTimeout(() => void this.end(thread, cancelled()), IDLE_MS).unref();
    this.next();
  }

  private async end(thread: Thread, error: ThreadError): Promise<void> {
    if (!this.threads.delete(thread)) return;
    if (thread.idle !== null) clearTimeout(thread.idle);
    thread.running?.reject(error);
    thread.running = null;
    await thread.worker.terminate();
    this.next();
  }
}

function cancelled(): ThreadError {
  return new ThreadError('cancelled', 'The call was cancelled.');
}

function lost(why: string): ThreadError {
  return new ThreadError('thread_lost', `The thread that ran the call was lost: ${why}`);
}
