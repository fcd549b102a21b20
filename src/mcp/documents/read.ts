import { resolveProfile } from '../../profile/resolve.js';
import { type ReadResult, readDocument } from '../../read/read-document.js';
import type { Arguments, Host } from '../tool.js';
import { documentArgument, formatArgument, profileArgument } from './arguments.js';

/** Reads the one document that a call gives, under its profile. */
export async function readGiven(args: Arguments, host: Host): Promise<ReadResult> {
  const { text, path } = await documentArgument(args, 'document', host);
  const format = formatArgument(args, 'document');
  const profile = profileArgument(args);
  return readDocument(text, {
    ...(path === undefined ? {} : { path }),
    ...(format === undefined ? {} : { format }),
    ...(profile === undefined ? {} : { profile: resolveProfile(profile) }),
  });
}
