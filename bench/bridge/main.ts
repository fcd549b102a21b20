/**
 * What an agent waits for, warm: a scope of a large target, and the plan of an edit in ten places, with and without the
 * service, on the embedded database in memory.
 *
 *   node bench/run.mjs bridge
 */
import { planEdits, planText, submit } from '../../src/bridge/index.js';
import { initializeTarget, migrate, observeScope, openPGlite, submitEdits } from '../../src/patch/index.js';
import { show, timed } from '../patch/measure.js';
import { markdown, typescript } from '../scope/texts.js';

const store = await openPGlite();
await migrate(store);

async function target(filename: string, content: string): Promise<string> {
  const started = await initializeTarget(store, { filename, content });
  if (started.status !== 'ok') throw new Error(started.failure_detail);
  return started.target_file_id;
}

function expectStatus(answer: { readonly status: string }, status: string): void {
  if (answer.status !== status)
    throw new Error(`expected ${status}: ${JSON.stringify(answer).slice(0, 500)}`);
}

async function observing(
  filename: string,
  content: string,
  symbol_name: string,
  word: string,
): Promise<void> {
  const size = `${(content.length / 1024).toFixed(0)} KB, ${content.split('\n').length} lines`;
  console.log(`\nObserving one scope of ${filename} (${size})`);
  const target_file_id = await target(filename, content);
  const observe = async () =>
    expectStatus(await observeScope(store, { target_file_id, symbol_name }), 'observed');
  show('of a version that was read before', await timed(7, observe));
  let version = 0;
  const edit = async () => {
    const edits = [
      {
        match: version % 2 === 0 ? word : `${word}2`,
        replace: version % 2 === 0 ? `${word}2` : word,
        occurrence_index: 1,
      },
    ];
    const guard = { expected_target_version: version++ };
    expectStatus(await submitEdits(store, { target_file_id, intent: 'Edit', edits, ...guard }), 'accepted');
  };
  // A text that was never read: the edit before it is part of the time, so it is measured alone too.
  show('an edit alone', await timed(5, edit));
  let count = 0;
  show(
    'an edit, then a scope of the new version',
    await timed(5, async () => {
      const edits = [{ match: word, replace: `${word}${++count}`, occurrence_index: 1 }];
      const guard = { expected_target_version: version++ };
      expectStatus(await submitEdits(store, { target_file_id, intent: 'Edit', edits, ...guard }), 'accepted');
      await observe();
    }),
  );
}

/** A word put for another in ten places, evenly spread, each time another word. */
function tenPlaces(content: string, word: string, replacement: string): string {
  const parts = content.split(word);
  const step = Math.floor(parts.length / 11);
  return parts
    .map((part, i) => (i === 0 ? part : `${i % step === 0 && i / step <= 10 ? replacement : word}${part}`))
    .join('');
}

async function planning(filename: string, content: string, word: string): Promise<void> {
  console.log(`\nPlanning an edit in ten places of ${filename} (${(content.length / 1024).toFixed(0)} KB)`);
  let count = 0;
  const proposed = () => tenPlaces(content, word, `${word}${++count}`);
  const plan = await planText(content, proposed(), { fileName: filename });
  const operations = plan.method === 'observed' ? plan.groups.flatMap((it) => it.operations) : [];
  const bytes = JSON.stringify(operations).length;
  show(
    'the plan of two texts',
    await timed(7, () => planText(content, proposed(), { fileName: filename })),
    `${plan.method}, ${operations.length} operations, ${bytes} bytes`,
  );
  const target_file_id = await target(filename, content);
  const args = { target_file_id, intent: 'Edit', expected_target_version: 0 };
  show(
    'a plan with its observations, of a version read before',
    await timed(7, async () =>
      expectStatus(await planEdits(store, { ...args, proposed_text: proposed() }), 'planned'),
    ),
  );
  let version = 0;
  show(
    'plan and submission, of a version never read before',
    await timed(5, async () => {
      const wanted = { ...args, expected_target_version: version++, proposed_text: proposed() };
      const planned = await planEdits(store, wanted);
      if (planned.status !== 'planned') throw new Error(JSON.stringify(planned).slice(0, 500));
      expectStatus(await submit(store, planned.submission), 'accepted');
    }),
  );
}

console.log(`Node ${process.version}, ${process.platform} ${process.arch}`);
await observing('a.md', markdown(1024 * 1024), 'Part 700', 'within');
await observing('a.ts', typescript(20_000), 'Store300.get', 'entry');
await planning('a.md', markdown(500 * 1024), 'within');
await planning('a.ts', typescript(17_800), 'reduce');
await store.close();
