/**
 * A comparison as one page of HTML that needs nothing else: no network, and no script to be read. Its script adds comfort
 * only: filters, keys, the two versions side by side.
 */
import type { Change } from '../../change/change.js';
import { parentAddress } from '../../document/address.js';
import type { Block } from '../../document/block.js';
import { headingTitle, ownHeading } from '../contents.js';
import { type Pairs, pairBlocks } from '../pairs.js';
import { type Entry, type Group, planRedline } from '../plan.js';
import { checkRedline, type RedlineDocument } from '../redline-document.js';
import { count, filterWords, inlineCounts, wordsOf } from '../wording.js';
import { documentMarkup } from './document-markup.js';
import { type Element, escapeHtml, h, toHtml } from './element.js';
import { foldRows, type Stretch } from './fold.js';
import { jsonForScript } from './json-for-script.js';
import { mergeRows, type Row } from './merge.js';
import { PAGE_SCRIPT, PAGE_SCRIPT_HASH, PAGE_STYLE, PAGE_STYLE_HASH } from './page-assets.js';
import { panelMarkup, totalsMarkup } from './panel.js';
import { groupBySection } from './sections.js';
import { toolbarMarkup } from './toolbar.js';

/** How a page is made. */
export interface HtmlOptions {
  /** What the two documents are called, in the title; `before` and `after` when left out. */
  readonly names?: { readonly source: string; readonly test: string };
  /** How many unchanged blocks stand on each side of a change, 1 when left out. */
  readonly context?: number;
  /**
   * Up to how many unchanged blocks stand in the page itself, folded; when there are more, its script builds each stretch
   * from the data when it is opened. 2,000 when left out.
   */
  readonly foldedBlocks?: number;
}

/** What is drawn: a comparison, or its document. With its alignment, a filtered one too says rightly what is which. */
export type HtmlDocument = RedlineDocument;

/** A folded block is some 150 bytes of markup; two thousand of them open at once without a wait. */
const DEFAULT_FOLDED_BLOCKS = 2000;
const DEFAULT_CONTEXT = 1;

/**
 * Draws a comparison as a page. The document itself is embedded in it, as `JSON.stringify` writes it, so a comparison
 * brings its trees. Drawn without trees, the page tells the changes alone.
 */
export function renderHtml(document: HtmlDocument, options: HtmlOptions = {}): string {
  checkRedline(document);
  const names = options.names ?? { source: 'before', test: 'after' };
  const title = `${names.source} → ${names.test}`;
  const { source, test, changes, statistics } = document;
  const pairs =
    source === undefined || test === undefined ? null : pairBlocks(source, test, changes, document.alignment);
  const plan = planOf(document);
  const drawing = drawDocument(document, pairs, plan, options);
  const panel = panelMarkup({
    document,
    entries: plan.entries,
    groups: groupBySection(document, pairs),
    titles: sectionTitles(document),
    hasHeading: (section) => drawing.sectionIds.has(section),
  });
  const main = h(
    'main',
    { id: 'document', class: 'document', tabindex: -1 },
    h('h2', { class: 'visually-hidden' }, 'Document'),
    h('article', {}, drawing.markup),
  );
  const body = [
    h('a', { class: 'skip', href: '#document' }, 'Skip to the document'),
    h(
      'header',
      { class: 'masthead' },
      h('h1', {}, h('span', {}, names.source), ' → ', h('span', {}, names.test)),
      statistics.counts.total === 0
        ? h('p', { class: 'totals' }, 'No changes')
        : totalsMarkup(statistics.counts),
      remarks(document).map((remark) => h('p', { class: 'remark' }, remark)),
    ),
    toolbarMarkup(changes.length),
    h('div', { class: 'columns' }, panel, main),
    footer(),
  ];
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${PAGE_STYLE_HASH}'; script-src 'sha256-${PAGE_SCRIPT_HASH}'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${PAGE_STYLE}</style>`,
    '</head>',
    `<body>${body.map(toHtml).join('')}`,
    `<script type="application/json" id="comparison">${jsonForScript(document)}</script>`,
    `<script>${PAGE_SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

interface Drawing {
  readonly markup: Element[];
  /** The sections whose heading can be reached by a link. */
  readonly sectionIds: ReadonlySet<number>;
}

function drawDocument(
  document: HtmlDocument,
  pairs: Pairs | null,
  plan: Plan,
  options: HtmlOptions,
): Drawing {
  const { source, test, changes, statistics } = document;
  if (pairs === null || source === undefined || test === undefined) {
    return { markup: drawChanges(plan), sectionIds: new Set() };
  }
  const { rows } = mergeRows(source, test, changes, pairs);
  const stretches = foldRows(rows, options.context ?? DEFAULT_CONTEXT);
  const sections = new Map<string, number>();
  statistics.sections.forEach(({ address, blocks, counts }, i) => {
    if (counts.total > 0 && blocks > 0) sections.set(address, i);
  });
  const headingIds = new Map<string, string>();
  const sectionIds = new Set<number>();
  for (const stretch of stretches) {
    if (stretch.fold) continue;
    const { plain, side, status } = rows[stretch.row];
    if (side !== 'test' || status === 'left' || plain.block.kind !== 'heading') continue;
    const section = sections.get(parentAddress(plain.block.path) ?? '/');
    if (section === undefined || sectionIds.has(section)) continue;
    headingIds.set(plain.block.path, `s${section}`);
    sectionIds.add(section);
  }
  const folded = stretches.reduce((sum, stretch) => sum + foldedIn(stretch), 0);
  const wholeFolds = folded <= (options.foldedBlocks ?? DEFAULT_FOLDED_BLOCKS);
  return { markup: documentMarkup({ ...plan, rows, stretches, headingIds, wholeFolds }), sectionIds };
}

function foldedIn(stretch: Stretch): number {
  return stretch.fold ? stretch.to - stretch.from : 0;
}

/** What there is to tell of each change, by its place in the comparison. */
interface Plan {
  readonly groups: readonly Group[];
  readonly entries: readonly Entry[];
  /** At the place that a moved block left. */
  readonly leftEntries: readonly Entry[];
  readonly numbers: ReadonlyMap<Change, number>;
}

function planOf(document: HtmlDocument): Plan {
  const numbers = new Map(document.changes.map((change, i) => [change, i]));
  const groups = planRedline(document);
  const entries: Entry[] = [];
  const leftEntries: Entry[] = [];
  for (const group of groups) {
    for (const entry of group.entries) {
      (entry.at === 'here' ? entries : leftEntries)[numbers.get(entry.change)!] = entry;
    }
  }
  return { groups, entries, leftEntries, numbers };
}

/** The changes alone, under their headings, for a document that was stored without its trees. */
function drawChanges(plan: Plan): Element[] {
  const markup: Element[] = [
    h(
      'p',
      { class: 'remark' },
      'Drawn from the changes alone: the comparison was stored without the documents.',
    ),
  ];
  for (const { trail, entries: group } of plan.groups) {
    const rows = group.map((entry) => rowOfEntry(entry, plan.numbers.get(entry.change)!));
    const stretches = rows.map((_, row) => ({ fold: false, row }) as const);
    if (trail.length > 0) markup.push(h('h3', { class: 'trail', dir: 'auto' }, trail.join(' › ')));
    markup.push(...documentMarkup({ ...plan, rows, stretches, headingIds: new Map(), wholeFolds: true }));
  }
  return markup;
}

function rowOfEntry({ change, at }: Entry, number: number): Row {
  const left = at === 'left';
  const gone = left || change.test_address === null;
  const block: Block = {
    kind: change.block_kind,
    text: gone ? change.source_text : change.test_text,
    label: gone ? change.source_label : change.test_label,
    level: 0,
    path: (left ? change.source_address : (change.test_address ?? change.source_address)) ?? '/',
    role: change.role,
    spans: [],
    matched_by: 'fallback',
    confidence: 0,
    attrs: {},
    children: [],
  };
  return {
    plain: {
      block,
      depth: 0,
      continues: false,
      level: block.kind === 'heading' ? 2 : 0,
      leader: -1,
      table: null,
    },
    side: gone ? 'source' : 'test',
    number: -1,
    status: left ? 'left' : change.kind,
    changes: [number],
    leader: -1,
    table: -1,
    cells: null,
  };
}

/** What each section is called: its label and its heading where the trees have them. */
function sectionTitles({ statistics, source, test }: HtmlDocument): string[] {
  const titles = new Map<string, string>();
  for (const [tree, side] of [
    [source, 'source'],
    [test, 'test'],
  ] as const) {
    if (tree === undefined) continue;
    const stack: Block[] = [tree.root];
    for (let block = stack.pop(); block !== undefined; block = stack.pop()) {
      const heading = ownHeading(block);
      if (heading !== undefined) titles.set(`${side} ${block.path}`, headingTitle(heading));
      stack.push(...block.children.filter(({ kind }) => kind === 'section'));
    }
  }
  return statistics.sections.map(({ address, blocks, heading }) => {
    const title = titles.get(`${blocks === 0 ? 'source' : 'test'} ${address}`) ?? heading;
    return title === '' ? 'Untitled' : title;
  });
}

/** What a reader must know before believing the page. */
function remarks({ config, statistics, source, test }: HtmlDocument): string[] {
  const { counts } = statistics;
  const inline = inlineCounts(counts);
  const filter = filterWords(config.filter);
  const dropped = [
    ['first', source],
    ['second', test],
  ] as const;
  return [
    inline === null ? null : `In the text: ${inline}.`,
    counts.total === 0
      ? `${count(statistics.source_blocks, 'block')} and ${count(statistics.test_blocks, 'block')} compared.`
      : null,
    filter === null
      ? null
      : `Only changes of ${filter} are shown; whatever else changed is drawn as it is now.`,
    config.budget_exhausted
      ? 'The search for matching blocks stopped at its limit: some matches and moves may be missing.'
      : null,
    ...dropped.map(([side, tree]) =>
      tree === undefined || tree.dropped.length === 0
        ? null
        : `Not compared, in the ${side} document: ${tree.dropped.map(({ kind, count: n }) => `${wordsOf(kind)} (${n})`).join(', ')}.`,
    ),
  ].filter((remark) => remark !== null);
}

function footer(): Element {
  return h('footer', {}, h('p', {}, 'Drawn by redtree. The whole comparison is in this file, as JSON.'));
}
