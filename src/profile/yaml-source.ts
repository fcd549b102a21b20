import { isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, type Node, parseDocument } from 'yaml';
import { ProfileError, type ProfileProblem } from './errors.js';
import { PROFILE_LIMITS } from './limits.js';

/** A value read from YAML text, and where in the text its parts stand. */
export interface YamlSource {
  readonly value: unknown;
  /** What the text does that a profile must not: keys given twice, aliases. */
  readonly problems: readonly ProfileProblem[];
  /** The line, from 1, of the part at `path`, or of the nearest part around it. */
  lineOf(path: string): number | null;
}

/** A profile is three levels deep; what nests deeper is refused before it can cost anything. */
const MAX_NESTING = 8;

/** Spaces before a line's first word; deeper ones can only stand for deeper nesting. */
const MAX_INDENT = 100;

/**
 * Reads YAML text (JSON is YAML too). The value is built here from the parsed nodes, not by the YAML library, so that
 * aliases, which can blow a small text up to gigabytes, are never expanded.
 *
 * @throws ProfileError `profile_too_large`, or `bad_yaml` with every syntax error.
 */
export function readYaml(text: string, source: string | null): YamlSource {
  if (text.length > PROFILE_LIMITS.text) {
    const message = `the text has ${text.length} characters; a profile may have ${PROFILE_LIMITS.text}`;
    throw new ProfileError('profile_too_large', source, [{ path: '', line: null, message }]);
  }
  const deep = tooDeepAt(text);
  if (deep !== null) {
    const message = `nests deeper than ${MAX_NESTING} levels; a profile is a flat mapping of lists`;
    throw new ProfileError('bad_yaml', source, [{ path: '', line: deep, message }]);
  }
  const counter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: counter,
    uniqueKeys: false,
    logLevel: 'error',
    // An excerpt of the text with each of thousands of errors would take seconds, and is not told.
    prettyErrors: false,
  });
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    throw new ProfileError(
      'bad_yaml',
      source,
      faults.map(({ pos, message }) => ({
        path: '',
        line: counter.linePos(pos[0]).line,
        message: message.split('\n')[0].replace(/ at line \d+, column \d+:?$/, ''),
      })),
    );
  }
  const problems: ProfileProblem[] = [];
  const lines = new Map<string, number>();
  const value = toValue(document.contents, '', 0, {
    problems,
    lines,
    lineAt: (node) => counter.linePos(node.range?.[0] ?? 0).line,
  });
  return { value, problems, lineOf: (path) => nearestLine(lines, path) };
}

/**
 * The line where collections nest deeper than a profile ever does, or null. Looked for in the tokens, before the text is
 * parsed: the parser recurses, and `- - - -` repeated builds regular expressions that exhaust the process's memory.
 */
function tooDeepAt(text: string): number | null {
  let line = 1;
  let flow = 0;
  let onLine = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') flow++;
    else if (token === ']' || token === '}') flow--;
    else if (token === '-' || token === '?') onLine++;
    else if (/^ +$/.test(token) && token.length > MAX_INDENT) return line;
    else if (token.includes('\n')) {
      onLine = 0;
      line += token.split('\n').length - 1;
    }
    if (flow > MAX_NESTING || onLine > MAX_NESTING) return line;
  }
  return null;
}

interface Walk {
  readonly problems: ProfileProblem[];
  readonly lines: Map<string, number>;
  lineAt(node: Node): number;
}

function toValue(node: unknown, path: string, depth: number, walk: Walk): unknown {
  if (node === null || node === undefined) return null;
  const line = walk.lineAt(node as Node);
  if (!walk.lines.has(path)) walk.lines.set(path, line);
  if (isScalar(node)) return node.value;
  if (isAlias(node)) {
    walk.problems.push({
      path,
      line,
      message: `the alias *${node.source} is not followed; write the value out`,
    });
    return undefined;
  }
  if (depth >= MAX_NESTING) return undefined;
  if (isSeq(node)) return node.items.map((item, i) => toValue(item, `${path}[${i}]`, depth + 1, walk));
  if (!isMap(node)) return undefined;
  const value: Record<string, unknown> = Object.create(null);
  for (const { key, value: item } of node.items) {
    const name = isScalar(key) ? String(key.value) : '?';
    const at = path === '' ? name : `${path}.${name}`;
    const keyLine = key instanceof Object ? walk.lineAt(key as Node) : line;
    if (name in value) {
      const message = `"${name}" is given twice, first on line ${walk.lines.get(at)}`;
      walk.problems.push({ path: at, line: keyLine, message });
      continue;
    }
    walk.lines.set(at, keyLine);
    value[name] = toValue(item, at, depth + 1, walk);
  }
  return value;
}

function nearestLine(lines: ReadonlyMap<string, number>, path: string): number | null {
  for (let at = path; ; at = at.slice(0, Math.max(at.lastIndexOf('.'), at.lastIndexOf('['), 0))) {
    const line = lines.get(at);
    if (line !== undefined) return line;
    if (at === '') return null;
  }
}
