import { ArgumentError } from '../service/arguments.js';

/** What the service's own unfinished files are called; no managed file may be. */
export const STAGING_PREFIX = '.redtree-staging-';

/** Longest name of a directory entry, in bytes. */
const LONGEST_NAME = 255;

/** Names that are devices on Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** What some file system forbids, or reads as something else. */
const AMBIGUOUS = /[\0-\x1f\x7f\\:*?"<>|]|[. ]$|^ /;

/**
 * The components of a path below the workspace's root.
 *
 * @throws ArgumentError `workspace_path_invalid` for a path that is absolute or leaves the root, and for a component that
 *   is reserved or means different things on different systems.
 */
export function pathComponents(path: string): readonly string[] {
  const components = path.split('/');
  const fault = path === '' ? 'is empty' : components.map(faultOf).find((found) => found !== null);
  if (fault == null) return components;
  throw new ArgumentError('workspace_path_invalid', `The workspace path ${JSON.stringify(path)} ${fault}.`);
}

function faultOf(name: string): string | null {
  if (name === '') return 'must be relative, with single slashes between names and none at the end';
  if (name === '.' || name === '..') return 'must not hold "." or ".."';
  if (AMBIGUOUS.test(name))
    return `holds the name ${JSON.stringify(name)}, which not every system takes literally`;
  if (DEVICE.test(name)) return `holds the reserved name ${JSON.stringify(name)}`;
  if (name.toLowerCase() === '.git') return "must not lead into a repository's own files";
  if (name.startsWith(STAGING_PREFIX)) return "holds a name of the service's own unfinished files";
  return Buffer.byteLength(name) > LONGEST_NAME ? 'holds a name that is too long' : null;
}
