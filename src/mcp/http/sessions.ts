/** The sessions of a server over HTTP. */
import { randomUUID } from 'node:crypto';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isJSONRPCRequest, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { ToolServer } from '../server.js';
import type { HttpLimits } from './settings.js';

/** How often sessions are looked at for their age. */
const SWEEP_MS = 30_000;

/** A session: a connection to the server, and whether somebody is at its other end. */
export interface Session {
  readonly transport: StreamableHTTPServerTransport;
  /** Requests that are being answered, the stream of notifications among them. */
  open: number;
  lastUsed: number;
  /** The ids of requests that have no answer yet. */
  readonly unanswered: Set<RequestId>;
}

/**
 * Takes up the requests of a body. The answer is an id that another request without an answer has, and then none is taken
 * up: by its id alone an answer finds the connection that waits for it.
 */
export function takeUp(session: Session, body: unknown): RequestId | null {
  const messages = Array.isArray(body) ? body : [body];
  const ids: RequestId[] = messages.filter((message) => isJSONRPCRequest(message)).map(({ id }) => id);
  for (const [i, id] of ids.entries()) if (session.unanswered.has(id) || ids.indexOf(id) < i) return id;
  for (const id of ids) session.unanswered.add(id);
  // What is cancelled is not answered.
  for (const message of messages) {
    if (message?.method === 'notifications/cancelled') session.unanswered.delete(message.params?.requestId);
  }
  return null;
}

/** Begins, finds and ends sessions. */
export class Sessions {
  private readonly byId = new Map<string, Session>();
  /** Sessions that have been let in and have no id yet. */
  private beginning = 0;
  private readonly sweeper: NodeJS.Timeout;

  constructor(
    private readonly server: ToolServer,
    private readonly limits: HttpLimits,
    private readonly now: () => number,
  ) {
    this.sweeper = setInterval(() => void this.sweep(), Math.min(SWEEP_MS, limits.sessionIdleMs));
    this.sweeper.unref();
  }

  get size(): number {
    return this.byId.size + this.beginning;
  }

  find(id: string): Session | undefined {
    return this.byId.get(id);
  }

  /**
   * Begins a session for the request that `serve` answers, which should be one to initialize; null when there are as many
   * as there may be. A request that did not initialize leaves none behind.
   */
  async begin(serve: (session: Session) => Promise<void>): Promise<true | null> {
    if (this.size >= this.limits.sessions) return null;
    this.beginning++;
    let begun = false;
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.byId.set(id, session);
        this.beginning--;
        begun = true;
      },
      maxRequestBodySize: this.limits.bodyBytes,
    });
    const session: Session = { transport, open: 0, lastUsed: this.now(), unanswered: new Set() };
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      try {
        await send(message, options);
      } finally {
        if (!('method' in message) && message.id !== undefined) session.unanswered.delete(message.id);
      }
    };
    try {
      // The kit's own classes differ in whether a handler may be undefined.
      await this.server.connect(transport as Parameters<ToolServer['connect']>[0], () =>
        this.byId.delete(transport.sessionId ?? ''),
      );
      await serve(session);
    } finally {
      if (!begun) {
        this.beginning--;
        await transport.close();
      }
    }
    return true;
  }

  /** Ends the sessions that nobody has used for too long. */
  async sweep(): Promise<void> {
    const before = this.now() - this.limits.sessionIdleMs;
    for (const { transport, open, lastUsed } of [...this.byId.values()]) {
      if (open === 0 && lastUsed <= before) await transport.close();
    }
  }

  stop(): void {
    clearInterval(this.sweeper);
  }
}
