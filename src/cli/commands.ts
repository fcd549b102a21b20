/** The commands. Each is one file, loaded when it is asked for, so that a light command never waits for a heavy one. */
import type { Command } from 'commander';
import type { Io } from './io.js';

/** What a command's file exports. */
export interface CommandModule {
  /** Declares the arguments, options and examples on a fresh commander command. */
  define(command: Command): void;
  /** Does the work once the arguments are parsed, and gives the exit code. */
  run(command: Command, io: Io): Promise<number>;
}

/** A command by name. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<CommandModule>;
}

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: 'compare', summary: 'compare two documents', load: () => import('./compare.js') },
  { name: 'render', summary: 'draw a stored comparison', load: () => import('./render.js') },
  { name: 'apply', summary: 'make some of the changes in the source', load: () => import('./apply.js') },
  { name: 'accept', summary: 'make the changes marked in a text', load: () => import('./accept.js') },
  { name: 'reject', summary: 'take back the changes marked in a text', load: () => import('./reject.js') },
  { name: 'blocks', summary: 'print the blocks of one document', load: () => import('./blocks.js') },
  { name: 'verify', summary: 'check that an edit kept to its scope', load: () => import('./verify.js') },
  {
    name: 'golden',
    summary: 'hold pairs of documents against kept comparisons',
    load: () => import('./golden.js'),
  },
  { name: 'git-diff', summary: 'draw the differences of git', load: () => import('./git-diff.js') },
  { name: 'schema', summary: 'print a JSON Schema', load: () => import('./schema.js') },
  { name: 'db', summary: 'migrate or check the store of the patch service', load: () => import('./db.js') },
  { name: 'mcp', summary: 'serve the tools to agents over MCP', load: () => import('./mcp.js') },
];
