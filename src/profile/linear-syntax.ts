import { nativeFlags, PatternError, splitFlags } from './pattern-source.js';

/** What JavaScript's `\s` stands for, as the ranges of a character class; the linear engine's own `\s` is ASCII only. */
const SPACE =
  '\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const NOT_SPACE =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';
const LINE_ENDS = '\\n\\r\\x{2028}\\x{2029}';

/** Long forms of property names that only differ in spelling between the two engines. */
const CATEGORIES: Readonly<Record<string, string>> = {
  Letter: 'L',
  Cased_Letter: 'LC',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Titlecase_Letter: 'Lt',
  Modifier_Letter: 'Lm',
  Other_Letter: 'Lo',
  Mark: 'M',
  Nonspacing_Mark: 'Mn',
  Spacing_Mark: 'Mc',
  Enclosing_Mark: 'Me',
  Number: 'N',
  Decimal_Number: 'Nd',
  Letter_Number: 'Nl',
  Other_Number: 'No',
  Punctuation: 'P',
  Connector_Punctuation: 'Pc',
  Dash_Punctuation: 'Pd',
  Open_Punctuation: 'Ps',
  Close_Punctuation: 'Pe',
  Initial_Punctuation: 'Pi',
  Final_Punctuation: 'Pf',
  Other_Punctuation: 'Po',
  Symbol: 'S',
  Math_Symbol: 'Sm',
  Currency_Symbol: 'Sc',
  Modifier_Symbol: 'Sk',
  Other_Symbol: 'So',
  Separator: 'Z',
  Space_Separator: 'Zs',
  Other: 'C',
  Control: 'Cc',
  Format: 'Cf',
};

/** What opens a group that only a backtracking engine can match, and how a person calls it. */
const LOOKAROUNDS: readonly (readonly [string, string])[] = [
  ['(?<=', 'look-behind'],
  ['(?<!', 'look-behind'],
  ['(?=', 'look-ahead'],
  ['(?!', 'look-ahead'],
];

/**
 * Rewrites a pattern of the profile language (JavaScript's, `u` flag) in the linear engine's syntax, with the same
 * meaning.
 * @throws PatternError when the pattern is not valid, or holds what cannot be matched in linear time.
 */
export function toLinearSyntax(pattern: string): string {
  const source = splitFlags(pattern);
  const unsupported = backtrackingPart(source.body);
  if (unsupported !== null) throw new PatternError(unsupported);
  try {
    // Only parsed, never run: the platform's parser says what is wrong in the language people know.
    new RegExp(source.body, nativeFlags(source));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*\/[a-z]*: /s, '') : String(error);
    throw new PatternError(`not a valid regular expression: ${reason.toLowerCase()}`);
  }
  const body = rewrite(source.body, source.dotAll);
  return source.ignoreCase ? `(?i)${body}` : body;
}

/** Says which part of `body` needs a backtracking engine, or null. */
function backtrackingPart(body: string): string | null {
  let inClass = false;
  for (let i = 0; i < body.length; i++) {
    const c = body[i];
    if (c === '\\') {
      const next = body[i + 1] ?? '';
      if (!inClass && /[1-9]/.test(next)) {
        return `the back-reference \\${next} cannot be matched in linear time; write the repeated part out`;
      }
      if (!inClass && next === 'k') {
        return 'the back-reference \\k<…> cannot be matched in linear time; write the repeated part out';
      }
      i++;
    } else if (inClass) inClass = c !== ']';
    else if (c === '[') inClass = true;
    else if (c === '(') {
      const found = LOOKAROUNDS.find(([open]) => body.startsWith(open, i));
      if (found !== undefined) {
        return `the ${found[1]} ${found[0]}…) cannot be matched in linear time; match the surroundings and capture the part wanted in a group`;
      }
    }
  }
  return null;
}

function rewrite(body: string, dotAll: boolean): string {
  let out = '';
  let inClass = false;
  for (let i = 0; i < body.length; ) {
    const c = body[i];
    if (c === '\\') {
      const [text, length] = rewriteEscape(body, i, inClass);
      out += text;
      i += length;
      continue;
    }
    if (inClass) {
      if (c === ']') inClass = false;
      // A bare "[" in a class would open a POSIX class such as [:alpha:] in the other syntax.
      out += c === '[' ? '\\[' : c;
    } else if (c === '[') {
      if (body.startsWith('[^]', i)) {
        out += '[\\x{0}-\\x{10ffff}]';
        i += 3;
        continue;
      }
      if (body.startsWith('[]', i)) {
        out += '[^\\x{0}-\\x{10ffff}]';
        i += 2;
        continue;
      }
      inClass = true;
      out += c;
      if (body[i + 1] === '^') {
        out += '^';
        i++;
      }
    } else if (c === '.') out += dotAll ? '[\\x{0}-\\x{10ffff}]' : `[^${LINE_ENDS}]`;
    else out += c;
    i++;
  }
  return out;
}

/** The escape at `at`, rewritten, and how many units of the body it took. */
function rewriteEscape(body: string, at: number, inClass: boolean): [string, number] {
  const rest = body.slice(at, at + 80);
  const pair = /^\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(rest);
  if (pair !== null) {
    const point =
      0x10000 + ((Number.parseInt(pair[1], 16) - 0xd800) << 10) + (Number.parseInt(pair[2], 16) - 0xdc00);
    return [`\\x{${point.toString(16)}}`, pair[0].length];
  }
  const code = /^\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(rest);
  if (code !== null) {
    const point = Number.parseInt(code[1] ?? code[2] ?? code[3], 16);
    return [`\\x{${point.toString(16)}}`, code[0].length];
  }
  const control = /^\\c([A-Za-z])/.exec(rest);
  if (control !== null) return [`\\x{${(control[1].charCodeAt(0) % 32).toString(16)}}`, 3];
  const property = /^\\([pP])\{(?:(\w+)=)?(\w+)\}/.exec(rest);
  if (property !== null) {
    const name =
      property[2] === undefined || /^(?:gc|General_Category)$/.test(property[2])
        ? CATEGORIES[property[3]]
        : undefined;
    return [`\\${property[1]}{${name ?? property[3]}}`, property[0].length];
  }
  switch (body[at + 1]) {
    case 's':
      return [inClass ? SPACE : `[${SPACE}]`, 2];
    case 'S':
      return [inClass ? NOT_SPACE : `[^${SPACE}]`, 2];
    case '0':
      return ['\\x{0}', 2];
    case 'b':
      return [inClass ? '\\x{8}' : '\\b', 2];
    default:
      return [body.slice(at, at + 2), 2];
  }
}
