import { sliceCodePoints } from '../../src/document/code-points.js';
import { type ReadScopesOptions, readScopes, type ScopeReading, selectScope } from '../../src/scope/index.js';

/** A reading as lines that a person can check against the source: indented by nesting, `kind name < parent @lines`. */
export function outlineOf({ symbols }: ScopeReading): string[] {
  const depths: number[] = [];
  return symbols.map((symbol, i) => {
    depths[i] = symbol.container === null ? 0 : depths[symbol.container] + 1;
    const container = symbol.container === null ? null : symbols[symbol.container].name;
    const parent = symbol.parent === container ? '' : ` < ${symbol.parent}`;
    const lines = symbol.start_line === symbol.end_line ? '' : `-${symbol.end_line}`;
    return `${'  '.repeat(depths[i])}${symbol.kind} ${symbol.name}${parent} @${symbol.start_line}${lines}`;
  });
}

/** Reads a text; `slice` gives the part that a name selects, and fails when it does not select exactly one. */
export async function read(text: string, options: ReadScopesOptions) {
  const reading = await readScopes(text, options);
  const slice = (name: string, kind?: string): string => {
    const selection = selectScope(reading, { name, kind });
    if (selection.status !== 'selected') throw new Error(`${name} is ${selection.status}`);
    return sliceCodePoints(text, selection.symbol.start, selection.symbol.end);
  };
  return { reading, outline: outlineOf(reading), slice };
}
