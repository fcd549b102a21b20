/** The left of the page: how much changed where, the filters, and the list of changes by section. */
import { CHANGE_KINDS, type Change, type ChangeCounts, type SectionStatistics } from '../../change/change.js';
import { charsAdded, charsDeleted } from '../../change/measures.js';
import { isAddressPrefix } from '../../document/address.js';
import { blockCount } from '../contents.js';
import type { Entry } from '../plan.js';
import type { RedlineDocument } from '../redline-document.js';
import { count, VERB, wordsOf } from '../wording.js';
import { excerpt } from '../words.js';
import { type Content, type Element, h } from './element.js';
import type { SectionGroup } from './sections.js';

/** What the list is drawn from. */
export interface PanelParts {
  readonly document: RedlineDocument;
  /** One for each change, in the changes' own order. */
  readonly entries: readonly Entry[];
  readonly groups: readonly SectionGroup[];
  /** What each section is called, in the order of the statistics. */
  readonly titles: readonly string[];
  /** Whether the middle has a heading with the id `s` and the section's place. */
  readonly hasHeading: (section: number) => boolean;
}

const COUNTS: readonly (readonly [keyof ChangeCounts & string, string])[] = [
  ['inserted', 'insert'],
  ['deleted', 'delete'],
  ['modified', 'modify'],
  ['moved', 'move'],
  ['renumbered', 'renumber'],
];

/** Draws the panel. */
export function panelMarkup(parts: PanelParts): Element {
  const { document, groups } = parts;
  const total = document.changes.length;
  return h(
    'details',
    { class: 'panel', id: 'panel', open: true },
    h('summary', {}, h('h2', {}, 'Changes', ' ', h('span', { class: 'total', id: 'shown' }, String(total)))),
    h(
      'nav',
      { 'aria-label': 'Changes' },
      total === 0 ? h('p', { class: 'none' }, 'The two documents say the same.') : null,
      overview(document.statistics.sections, parts.titles),
      total === 0 ? null : filters(parts),
      groups.map((group) => groupMarkup(group, parts)),
    ),
  );
}

/** Changes per block, a column for each section in the order of the document. */
function overview(sections: readonly SectionStatistics[], titles: readonly string[]): Content {
  const most = greatestDensity(sections);
  if (most === 0 || sections.length < 2) return null;
  const busiest = sections.findIndex(({ density }) => density === most);
  const height = 28;
  return h(
    'figure',
    { class: 'overview' },
    h(
      'svg',
      {
        viewBox: `0 0 ${sections.length * 4} ${height + 1}`,
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': `Changes per block in ${count(sections.length, 'section')}; most in “${titles[busiest]}”, ${most}.`,
      },
      sections.map(({ density, counts }, i) => {
        let top = height;
        const full = Math.max(2, (density / most) * height);
        const bars =
          counts.total === 0 || density === 0
            ? []
            : kindShares(counts).map(([kind, share]) => {
                const size = share * full;
                top -= size;
                return h('rect', { class: kind, x: i * 4, y: fixed(top), width: 3, height: fixed(size) });
              });
        return [h('rect', { class: 'base', x: i * 4, y: height, width: 3, height: 1 }), bars];
      }),
    ),
    h('figcaption', {}, 'Changes per block, section by section'),
  );
}

function groupMarkup({ section, changes }: SectionGroup, parts: PanelParts): Element {
  const { sections } = parts.document.statistics;
  const row = section === null ? null : sections[section];
  const title = section === null ? 'Outside the sections' : parts.titles[section];
  // A section's changes are found under every section that it lies in.
  const within =
    row === null
      ? []
      : sections.flatMap(({ address, blocks }, i) =>
          i === section || ((blocks === 0) === (row.blocks === 0) && isAddressPrefix(address, row.address))
            ? [i]
            : [],
        );
  const named =
    section !== null && parts.hasHeading(section) ? h('a', { href: `#s${section}` }, title) : title;
  return h(
    'section',
    { class: 'group', 'data-in': within.join(' ') },
    h('h3', {}, named),
    row === null ? null : densityMarkup(row, greatestDensity(sections)),
    h(
      'ol',
      {},
      changes.map((i) => entryMarkup(i, parts.entries[i])),
    ),
  );
}

function densityMarkup({ counts, blocks, density }: SectionStatistics, most: number): Element {
  let left = 0;
  const width = most === 0 ? 0 : Math.max(2, (density / most) * 100);
  const told =
    blocks === 0 ? 'deleted whole' : `${count(counts.total, 'change')} in ${count(blocks, 'block')}`;
  return h(
    'p',
    { class: 'density' },
    density === 0
      ? null
      : h(
          'svg',
          { viewBox: '0 0 100 4', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
          h('rect', { class: 'base', x: 0, y: 0, width: 100, height: 4 }),
          kindShares(counts).map(([kind, share]) => {
            const size = share * width;
            const bar = h('rect', { class: kind, x: fixed(left), y: 0, width: fixed(size), height: 4 });
            left += size;
            return bar;
          }),
        ),
    h('span', {}, told),
  );
}

function entryMarkup(i: number, entry: Entry): Element {
  const { change, block } = entry;
  const whole = change.kind === 'insert' || change.kind === 'delete' || change.kind === 'move';
  const size = whole && block !== null && block.kind !== 'row' ? blockCount(block) : 1;
  const added = charsAdded(change);
  const deleted = charsDeleted(change);
  return h(
    'li',
    { class: `entry ${change.kind}`, id: `e${i}`, 'data-kind': change.kind, 'data-role': change.role ?? '' },
    h(
      'a',
      { href: `#c${i}` },
      h(
        'span',
        { class: 'line' },
        h('span', { class: 'kind' }, VERB[change.kind]),
        ' ',
        h('span', { class: 'name' }, entryName(entry)),
        ' ',
        h('span', { class: 'counts' }, [
          size > 1 ? h('span', {}, count(size, 'block')) : null,
          added > 0 ? [' ', h('span', { class: 'added', title: 'characters added' }, `+${added}`)] : null,
          deleted > 0
            ? [' ', h('span', { class: 'deleted', title: 'characters deleted' }, `−${deleted}`)]
            : null,
        ]),
      ),
      ' ',
      h('span', { class: 'gist' }, gist(entry)),
      ' ',
      change.role === null ? null : h('span', { class: 'role' }, wordsOf(change.role)),
    ),
  );
}

/** What the changed block is called, on both sides where that differs. */
function entryName({ change, names, cell }: Entry): string {
  const { source, test } = names;
  if (cell !== null)
    return excerpt([cell.row, cell.column].filter((part) => part !== '').join(' / '), 60) || 'cell';
  if (change.kind === 'delete') return excerpt(source ?? wordsOf(change.block_kind), 60);
  if (
    source !== null &&
    test !== null &&
    source !== test &&
    (change.kind === 'move' || change.kind === 'renumber')
  ) {
    return `${excerpt(source, 40)} → ${excerpt(test, 40)}`;
  }
  return excerpt(test ?? source ?? wordsOf(change.block_kind), 60);
}

/** The first edit, or else the first words of the block. */
function gist({ change, block }: Entry): Content {
  if (change.inline.length > 0) {
    const [first] = change.inline;
    const more = change.inline.length - 1;
    return [
      first.source_text === '' ? null : h('del', {}, excerpt(first.source_text, 48)),
      first.source_text === '' || first.test_text === '' ? null : ' ',
      first.test_text === '' ? null : h('ins', {}, excerpt(first.test_text, 48)),
      more > 0 ? ` and ${count(more, 'edit')} more` : null,
    ];
  }
  const own = change.test_text === '' ? change.source_text : change.test_text;
  if (own !== '') return excerpt(own, 90);
  const cells = block?.kind === 'row' ? block.children.map(({ text }) => text).join(' | ') : '';
  return cells === '' ? null : excerpt(cells, 90);
}

function filters(parts: PanelParts): Element {
  const { document, groups, titles } = parts;
  const kinds = new Map<string, number>();
  const roles = new Map<string, number>();
  for (const { kind, role } of document.changes) {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    roles.set(role ?? '', (roles.get(role ?? '') ?? 0) + 1);
  }
  return h(
    'form',
    { class: 'filters', id: 'filters', hidden: true },
    h('fieldset', {}, h('legend', {}, 'Kind'), [
      CHANGE_KINDS.filter((kind) => kinds.has(kind)).map((kind) =>
        h(
          'label',
          { class: `chip ${kind}` },
          h('input', { type: 'checkbox', name: 'kind', value: kind, checked: true, autocomplete: 'off' }),
          ` ${VERB[kind]} `,
          h('span', { class: 'n' }, String(kinds.get(kind))),
        ),
      ),
    ]),
    select('Section', 'section', [
      ['', 'all sections'],
      ...groups.map(({ section }): [string, string] =>
        section === null ? ['none', 'outside the sections'] : [String(section), excerpt(titles[section], 60)],
      ),
    ]),
    select('Role', 'role', [
      ['', 'all roles'],
      ...[...roles]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([role, n]): [string, string] => [
          `is ${role}`,
          `${role === '' ? 'no role' : wordsOf(role)} (${n})`,
        ]),
    ]),
  );
}

function select(label: string, name: string, options: readonly (readonly [string, string])[]): Element {
  return h(
    'label',
    { class: 'choice' },
    h('span', {}, label),
    ' ',
    h(
      'select',
      { name, autocomplete: 'off' },
      options.map(([value, text]) => h('option', { value }, text)),
    ),
  );
}

/** What part of a section's changes each kind is, for those that there are. */
function kindShares(counts: ChangeCounts): [string, number][] {
  return COUNTS.filter(([name]) => counts[name] > 0).map(([name, kind]) => [
    kind,
    counts[name] / counts.total,
  ]);
}

function greatestDensity(sections: readonly SectionStatistics[]): number {
  return sections.reduce((most, { density }) => Math.max(most, density), 0);
}

function fixed(n: number): string {
  return String(Math.round(n * 100) / 100);
}

/** The counts of a comparison, a chip for each kind. */
export function totalsMarkup(counts: ChangeCounts): Element {
  return h(
    'ul',
    { class: 'totals', 'aria-label': 'Changes by kind' },
    COUNTS.filter(([name]) => counts[name] > 0).map(([name, kind]) =>
      h('li', { class: kind }, h('strong', {}, String(counts[name])), ` ${VERB[kind as Change['kind']]}`),
    ),
  );
}
