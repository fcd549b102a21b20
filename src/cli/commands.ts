/**
 * The commands. What serves agents and keeps a store is loaded when it is asked for, so that a light command never waits for
 * a heavy one; the other commands are loaded together, and the engine when one of them has work for it.
 */
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

type LocalCommands = typeof import('./local-commands.js');

function local(name: keyof LocalCommands): () => Promise<CommandModule> {
  return async () => (await import('./local-commands.js'))[name];
}

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: 'compare', summary: 'compare two documents', load: local('compare') },
  { name: 'render', summary: 'draw a stored comparison', load: local('render') },
  { name: 'apply', summary: 'make some of the changes in the source', load: local('apply') },
  { name: 'accept', summary: 'make the changes marked in a text', load: local('accept') },
  { name: 'reject', summary: 'take back the changes marked in a text', load: local('reject') },
  { name: 'blocks', summary: 'print the blocks of one document', load: local('blocks') },
  { name: 'verify', summary: 'check that an edit kept to its scope', load: local('verify') },
  {
    name: 'golden',
    summary: 'hold pairs of documents against kept comparisons',
    load: local('golden'),
  },
  { name: 'git-diff', summary: 'draw the differences of git', load: local('gitDiff') },
  { name: 'schema', summary: 'print a JSON Schema', load: local('schema') },
  { name: 'db', summary: 'migrate or check the store of the patch service', load: () => import('./db.js') },
  { name: 'mcp', summary: 'serve the tools to agents over MCP', load: () => import('./mcp.js') },
];
