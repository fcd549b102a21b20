/** Messages as lines of ASCII on two streams. */
import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { escapeNonAscii } from '../../patch/text/json.js';
import { Batches } from './batches.js';
import { readLine, tooLong } from './incoming.js';
import { type Line, LineReader } from './line-reader.js';

/** The longest line that is read, in bytes: two texts of the largest size that is compared, with room for escapes. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;

/**
 * The server's end of a connection by lines. Every line gets what it asks for: one that is no JSON, no message or too long
 * is answered as such, and the next is read.
 *
 * What goes out is ASCII: a client that decodes it in whatever code page it has cannot corrupt it, and no line or paragraph
 * separator in a document's text can split a line.
 */
export class LineTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];

  private readonly reader: LineReader;
  private readonly batches = new Batches((answers) => void this.write(answers));
  private readonly ondata = (chunk: Buffer) => this.deliver(this.reader.take(chunk));
  private readonly onend = () => this.deliver(this.reader.rest());

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
    private readonly maxLineBytes: number = MAX_LINE_BYTES,
  ) {
    this.reader = new LineReader(maxLineBytes);
  }

  async start(): Promise<void> {
    this.input.on('data', this.ondata);
    this.input.on('end', this.onend);
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.batches.take(message) ? Promise.resolve() : this.write(message);
  }

  async close(): Promise<void> {
    this.input.off('data', this.ondata);
    this.input.off('end', this.onend);
    this.input.pause();
    this.onclose?.();
  }

  private deliver(lines: Iterable<Line>): void {
    for (const line of lines) {
      if ('tooLong' in line) {
        void this.write(tooLong(line.tooLong, this.maxLineBytes));
        continue;
      }
      const { messages, refusals, batch } = readLine(line.bytes);
      if (batch) this.batches.begin(messages, refusals);
      else for (const refusal of refusals) void this.write(refusal);
      for (const message of messages) {
        if ('method' in message && message.method === 'notifications/cancelled') {
          this.batches.cancel(message.params?.requestId);
        }
        this.onmessage?.(message);
      }
    }
  }

  private write(value: object): Promise<void> {
    return new Promise((resolve) => {
      // A client that has gone away is seen by the end of its input; what it would have read is lost with it.
      this.output.write(escapeNonAscii(`${JSON.stringify(value)}\n`), () => resolve());
    });
  }
}
