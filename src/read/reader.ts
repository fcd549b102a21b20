/** What a reader is: the public interface that the built-in readers and anybody's own share. */
import type { BlockTree } from '../document/block.js';
import type { CompiledProfile } from '../profile/profile.js';

/** What a reader is told. */
export interface ReadContext {
  /** The profile in force, ready to run. */
  readonly profile: CompiledProfile;
  /** The name the text came under, a hint only; null when it has none. */
  readonly path: string | null;
  /**
   * Lets readings of similar texts share work: a reader may keep here what it parsed, keyed by the exact text, and must
   * give the same tree with and without it. One comparison hands the same cache to both sides.
   */
  readonly cache: Map<string, unknown>;
}

/** Turns a text into a tree of blocks. */
export interface Reader {
  /** The format's name on the wire: `text`, `markdown`, or one of your own. */
  readonly format: string;
  /** File name endings, lower case, without the dot. */
  readonly extensions: readonly string[];
  /** The built-in profile used when none is named. */
  readonly defaultProfile: string;
  read(text: string, context: ReadContext): BlockTree;
}
