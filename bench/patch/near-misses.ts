import { searchNearMisses } from '../../src/patch/transaction/near-miss.js';
import { logs, prose } from './fixtures.js';
import { show, timed } from './measure.js';

const SIZE = 65_536;

/** A piece of `text` with one character exchanged in two places: not there, but nearly. */
function misquote(text: string, start: number, size: number): string {
  const piece = Array.from(text.slice(start, start + size));
  for (const at of [size >> 2, (size >> 1) + 3]) piece[at] = piece[at] === 'q' ? 'z' : 'q';
  return piece.join('');
}

export async function benchNearMisses(): Promise<void> {
  console.log(`\nNear misses over ${SIZE} code points`);
  const word = prose(SIZE);
  const lines = logs(SIZE);
  const cases: [label: string, query: string, text: string][] = [
    ['varied prose, 40 code points (contract: 1.7 ms)', misquote(word, 40_000, 40), word],
    ['varied prose, 64 code points', misquote(word, 40_000, 64), word],
    ['varied prose, 12 code points', misquote(word, 40_000, 12), word],
    [
      'varied prose, accented and astral',
      misquote(`${word.slice(0, 100)}é😀`, 70, 32),
      `${word.slice(0, -2)}é😀`,
    ],
    [
      'repetitive logs, 64 code points (contract: 41.9 ms)',
      misquote(lines, lines.indexOf('\n', 30_000) + 1, 64),
      lines,
    ],
    [
      'repetitive logs, 40 code points (contract: 41.9 ms)',
      misquote(lines, lines.indexOf('\n', 30_000) + 21, 40),
      lines,
    ],
    ['homogeneous, meets the cap of a million cells', `${'a'.repeat(60)}b`, 'a'.repeat(SIZE)],
  ];
  for (const [label, query, text] of cases) {
    const result = searchNearMisses(query, text);
    const scanned = Math.round((100 * result.scannedEnd) / SIZE);
    const times = await timed(15, () => searchNearMisses(query, text), 5);
    show(
      label,
      times,
      `${result.comparisonCells} cells, ${scanned} % scanned, ${result.candidates.length} found`,
    );
  }
}
