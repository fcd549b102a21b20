/** Which requests are let in, by their headers alone. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type HttpSettings, isLoopback } from './settings.js';

/** Why a request is not let in. */
export interface Refused {
  readonly status: 401 | 403;
  readonly message: string;
}

/**
 * Null for a request that may go on. A page in a browser can send requests to a server on its user's machine, under its
 * own name once that name leads there: so a request must call the server by a name that the server knows, and one that
 * comes from a page must come from one that is allowed.
 */
export function refusal(headers: IncomingHttpHeaders, settings: HttpSettings, port: number): Refused | null {
  if (!hostAllowed(headers.host, settings)) {
    return { status: 403, message: `This server is not called "${headers.host ?? ''}".` };
  }
  const { origin } = headers;
  if (origin !== undefined && !originAllowed(origin, settings, port)) {
    return { status: 403, message: `Pages of the origin "${origin}" may not call this server.` };
  }
  if (settings.token !== null && !bears(headers.authorization, settings.token)) {
    return { status: 401, message: 'The request does not bear the token of this server.' };
  }
  return null;
}

/** Whether the request comes from a page that may call this server. */
export function originAllowed(origin: string, settings: HttpSettings, port: number): boolean {
  const own = [settings.host, ...(isLoopback(settings.host) ? ['localhost'] : [])];
  return (
    settings.allowedOrigins.includes(origin) ||
    own.some((name) => origin === `http://${name.includes(':') ? `[${name}]` : name}:${port}`)
  );
}

function hostAllowed(header: string | undefined, { host, allowedHosts, token }: HttpSettings): boolean {
  const name = /^(\[[^\]]+\]|[^:]+)(:\d+)?$/.exec(header ?? '')?.[1].toLowerCase();
  if (name === undefined) return false;
  if (allowedHosts.includes(name) || bare(name) === bare(host.toLowerCase())) return true;
  if (isLoopback(host)) return isLoopback(name);
  // Elsewhere the server may have any name, and the token is what a page does not know.
  return allowedHosts.length === 0 && token !== null;
}

/** An address of version 6 without its brackets. */
function bare(name: string): string {
  return name.replace(/^\[(.*)\]$/, '$1');
}

function bears(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  // Digests have one length, and comparing them takes one time.
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
