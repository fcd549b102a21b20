import { sliceCodePoints } from '../document/code-points.js';
import { didYouMean } from '../document/suggest.js';
import type { Arguments, Tool } from './tool.js';

/** The most names that an answer repeats, and the most code points of one: no tool has more, or longer ones. */
const MOST_NAMES = 40;
const NAME_CHARS = 80;

/** The answer to a call whose argument names are wrong. The tool has not seen it. */
export interface ArgumentNameFault {
  readonly status: 'invalid_argument';
  readonly code: 'unknown_argument' | 'missing_argument';
  readonly tool: string;
  readonly failure_detail: string;
  readonly unknown_arguments?: readonly string[];
  readonly missing_arguments?: readonly string[];
}

/**
 * Judges the names of a call's arguments by the tool's schema, and nothing else: types and ranges are the tool's, so that a
 * malformed submission still leaves its audited row. An unknown name decides the code, and both lists are given.
 */
export function argumentNameFault(tool: Tool, args: Arguments): ArgumentNameFault | null {
  const known = Object.keys(tool.inputSchema.properties);
  const given = Object.keys(args).filter((name) => args[name] !== undefined);
  const unknown = given
    .filter((name) => !known.includes(name))
    .slice(0, MOST_NAMES)
    .map(shown);
  const missing = (tool.inputSchema.required ?? []).filter((name) => !given.includes(name));
  if (unknown.length === 0 && missing.length === 0) return null;
  const said = [
    ...(unknown.length === 0 ? [] : [`${tool.name} has no argument ${unknown.map(unknownName).join(', ')}`]),
    ...(missing.length === 0 ? [] : [`${tool.name} needs ${missing.join(', ')}`]),
  ];
  return {
    status: 'invalid_argument',
    code: unknown.length > 0 ? 'unknown_argument' : 'missing_argument',
    tool: tool.name,
    failure_detail: `${said.join('; ')}. Its arguments are ${known.join(', ')}.`,
    ...(unknown.length === 0 ? {} : { unknown_arguments: unknown }),
    ...(missing.length === 0 ? {} : { missing_arguments: missing }),
  };

  function unknownName(name: string): string {
    return `${JSON.stringify(name)}${didYouMean(name, known)}`;
  }
}

function shown(name: string): string {
  const begin = sliceCodePoints(name, 0, NAME_CHARS);
  return begin === name ? name : `${begin}…`;
}
