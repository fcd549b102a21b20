/** The server on standard input and output: a line of ASCII for each message, and nothing else. */
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { escapeNonAscii } from '../patch/text/json.js';
import type { ToolServer } from './server.js';

/**
 * The longest line that is read, in bytes: two texts of the largest size that is compared, with room for escapes. A client
 * that sends more is cut off.
 */
const MAX_LINE_BYTES = 32 * 1024 * 1024;

/**
 * A client that decodes the line in whatever code page it has cannot corrupt it, and no line or paragraph separator in a
 * document's text can split it.
 */
class AsciiStdioTransport extends StdioServerTransport {
  constructor(
    input: Readable,
    private readonly output: Writable,
  ) {
    super(input, output, { maxBufferSize: MAX_LINE_BYTES });
  }

  override send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve) => {
      // A client that has gone away is seen by the end of its input; what it would have read is lost with it.
      this.output.write(escapeNonAscii(serializeMessage(message)), () => resolve());
    });
  }
}

/**
 * Serves the client at the other end until it ends its input, or `stop` says so; then lets calls in flight end and closes
 * the server.
 */
export async function serveStdio(
  server: ToolServer,
  streams: { readonly input: Readable; readonly output: Writable },
  stop?: AbortSignal,
): Promise<void> {
  const transport = new AsciiStdioTransport(streams.input, streams.output);
  const over = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) streams.input.once(event, () => resolve());
    streams.output.once('error', () => resolve());
    stop?.addEventListener('abort', () => resolve(), { once: true });
    // A line that is too long closes the transport by itself.
    transport.onclose = () => resolve();
  });
  await server.connect(transport);
  await over;
  await server.close();
}
