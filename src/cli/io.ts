/** The world as a command sees it: what it may write to and read from. Tests put their own in its place. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  /** The terminal's width; undefined when standard output is no terminal. */
  readonly columns: number | undefined;
  /** Writes to standard output; done when the text has been handed over completely, or nobody reads any more. */
  write(text: string): Promise<void>;
  /** Writes to standard error. */
  writeError(text: string): Promise<void>;
  /** Everything from standard input, up to `limit` bytes and the chunk that passes it. */
  readInput(limit: number): Promise<Uint8Array>;
}
