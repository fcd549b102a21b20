import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../../src/compare/index.js';
import { placeName } from '../../src/render/entry-words.js';
import { planRedline } from '../../src/render/plan.js';
import { CHANGES, change, compact, document } from './agreement.js';

describe('the plan of a redline', () => {
  it('tells every change once, and every move once more where it left', () => {
    for (const doc of [document(), compact()]) {
      const entries = planRedline(doc).flatMap((group) => group.entries);
      expect(entries.filter((entry) => entry.at === 'here').map((entry) => entry.change)).toEqual(CHANGES);
      expect(entries.filter((entry) => entry.at === 'left').map((entry) => entry.change)).toEqual(
        CHANGES.filter((one) => one.kind === 'move'),
      );
    }
  });

  it('keeps what left a renamed section under the section’s new name', () => {
    const heading = change('modify', '/section[1]/heading[1]', '/section[1]/heading[1]', {
      block_kind: 'heading',
      source_label: '1',
      test_label: '1',
      source_text: 'Fees',
      test_text: 'Charges',
    });
    const doc = document([heading, CHANGES[2]]);
    const left = planRedline(doc)
      .flatMap((group) => group.entries)
      .find((entry) => entry.at === 'left')!;
    expect(left.trail).toEqual(['Services Agreement', '1 Charges']);
  });
});

const keep = 'The Supplier shall keep the records of each delivery for six years after it is made.';
const pay = 'The Client shall pay each invoice within thirty days of the day on which it is received.';
const force = 'Neither party is liable for a delay that is caused by an event outside its control.';
const hours = 'The hours of work are from nine to five on each working day of the week.';

function plan(source: readonly string[], test: readonly string[]) {
  const [a, b] = [source, test].map((parts) => `${parts.join('\n\n')}\n`);
  return planRedline(compare(a, b, { sourceFormat: 'markdown', testFormat: 'markdown' }));
}

describe('the order of a redline', () => {
  it('tells whole sections that came in the order of the document, under one heading', () => {
    const groups = plan(
      [
        '# T',
        '## A. Records',
        keep,
        '## I. Pages',
        force,
        '## J. Market',
        'The market is open to all developers.',
        '## K. Advertisements',
        hours,
      ],
      [
        '# T',
        '## A. Records',
        keep,
        '## I. Products',
        'Some features have terms of their own.',
        '## J. Previews',
        'Test versions may change at any time.',
      ],
    );
    expect(
      groups.map(({ trail, entries }) => [
        trail,
        entries.map(({ change }) => [change.kind, change.test_text]),
      ]),
    ).toEqual([
      [
        ['T'],
        [
          ['delete', ''],
          ['delete', ''],
          ['delete', ''],
          ['insert', ''],
          ['insert', ''],
        ],
      ],
    ]);
    expect(groups[0].entries.slice(3).map(({ names }) => names.test)).toEqual(['I Products', 'J Previews']);
  });

  it('tells nothing before what stands before it in either document', () => {
    const sentences = [keep, pay, force, hours, 'It rains.', 'The roof leaks in autumn.'];
    const block = fc
      .tuple(fc.constantFrom('', '', '- ', '1. ', '## ', '## ', '### '), fc.nat(5))
      .map(([lead, i]) => lead + sentences[i].slice(0, lead.startsWith('#') ? 12 : undefined));
    fc.assert(
      fc.property(fc.array(block, { maxLength: 9 }), fc.array(block, { maxLength: 9 }), (source, test) => {
        const [a, b] = [source, test].map((parts) => `# T\n\n${parts.join('\n\n')}\n`);
        const comparison = compare(a, b, { sourceFormat: 'markdown', testFormat: 'markdown' });
        const told = planRedline(comparison)
          .flatMap(({ entries }) => entries)
          .filter(({ at }) => at === 'here')
          .map(({ change }) => change);
        for (const side of ['source_address', 'test_address'] as const) {
          const here = (change: (typeof told)[number]) =>
            change[side] !== null && (side === 'test_address' || change.kind !== 'move');
          expect(told.filter(here)).toEqual(comparison.changes.filter(here));
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('the places of a move', () => {
  const places = (source: readonly string[], test: readonly string[]) =>
    plan(source, test)
      .flatMap(({ entries }) => entries)
      .filter(({ change }) => change.kind === 'move')
      .map((entry) => [entry.at, placeName(entry, entry.names[entry.at === 'here' ? 'source' : 'test'])]);

  it('are told by a neighbour where the label is the same at both ends', () => {
    const fives = compare(
      `1. ${keep}\n\n5. ${pay}\n\n5. ${force}\n`,
      `1. ${keep}\n\n5. ${force}\n\n5. ${pay}\n`,
    );
    const told = planRedline(fives).flatMap(({ entries }) => entries);
    expect(told.map((entry) => placeName(entry, '5'))).toEqual([
      'after 1, “The Supplier shall keep the records of …”',
      'after 5, “The Client shall pay each invoice within …”',
    ]);
    const annexes = places(
      ['# T', keep, '## Annex', force, '## Annex', hours],
      ['# T', keep, '## Annex', hours, '## Annex', force],
    );
    expect(annexes).toEqual([
      ['left', 'after “The Supplier shall keep the records of …”'],
      ['here', 'after “Annex”, “Neither party is liable for a delay that …”'],
    ]);
  });
});
