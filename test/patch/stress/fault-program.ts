/**
 * Works on a target and dies at one point between two statements; says each step that was acknowledged. With `observed` the
 * work is a bundle of scopes and a batch of edits of them.
 */
import { observeScope } from '../../../src/patch/service/observe.js';
import { save } from '../../../src/patch/service/save.js';
import { submitEdits, submitOperations } from '../../../src/patch/service/submit.js';
import { submitObservedOperations } from '../../../src/patch/service/submit-observed.js';
import type { Database, Transaction } from '../../../src/patch/store/database.js';
import { openPlace } from './open.js';

const [place, target_file_id, fatal, work] = process.argv.slice(2);
let points = 0;
const point = () => {
  if (++points === Number(fatal)) process.kill(process.pid, 'SIGKILL');
};

/** The same database with a point before and after every statement, and after each commit. */
function mined(database: Database): Database {
  const during = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    point();
    return result;
  };
  return {
    kind: 'database',
    query: (text, params) => during(database.query(text, params)),
    transaction: (work) =>
      during(
        database.transaction((transaction) => {
          point();
          const inner: Transaction = {
            kind: 'transaction',
            query: (text, params) => during(transaction.query(text, params)),
            execute: (script) => during(transaction.execute(script)),
          };
          return work(inner);
        }),
      ),
    close: () => database.close(),
  };
}

const database = mined(await openPlace(place!));
const say = (line: unknown) =>
  new Promise<void>((resolve) => process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve()));
const end = async () => {
  await say({ step: 'done', id: null, status: String(points) });
  process.exit(0);
};

if (work === 'observed') {
  const selections = [{ symbol_name: 'A' }, { symbol_name: 'B' }];
  const seen = await observeScope(database, { target_file_id: target_file_id!, selections });
  if (seen.status !== 'observed_batch') throw new Error(JSON.stringify(seen));
  const batch = await submitObservedOperations(database, {
    target_file_id: target_file_id!,
    intent: 'step',
    observation_bundle_id: seen.observation_bundle_id,
    groups: seen.scopes.map(({ observation_id }) => ({
      observation_id,
      operations: [{ op: 'match', match: 'x', replace: 'x', occurrence_index: 1 }],
    })),
    expected_target_version: seen.target_version,
    expected_current_hash: seen.target_current_hash,
    client_request_id: seen.observation_bundle_id,
  });
  await say({ step: 'batch', id: 'pdcp_log_id' in batch ? batch.pdcp_log_id : null, status: batch.status });
  await end();
}

const [state] = await database.query<{ version: number }>(
  'SELECT version FROM cloud_target_files WHERE target_file_id = $1',
  [target_file_id],
);
const { version } = state!;
const common = { target_file_id: target_file_id!, intent: 'step' };
const edited = await submitEdits(database, {
  ...common,
  edits: [
    { match: 'a', replace: 'b', occurrence_index: 1 },
    { match: 'b', replace: 'a', occurrence_index: 1 },
    { match: '\n', replace: 'x\n', occurrence_index: 1 },
  ],
  expected_target_version: version,
});
await say({ step: 'edited', id: 'pdcp_log_id' in edited ? edited.pdcp_log_id : null, status: edited.status });
const stale = await submitOperations(database, {
  ...common,
  operations: [{ op: 'span', start: 0, end: 0, expected_text: '', replace: 'y' }],
  expected_target_version: version,
});
await say({ step: 'stale', id: 'pdcp_log_id' in stale ? stale.pdcp_log_id : null, status: stale.status });
const saved = await save(database, { target_file_id: target_file_id! });
await say({ step: 'saved', id: saved.status === 'saved' ? saved.snapshot_id : null, status: saved.status });
await end();
