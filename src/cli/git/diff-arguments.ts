/** What git tells the program that it hands a difference to. */
import { CommandError } from '../errors.js';

/** One side of a difference. */
export interface Version {
  /** The file to open; null where there is none, because the file was added or deleted. */
  readonly file: string | null;
  /** What it is called in the repository. */
  readonly name: string;
  /** The first letters of the blob's name; null for a file in the working tree, and when git does not say. */
  readonly id: string | null;
  /** Six octal digits; null when there is no file, or git does not say. */
  readonly mode: string | null;
}

/** A difference that git hands over. */
export type GitDifference =
  | { readonly kind: 'unmerged'; readonly name: string }
  | {
      readonly kind: 'pair';
      readonly before: Version;
      readonly after: Version;
      /** `similarity index 88%` and the like, on a rename or copy; else empty. */
      readonly notes: readonly string[];
    };

/** Where a file is that is not there. On Windows git says `nul` to tools. */
const NOWHERE = /^(?:\/dev\/null|nul)$/i;
// A blob that git has not hashed yet, because it stands in the working tree.
const NOT_HASHED = /^0+$/;
// As many letters as git shows itself.
const SHOWN = 7;

/**
 * Reads the arguments: of an external diff driver seven, nine on a rename or copy, one on a path with conflicts; of a
 * difftool the two files, and the name in the repository where the configuration passes it.
 * @throws CommandError `usage` for any other number.
 */
export function gitDifference(args: readonly string[]): GitDifference {
  switch (args.length) {
    case 1:
      return { kind: 'unmerged', name: args[0] };
    case 2:
    case 3: {
      const [before, after, name] = args;
      return pair(toolVersion(before, name), toolVersion(after, name), []);
    }
    case 7:
    case 9: {
      const [name, oldFile, oldId, oldMode, newFile, newId, newMode, newName, header] = args;
      return pair(
        version(oldFile, name, oldId, oldMode),
        version(newFile, newName ?? name, newId, newMode),
        notesOf(header ?? ''),
      );
    }
    default:
      throw new CommandError(
        'usage',
        `git-diff takes what git passes to a diff driver (7 or 9 arguments) or a difftool (LOCAL REMOTE MERGED), not ${args.length} arguments; to compare two files yourself, use redtree compare`,
      );
  }
}

function pair(before: Version, after: Version, notes: readonly string[]): GitDifference {
  return { kind: 'pair', before, after, notes };
}

function version(file: string, name: string, id: string, mode: string): Version {
  const there = !NOWHERE.test(file);
  return {
    file: there ? file : null,
    name,
    id: there && !NOT_HASHED.test(id) && id !== '.' ? id.slice(0, SHOWN) : null,
    mode: there && mode !== '.' ? mode : null,
  };
}

function toolVersion(file: string, name: string | undefined): Version {
  return { file: NOWHERE.test(file) ? null : file, name: name ?? file, id: null, mode: null };
}

/** The lines of the extended header that a person wants: how alike the files are, and what was renamed or copied. */
function notesOf(header: string): string[] {
  return header
    .split('\n')
    .filter((line) => /^(?:dis)?similarity index |^(?:rename|copy) (?:from|to) /.test(line));
}
