/** Prompts on a connection. */
import {
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { didYouMean } from '../../document/suggest.js';
import type { Run } from '../apart/run.js';
import { type Connection, callerOf } from '../connection.js';
import type { ToolProfile } from '../tool.js';
import { PROMPTS } from './catalogue.js';
import { type Prompt, PromptError, type PromptPart, type PromptWorld } from './prompt.js';

/** What prompts need. */
export interface PromptServing {
  readonly profile: ToolProfile;
  readonly run: Run;
  track<T>(work: Promise<T>): Promise<T>;
}

/** The prompts of a profile. */
export function promptsOf(profile: ToolProfile): readonly Prompt[] {
  return PROMPTS.filter(({ profiles }) => profiles.includes(profile));
}

/** Offers the prompts of the profile on the connection. */
export function servePrompts(connection: Connection, { profile, run, track }: PromptServing): void {
  const prompts = promptsOf(profile);
  connection.on(ListPromptsRequestSchema, () => ({
    prompts: prompts.map(({ name, title, description, arguments: list }) => ({
      name,
      title,
      description,
      arguments: list.map((argument) => ({ ...argument })),
    })),
  }));
  connection.on(GetPromptRequestSchema, async ({ params: { name, arguments: args = {} } }, extra) => {
    const prompt = prompts.find((known) => known.name === name);
    if (prompt === undefined) {
      const hint = didYouMean(
        name,
        prompts.map((known) => known.name),
      );
      throw invalid(`There is no prompt ${JSON.stringify(name)} here${hint}.`);
    }
    checkNames(prompt, args);
    const world: PromptWorld = {
      run: async (tool, given) => ({ ...(await run(tool, given, callerOf(extra))) }),
    };
    try {
      const parts = await track(prompt.make(args, world));
      return {
        description: prompt.description,
        messages: parts.map((part) => ({ role: 'user' as const, content: contentOf(part) })),
      };
    } catch (error) {
      if (error instanceof PromptError) throw invalid(error.message);
      throw error;
    }
  });
}

function checkNames(prompt: Prompt, args: Readonly<Record<string, string>>): void {
  const known = prompt.arguments.map(({ name }) => name);
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw invalid(
      `${prompt.name} has no argument ${JSON.stringify(unknown)}${didYouMean(unknown, known)}; it has ${known.join(', ')}.`,
    );
  }
  const missing = prompt.arguments.find(
    ({ name, required }) => required === true && args[name] === undefined,
  );
  if (missing !== undefined) throw invalid(`${prompt.name} needs ${missing.name}.`);
}

function contentOf(part: PromptPart) {
  return 'uri' in part
    ? { type: 'resource' as const, resource: { ...part } }
    : { type: 'text' as const, text: part.text };
}

function invalid(message: string): McpError {
  return new McpError(ErrorCode.InvalidParams, message);
}
