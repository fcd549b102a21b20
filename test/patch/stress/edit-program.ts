/**
 * Makes edits on one target, one after the other, and says each that was acknowledged. An answer that does not come,
 * because the process that runs the database died, is asked for again: the same request with the same key.
 */

import { submitEdits } from '../../../src/patch/service/submit.js';
import { DatabaseUnavailableError, StoreError } from '../../../src/patch/store/errors.js';
import { openPlace } from './open.js';

const [place, target_file_id, count] = process.argv.slice(2);
const database = await openPlace(place!);
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);
say({ ready: true });
for (let version = 0; version < Number(count); version++) {
  for (;;) {
    try {
      const answer = await submitEdits(database, {
        target_file_id: target_file_id!,
        intent: 'count',
        edits: [{ match: `${version}\n`, replace: `${version}\n${version + 1}\n`, occurrence_index: 1 }],
        expected_target_version: version,
        client_request_id: `edit ${version}`,
      });
      if (answer.status !== 'accepted') throw new Error(JSON.stringify(answer));
      say({ version: answer.version });
      break;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (!(error instanceof DatabaseUnavailableError) && error.code !== 'commit_uncertain') throw error;
    }
  }
}
await database.close();
process.exit(0);
