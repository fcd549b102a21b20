/** Made-up texts for benchmarks of scopes and of what stands on them. */

/** A deterministic source of small numbers: the same texts on every machine. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS =
  'the party shall deliver notice of each claim within thirty days after receipt unless agreed otherwise in writing by both'.split(
    ' ',
  );

function prose(next: () => number, words: number): string {
  return `${Array.from({ length: words }, () => WORDS[Math.floor(next() * WORDS.length)]).join(' ')}.`;
}

/** A Markdown document of at least `size` characters: sections, lists, tables, code. */
export function markdown(size: number): string {
  const next = numbers(1);
  const parts: string[] = [];
  for (let length = 0, i = 1; length < size; i++) {
    const part = [
      `${'#'.repeat(1 + (i % 3))} Part ${i}`,
      prose(next, 60),
      `- ${prose(next, 12)}\n- **${prose(next, 8)}**\n  - ${prose(next, 6)}`,
      i % 4 === 0 ? `| Term | Days |\n|---|---|\n| a${i} | 1 |\n| b${i} | 2 |` : prose(next, 40),
      i % 7 === 0 ? `\`\`\`ts\nconst part = ${i};\n\`\`\`` : prose(next, 30),
    ].join('\n\n');
    parts.push(part);
    length += part.length + 2;
  }
  return parts.join('\n\n');
}

/** A TypeScript program of at least so many lines: functions, classes, constants. */
export function typescript(lines: number): string {
  const parts: string[] = [];
  for (let count = 0, i = 0; count < lines; i++) {
    const part = `/** Adds up the entries of kind ${i}. */
export function sum${i}(entries: readonly Entry[], from = 0): number {
  let total = from;
  for (const entry of entries) {
    if (entry.kind !== 'k${i}') continue;
    total += entry.values.map((value) => value * ${i}).reduce((a, b) => a + b, 0);
  }
  return total;
}

export class Store${i} extends Base<Entry> {
  private readonly entries = new Map<string, Entry>();

  get(key: string): Entry | undefined {
    return this.entries.get(key) ?? (key.startsWith('_') ? undefined : super.get(key));
  }

  set(key: string, entry: Entry): this {
    this.entries.set(key, { ...entry, kind: 'k${i}' });
    return this;
  }
}

export const DEFAULT_${i} = { name: 'n${i}', limit: ${i}, on: true };
`;
    parts.push(part);
    count += part.split('\n').length;
  }
  return parts.join('\n');
}
