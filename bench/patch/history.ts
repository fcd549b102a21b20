import { getManifestLedger } from '../../src/patch/service/ledger.js';
import { getPdcpLog } from '../../src/patch/service/log.js';
import { submitEdits, submitReplacement } from '../../src/patch/service/submit.js';
import type { Database } from '../../src/patch/store/database.js';
import { prose } from './fixtures.js';
import { show, timed } from './measure.js';
import { newTarget } from './submissions.js';

/** Pages of 50 rows over 20 MB of stored records. */
export async function benchHistory(database: Database): Promise<void> {
  console.log(' History pages of 50 rows over 20 MB of records');
  const replaced = await newTarget(database, 'x');
  const text = prose(400_000);
  for (let version = 0; version < 50; version++) {
    await submitReplacement(database, {
      target_file_id: replaced,
      intent: `Rewrite ${version}`,
      replacement: `${version} ${text}`,
      expected_target_version: version,
    });
  }
  show(
    'ledger, 50 × 400 KB tx/3 (contract: 14.68 ms)',
    await timed(7, () => getManifestLedger(database, { target_file_id: replaced, limit: 50 })),
  );
  show(
    'log, 50 × 400 KB tx/3 (contract: 22.85 ms)',
    await timed(7, () => getPdcpLog(database, { target_file_id: replaced, limit: 50 })),
  );
  const typed = await newTarget(database, '[[0]]');
  const large = prose(1_000_000);
  for (let version = 0; version < 20; version++) {
    await submitEdits(database, {
      target_file_id: typed,
      intent: `Insert ${version}`,
      edits: [
        {
          match: version % 2 === 0 ? '[[0]]' : large,
          replace: version % 2 === 0 ? large : '[[0]]',
          rationale: 'r',
        },
      ],
      expected_target_version: version,
    });
  }
  show(
    'ledger, 20 × 1 MB tx/1 (contract: 221.59 ms)',
    await timed(7, () => getManifestLedger(database, { target_file_id: typed, limit: 50 })),
  );
  show(
    'log, 20 × 1 MB tx/1 (contract: 136.72 ms)',
    await timed(7, () => getPdcpLog(database, { target_file_id: typed, limit: 50 })),
  );
}
