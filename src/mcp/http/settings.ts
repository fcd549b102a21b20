/** What a server over HTTP is started with. */
import { SettingError } from '../settings.js';

/** The port when none is asked for. */
export const DEFAULT_PORT = 7317;

/** The shortest token that is taken: half a UUID's worth of hex digits. */
const LEAST_TOKEN_CHARS = 16;

export interface HttpSettings {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** What every request has to bear; null where the address is reached from this machine alone. */
  readonly token: string | null;
  /** Names that requests may call this server by, beside its own; without a port. */
  readonly allowedHosts: readonly string[];
  /** Web pages that may call this server: origins, such as `https://app.example`. */
  readonly allowedOrigins: readonly string[];
  readonly limits: HttpLimits;
}

export interface HttpLimits {
  /** The largest body of a request. */
  readonly bodyBytes: number;
  /** Requests that one address may make in a minute, and at once after a pause. */
  readonly requestsPerMinute: number;
  readonly sessions: number;
  /** A session without an open request ends after this time. */
  readonly sessionIdleMs: number;
  /** How long connections may take to end once all calls have, when the server stops. */
  readonly closeMs: number;
}

export const DEFAULT_LIMITS: HttpLimits = {
  // As on standard input: two texts of the largest size that is compared, with room for escapes.
  bodyBytes: 32 * 1024 * 1024,
  requestsPerMinute: 1_200,
  sessions: 64,
  sessionIdleMs: 30 * 60_000,
  closeMs: 5_000,
};

/** What is asked for; what is left out has its default. */
export interface GivenHttp {
  readonly host?: string;
  readonly port?: number;
  readonly token?: string;
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  readonly limits?: Partial<HttpLimits>;
}

/**
 * The settings of a server over HTTP.
 * @throws SettingError for a value that cannot be, and for an address that others reach without a token.
 */
export function readHttpSettings(given: GivenHttp): HttpSettings {
  const host = given.host ?? '127.0.0.1';
  const port = given.port ?? DEFAULT_PORT;
  if (!Number.isSafeInteger(port) || port < 0 || port > 65_535) {
    throw new SettingError(`a port is a number from 0 to 65535, not ${port}`);
  }
  const token = given.token ?? null;
  if (token !== null && !/^[!-~]+$/.test(token)) {
    throw new SettingError('the token should be of printable ASCII characters without blanks');
  }
  if (token !== null && token.length < LEAST_TOKEN_CHARS) {
    throw new SettingError(`the token should have at least ${LEAST_TOKEN_CHARS} characters`);
  }
  if (token === null && !isLoopback(host)) {
    throw new SettingError(
      `${host} is reached from other machines: set REDTREE_MCP_TOKEN to the token that requests have to bear, or serve on 127.0.0.1`,
    );
  }
  const limits = { ...DEFAULT_LIMITS, ...given.limits };
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new SettingError(`the limit ${name} should be a whole number from 1, not ${value}`);
    }
  }
  return {
    host,
    port,
    token,
    allowedHosts: (given.allowedHosts ?? []).map((name) => name.toLowerCase()),
    allowedOrigins: (given.allowedOrigins ?? []).map(checkedOrigin),
    limits,
  };
}

/** Whether an address or a name is this machine's alone. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

function checkedOrigin(given: string): string {
  try {
    const { origin } = new URL(given);
    if (origin !== 'null' && origin === given.replace(/\/$/, '').toLowerCase()) return origin;
  } catch {
    // Told below.
  }
  throw new SettingError(`"${given}" is no origin: it should be like https://app.example`);
}
