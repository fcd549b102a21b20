import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';

const bundles = new Map<string, Promise<string>>();

/** Bundles a TypeScript program beside the packages that it imports and gives the path to run. */
export function bundle(entry: string): Promise<string> {
  let made = bundles.get(entry);
  if (made === undefined) {
    const folder = resolve('node_modules/.redtree-test');
    mkdirSync(folder, { recursive: true });
    const outfile = join(folder, `${entry.replaceAll(/[^a-z0-9]+/gi, '-')}-${process.pid}.mjs`);
    made = build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      logLevel: 'silent',
    }).then(() => outfile);
    bundles.set(entry, made);
  }
  return made;
}

/** A program that answers each line of JSON with one. */
export class Child {
  private readonly answers: ((answer: unknown) => void)[] = [];
  private readonly early: unknown[] = [];
  readonly ended: Promise<number | null>;

  private constructor(readonly process: ChildProcess) {
    this.ended = new Promise((resolve) => process.once('exit', (code) => resolve(code)));
    createInterface({ input: process.stdout! }).on('line', (line) => {
      const answer: unknown = JSON.parse(line);
      const waiting = this.answers.shift();
      if (waiting === undefined) this.early.push(answer);
      else waiting(answer);
    });
  }

  static async start(
    entry: string,
    args: readonly string[],
    env: Record<string, string> = {},
  ): Promise<Child> {
    const program = await bundle(entry);
    return new Child(
      spawn(process.execPath, [program, ...args], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...process.env, ...env },
      }),
    );
  }

  /** The next line; rejects when the program ends first. */
  next<T>(): Promise<T> {
    if (this.early.length > 0) return Promise.resolve(this.early.shift() as T);
    return Promise.race([
      new Promise<T>((resolve) => this.answers.push(resolve as (answer: unknown) => void)),
      this.ended.then((code) => Promise.reject(new Error(`the program ended with ${code}`))),
    ]);
  }

  ask<T>(request: unknown): Promise<T> {
    this.process.stdin!.write(`${JSON.stringify(request)}\n`);
    return this.next<T>();
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.ended;
  }
}
