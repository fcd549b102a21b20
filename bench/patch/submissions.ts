import { submitEdits, submitReplacement } from '../../src/patch/service/submit.js';
import { initializeTarget } from '../../src/patch/service/targets.js';
import type { Database } from '../../src/patch/store/database.js';
import { prose } from './fixtures.js';
import { show, timed } from './measure.js';

export async function newTarget(database: Database, content: string): Promise<string> {
  const made = await initializeTarget(database, { filename: 'bench.md', content });
  if (made.status !== 'ok') throw new Error(made.failure_detail);
  return made.target_file_id;
}

/** Replaces the marker at the end of a target, version after version. */
function editor(database: Database, id: string) {
  let version = 0;
  return async () => {
    const response = await submitEdits(database, {
      target_file_id: id,
      intent: 'Count on',
      edits: [{ match: `[[${version}]]`, replace: `[[${version + 1}]]` }],
      expected_target_version: version,
      client_request_id: `edit-${version}`,
    });
    if (response.status !== 'accepted') throw new Error(JSON.stringify(response));
    version++;
  };
}

/** @param parallel How many editors work at a time in the measure of throughput, each on a target of its own. */
export async function benchSubmissions(database: Database, parallel: number): Promise<void> {
  console.log(' Submissions: lock, key, evaluate, log, ledger, commit');
  for (const size of [1_000, 10_000, 100_000, 1_000_000]) {
    const edit = editor(database, await newTarget(database, `${prose(size - 12)}[[0]]`));
    show(`one edit of ${size} code points`, await timed(size > 500_000 ? 15 : 40, edit, 5));
  }
  const id = await newTarget(database, 'x');
  let version = 0;
  const whole = prose(400_000);
  show(
    'whole replacement, 400,000 code points',
    await timed(10, async () => {
      const response = await submitReplacement(database, {
        target_file_id: id,
        intent: 'Rewrite',
        replacement: `${whole}${version}`,
        expected_target_version: version,
      });
      if (response.status !== 'accepted') throw new Error(JSON.stringify(response));
      version++;
    }),
  );
  const editors = await Promise.all(
    Array.from({ length: parallel }, async () =>
      editor(database, await newTarget(database, `${prose(5_000)}[[0]]`)),
    ),
  );
  for (const edit of editors) await edit();
  const seconds = 3;
  const end = process.hrtime.bigint() + BigInt(seconds * 1e9);
  let count = 0;
  await Promise.all(
    editors.map(async (edit) => {
      for (; process.hrtime.bigint() < end; count++) await edit();
    }),
  );
  console.log(
    `  ${`${parallel} at a time, targets of 5,000`.padEnd(58)} ${Math.round(count / seconds)} submissions a second`,
  );
}
