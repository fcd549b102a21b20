/** The arguments that comparison tools share, read from what came. */
import { isAbsolute } from 'node:path';
import { decodeUtf8 } from '../../read/decode.js';
import type { Arguments, Host, JsonSchema } from '../tool.js';
import { DocumentArgumentError } from './errors.js';

/** A document as the library takes it. */
export interface GivenDocument {
  readonly text: string;
  readonly path?: string;
}

/** The schema of one document: its text or a file, and its format. `what` completes a sentence. */
export function documentParameters(name: string, what: string): Record<string, JsonSchema> {
  return {
    [name]: { type: 'string', description: `Text of ${what}. Give this or ${name}_file.` },
    [`${name}_file`]: {
      type: 'string',
      description: `Path of ${what} below the server's root, if it has one, with / between names.`,
    },
    [`${name}_format`]: {
      type: 'string',
      description: `Format of ${what}: markdown or text; detected when left out.`,
    },
  };
}

export const PROFILE_PARAMETER: JsonSchema = {
  type: ['string', 'object'],
  description:
    'Structure profile: generic, contract, markdown, legislation, or your own as YAML text or an object.',
};

export const CURSOR_PARAMETER: JsonSchema = {
  type: ['string', 'null'],
  description: 'next_cursor of the page before, with all other arguments unchanged.',
};

/** Reads the document that `name` or `name_file` gives. */
export async function documentArgument(args: Arguments, name: string, host: Host): Promise<GivenDocument> {
  const text = optionalString(args, name);
  const path = optionalString(args, `${name}_file`);
  if (text !== undefined && path !== undefined) {
    throw new DocumentArgumentError('document_conflict', `give ${name} or ${name}_file, not both`);
  }
  if (text !== undefined) return { text };
  if (path === undefined) {
    throw new DocumentArgumentError(
      'document_required',
      `give the text as ${name}${host.root === null ? '' : `, or a file's path as ${name}_file`}`,
    );
  }
  if (host.root === null) {
    throw new DocumentArgumentError(
      'files_not_allowed',
      `this server reads no files, because it was started without --root: give the text as ${name}`,
    );
  }
  if (isAbsolute(path)) {
    throw new DocumentArgumentError('path_invalid', `${name}_file should be relative to the server's root`);
  }
  return { text: decodeUtf8(await host.root.read(path), path), path };
}

/** The format that is named for a document, or undefined. */
export function formatArgument(args: Arguments, name: string): string | undefined {
  return optionalString(args, `${name}_format`);
}

/** The structure profile, or undefined. */
export function profileArgument(args: Arguments): string | object | undefined {
  const given = args.profile;
  if (given === undefined || given === null) return undefined;
  if (typeof given === 'string') return given;
  return optionalObject(args, 'profile');
}

/** A string; null is as if left out. */
export function optionalString(args: Arguments, name: string): string | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw wrongType(name, 'a string');
  return value;
}

/** A list of strings, or undefined. */
export function optionalStrings(args: Arguments, name: string): string[] | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw wrongType(name, 'a list of strings');
  }
  return value;
}

/** A whole number from `least`, or undefined. */
export function optionalWholeNumber(args: Arguments, name: string, least: number): number | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
    throw wrongType(name, `a whole number from ${least}`);
  }
  return value;
}

/** A truth value, or undefined. */
export function optionalBoolean(args: Arguments, name: string): boolean | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw wrongType(name, 'true or false');
  return value;
}

/** An object of bounded depth, or undefined. */
export function optionalObject(args: Arguments, name: string): Record<string, unknown> | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw wrongType(name, 'an object');
  return value as Record<string, unknown>;
}

function wrongType(name: string, expected: string): DocumentArgumentError {
  return new DocumentArgumentError('invalid_type', `${name} should be ${expected}`);
}
