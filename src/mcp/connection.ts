/** One client's connection: its revision of the protocol, and the requests it may make. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  InitializeRequestSchema,
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
  /**
   * Registers a handler for a request. One that comes before the client has initialized is refused, and so is one whose
   * parameters are not those of the schema: the kit itself would call the latter an internal error.
   */
  on<T>(
    schema: RequestSchema<T>,
    handler: (request: T, extra: RequestExtra) => object | Promise<object>,
  ): void;
  /**
   * Registers the handler of a method whose parameters come as they were sent: the kit's schemas drop an argument of the
   * name `__proto__`.
   */
  onRaw(method: string, handler: RawHandler): void;
  /** Whether the client's revision has structured content. */
  structured(): boolean;
}

/** A request as one of the kit's schemas describes it. */
interface RequestSchema<T> {
  readonly shape: { readonly method: { readonly value: string } };
  safeParse(request: unknown): Parsed<T>;
}

type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Faults of parameters that one answer names. */
const MOST_ISSUES = 5;

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
    // One with the wrong parameters is refused, and initializes nothing.
    const initialize = InitializeRequestSchema.safeParse(message);
    if (!initialize.success) return;
    const asked = initialize.data.params.protocolVersion;
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
    on: (schema, handler) => {
      const method = schema.shape.method.value;
      raw.set(method, async (params, extra) => {
        const parsed = schema.safeParse({ method, params });
        if (!parsed.success) throw wrongParameters(method, parsed.error.issues);
        return handler(parsed.data, extra);
      });
    },
    onRaw: (method, handler) => raw.set(method, handler),
    structured: () => revision !== null && revision >= STRUCTURED_SINCE,
  };
}

function wrongParameters(method: string, issues: readonly Issue[]): McpError {
  const said = issues
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
  return new McpError(ErrorCode.InvalidParams, `The parameters of ${method} are wrong. ${said.join('; ')}.`);
}
