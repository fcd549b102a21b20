/** Texts to measure on, the same on every run. */

/** A small generator of numbers (Park and Miller), so that no run differs from another. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const WORDS = (
  'the supplier shall deliver goods within thirty days of receipt of a written notice unless otherwise agreed by both ' +
  'parties in which case payment falls due on completion and any delay entitles buyer to terminate this agreement or ' +
  'claim damages for loss arising from breach of confidentiality liability insurance warranty schedule annex clause ' +
  'jurisdiction arbitration governing law assignment subcontractor invoice interest reasonable endeavours material ' +
  'obligation representative effective date term renewal termination survival force majeure entire amendment waiver'
).split(' ');

/** Varied prose of exactly `size` characters. */
export function prose(size: number, seed = 7): string {
  const next = numbers(seed);
  const parts: string[] = [];
  for (let length = 0; length < size; ) {
    const count = 6 + next(14);
    const words = Array.from({ length: count }, () => WORDS[next(WORDS.length)]);
    const sentence = `${words.join(' ')}. `;
    const line = next(5) === 0 ? `${sentence}\n` : sentence;
    parts.push(line.charAt(0).toUpperCase() + line.slice(1));
    length += line.length;
  }
  return parts.join('').slice(0, size);
}

/** Structured log lines, nearly alike, of exactly `size` characters. */
export function logs(size: number, seed = 11): string {
  const next = numbers(seed);
  const two = (value: number) => String(value).padStart(2, '0');
  const parts: string[] = [];
  for (let length = 0, i = 0; length < size; i++) {
    const time = `2026-10-22T${two(next(24))}:${two(next(60))}:${two(next(60))}Z`;
    const line = `${time} INFO worker-${two(next(16))} request=${100000 + i} status=${next(9) === 0 ? 500 : 200} took=${next(900)}ms\n`;
    parts.push(line);
    length += line.length;
  }
  return parts.join('').slice(0, size);
}
