/** One call of a tool, from its arguments to the result that goes on the wire. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import {
  CommitUncertainError,
  DatabaseUnavailableError,
  present,
  type ResponseMode,
  StoreError,
} from '../patch/index.js';
import type { Caller, Run } from './apart/run.js';
import { argumentNameFault } from './arguments.js';
import { resultText } from './result.js';
import type { Arguments, Tool } from './tool.js';

/** How results are given to a client. */
export interface Presentation {
  readonly responseMode: ResponseMode;
  /** Whether the client's revision of the protocol has structured content. */
  readonly structured: boolean;
}

/** How a tool is called. */
export interface Calling {
  readonly run: Run;
  readonly caller: Caller;
  readonly presentation: Presentation;
  /** Is told of unexpected failures. */
  readonly report: (error: unknown) => void;
}

/** Faults of the store whose messages are meant for whoever calls. */
const STORE_FAULTS = [CommitUncertainError, DatabaseUnavailableError, StoreError];

/**
 * Calls the tool. A rejection and an argument that is not right are results like any other; `isError` is true for wrong
 * argument names and for failures that nobody expected.
 * @throws whatever the tool throws once nobody waits for it.
 */
export async function callTool(
  tool: Tool,
  args: Arguments,
  { run, caller, presentation, report }: Calling,
): Promise<CallToolResult> {
  const fault = argumentNameFault(tool, args);
  if (fault !== null) return wireResult(fault, presentation, true);
  try {
    const result = present(tool.name, await run(tool, args, caller), presentation.responseMode);
    return wireResult(result, presentation, false);
  } catch (error) {
    if (caller.signal.aborted) throw error;
    report(error);
    return wireResult(failure(tool, error), presentation, true);
  }
}

function wireResult(result: object, { structured }: Presentation, isError: boolean): CallToolResult {
  return {
    content: [{ type: 'text', text: resultText(result) }],
    ...(structured ? { structuredContent: result as Record<string, unknown> } : {}),
    ...(isError ? { isError } : {}),
  };
}

function failure(tool: Tool, error: unknown): object {
  const known = STORE_FAULTS.some((fault) => error instanceof fault);
  const { code, message } = error as Error & { code?: string };
  return {
    status: 'error',
    code: known && code !== undefined ? code : 'internal_error',
    tool: tool.name,
    failure_detail: known
      ? message
      : 'The tool failed unexpectedly. If it was to change something, read the state before you try again.',
  };
}
