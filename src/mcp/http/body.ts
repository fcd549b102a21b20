/** A request's body, read within a limit, as JSON. */
import type { IncomingMessage } from 'node:http';

/** Why a body cannot be taken. */
export interface BadBody {
  readonly status: 400 | 413;
  readonly code: -32700 | -32602 | -32000;
  readonly message: string;
}

/**
 * The body's value. Where it has more than `maxBytes` the rest is not read.
 * @throws when the connection breaks.
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly value: unknown } | BadBody> {
  const tooLarge: BadBody = {
    status: 413,
    code: -32000,
    message: `The body has more than ${maxBytes} bytes.`,
  };
  if (Number(request.headers['content-length']) > maxBytes) return tooLarge;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > maxBytes) return tooLarge;
    chunks.push(chunk);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) ? value : [value]).some(hasLostArgument)
      ? { status: 400, code: -32602, message: 'No tool has an argument "__proto__".' }
      : { value };
  } catch (error) {
    return {
      status: 400,
      code: -32700,
      message: `The body is not JSON in UTF-8: ${(error as Error).message}`,
    };
  }
}

/** An argument of this name would be dropped on its way to the tool, which is to refuse what it does not know. */
function hasLostArgument(message: unknown): boolean {
  const args = (message as { params?: { arguments?: unknown } } | null)?.params?.arguments;
  return typeof args === 'object' && args !== null && Object.hasOwn(args, '__proto__');
}
