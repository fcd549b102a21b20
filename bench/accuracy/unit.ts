/**
 * What the generator writes documents from: a tree of units, each with an identity that it keeps through every change.
 * A unit knows nothing of labels, syntax or addresses; those are the layout's.
 */

export type UnitKind =
  | 'document'
  | 'section'
  | 'clause'
  | 'bullet'
  | 'paragraph'
  | 'quote'
  | 'code'
  | 'table'
  | 'row';

/** How a family of documents is numbered, which decides the styles it can be laid out in. */
export type Family = 'clauses' | 'statute' | 'outline' | 'prose' | 'definitions';

export interface Unit {
  /** The identity. Two units with the same id, one in each document of a pair, correspond. */
  id: string;
  kind: UnitKind;
  /**
   * The text, with `**bold**` and `` `code` `` as in Markdown and cross-references as `{name}`. A section's is its
   * heading; tables and rows have none.
   */
  text: string;
  /** A row's cells. */
  cells: string[];
  /** A code block's language. */
  lang: string;
  /** A section that starts numbering afresh and stands beside the body, not in it. */
  schedule: boolean;
  /** What cross-references call the unit. */
  name: string | null;
  /** Code points that the edits made to this unit's own text removed and added, in all. */
  changed: number;
  /** For a row: the same, by cell. */
  cellChanged: number[];
  children: Unit[];
}

export interface BaseDocument {
  name: string;
  family: Family;
  root: Unit;
}

export function makeUnit(id: string, kind: UnitKind, text: string, more: Partial<Unit> = {}): Unit {
  return {
    id,
    kind,
    text,
    cells: [],
    lang: '',
    schedule: false,
    name: null,
    changed: 0,
    cellChanged: [],
    children: [],
    ...more,
  };
}

/** A deep copy with the same identities. */
export function copyUnit(unit: Unit): Unit {
  return {
    ...unit,
    cells: [...unit.cells],
    cellChanged: [...unit.cellChanged],
    children: unit.children.map(copyUnit),
  };
}

/** The unit and all below it, in document order. */
export function* walk(unit: Unit): Generator<Unit> {
  yield unit;
  for (const child of unit.children) yield* walk(child);
}

/** Each unit below `root` with its parent, in document order. */
export function* withParents(root: Unit): Generator<{ unit: Unit; parent: Unit }> {
  for (const unit of root.children) {
    yield { unit, parent: root };
    yield* withParents(unit);
  }
}

export function countUnits(root: Unit): number {
  let count = 0;
  for (const unit of walk(root)) count += unit.kind === 'document' ? 0 : 1 + unit.cells.length;
  return count;
}

const NAME = /\s*\[([a-z]+)\]$/;

/**
 * Reads a base document. One unit a line: `#` title, `##` and `###` sections, `!` schedule, `=` `==` `===` clauses by
 * depth, `+` a further paragraph of the clause above, `p` paragraph, `-` `--` bullets, `>` quote, `|` table row (the
 * first is the header), three backticks around code. `[name]` at the end of a line names the unit for `{name}`.
 *
 * What follows a clause in its section is a clause or a `+`: a loose paragraph there would belong to the clause above it
 * in one notation and to the section in another, and a benchmark must not score that.
 */
export function parseBase(name: string, notation: string): BaseDocument {
  const lines = notation.replace(/\n+$/, '').split('\n');
  const family = /^family: (\w+)$/.exec(lines[0])?.[1] as Family;
  let count = 0;
  const root = makeUnit('root', 'document', '');
  const make = (kind: UnitKind, text: string, more: Partial<Unit> = {}): Unit => {
    const named = NAME.exec(text);
    const id = `${name}:${++count}`;
    const unit = makeUnit(id, kind, named === null ? text : text.slice(0, named.index), more);
    unit.name = named?.[1] ?? null;
    return unit;
  };
  const sections: Unit[] = [];
  let items: Unit[] = [];
  const section = () => sections.at(-1) ?? root;
  const fail = (i: number, why: string): never => {
    throw new Error(`bases/${name}.txt, line ${i + 1}: ${why}`);
  };
  const open = (unit: Unit, depth: number, top: Unit, i: number) => {
    if (depth > items.length) fail(i, 'a level is skipped');
    items = items.slice(0, depth);
    (items.at(-1) ?? top).children.push(unit);
    items.push(unit);
  };
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i];
    const [, mark, text] = /^(#+|!|=+|\+|p|-+|>|\||```)\s?(.*)$/.exec(line) ?? fail(i, 'unknown mark');
    const last = section().children.at(-1);
    const loose = () => {
      if (last?.kind === 'clause') fail(i, 'only clauses may follow a clause');
      items = [];
    };
    if (mark === '!' || mark[0] === '#') {
      const depth = mark === '!' ? 0 : mark.length - 1;
      const unit = make('section', text, { schedule: mark === '!' });
      sections.length = Math.min(depth, sections.length);
      section().children.push(unit);
      sections.push(unit);
      items = [];
    } else if (mark[0] === '=') {
      if (last !== undefined && !['clause', 'paragraph'].includes(last.kind))
        fail(i, 'a clause after loose blocks');
      open(make('clause', text), mark.length - 1, section(), i);
    } else if (mark === '+') {
      const owner = items.at(-1) ?? fail(i, 'no clause above');
      if (owner.children.some((child) => child.kind === 'clause'))
        fail(i, 'a clause goes on before its sub-clauses');
      owner.children.push(make('paragraph', text));
    } else if (mark[0] === '-') {
      if (last?.kind === 'clause') fail(i, 'only clauses may follow a clause');
      if (last?.kind !== 'bullet') items = [];
      open(make('bullet', text), mark.length - 1, section(), i);
    } else if (mark === '|') {
      if (last?.kind !== 'table') {
        loose();
        section().children.push(make('table', ''));
      }
      const cells = text.split('|').map((cell) => cell.trim());
      section()
        .children.at(-1)!
        .children.push(make('row', '', { cells, cellChanged: cells.map(() => 0) }));
    } else if (mark === '```') {
      loose();
      const end = lines.indexOf('```', i + 1);
      section().children.push(make('code', lines.slice(i + 1, end).join('\n'), { lang: text }));
      i = end;
    } else {
      loose();
      section().children.push(make(mark === '>' ? 'quote' : 'paragraph', text));
    }
  }
  return { name, family, root };
}

/** The text as a reader sees it: without markup. Cross-references stay as they are. */
export function plainText(text: string): string {
  return text.replace(/\*\*([^*]+)\*\*|`([^`]+)`/g, (_, bold, code) => bold ?? code);
}
