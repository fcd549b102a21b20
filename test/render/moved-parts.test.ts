/** What was moved out of a deleted section or into an inserted one is told as moved, and nowhere as deleted or inserted. */
import { describe, expect, it } from 'vitest';
import { compare, renderHtml, renderMarkdown, renderSummary, renderTerminal } from '../../src/index.js';
import { planRedline } from '../../src/render/plan.js';

const OUT =
  'The Supplier keeps full and accurate records of each delivery that it makes under this agreement.';
const IN =
  'Each party bears its own costs, full and accurate accounts of which are sent to the other yearly.';
const options = { sourceFormat: 'markdown', testFormat: 'markdown' } as const;
const gone = [
  'It goes away for good, with the deposit of five hundred pounds.',
  'Lighting of harbours is a matter for each county board to settle.',
  'No beacon may be moved between sunset and sunrise in any season.',
];
const came = [
  'Here stands for the first time what nobody had written down.',
  'Apprentices work from home on Tuesdays if their tutor agrees.',
  'Desks, lamps and chairs are lent by the personnel team.',
];
const stays = ['Fees are due in thirty days of the invoice.', 'Interest runs from the day after that date.'];
const written = (...sections: [string, string[]][]) =>
  `# Terms\n\n${sections.map(([title, texts]) => [`## ${title}`, ...texts].join('\n\n')).join('\n\n')}\n`;
const source = written(['Harbours and lights', [...gone, OUT]], ['Payment', [...stays, IN]]);
const test = written(['Payment', [...stays, OUT]], ['Working at home', [...came, IN]]);
const comparison = compare(source, test, options);

/** Every form in which the comparison may be drawn, with the moves and with them filtered out. */
const forms = {
  whole: comparison,
  'without alignment': comparison.toJSON(),
  filtered: compare(source, test, { ...options, filter: { kinds: ['insert', 'delete'] } }),
};

describe.each(Object.entries(forms))('drawn %s', (_, document) => {
  it.each([
    ['summary', renderSummary],
    ['markdown', renderMarkdown],
    ['terminal', renderTerminal],
  ] as const)('the %s lists what went and what came without it', (_name, render) => {
    const text = render(document, {}).replaceAll(/\s+/g, ' ');
    const lines = render(document, {}).split('\n');
    expect(text).toContain('It goes away for good');
    const told = lines.filter(
      (line) => line.includes('full and accurate') && /\[-|<del>|\{\+|<ins>|^ *[-+] /.test(line),
    );
    expect(told.filter((line) => !/moved/.test(line))).toEqual([]);
  });

  it('counts the blocks without it', () => {
    expect(renderTerminal(document)).toMatch(/- Harbours and lights deleted \(section, 5 blocks\)/);
    expect(renderTerminal(document)).toMatch(/\+ Working at home inserted \(section, 5 blocks\)/);
    if (document === comparison) expect(renderHtml(document)).toContain('5 blocks');
  });
});

it('a section that is gone is told from one that has its address now', () => {
  const summary = renderSummary(comparison);
  expect(summary).toContain('was /section[1]/section[1] "Harbours and lights": 1 change (1 deleted); gone');
  expect(summary).toMatch(/\n\/section\[1\]\/section\[2\] "Working at home": /);
});

it('a section has one heading though what went and what came alternate between two', () => {
  const paragraph = (n: number) => `Clause number ${n} speaks of matter ${n * 7} and of nothing else at all.`;
  const before = `# A\n\n${paragraph(1)}\n\n# B\n\n${paragraph(2)}\n\n${paragraph(3)}\n`;
  const after = `# A\n\n${paragraph(3)}\n\n${paragraph(1)} More.\n\n# B\n\nNew here.\n\n${paragraph(2)} More.\n`;
  for (const pair of [
    [before, after],
    [after, before],
  ]) {
    const trails = planRedline(compare(pair[0], pair[1], options)).map(({ trail }) => trail.join());
    expect(trails).toEqual([...new Set(trails)]);
  }
});

it('two sections of one title stay two', () => {
  const before = '# Fees\n\nOne fish swims here.\n\n# Term\n\nStays.\n\n# Fees\n\nTwo fish swim there.\n';
  const groups = planRedline(compare(before, before.replaceAll('fish', 'birds'), options));
  expect(groups.map(({ trail, entries }) => [trail.join(), entries.length])).toEqual([
    ['Fees', 1],
    ['Fees', 1],
  ]);
});
