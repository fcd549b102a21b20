/** What a line says: messages to deliver, and answers to what cannot be delivered. */
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

/** An answer to what is no message of the protocol. */
export interface Refusal {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** A line's content. */
export interface Incoming {
  readonly messages: readonly JSONRPCMessage[];
  readonly refusals: readonly Refusal[];
  /** Whether the messages came as a batch, whose answers go out as one. */
  readonly batch: boolean;
}

/** The most messages of one batch, as over HTTP. */
const MAX_BATCH = 100;

/**
 * Reads a line. Messages are what was sent, untouched; a line of blanks is nothing.
 */
export function readLine(bytes: Buffer): Incoming {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refused(refusal(ErrorCode.ParseError, 'The line is not UTF-8.'));
  }
  if (text.trim() === '') return { messages: [], refusals: [], batch: false };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refused(refusal(ErrorCode.ParseError, `The line is not JSON: ${(error as Error).message}`));
  }
  if (!Array.isArray(value)) {
    const fault = faultOf(value);
    return fault === null
      ? { messages: [value as JSONRPCMessage], refusals: [], batch: false }
      : refused(fault);
  }
  if (value.length === 0 || value.length > MAX_BATCH) {
    return refused(
      refusal(ErrorCode.InvalidRequest, `A batch has 1 to ${MAX_BATCH} messages, not ${value.length}.`),
    );
  }
  const faults = value.map(faultOf);
  return {
    messages: value.filter((_, i) => faults[i] === null),
    refusals: faults.filter((fault) => fault !== null),
    batch: true,
  };
}

/** The answer to a line that was too long to be read. */
export function tooLong(bytes: number, most: number): Refusal {
  return refusal(ErrorCode.InvalidRequest, `The line has ${bytes} bytes; at most ${most} are read.`);
}

function faultOf(value: unknown): Refusal | null {
  if (JSONRPCMessageSchema.safeParse(value).success) return null;
  const id = (value as { id?: unknown } | null)?.id;
  return refusal(
    ErrorCode.InvalidRequest,
    'This is no message of the protocol: a request has jsonrpc "2.0", an id, a method and, if it has any, params as an object.',
    typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : null,
  );
}

function refused(fault: Refusal): Incoming {
  return { messages: [], refusals: [fault], batch: false };
}

function refusal(code: number, message: string, id: string | number | null = null): Refusal {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
