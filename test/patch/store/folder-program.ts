/** Opens an embedded folder and runs the statements it is asked to, for tests of the folder's sharing. */
import { createInterface } from 'node:readline';
import { openFolder } from '../../../src/patch/store/folder/open.js';

interface Ask {
  readonly sql: string;
  readonly params?: readonly unknown[];
  /** Leave the transaction open. */
  readonly hold?: boolean;
}

const [folder] = process.argv.slice(2);
const say = (answer: unknown) => process.stdout.write(`${JSON.stringify(answer)}\n`);
const database = await openFolder(folder!);
say({ role: database.role() });
for await (const line of createInterface({ input: process.stdin })) {
  const { sql, params, hold } = JSON.parse(line) as Ask;
  try {
    await database
      .transaction(async (transaction) => {
        const rows = await transaction.query(sql, params);
        if (hold) {
          say({ rows, role: database.role() });
          await new Promise(() => {});
        }
        return rows;
      })
      .then((rows) => say({ rows, role: database.role() }));
  } catch (error) {
    say({ error: (error as Error).message, role: database.role() });
  }
}
await database.close();
