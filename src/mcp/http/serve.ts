/** The server over streamable HTTP. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { ToolServer } from '../server.js';
import { SettingError } from '../settings.js';
import { originAllowed, refusal } from './admission.js';
import { readBody } from './body.js';
import { RateLimit } from './rate.js';
import { type Session, Sessions, takeUp } from './sessions.js';
import type { HttpSettings } from './settings.js';

/** Where the protocol is spoken, and where a supervisor asks how the server is. */
export const MCP_PATH = '/mcp';
export const HEALTH_PATH = '/health';

/** How long a client may take to send a request. */
const REQUEST_MS = 60_000;

/** Connections at once: a client has one for its notifications and some for its calls. */
const CONNECTIONS_PER_SESSION = 8;

/** A server that listens. */
export interface HttpServing {
  /** Where clients reach it. */
  readonly url: string;
  readonly port: number;
  /**
   * Takes no more requests, lets calls in flight end and their answers out, then closes everything, the tool server
   * included.
   */
  close(): Promise<void>;
}

/**
 * Serves clients over HTTP.
 * @throws SettingError when the address cannot be had.
 */
export async function serveHttp(
  server: ToolServer,
  settings: HttpSettings,
  now: () => number = () => performance.now(),
): Promise<HttpServing> {
  const { limits } = settings;
  const sessions = new Sessions(server, limits, now);
  const rate = new RateLimit(limits.requestsPerMinute, now);
  let stopping = false;
  const http = createServer({ requestTimeout: REQUEST_MS }, (request, response) => {
    response.on('error', () => {});
    answer(request, response).catch((error) => {
      // The client has gone, or the request was broken off; an answer may have begun.
      if (response.headersSent) response.destroy();
      else deny(response, 500, -32603, `The request failed: ${(error as Error).message}`);
    });
  });
  http.maxConnections = CONNECTIONS_PER_SESSION * limits.sessions;
  const port = await listen(http, settings);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?', 1)[0];
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (path === HEALTH_PATH) return health(request, response);
    const wait = rate.take(request.socket.remoteAddress ?? '');
    if (wait > 0) {
      response.setHeader('Retry-After', Math.ceil(wait / 1000));
      return deny(response, 429, -32000, `At most ${limits.requestsPerMinute} requests a minute are taken.`);
    }
    if (preflight(request, response, path)) return;
    const refused = refusal(request.headers, settings, port);
    if (refused !== null) {
      if (refused.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
      return deny(response, refused.status, -32000, refused.message);
    }
    if (path !== MCP_PATH) return deny(response, 404, -32000, `There is ${MCP_PATH} here, and nothing else.`);
    if (stopping) return stopped(response);
    const id = request.headers['mcp-session-id'];
    if (typeof id === 'string') return inSession(id, request, response);
    if (request.method !== 'POST') return deny(response, 400, -32000, 'The request names no session.');
    const body = await readBody(request, limits.bodyBytes);
    if ('status' in body) return deny(response, body.status, body.code, body.message);
    if (stopping) return stopped(response);
    if (!(Array.isArray(body.value) ? body.value : [body.value]).some(isInitializeRequest)) {
      return deny(response, 400, -32000, 'The request names no session, and does not initialize one.');
    }
    const begun = await sessions.begin((session) => serve(session, request, response, body.value));
    if (begun === null) {
      response.setHeader('Retry-After', 60);
      deny(response, 503, -32000, `There are ${limits.sessions} sessions, and no more are taken.`);
    }
  }

  async function inSession(id: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const session = sessions.find(id);
    // By the protocol a client that is told 404 begins a new session.
    if (session === undefined) return deny(response, 404, -32001, 'The session is not there, or has ended.');
    if (request.method !== 'POST') return serve(session, request, response);
    const body = await readBody(request, limits.bodyBytes);
    if ('status' in body) return deny(response, body.status, body.code, body.message);
    if (stopping) return stopped(response);
    const taken = takeUp(session, body.value);
    if (taken !== null) {
      return deny(
        response,
        400,
        -32600,
        `The id ${JSON.stringify(taken)} is that of a request without an answer.`,
      );
    }
    return serve(session, request, response, body.value);
  }

  async function serve(
    session: Session,
    request: IncomingMessage,
    response: ServerResponse,
    body?: unknown,
  ): Promise<void> {
    session.open++;
    session.lastUsed = now();
    response.once('close', () => {
      session.open--;
      session.lastUsed = now();
    });
    await session.transport.handleRequest(request, response, body);
  }

  /** Tells a page's browser what the page may send; whether this was all that was asked. */
  function preflight(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    const { origin } = request.headers;
    if (origin === undefined || path !== MCP_PATH || !originAllowed(origin, settings, port)) return false;
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', 'Mcp-Session-Id, Retry-After, WWW-Authenticate');
    response.setHeader('Vary', 'Origin');
    if (request.method !== 'OPTIONS') return false;
    response.setHeader('Access-Control-Allow-Methods', 'POST, GET, DELETE');
    response.setHeader(
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, Accept, Mcp-Session-Id, Mcp-Protocol-Version, Last-Event-ID',
    );
    response.setHeader('Access-Control-Max-Age', '600');
    response.writeHead(204).end();
    return true;
  }

  function health(request: IncomingMessage, response: ServerResponse): void {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      json(response, 405, { status: 'error' });
      return;
    }
    json(response, stopping ? 503 : 200, {
      status: stopping ? 'stopping' : 'ok',
      sessions: sessions.size,
      max_sessions: limits.sessions,
    });
  }

  return {
    port,
    url: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}${MCP_PATH}`,
    async close() {
      stopping = true;
      sessions.stop();
      // Meanwhile whoever asks is told so, on a connection of its own, too.
      await server.close();
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      http.closeIdleConnections();
      const late = setTimeout(() => http.closeAllConnections(), limits.closeMs);
      await closed;
      clearTimeout(late);
    },
  };
}

function listen(http: Server, { host, port }: HttpSettings): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new SettingError(`cannot listen on ${host}, port ${port}: ${error.code ?? error.message}`));
    http.once('error', fail);
    http.listen(port, host.replace(/^\[|\]$/g, ''), () => {
      http.off('error', fail);
      resolve((http.address() as AddressInfo).port);
    });
  });
}

/** Answers with an error in the form that the protocol's clients read. The connection ends with it: its body may not have been read. */
function deny(response: ServerResponse, status: number, code: number, message: string): void {
  response.setHeader('Connection', 'close');
  json(response, status, { jsonrpc: '2.0', id: null, error: { code, message } });
}

function stopped(response: ServerResponse): void {
  deny(response, 503, -32000, 'The server is stopping.');
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}
