/** Writes the figures as Markdown. No clock, no machine: the same code gives the same bytes. */
import { PLANS } from './plans.js';
import type { Counts } from './score.js';

const percent = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(4));

export const precision = (c: Counts) => c.rightLinks / c.reportedLinks;
export const recall = (c: Counts) => c.rightLinks / c.trueLinks;
export function f1(c: Counts): number {
  return c.trueLinks + c.reportedLinks === 0 ? 1 : (2 * c.rightLinks) / (c.trueLinks + c.reportedLinks);
}

const HEAD = [
  'plan',
  'pairs',
  'links',
  'P',
  'R',
  'F1',
  'spurious',
  'moves',
  'move P',
  'move P, unique',
  'move R',
  'renumbers',
  'renumber P',
  'renumber R',
  'economy',
];

function row(name: string, c: Counts): string {
  const cells = [
    name,
    c.pairs,
    c.trueLinks,
    percent(c.rightLinks, c.reportedLinks),
    percent(c.rightLinks, c.trueLinks),
    f1(c).toFixed(4),
    percent(c.spurious, c.reportedLinks),
    c.trueMoves,
    percent(c.rightMoves, c.reportedMoves),
    percent(c.rightMoves, c.rightMoves + c.wrongPlainMoves),
    percent(c.rightMoves, c.trueMoves),
    c.trueRenumbers,
    percent(c.rightRenumbers, c.reportedRenumbers),
    percent(c.rightRenumbers, c.trueRenumbers),
    c.trueCharacters === 0 ? '–' : (c.reportedCharacters / c.trueCharacters).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

export type Table = ReadonlyMap<string, Counts>;

/** One table: a row a plan, and the total. `counts` is keyed by plan, and `total`. */
export function planTable(counts: Table): string {
  const lines = [
    `| ${HEAD.join(' | ')} |`,
    `|${HEAD.map((_, i) => (i === 0 ? ' --- |' : ' ---: |')).join('')}`,
  ];
  for (const plan of PLANS) {
    const found = counts.get(plan.name);
    if (found !== undefined) lines.push(row(plan.name, found));
  }
  lines.push(row('**total**', counts.get('total')!));
  return lines.join('\n');
}

/** Totals side by side: one row for each way of comparing, or for each format. */
export function totalsTable(rows: readonly [name: string, counts: Counts][]): string {
  const head = ['', ...HEAD.slice(1)];
  return [
    `| ${head.join(' | ')} |`,
    `|${head.map((_, i) => (i === 0 ? ' --- |' : ' ---: |')).join('')}`,
    ...rows.map(([name, counts]) => row(name, counts)),
  ].join('\n');
}

const PASSES = ['exact', 'label', 'structural', 'fuzzy', 'move', 'positional'];

export function passTable(rows: readonly [name: string, counts: Counts][]): string {
  return [
    `| | ${PASSES.map((pass) => `${pass}: links | wrong`).join(' | ')} |`,
    `| --- |${PASSES.map(() => ' ---: | ---: |').join('')}`,
    ...rows.map(([name, counts]) => {
      const cells = PASSES.map((pass) => {
        const { links, wrong } = counts.byPass.get(pass) ?? { links: 0, wrong: 0 };
        return `${links} | ${wrong}`;
      });
      return `| ${name} | ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}

/** What must be reached, and whether it is. */
export function verdicts(counts: Table): { text: string; met: boolean }[] {
  const total = counts.get('total')!;
  const results: { text: string; met: boolean }[] = [];
  const hold = (text: string, value: number, met: boolean) =>
    results.push({ text: `${text}: ${Number.isNaN(value) ? '–' : value.toFixed(4)}`, met });
  hold('F1 overall at least 0.99', f1(total), f1(total) >= 0.99);
  for (const plan of PLANS) {
    const found = counts.get(plan.name);
    if (found === undefined || plan.name === 'heavy' || plan.name === 'rewritten') continue;
    hold(`F1 on ${plan.name} at least 0.97`, f1(found), f1(found) >= 0.97);
  }
  const spurious = total.spurious / total.reportedLinks;
  hold('spurious at most 0.002', spurious, spurious <= 0.002);
  const plain = total.rightMoves / (total.rightMoves + total.wrongPlainMoves);
  hold('move precision where the text is distinguishable 1', plain, total.wrongPlainMoves === 0);
  const moveRecall = total.rightMoves / total.trueMoves;
  hold('move recall at least 0.95', moveRecall, moveRecall >= 0.95);
  const renumberPrecision = total.rightRenumbers / total.reportedRenumbers;
  hold('renumber precision at least 0.999', renumberPrecision, renumberPrecision >= 0.999);
  const renumberRecall = total.rightRenumbers / total.trueRenumbers;
  hold('renumber recall at least 0.99', renumberRecall, renumberRecall >= 0.99);
  for (const name of ['light', 'mixed']) {
    const found = counts.get(name);
    if (found === undefined) continue;
    const economy = found.reportedCharacters / found.trueCharacters;
    hold(`inline economy on ${name} at most 1.15`, economy, economy <= 1.15);
  }
  return results;
}
