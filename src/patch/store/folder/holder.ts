import { readFileSync, readlinkSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { listen } from './host.js';

/**
 * The lock on a folder. What proves that its holder lives is a bound socket whose name is made from the folder's device
 * and inode: the kernel gives it up when the process dies, however it dies, and to nobody before. A file in the folder
 * names the holder for people, and for processes that the kernel's proof does not reach: those in another network
 * namespace (a container) or on another machine.
 */
export interface Lock {
  /** Names this process in the holder's file. Call when everything that another process must not see half made is whole. */
  release(): Promise<void>;
}

/** Who holds a folder, as its file says. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Linux's id of the running kernel, and the network namespace in which the lock is bound; null elsewhere. */
  readonly boot: string | null;
  readonly namespace: string | null;
  /** What the process runs, for people. */
  readonly command: string;
}

export type Claim =
  | { readonly held: true; readonly lock: Lock }
  /** `reachable`: whether the holder is in reach of this machine's sockets. */
  | { readonly held: false; readonly holder: Holder | null; readonly reachable: boolean };

const HOLDER_FILE = 'holder.json';

/** Tries to take the lock on `folder`, whose file is kept in `run`. Never waits and never takes it from a living process. */
export async function claim(folder: string, run: string, socketPath: string): Promise<Claim> {
  const file = join(run, HOLDER_FILE);
  const server = await bindLock(folder, run);
  const holder = readHolder(file);
  if (server === null) return { held: false, holder, reachable: true };
  const self = ownIdentity();
  if (holder !== null && !(await proveDead(holder, self, socketPath))) {
    await close(server);
    return { held: false, holder, reachable: holder.boot === self.boot || holder.host === self.host };
  }
  // Renamed into place, so that nobody reads half a file.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(self)}\n`, { mode: 0o600 });
  renameSync(draft, file);
  return {
    held: true,
    lock: {
      release: async () => {
        unlinkQuietly(file);
        await close(server);
      },
    },
  };
}

/** Removes a socket file that a dead holder left behind. Only for the holder of the lock. */
export function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Not there.
  }
}

/** `process 4711 on host "a" (redtree mcp)`. */
export function describeHolder(holder: Holder | null): string {
  if (holder === null) return 'another process';
  return `process ${holder.pid} on host "${holder.host}" (${holder.command})`;
}

function ownIdentity(): Holder {
  return {
    pid: process.pid,
    host: hostname(),
    boot: onLinux(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: onLinux(() => readlinkSync('/proc/self/ns/net')),
    command: process.argv.slice(1, 3).join(' ').slice(0, 200),
  };
}

function onLinux(read: () => string): string | null {
  if (process.platform !== 'linux') return null;
  try {
    return read();
  } catch {
    return null;
  }
}

/** Whether the process that the file names is dead, given that the lock could be bound here. */
async function proveDead(holder: Holder, self: Holder, socketPath: string): Promise<boolean> {
  if (holder.boot === self.boot) {
    // Same kernel, same namespace: it would still be bound.
    if (holder.namespace === self.namespace) return holder.host === self.host || holder.boot !== null;
    // Same kernel, another namespace: socket files are shared even so, and a refusal means that nobody listens.
    return (await connectionError(socketPath)) === 'ECONNREFUSED';
  }
  // Another kernel under the same name is this machine started again; any other is out of reach.
  return holder.host === self.host;
}

function connectionError(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(null);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
  });
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

/** The bound lock, or null when another process has it. */
async function bindLock(folder: string, run: string): Promise<Server | null> {
  const { dev, ino } = statSync(folder, { bigint: true });
  if (process.platform === 'linux') return bind(`\0redtree-${dev}-${ino}`);
  if (process.platform === 'win32') return bind(`\\\\.\\pipe\\redtree-${dev}-${ino}`);
  return bindFile(join(run, 'lock.sock'));
}

/**
 * The lock where sockets are files: one left by a dead process stays. It is moved aside first, so that only one process
 * can judge it, and moved back when it turns out to be alive.
 */
async function bindFile(path: string): Promise<Server | null> {
  const server = await bind(path);
  if (server !== null || (await connectionError(path)) !== 'ECONNREFUSED') return server;
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return null;
  }
  if ((await connectionError(aside)) !== 'ECONNREFUSED') {
    renameSync(aside, path);
    return null;
  }
  unlinkQuietly(aside);
  return bind(path);
}

async function bind(path: string): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy());
  try {
    await listen(server, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
  server.unref();
  return server;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
