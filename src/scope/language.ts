/** Which languages have scopes, and how a text's language is told: by name, media type or file name, never by content. */
import { ScopeError } from './errors.js';

/** One language: the names, file name endings, whole file names and media types that mean it. All lower case. */
interface LanguageEntry {
  readonly aliases: readonly string[];
  readonly extensions: readonly string[];
  readonly files: readonly string[];
  readonly mediaTypes: readonly string[];
}

function entry(aliases: string, extensions: string, mediaTypes: string, files = ''): LanguageEntry {
  const list = (words: string) => words.split(' ').filter((word) => word !== '');
  return {
    aliases: list(aliases),
    extensions: list(extensions),
    mediaTypes: list(mediaTypes),
    files: list(files),
  };
}

const LANGUAGES = {
  markdown: entry('md', 'md markdown mdown mkd', 'text/markdown text/x-markdown'),
  text: entry('plain plaintext txt', 'txt text', 'text/plain'),
  typescript: entry('ts', 'ts mts cts', 'text/typescript application/typescript text/x-typescript'),
  tsx: entry('', 'tsx', 'text/tsx text/x-tsx'),
  javascript: entry(
    'js jsx',
    'js mjs cjs jsx',
    'text/javascript application/javascript application/x-javascript text/jsx text/x-javascript',
  ),
  python: entry('py', 'py pyi pyw', 'text/x-python application/x-python text/x-script.python text/python'),
  go: entry('golang', 'go', 'text/x-go text/go'),
  rust: entry('rs', 'rs', 'text/x-rust text/rust'),
  java: entry('', 'java', 'text/x-java text/x-java-source text/java'),
  c: entry('', 'c h', 'text/x-c text/x-csrc text/x-chdr'),
  cpp: entry('c++ cxx', 'cc cpp cxx c++ hh hpp hxx h++ ipp', 'text/x-c++ text/x-c++src text/x-c++hdr'),
  csharp: entry('c# cs', 'cs csx', 'text/x-csharp'),
  ruby: entry('rb', 'rb rake gemspec ru', 'text/x-ruby application/x-ruby text/ruby', 'rakefile gemfile'),
  php: entry('', 'php phtml', 'text/x-php application/x-php application/x-httpd-php'),
  bash: entry(
    'sh shell zsh',
    'sh bash zsh ksh',
    'text/x-sh text/x-shellscript application/x-sh application/x-bash',
    '.bashrc .bash_profile .profile .zshrc',
  ),
  json: entry(
    'jsonc json5',
    'json jsonc json5 geojson webmanifest map',
    'application/json text/json application/ld+json application/json5',
    '.prettierrc .babelrc .eslintrc composer.lock flake.lock',
  ),
  yaml: entry(
    'yml',
    'yaml yml',
    'application/yaml application/x-yaml text/yaml text/x-yaml',
    '.clang-format',
  ),
  toml: entry(
    '',
    'toml',
    'application/toml text/x-toml text/toml',
    'cargo.lock poetry.lock uv.lock pdm.lock gopkg.lock',
  ),
  ini: entry(
    'cfg properties',
    'ini cfg properties',
    'text/x-ini text/x-properties application/x-ini',
    '.editorconfig .gitconfig .npmrc .pylintrc .flake8 .coveragerc',
  ),
} satisfies Record<string, LanguageEntry>;

/** A language with scopes. */
export type ScopeLanguage = keyof typeof LANGUAGES;

/** Every language with scopes, documents first. */
export const SCOPE_LANGUAGES = Object.keys(LANGUAGES) as readonly ScopeLanguage[];

/** What is known of a text's language; the first that is given and says something specific decides. */
export interface LanguageHint {
  /** A name from {@link SCOPE_LANGUAGES} or a common short form (`ts`, `md`, `c++`). */
  readonly language?: string | null;
  /** A media type; parameters (`; charset=utf-8`) are passed over, and `+json` and `+yaml` endings are understood. */
  readonly mediaType?: string | null;
  /** A file name or path; only its last part is looked at. */
  readonly fileName?: string | null;
}

const byAlias = new Map<string, ScopeLanguage>();
const byExtension = new Map<string, ScopeLanguage>();
const byFile = new Map<string, ScopeLanguage>();
const byMediaType = new Map<string, ScopeLanguage>();
for (const language of SCOPE_LANGUAGES) {
  const { aliases, extensions, files, mediaTypes } = LANGUAGES[language];
  for (const alias of [language, ...aliases]) byAlias.set(alias, language);
  for (const extension of extensions) byExtension.set(extension, language);
  for (const file of files) byFile.set(file, language);
  for (const mediaType of mediaTypes) byMediaType.set(mediaType, language);
}

function fromMediaType(mediaType: string): ScopeLanguage | undefined {
  const essence = mediaType.split(';', 1)[0].trim().toLowerCase();
  if (essence.endsWith('+json')) return 'json';
  if (essence.endsWith('+yaml')) return 'yaml';
  return byMediaType.get(essence);
}

function fromFileName(fileName: string): ScopeLanguage | undefined {
  const base = (fileName.split(/[\\/]/).pop() ?? '').toLowerCase();
  const dot = base.lastIndexOf('.');
  return byFile.get(base) ?? (dot >= 0 ? byExtension.get(base.slice(dot + 1)) : undefined);
}

/**
 * The language that a hint means; undefined when it means none that has scopes. A named language decides alone. A
 * media type decides next, but `text/plain` is what senders say who do not know, so a file name goes before it.
 */
export function findLanguage(hint: LanguageHint): ScopeLanguage | undefined {
  if (hint.language != null) return byAlias.get(hint.language.trim().toLowerCase());
  const stated = hint.mediaType != null ? fromMediaType(hint.mediaType) : undefined;
  const named = hint.fileName != null ? fromFileName(hint.fileName) : undefined;
  return stated === 'text' || stated === undefined ? (named ?? stated) : stated;
}

/**
 * The language that a hint means.
 * @throws ScopeError `unknown_language` when it means none that has scopes; nothing is guessed from the content.
 */
export function requireLanguage(hint: LanguageHint): ScopeLanguage {
  const language = findLanguage(hint);
  if (language !== undefined) return language;
  const given = [
    ['language', hint.language],
    ['media type', hint.mediaType],
    ['file name', hint.fileName],
  ].flatMap(([what, value]) => (value != null ? [`${what} "${value}"`] : []));
  const said = given.length > 0 ? `${given.join(', ')} names no language` : 'no language was named';
  throw new ScopeError(
    'unknown_language',
    `${said} that has scopes; the languages are ${SCOPE_LANGUAGES.join(', ')}`,
  );
}
