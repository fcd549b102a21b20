/** A thread that runs comparison tools, one call after the other, until it is ended. */
import { parentPort, workerData } from 'node:worker_threads';
import { COMPARISON_TOOLS } from '../catalogue/compare/index.js';
import { DocumentRoot } from '../documents/root.js';
import type { Host } from '../tool.js';
import type { Job, JobEnd, ThreadSettings } from './job.js';

const { root, resultChars } = workerData as ThreadSettings;
const opening = root === null ? Promise.resolve(null) : DocumentRoot.open(root);

parentPort?.on('message', async (job: Job) => {
  parentPort?.postMessage(await run(job));
});

async function run({ tool: name, args }: Job): Promise<JobEnd> {
  try {
    const tool = COMPARISON_TOOLS.find((known) => known.name === name);
    if (tool === undefined) throw new Error(`${name} does not run apart`);
    return { result: JSON.stringify(await tool.call(args, await host())) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function host(): Promise<Host> {
  return {
    root: await opening,
    resultChars,
    workspace: {},
    strictObservation: false,
    database: () => Promise.reject(new Error('a comparison needs no database')),
  };
}
