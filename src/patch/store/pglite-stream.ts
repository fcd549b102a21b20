import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import { EngineCrashedError } from './errors.js';
import { countMessages } from './wire-messages.js';

/**
 * PostgreSQL's wire protocol to an embedded engine, in the form of a socket, so that `pg` reads both kinds of database.
 * The engine's own client is not used: it drops a U+FEFF that a text value starts with, and takes three times as long for
 * a small query.
 *
 * Whatever was written in one turn of the event loop goes to the engine in one call; calls follow each other. The engine
 * says nothing of a statement that it died of (a stack that overflowed, say): it returns as if all were well. What gives
 * it away is that it is not ready for the next one.
 */
export class PGliteStream extends Duplex {
  private written: Buffer[] = [];
  private calls: Promise<void> = Promise.resolve();
  /** Whether the first message, which has no type, was passed on. */
  private started = false;

  constructor(private readonly engine: PGlite) {
    super();
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  // What `pg` asks of a socket; nothing here waits on a network.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.written.push(chunk);
    // Not a microtask: work that follows work would never let the process hear its sockets, through which others work.
    if (this.written.length === 1) setImmediate(() => this.pass());
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  private pass(): void {
    const request = Buffer.concat(this.written);
    this.written = [];
    this.calls = this.calls
      .then(() => this.call(request))
      .catch((error: Error) => {
        this.destroy(error);
      });
  }

  private async call(request: Buffer): Promise<void> {
    // Nothing is asked of an engine that failed: it might not even come back.
    if (this.destroyed) return;
    const answers: Buffer[] = [];
    await this.engine.execProtocolRawStream(request, {
      onRawData: (data) => {
        // The engine reuses its memory for the next answer.
        const answer = Buffer.from(data);
        answers.push(answer);
        this.push(answer);
      },
    });
    const wanted = this.started ? countMessages([request], 'QS') : 1;
    this.started = true;
    if (countMessages(answers, 'Z') < wanted) throw new EngineCrashedError();
  }
}
