import { createServer, type Server, type Socket } from 'node:net';
import type { Database, Transaction } from '../database.js';
import { EngineGoneError } from '../errors.js';
import { type Answer, onMessages, PROTOCOL, type RemoteError, type Request, send } from './frames.js';

/**
 * How long another process may leave a transaction open without a statement, in milliseconds. The embedded database runs
 * one transaction at a time, so a process that was stopped in the middle of one would hold up all others.
 */
const IDLE_TRANSACTION_LIMIT = 60_000;

/** How long closing waits for other processes' open transactions, in milliseconds. */
const CLOSING_LIMIT = 5_000;

export interface Host {
  /** Lets open transactions end, then turns every other process away. */
  close(): Promise<void>;
  /** Turns every other process away at once, once what was answered already is on its way. */
  cut(): Promise<void>;
}

interface OpenTransaction {
  readonly transaction: Transaction;
  readonly commit: () => void;
  readonly rollback: (reason: Error) => void;
  idle: NodeJS.Timeout | undefined;
}

/** Lets other processes work on `database` through a socket at `path`. Does not keep the process running. */
export async function startHost(database: Database, path: string): Promise<Host> {
  const guests = new Set<Guest>();
  const server = createServer((socket) => {
    const guest = new Guest(socket, database);
    guests.add(guest);
    socket.once('close', () => guests.delete(guest));
  });
  await listen(server, path);
  server.unref();
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.all([...guests].map((guest) => guest.leave()));
      await closed;
    },
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const guest of guests) guest.cut();
      await closed;
    },
  };
}

export function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // `exclusive`: a cluster worker would otherwise share its primary's socket, which then proves nothing.
    server.listen({ path, exclusive: true }, () => {
      server.off('error', reject);
      server.on('error', () => {});
      resolve();
    });
  });
}

/** One connection of another process. When it ends, whatever it had not committed is rolled back. */
class Guest {
  private readonly open = new Map<number, OpenTransaction>();
  /** The request that asked for a transaction's end, by transaction: it is answered when the end has come. */
  private readonly ending = new Map<number, number>();
  /** Transactions asked for and not yet ended, waiting ones included. */
  private readonly unfinished = new Set<Promise<void>>();
  private leaving = false;
  private gone = false;

  constructor(
    private readonly socket: Socket,
    private readonly database: Database,
  ) {
    socket.unref();
    socket.on('error', () => {});
    socket.once('close', () => {
      this.gone = true;
      for (const transaction of this.open.values()) transaction.rollback(new Error('the process went away'));
    });
    this.answer({ hello: PROTOCOL, holder: process.pid });
    onMessages<Request>(socket, (request) => void this.handle(request));
  }

  async leave(): Promise<void> {
    this.leaving = true;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => {
      timer = setTimeout(resolve, CLOSING_LIMIT);
    });
    await Promise.race([Promise.all(this.unfinished), limit]);
    clearTimeout(timer);
    this.cut();
  }

  cut(): void {
    this.leaving = true;
    this.socket.end();
    this.socket.destroySoon();
  }

  private async handle(request: Request): Promise<void> {
    try {
      switch (request.op) {
        case 'begin': {
          const work = this.begin(request.id);
          this.unfinished.add(work);
          await work.finally(() => this.unfinished.delete(work));
          return;
        }
        case 'query': {
          const rows =
            request.transaction === null
              ? await this.database.query(request.text, request.params)
              : await this.during(request.transaction, (transaction) =>
                  transaction.query(request.text, request.params),
                );
          this.answer({ id: request.id, rows });
          return;
        }
        case 'execute':
          await this.during(request.transaction, (transaction) => transaction.execute(request.text));
          this.answer({ id: request.id, rows: [] });
          return;
        case 'commit':
        case 'rollback': {
          const { commit, rollback } = this.find(request.transaction);
          this.ending.set(request.transaction, request.id);
          if (request.op === 'commit') commit();
          else rollback(new RolledBack());
          return;
        }
      }
    } catch (error) {
      this.fail(request.id, error);
    }
  }

  /** Work that found the engine gone is not answered: the connection closes, and it is done again with the next holder. */
  private fail(id: number, error: unknown): void {
    if (!(error instanceof EngineGoneError)) this.answer({ id, error: remoteError(error) });
  }

  private async begin(id: number): Promise<void> {
    if (this.leaving) {
      // Not answered: the connection closes at once, and the other process goes on with the next holder.
      return;
    }
    try {
      await this.database.transaction((transaction) => {
        if (this.gone) throw new Error('the process went away');
        return new Promise<void>((commit, rollback) => {
          this.open.set(id, { transaction, commit, rollback, idle: undefined });
          this.startIdleClock(id);
          this.answer({ id, rows: [] });
        });
      });
      this.end(id, { rows: [] });
    } catch (error) {
      if (error instanceof EngineGoneError) return;
      this.end(id, error instanceof RolledBack ? { rows: [] } : { error: remoteError(error) });
    }
  }

  private end(id: number, outcome: { rows: object[] } | { error: RemoteError }): void {
    const begun = this.open.get(id);
    clearTimeout(begun?.idle);
    this.open.delete(id);
    const ending = this.ending.get(id);
    this.ending.delete(id);
    // A transaction that could not begin answers its own request; one that ended unasked answers the next request.
    if (ending !== undefined) this.answer({ id: ending, ...outcome });
    else if (begun === undefined) this.answer({ id, ...outcome });
  }

  private async during<T>(id: number, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const open = this.find(id);
    clearTimeout(open.idle);
    try {
      return await work(open.transaction);
    } finally {
      this.startIdleClock(id);
    }
  }

  private startIdleClock(id: number): void {
    const open = this.open.get(id);
    if (open === undefined) return;
    clearTimeout(open.idle);
    open.idle = setTimeout(() => {
      open.rollback(new Error('the transaction was idle for too long and was rolled back'));
      this.open.delete(id);
    }, IDLE_TRANSACTION_LIMIT);
    open.idle.unref();
  }

  private find(id: number): OpenTransaction {
    const open = this.open.get(id);
    if (open !== undefined) return open;
    const error: Error & { code?: string } = new Error('the transaction was rolled back because it was idle');
    error.code = '25P03'; // PostgreSQL's own code for it
    throw error;
  }

  private answer(answer: Answer): void {
    if (!this.gone && this.socket.writable) send(this.socket, answer);
  }
}

class RolledBack extends Error {}

function remoteError(error: unknown): RemoteError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, code, detail, constraint, table } = error as Error & Partial<RemoteError>;
  return { message, code, detail, constraint, table };
}
