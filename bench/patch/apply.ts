import { sha256Hex } from '../../src/patch/text/hash.js';
import { applyTransaction } from '../../src/patch/transaction/apply.js';
import { decodeRecord } from '../../src/patch/transaction/decode.js';
import { profileForNew } from '../../src/patch/transaction/profile.js';
import { prose } from './fixtures.js';
import { show, timed } from './measure.js';

/** The cost of a transaction by its number of operations, without a database. */
export async function benchApply(): Promise<void> {
  const size = 1_000_000;
  console.log(`\nApplying a transaction to ${size} code points, without a database`);
  for (const astral of [false, true]) {
    const text = prose(size - 9);
    const numbered = Array.from({ length: 1000 }, (_, i) => `[#${i}]`);
    const step = Math.floor(text.length / numbered.length);
    const content =
      numbered.map((it, i) => `${text.slice(i * step, (i + 1) * step)}${it}`).join('') + (astral ? '😀' : '');
    const target = { content, version: 0, hash: sha256Hex(content) };
    for (const count of [1, 10, 100, 1000]) {
      const spread = Array.from({ length: count }, (_, i) => numbered[Math.floor((i * 1000) / count)]);
      const matches = spread.map((match) => ({ op: 'match', match, replace: `${match}!` }));
      const points = Array.from(content);
      const spans = spread
        .map((it) => {
          const at = content.indexOf(it);
          return {
            op: 'span',
            start: at,
            end: at + it.length,
            expected_text: points.slice(at, at + it.length).join(''),
            replace: 'x',
          };
        })
        .reverse();
      for (const [kind, operations] of [
        ['match', matches],
        ['span', spans],
      ] as const) {
        const record = { intent: 'x', operations };
        const decoded = decodeRecord(profileForNew('patchdiff-tx/2', record), record);
        if (!decoded.ok) throw new Error(decoded.fault.detail);
        const check = applyTransaction(target, decoded.transaction);
        if (!check.ok) throw new Error(check.failure.detail);
        const times = await timed(count < 1000 ? 7 : 3, () => applyTransaction(target, decoded.transaction));
        show(
          `${count} ${kind} operation${count === 1 ? '' : 's'}${astral ? ', with an astral character' : ''}`,
          times,
        );
      }
    }
  }
}
