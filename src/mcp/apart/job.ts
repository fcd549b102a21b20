/** What goes between the server and a thread that runs comparison tools. */
import type { Arguments } from '../tool.js';

/** What a thread is started with. */
export interface ThreadSettings {
  /** The directory below which files may be read, or null. */
  readonly root: string | null;
  readonly resultChars: number;
}

/** A call. A thread has one at a time. */
export interface Job {
  readonly tool: string;
  readonly args: Arguments;
}

/** How the call ended: its result as JSON text, or what was thrown. */
export type JobEnd = { readonly result: string } | { readonly failure: string };
