/** A tool as the catalogue holds it: what a model reads of it, what the wire checks, and what it does. */
import type { Database, WorkspaceOptions } from '../patch/index.js';
import type { DocumentRoot } from './documents/root.js';

/** Which tools a connection has. A tool outside its profile is neither listed nor called. */
export const TOOL_PROFILES = ['full', 'compare', 'patch', 'observed', 'workspace'] as const;

export type ToolProfile = (typeof TOOL_PROFILES)[number];

/** The profiles that compare documents. */
export const COMPARISON_PROFILES: readonly ToolProfile[] = ['full', 'compare'];

/** The profiles that work on targets. */
export const TARGET_PROFILES: readonly ToolProfile[] = ['full', 'patch', 'observed', 'workspace'];

/** A JSON Schema, as advertised. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The schema of a tool's arguments: closed, with a line of prose for every parameter. */
export interface ArgumentsSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** The names that a call must have. Types are judged by the tool itself. */
  readonly required?: readonly string[];
  readonly additionalProperties: false;
  readonly [keyword: string]: unknown;
}

/** Arguments as they come: names are known, values are anything. */
export type Arguments = Readonly<Record<string, unknown>>;

/** What tools work with; one for each server, fixed when it starts. */
export interface Host {
  /** The patch service's database, opened when it is first asked for. */
  database(): Promise<Database>;
  /** Where comparison tools may read files; null: nowhere. */
  readonly root: DocumentRoot | null;
  /** The largest result of a comparison tool, in code points of its JSON text. */
  readonly resultChars: number;
  readonly workspace: WorkspaceOptions;
  /** Refuse edits that are tied to no observed scope. */
  readonly strictObservation: boolean;
}

/** Hints for clients, as the protocol defines them. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: false;
}

export const READ_ONLY: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** A tool. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Prose for models: what it does, when to use it, what comes back, how to go on. */
  readonly description: string;
  /** What the description adds where results are compact: what they then leave out. */
  readonly compactNotice?: string;
  readonly profiles: readonly ToolProfile[];
  readonly hints: ToolHints;
  readonly inputSchema: ArgumentsSchema;
  /** Arguments of calls that work, once ids, guards and cursors are bound to real ones. */
  readonly examples: readonly Arguments[];
  /** Does the work. What is wrong with the arguments is an answer, not an exception. */
  call(args: Arguments, host: Host): Promise<object>;
}
