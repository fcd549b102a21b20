/** One client's connection: its revision of the protocol, and the requests it may make. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  LATEST_PROTOCOL_VERSION,
  McpError,
  type RequestId,
  type ServerCapabilities,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';

import type { Caller } from './apart/run.js';

/** The first revision of the protocol with structured content. */
const STRUCTURED_SINCE = '2025-06-18';

/** A connection while handlers are given to it, and later. */
export interface Connection {
  readonly server: Server;
  /** Registers a handler for a request; one that comes before the client has initialized is refused. */
  readonly on: Server['setRequestHandler'];
  /**
   * Registers the handler of a method whose parameters come as they were sent. The kit's own schemas drop an argument of
   * the name `__proto__`, and answer arguments of a wrong type with an internal error.
   */
  onRaw(method: string, handler: RawHandler): void;
  /** Whether the client's revision has structured content. */
  structured(): boolean;
}

type RawHandler = (params: Readonly<Record<string, unknown>>, extra: RequestExtra) => Promise<object>;

type RequestExtra = Parameters<NonNullable<Server['fallbackRequestHandler']>>[1];

/** Who waits for a request. */
export function callerOf({ signal, _meta, sendNotification }: RequestExtra): Caller {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { signal, tell: null };
  return {
    signal,
    tell: (progress, message) => {
      const params = { progressToken, progress, message };
      // A client that has gone is seen elsewhere.
      sendNotification({ method: 'notifications/progress', params }).catch(() => {});
    },
  };
}

/** Who the server says it is, and what it offers. */
export interface Identity {
  readonly version: string;
  readonly instructions: string;
  readonly capabilities: ServerCapabilities;
}

/** Makes a connection on `transport`, which must not have been started. */
export function makeConnection(
  transport: Transport,
  identity: Identity,
  report: (error: unknown) => void,
): Connection {
  let revision: string | null = null;
  // Requests that came before the one that initializes: when their handlers run, it may have come.
  const early = new Set<RequestId>();
  // Which revision was agreed on is nowhere to be asked; it follows from the request by the protocol's rule.
  const before = transport.onmessage;
  transport.onmessage = (message, extra) => {
    before?.(message, extra);
    if (!('method' in message)) return;
    if (message.method !== 'initialize') {
      if (revision === null && 'id' in message && message.method !== 'ping') early.add(message.id);
      return;
    }
    const asked = (message.params as { protocolVersion?: unknown } | undefined)?.protocolVersion;
    revision = SUPPORTED_PROTOCOL_VERSIONS.find((known) => known === asked) ?? LATEST_PROTOCOL_VERSION;
  };
  const server = new Server(
    { name: 'redtree', title: 'redtree', version: identity.version },
    { capabilities: identity.capabilities, instructions: identity.instructions },
  );
  server.onerror = report;
  const raw = new Map<string, RawHandler>();

  function requireInitialized({ requestId }: { readonly requestId: RequestId }): void {
    if (early.delete(requestId)) {
      throw new McpError(ErrorCode.InvalidRequest, 'The first request of a connection is initialize.');
    }
  }

  server.fallbackRequestHandler = async ({ method, params }, extra) => {
    requireInitialized(extra);
    const handler = raw.get(method);
    if (handler === undefined) {
      throw new McpError(ErrorCode.MethodNotFound, `There is no method ${JSON.stringify(method)} here.`);
    }
    return (await handler(params ?? {}, extra)) as Record<string, unknown>;
  };

  return {
    server,
    on: (schema, handler) =>
      server.setRequestHandler(schema, (request, extra) => {
        requireInitialized(extra);
        return handler(request, extra);
      }),
    onRaw: (method, handler) => raw.set(method, handler),
    structured: () => revision !== null && revision >= STRUCTURED_SINCE,
  };
}
