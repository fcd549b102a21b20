import { findOccurrences } from '../../src/patch/service/find.js';
import { readLines, readTarget } from '../../src/patch/service/read.js';
import type { Database } from '../../src/patch/store/database.js';
import { prose } from './fixtures.js';
import { show, timed } from './measure.js';
import { newTarget } from './submissions.js';

/** Pages of a text of a million code points. */
export async function benchReads(database: Database): Promise<void> {
  console.log(' Reads of a target of 1,000,000 code points');
  const id = await newTarget(database, prose(1_000_000));
  const wide = await newTarget(database, `${prose(999_999)}😀`);
  for (const [label, target_file_id] of [
    ['ASCII', id],
    ['with an astral character', wide],
  ]) {
    const read = (start: number) => readTarget(database, { target_file_id, start, length: 4000 });
    show(`read_target, 4,000 at the start, ${label}`, await timed(15, () => read(0)));
    show(`read_target, 4,000 at the end, ${label}`, await timed(15, () => read(990_000)));
    show(
      `read_lines, lines 1000 to 1010, ${label}`,
      await timed(15, () => readLines(database, { target_file_id, start_line: 1000, end_line: 1010 })),
    );
    show(
      `find_occurrences, ${label}`,
      await timed(15, () =>
        findOccurrences(database, { target_file_id, text: 'force majeure', max_results: 20 }),
      ),
    );
  }
}
