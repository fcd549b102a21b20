/**
 * Front matter: data between two fences at the head of a Markdown document. Three hyphens are a rule as well, and between
 * two rules stands text. So what is between the fences decides, and not the fences.
 */

/** Front matter that a text begins with. Offsets are UTF-16 units. */
export interface FrontMatter {
  readonly language: 'yaml' | 'toml';
  /** The fence that closes it. */
  readonly close: '---' | '...' | '+++';
  /** Where its last line ends, the line end left out. */
  readonly end: number;
}

const OPEN = /^(---|\+\+\+)[ \t]*(?:\r\n|\r|\n)/;
const LINE = /([^\r\n]*)(\r\n|\r|\n|$)/y;
const YAML_CLOSE = /^(---|\.\.\.)[ \t]*$/;
const TOML_CLOSE = /^(\+\+\+)[ \t]*$/;

/** Front matter is not longer than this: what is further down is the document. */
const LONGEST = 100_000;

/** The front matter of a text without a byte order mark; null when it has none. */
export function frontMatter(text: string): FrontMatter | null {
  const open = OPEN.exec(text);
  if (open === null) return null;
  const language = open[1] === '---' ? 'yaml' : 'toml';
  const data = language === 'yaml' ? new YamlLines() : new TomlLines();
  const closes = language === 'yaml' ? YAML_CLOSE : TOML_CLOSE;
  for (let at = open[0].length; at < Math.min(text.length, LONGEST); ) {
    LINE.lastIndex = at;
    const [all, line, lineEnd] = LINE.exec(text) as RegExpExecArray;
    const close = closes.exec(line)?.[1] as FrontMatter['close'] | undefined;
    if (close !== undefined) return data.isData ? { language, close, end: at + line.length } : null;
    if (!data.takes(line) || lineEnd === '') return null;
    at += all.length;
  }
  return null;
}

/** A key of up to three words, in quotes or without: a sentence that comes to a colon has more. */
const YAML_KEY = /^(?:"[^"\\]{1,80}"|'[^']{1,80}'|[\p{L}\p{N}_$@][^\s:#]*(?: [^\s:#]+){0,2}) *:(?: |\t|$)/u;
const SMALL_KEY = /^["']?[\p{Ll}_$@][^\s:]*:/u;

/** Whether lines are a YAML mapping, as far as their first columns tell. */
class YamlLines {
  private lines = 0;
  private keys = 0;
  /** A line of words below the rule's own blank line is a paragraph: only small, single words are keys there. */
  private loose = false;
  private flow = false;

  /** A mapping, or nothing at all. */
  get isData(): boolean {
    return this.keys > 0 || this.lines === 0;
  }

  takes(line: string): boolean {
    if (/^[ \t]*$/.test(line)) {
      if (this.lines === 0) this.loose = true;
      return true;
    }
    this.lines++;
    if (this.lines === 1 && /^\{/.test(line)) this.flow = true;
    if (this.flow) {
      this.keys++;
      return /^[ \t{}\]"]/.test(line);
    }
    if (line[0] === '#') return !this.loose || this.keys > 0;
    if (YAML_KEY.test(line)) {
      this.keys++;
      return !this.loose || SMALL_KEY.test(line);
    }
    // What is further in, items, and brackets that close go on with a key's value.
    return this.keys > 0 && /^(?:[ \t]|-(?: |\t|$)|[\]}])/.test(line);
  }
}

const TOML_KEY = /^(?:\[{1,2}[^\]]+\]{1,2}[ \t]*(?:#.*)?$|["'\w][\w."'-]*[ \t]*=)/;

/** Whether lines begin as TOML does. Fences of plus signs are seldom anything else. */
class TomlLines {
  private lines = 0;
  private keys = 0;

  get isData(): boolean {
    return this.keys > 0 || this.lines === 0;
  }

  takes(line: string): boolean {
    if (/^[ \t]*(?:#.*)?$/.test(line)) return true;
    this.lines++;
    if (TOML_KEY.test(line)) this.keys++;
    return this.keys > 0;
  }
}
