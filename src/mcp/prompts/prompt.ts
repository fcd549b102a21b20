/** A prompt: what a person may start a piece of work with. */
import type { Arguments, Tool, ToolProfile } from '../tool.js';

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
}

/** What a prompt is made with. */
export interface PromptWorld {
  /** Calls a tool of the catalogue, and gives its result. */
  run(tool: Tool, args: Arguments): Promise<Readonly<Record<string, unknown>>>;
}

/** A part of the one message that a prompt makes: words, or a resource put beside them. */
export type PromptPart =
  | { readonly text: string }
  | { readonly uri: string; readonly mimeType: string; readonly text: string };

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly profiles: readonly ToolProfile[];
  readonly arguments: readonly PromptArgument[];
  /**
   * The message.
   * @throws PromptError when the arguments do not make one.
   */
  make(args: Readonly<Record<string, string>>, world: PromptWorld): Promise<readonly PromptPart[]>;
}

/** What is wrong with the arguments of a prompt. */
export class PromptError extends Error {
  override readonly name = 'PromptError';
  readonly code = 'bad_prompt_arguments';
}

/** The arguments that give a document, as text or as a file. */
export function documentArguments(name: string, what: string): PromptArgument[] {
  return [
    { name, description: `Text of ${what}. Give this or ${name}_file.` },
    { name: `${name}_file`, description: `Path of ${what} below the server's root.` },
  ];
}

/** Runs a tool whose answer the prompt cannot do without. */
export async function need(
  world: PromptWorld,
  tool: Tool,
  args: Arguments,
): Promise<Readonly<Record<string, unknown>>> {
  const result = await world.run(tool, args);
  if (result.status !== 'ok') throw new PromptError(String(result.failure_detail));
  return result;
}

/** Those of the arguments that were given. */
export function only(args: Readonly<Record<string, string>>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])));
}

/** How a model is to make the same call: a document that was given as a text is not said again. */
export function callOf(tool: Tool, args: Readonly<Record<string, string>>): string {
  const shown = Object.entries(args).map(([name, value]) =>
    value.length > 200 || value.includes('\n')
      ? `${name}: (the text given)`
      : `${name}: ${JSON.stringify(value)}`,
  );
  return `${tool.name}(${shown.join(', ')})`;
}
