/** The programming languages that have scopes, and how each is read. */
import { bash } from './bash.js';
import { c, cpp } from './c.js';
import { csharp } from './csharp.js';
import { javascript, tsx, typescript } from './ecmascript.js';
import { go } from './go.js';
import { java } from './java.js';
import { php } from './php.js';
import { python } from './python.js';
import { ruby } from './ruby.js';
import { rust } from './rust.js';
import type { CodeGrammar } from './syntax.js';

/** By language name. */
export const CODE_GRAMMARS: Readonly<Record<string, CodeGrammar>> = {
  typescript,
  tsx,
  javascript,
  python,
  go,
  rust,
  java,
  c,
  cpp,
  csharp,
  ruby,
  php,
  bash,
};
