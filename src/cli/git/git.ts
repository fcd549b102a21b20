import { execFile } from 'node:child_process';

/** What one run of git came to. */
export interface GitResult {
  /** Null when git could not be started, wrote more than was allowed, or was ended by a signal. */
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Why there is no status, where that is known. */
  readonly failure: 'not_installed' | 'too_much' | null;
}

/**
 * Runs git here, without a shell between, and with its messages in English whatever the language, because some of them are
 * told apart by their words.
 * @param limit most bytes of output.
 */
export function git(args: readonly string[], limit: number): Promise<GitResult> {
  const env = { ...process.env, LC_ALL: 'C', LANGUAGE: '' };
  return new Promise((resolve) => {
    const options = { env, encoding: 'buffer' as const, maxBuffer: limit, windowsHide: true };
    const child = execFile('git', args as string[], options, (error, stdout, stderr) => {
      const code: unknown = error === null ? 0 : error.code;
      const started = code !== 'ENOENT' && code !== 'EACCES';
      resolve({
        // A run that a signal ended has no code of its own.
        status: typeof code === 'number' ? code : null,
        stdout,
        stderr: stderr.toString('utf8') || (error?.message ?? ''),
        failure: code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' ? 'too_much' : started ? null : 'not_installed',
      });
    });
    child.stdin?.end();
  });
}
