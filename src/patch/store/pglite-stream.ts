import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

/**
 * PostgreSQL's wire protocol to an embedded engine, in the form of a socket, so that `pg` reads both kinds of database.
 * The engine's own client is not used: it drops a U+FEFF that a text value starts with, and takes three times as long for
 * a small query.
 *
 * Whatever was written in one turn of the event loop goes to the engine in one call; calls follow each other.
 */
export class PGliteStream extends Duplex {
  private written: Buffer[] = [];
  private calls: Promise<void> = Promise.resolve();

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
      .then(() =>
        this.engine.execProtocolRawStream(request, {
          // The engine reuses its memory for the next answer.
          onRawData: (data) => this.push(Buffer.from(data)),
        }),
      )
      .catch((error: Error) => {
        this.destroy(error);
      });
  }
}
