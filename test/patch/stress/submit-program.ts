/** Submits many edits to one target at once and says what became of each. */
import { readTarget } from '../../../src/patch/service/read.js';
import { submitEdits } from '../../../src/patch/service/submit.js';
import { openPlace } from './open.js';

const [place, target_file_id, tag, count, atOnce] = process.argv.slice(2);
const database = await openPlace(place!);
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
await new Promise((resolve) => process.stdin.once('data', resolve));

const outcomes: { id: string | null; version: number | null; reason: string | null }[] = [];
let next = 0;
const worker = async () => {
  while (next < Number(count)) {
    const n = next++;
    const seen = await readTarget(database, { target_file_id: target_file_id!, length: 1 });
    if (seen.status !== 'ok') throw new Error('no target');
    const answer = await submitEdits(database, {
      target_file_id: target_file_id!,
      intent: `${tag} ${n}`,
      edits: [{ match: 'END\n', replace: `${tag}-${n}\nEND\n` }],
      expected_target_version: seen.version,
      client_request_id: `${tag}-${n}`,
    });
    outcomes.push({
      id: 'pdcp_log_id' in answer ? answer.pdcp_log_id : null,
      version: answer.status === 'accepted' ? answer.version : null,
      reason: answer.status === 'rejected' ? answer.failure_reason : answer.status,
    });
  }
};
await Promise.all(Array.from({ length: Number(atOnce) }, worker));
process.stdout.write(`${JSON.stringify(outcomes)}\n`);
await database.close();
process.exit(0);
