import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migratedArchive } from './archive.js';
import { type RunningServer, startServer } from './postgres.js';

declare module 'vitest' {
  export interface ProvidedContext {
    patchBroker: string;
  }
}

/**
 * One PostgreSQL server and one archive of a migrated embedded database for the whole run, made when the first test
 * file asks for them: runs that touch no database pay nothing.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'redtree-test-'));
  let server: Promise<RunningServer> | undefined;
  let archive: Promise<string> | undefined;
  const broker = createServer(async (request, response) => {
    // A kept connection times out while a busy worker is about to use it again.
    response.shouldKeepAlive = false;
    try {
      if (request.url === '/server') {
        server ??= startServer(join(folder, 'server'));
        response.end((await server).url);
      } else {
        archive ??= migratedArchive();
        response.end(await archive);
      }
    } catch (error) {
      response.statusCode = 500;
      response.end(String(error instanceof Error ? (error.stack ?? error.message) : error));
    }
  });
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  broker.unref();
  project.provide('patchBroker', `http://127.0.0.1:${(broker.address() as AddressInfo).port}`);
  return async () => {
    broker.close();
    await (await server?.catch(() => undefined))?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
