import { type Matcher, RE2JS } from 're2js';
import { toLinearSyntax } from './linear-syntax.js';
import { PatternError } from './pattern-source.js';
import type { Pattern, PatternMatch } from './profile.js';

/**
 * How much text one `matchAll` may look at, as a multiple of the text's length, before it goes on piece by piece. One
 * match costs time in proportion to the text after it, so a pattern such as `x*y|x`, which looks to the end of the text
 * for every single match, would cost the square of the length.
 */
const LOOK_BUDGET = 64;

/** The length, in UTF-16 units, of the pieces that a text is searched in when the budget is spent. */
const PIECE = 256;

/**
 * Compiles a pattern on an engine whose time grows in proportion to the text.
 * @throws PatternError naming the piece that this engine does not have.
 */
export function compileLinear(pattern: string): Pattern & { readonly groupCount: number } {
  const syntax = toLinearSyntax(pattern);
  let program: RE2JS;
  try {
    program = RE2JS.compile(syntax);
  } catch (error) {
    throw new PatternError(refusal(error));
  }
  const groups = program.groupCount();
  const exec = (text: string, from = 0): PatternMatch | null => {
    const matcher = program.matcher(text);
    return matcher.find(from) ? toMatch(matcher, groups) : null;
  };
  return {
    groupCount: groups,
    test: (text) => program.test(text),
    exec,
    matchAll: (text) => matchAll(program, groups, text),
    lead: (text) => {
      const match = exec(text);
      if (match === null || match.index !== 0) return null;
      const second = match.starts[2] ?? -1;
      const textStart = second >= 0 ? second : (match.groups[0] as string).length;
      return { label: match.groups[1] ?? null, textStart };
    },
  };
}

function refusal(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('invalid repeat count')) {
    return 'a repetition may ask for at most 1000 copies of its part, nested repetitions multiplied';
  }
  return `the linear-time engine does not take it (${message.replace(/^error parsing regexp: /, '')})`;
}

function toMatch(matcher: Matcher, groups: number, offset = 0): PatternMatch {
  const texts: (string | null)[] = [];
  const starts: number[] = [];
  for (let i = 0; i <= groups; i++) {
    const start = matcher.start(i);
    texts.push(start < 0 ? null : matcher.group(i));
    starts.push(start < 0 ? -1 : start + offset);
  }
  return { index: starts[0], groups: texts, starts };
}

function matchAll(program: RE2JS, groups: number, text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  const matcher = program.matcher(text);
  let budget = LOOK_BUDGET * text.length;
  let from = 0;
  while (from <= text.length) {
    budget -= text.length - from;
    if (budget < 0) break;
    if (!matcher.find(from)) return matches;
    const match = toMatch(matcher, groups);
    matches.push(match);
    from = after(match, text);
  }
  while (from < text.length) {
    const end = pieceEnd(text, from);
    // The piece alone, so that nothing looks beyond it; anchors and word boundaries hold at its ends.
    const piece = program.matcher(text.slice(from, end));
    for (let at = 0; piece.find(at); ) {
      const match = toMatch(piece, groups, from);
      matches.push(match);
      at = after(match, text) - from;
      if (at > end - from) break;
    }
    from = end;
  }
  return matches;
}

/** Where the search goes on after a match: past it, or one code point further when it is empty. */
function after(match: PatternMatch, text: string): number {
  const end = match.index + (match.groups[0] as string).length;
  if (end > match.index) return end;
  return end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
}

/** The end of the piece that starts at `from`: after the last white space in reach, else where its length ends. */
function pieceEnd(text: string, from: number): number {
  if (text.length - from <= PIECE) return text.length;
  for (let end = from + PIECE; end > from + PIECE / 2; end--) {
    if (/\s/.test(text[end - 1])) return end;
  }
  const end = from + PIECE;
  const low = text.charCodeAt(end);
  return low >= 0xdc00 && low <= 0xdfff ? end + 1 : end;
}
