import { connect, type Socket } from 'node:net';
import type { Transaction } from '../database.js';
import { CommitUncertainError, DatabaseUnavailableError } from '../errors.js';
import { failWithStatement } from '../guard.js';
import { type Answer, onMessages, PROTOCOL, type RemoteError, type Request, send } from './frames.js';

/** The process that holds the database went away; `committing` says whether a commit had been asked for. */
export class LinkLostError extends Error {
  override readonly name = 'LinkLostError';
  constructor(readonly committing: boolean) {
    super('the process that holds the database went away');
  }
}

/** The holder speaks another version of the protocol than this process. */
export class LinkRefusedError extends Error {
  override readonly name = 'LinkRefusedError';
}

/** An error that PostgreSQL reported in the holder's process. */
class StatementError extends Error {
  override readonly name = 'StatementError';
  readonly code: string | undefined;
  readonly detail: string | undefined;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  constructor(error: RemoteError) {
    super(error.message);
    this.code = error.code;
    this.detail = error.detail;
    this.constraint = error.constraint;
    this.table = error.table;
  }
}

/** What went wrong in the holder's process, as it would be here. */
function errorOf(error: RemoteError): Error {
  if (error.code === 'database_unavailable') return new DatabaseUnavailableError(error.message);
  if (error.code === 'commit_uncertain') return new CommitUncertainError(error.message);
  return new StatementError(error);
}

type Unnumbered<R> = R extends { readonly id: number } ? Omit<R, 'id'> : never;

interface Pending {
  readonly resolve: (rows: readonly object[]) => void;
  readonly reject: (error: Error) => void;
  readonly committing: boolean;
}

/** A connection to the process that holds an embedded database. Lives until either side closes it. */
export class Link {
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private lost = false;

  private constructor(
    private readonly socket: Socket,
    /** The holder's process id. */
    readonly holder: number,
  ) {}

  /**
   * Connects to the holder's socket at `path` and waits for its greeting.
   *
   * @throws the socket's error (`ENOENT`, `ECONNREFUSED`, …), `ETIMEDOUT` when the holder does not answer in `limit`
   *   milliseconds, {@link LinkRefusedError} when it speaks another protocol.
   */
  static open(path: string, limit: number): Promise<Link> {
    return new Promise((resolve, reject) => {
      const socket = connect(path);
      const timer = setTimeout(() => {
        fail(Object.assign(new Error('the holder does not answer'), { code: 'ETIMEDOUT' }));
      }, limit);
      const fail = (error: Error) => {
        clearTimeout(timer);
        socket.destroy();
        reject(error);
      };
      const closed = () => fail(Object.assign(new Error('the holder hung up'), { code: 'ECONNREFUSED' }));
      let link: Link | undefined;
      socket.on('error', fail);
      socket.once('close', closed);
      onMessages<Answer>(socket, (answer) => {
        if (link !== undefined) {
          link.receive(answer);
          return;
        }
        if (!('hello' in answer) || answer.hello !== PROTOCOL) {
          fail(new LinkRefusedError('the holder speaks another version of the protocol'));
          return;
        }
        clearTimeout(timer);
        socket.off('error', fail);
        socket.off('close', closed);
        link = new Link(socket, answer.holder);
        socket.on('error', () => {});
        socket.once('close', () => link!.lose());
        socket.unref();
        resolve(link);
      });
    });
  }

  async query<Row extends object>(text: string, params: readonly unknown[] = []): Promise<Row[]> {
    return [...(await this.ask({ op: 'query', transaction: null, text, params }))] as Row[];
  }

  /** @param begun is called once the transaction is open. */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>, begun: () => void): Promise<T> {
    const transaction = this.lastId + 1;
    await this.ask({ op: 'begin' });
    begun();
    const own: Transaction = {
      kind: 'transaction',
      query: async <Row extends object>(text: string, params: readonly unknown[] = []) =>
        [...(await this.ask({ op: 'query', transaction, text, params }))] as Row[],
      execute: async (text) => {
        await this.ask({ op: 'execute', transaction, text });
      },
    };
    let result: T;
    try {
      result = await failWithStatement(own, work);
    } catch (error) {
      await this.ask({ op: 'rollback', transaction }).catch(() => {});
      throw error;
    }
    await this.ask({ op: 'commit', transaction });
    return result;
  }

  close(): void {
    this.socket.end();
    this.socket.destroySoon();
  }

  private ask(request: Unnumbered<Request>): Promise<readonly object[]> {
    return new Promise((resolve, reject) => {
      const committing = request.op === 'commit';
      if (this.lost) {
        // Nothing was sent, so even a commit is known not to have happened.
        reject(new LinkLostError(false));
        return;
      }
      const id = ++this.lastId;
      this.pending.set(id, { resolve, reject, committing });
      // Waiting for an answer keeps the process running, an idle connection does not.
      this.socket.ref();
      send(this.socket, { ...request, id } as Request);
    });
  }

  private receive(answer: Answer): void {
    if ('hello' in answer) return;
    const pending = this.pending.get(answer.id);
    if (pending === undefined) return;
    this.pending.delete(answer.id);
    if (this.pending.size === 0) this.socket.unref();
    if ('error' in answer) pending.reject(errorOf(answer.error));
    else pending.resolve(answer.rows);
  }

  private lose(): void {
    this.lost = true;
    for (const { reject, committing } of this.pending.values()) reject(new LinkLostError(committing));
    this.pending.clear();
  }
}
