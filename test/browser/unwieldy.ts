/** A pair of documents that is hard to lay out: endless words, long lines of code, broad tables, deep lists and quotes. */

/** One side of the pair: `word` is what the two differ in, in every block. */
export function unwieldy(word: string): string {
  const nested = (count: number, line: (depth: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i));
  const cells = (name: string) => Array.from({ length: 30 }, (_, i) => `${name} ${i}${i === 9 ? word : ''}`);
  const row = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [
    `# A heading of ${'endless'.repeat(200)} ${word}`,
    nested(20, (depth) => `${'  '.repeat(depth)}- level ${depth} ${word}`).join('\n'),
    nested(12, (depth) => `${'> '.repeat(depth + 1)}quote ${depth} ${word}`).join('\n>\n'),
    [row(cells('column')), `|${'---|'.repeat(30)}`, row(cells('cell'))].join('\n'),
    `A word as long as ${'W'.repeat(4000)}${word} is broken.`,
    `\`\`\`js\n${'const x = '.repeat(60)}${word}\n\`\`\``,
    `שלום עולם זה הסכם ${word} בין הצדדים`,
    `${'契約書の変更'.repeat(40)}${word}`,
  ].join('\n\n');
}
