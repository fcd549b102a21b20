import { nativeFlags, splitFlags } from './pattern-source.js';
import type { Lead, Pattern, PatternMatch } from './profile.js';

/** Compiles a pattern on the platform's own engine: fast, but a hostile pattern can hang it. For built-in profiles only. */
export function compileNative(pattern: string): Pattern {
  const source = splitFlags(pattern);
  const flags = nativeFlags(source);
  const plain = new RegExp(source.body, flags);
  // Indices cost a second run of the engine, but only where there is a match.
  const located = new RegExp(source.body, `${flags}dg`);
  const exec = (text: string, from = 0): PatternMatch | null => {
    located.lastIndex = from;
    const match = located.exec(text);
    if (match === null) return null;
    const indices = match.indices as (readonly [number, number] | undefined)[];
    return {
      index: match.index,
      groups: Array.from(match, (group) => group ?? null),
      starts: Array.from(indices, (range) => range?.[0] ?? -1),
    };
  };
  const lead = (text: string): Lead | null => {
    const match = plain.exec(text);
    if (match === null || match.index !== 0) return null;
    const { length } = match[0];
    const textStart = match[2] === undefined ? length : (exec(text)?.starts[2] ?? length);
    return { label: match[1] ?? null, textStart };
  };
  return { test: (text) => plain.test(text), exec, matchAll: (text) => matchAll(exec, text), lead };
}

/** Every match from left to right; after an empty match the search goes on one code point further. */
function matchAll(exec: (text: string, from: number) => PatternMatch | null, text: string): PatternMatch[] {
  const matches: PatternMatch[] = [];
  for (let from = 0; from <= text.length; ) {
    const match = exec(text, from);
    if (match === null) break;
    matches.push(match);
    const end = match.index + (match.groups[0] as string).length;
    from = end > match.index ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
  }
  return matches;
}
