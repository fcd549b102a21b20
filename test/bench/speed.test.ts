import { describe, expect, it } from 'vitest';
import { INPUTS } from '../../bench/speed/inputs.js';
import { type Figure, median } from '../../bench/speed/measure.js';
import { verdicts } from '../../bench/speed/report.js';
import { TOOLS } from '../../bench/speed/tools.js';

const input = (name: string) => INPUTS.find((each) => each.name === name)!;

function figure(tool: string, name: string, whole: number, stages = {}): Figure {
  return {
    tool,
    input: name,
    wall: whole,
    whole,
    first: whole,
    stages,
    peak: 100,
    found: 1,
    budgetExhausted: false,
    failure: null,
  };
}

describe('the inputs of the speed benchmark', () => {
  it('are the same every time they are made', () => {
    expect(input('clauses-2000').make()).toEqual(input('clauses-2000').make());
  });

  it('are as large as they say', () => {
    const { source, test } = input('clauses-2000').make();
    expect(source.length).toBeGreaterThan(450_000);
    expect(source.length).toBeLessThan(550_000);
    expect(source.split('\n').filter((line, i) => line !== test.split('\n')[i]).length).toBe(200);
    const specification = input('specification').make().source.length;
    expect(specification).toBeGreaterThan(195_000);
    expect(specification).toBeLessThan(215_000);
    expect(input('table-5000').make().source.split('\n').length).toBe(5005);
  });

  it('are compared by every tool, which all find the edits', () => {
    const sample = input('sample');
    for (const [name, run] of Object.entries(TOOLS)) {
      expect(run(sample.make(), sample).found, name).toBeGreaterThan(5);
    }
  });
});

describe('what must be reached', () => {
  it('is held against the rival on the same input', () => {
    const figures = [
      figure('redtree', 'clauses-2000', 60, { read: 30, align: 10, change: 20, write: 0 }),
      figure('diff-match-patch', 'clauses-2000', 100),
    ];
    const found = verdicts(figures, { command: 150, node: 50 });
    expect(found.find(({ text }) => text.startsWith('2,000 clauses, whole'))?.met).toBe(true);
    expect(found.find(({ text }) => text.startsWith('2,000 clauses, align'))?.met).toBe(false);
    expect(found.find(({ text }) => text.startsWith('200 KB'))?.met).toBe(null);
    expect(found.at(-1)?.met).toBe(true);
  });

  it('takes the middle of several runs', () => {
    expect(median([5, 1, 9])).toBe(5);
    expect(median([1, 3, 5, 100])).toBe(4);
  });
});
