/**
 * Every occurrence of `needle` in `text`, overlapping ones counted, as ascending UTF-16 indexes. Both texts must be
 * well formed, so that an occurrence always starts and ends between code points. `needle` must not be empty.
 *
 * Time is linear in the text whatever the needle. The engine's own search is used where occurrences cannot crowd: where
 * a needle overlaps itself closely (a run of spaces in a run of spaces), each hit would compare nearly all of it anew,
 * and an automaton takes over.
 */
export function findAll(text: string, needle: string, from = 0, to = text.length): number[] {
  const found: number[] = [];
  if (needle.length === 1) {
    for (let at = text.indexOf(needle, from); at >= 0 && at < to; at = text.indexOf(needle, at + 1))
      found.push(at);
    return found;
  }
  const borders = borderTable(needle);
  const period = needle.length - borders[needle.length - 1];
  if (needle.length > 4 * period) return findAllByAutomaton(text, needle, borders, from, to);
  const last = to - needle.length;
  for (let at = text.indexOf(needle, from); at >= 0 && at <= last; at = text.indexOf(needle, at + period)) {
    found.push(at);
  }
  return found;
}

/** Knuth, Morris and Pratt: for each prefix the length of its longest proper prefix that is also its suffix. */
function borderTable(needle: string): Int32Array {
  const borders = new Int32Array(needle.length);
  for (let i = 1, length = 0; i < needle.length; i++) {
    const unit = needle.charCodeAt(i);
    while (length > 0 && unit !== needle.charCodeAt(length)) length = borders[length - 1];
    if (unit === needle.charCodeAt(length)) length++;
    borders[i] = length;
  }
  return borders;
}

function findAllByAutomaton(
  text: string,
  needle: string,
  borders: Int32Array,
  from: number,
  to: number,
): number[] {
  const found: number[] = [];
  const size = needle.length;
  for (let i = from, length = 0; i < to; i++) {
    const unit = text.charCodeAt(i);
    while (length > 0 && unit !== needle.charCodeAt(length)) length = borders[length - 1];
    if (unit === needle.charCodeAt(length)) length++;
    if (length === size) {
      found.push(i - size + 1);
      length = borders[size - 1];
    }
  }
  return found;
}
