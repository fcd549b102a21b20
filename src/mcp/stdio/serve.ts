/** The server on standard input and output, which carry the protocol and nothing else. */
import type { Readable, Writable } from 'node:stream';
import type { ToolServer } from '../server.js';
import { LineTransport } from './transport.js';

/**
 * Serves the client at the other end until it ends its input, or `stop` says so; then lets calls in flight end and closes
 * the server.
 */
export async function serveStdio(
  server: ToolServer,
  streams: { readonly input: Readable; readonly output: Writable },
  stop?: AbortSignal,
): Promise<void> {
  const transport = new LineTransport(streams.input, streams.output);
  const over = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) streams.input.on(event, () => resolve());
    // A client that stops reading may be told so at every line that is written.
    streams.output.on('error', () => resolve());
    stop?.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(transport);
  await over;
  await server.close();
}
