/** Reads the declarations of a program. */
import { type Lead, Leads } from '../lead.js';
import { byPosition, type Draft, type DraftSkip, foldName, type Outline } from '../outline.js';
import type { Positions } from '../positions.js';
import type { ScopeKind } from '../scope.js';
import type { GrammarSource } from './grammar-source.js';
import { type Capture, captureTypes, withTree } from './parser.js';
import type { CodeGrammar, Finding, Syntax } from './syntax.js';

/** A finding at its place. */
interface Declaration extends Draft {
  readonly finding: Finding;
  /** Whether a syntax error lies in its range, or it lies in one: its bounds cannot be relied on. */
  readonly broken: boolean;
}

const WHOLE_TEXT = { name: null, kind: null, start: 0 } as const;

/** Reads the declarations of a text in the language of a grammar. */
export async function readCode(
  positions: Positions,
  grammar: CodeGrammar,
  source: GrammarSource,
): Promise<Outline> {
  const { text } = positions;
  const outline = await withTree(source, grammar.grammar, text, (tree, language) => {
    const types = new Set([
      ...Object.keys(grammar.rules),
      ...grammar.structure,
      ...grammar.comments,
      ...(grammar.attributes ?? []),
    ]);
    return declarationsOf(captureTypes(language, tree, [...types], grammar.opaque), positions, grammar);
  });
  return outline ?? { drafts: [], skipped: [{ reason: 'too_complex', ...WHOLE_TEXT, end: text.length }] };
}

function declarationsOf(captures: readonly Capture[], positions: Positions, grammar: CodeGrammar): Outline {
  const { text } = positions;
  const sourceOf = (node: { startIndex: number; endIndex: number }) =>
    text.slice(node.startIndex, node.endIndex);
  const comments = new Set(grammar.comments);
  const leads = new Leads(positions, grammar, leadsOf(captures, comments, new Set(grammar.attributes ?? [])));
  const found: Declaration[] = [];
  const errors: { start: number; end: number }[] = [];
  let up: Syntax | null = null;
  let errorEnd = -1;
  for (const { type, node } of captures) {
    if (comments.has(type)) continue;
    const at: Syntax = { type, node, start: node.startIndex, end: node.endIndex, up: null };
    if (type === 'ERROR' || type === 'MISSING') {
      errors.push(at);
      errorEnd = Math.max(errorEnd, at.end);
      continue;
    }
    while (up !== null && (up.end < at.end || up.end <= at.start)) up = up.up;
    const placed: Syntax = { ...at, up };
    up = placed;
    const said = grammar.rules[type]?.(placed, sourceOf);
    for (const finding of said == null ? [] : Array.isArray(said) ? said : [said]) {
      const declared = finding.whole ?? placed;
      const name = foldName(finding.name);
      if (name === '') continue;
      found.push({
        finding,
        kind: finding.kind,
        name,
        start: leads.extend(declared.start),
        end: withSemicolon(text, declared.end, finding.semicolon === true),
        parent: finding.parent,
        memberParent: finding.memberParent,
        broken: at.start < errorEnd || declared.node.hasError,
      });
    }
  }
  const settled = withSignatures(join(withoutAnnounced(withoutNeighbours(found, errors, text)), text));
  const drafts = withParents(settled).filter((it) => !it.broken);
  return { drafts, skipped: skippedParts(settled, errors) };
}

function leadsOf(
  captures: readonly Capture[],
  comments: ReadonlySet<string>,
  attributes: ReadonlySet<string>,
): Lead[] {
  return captures.flatMap(({ type, node }) =>
    comments.has(type) || attributes.has(type)
      ? [{ start: node.startIndex, end: node.endIndex, isComment: comments.has(type) }]
      : [],
  );
}

/** The end of a declaration, its semicolon and its trailing line end settled. */
function withSemicolon(text: string, end: number, semicolon: boolean): number {
  let last = end;
  while (last > 0 && /\s/.test(text[last - 1])) last--;
  if (!semicolon) return last;
  const tail = /^[^\S\r\n]*;/.exec(text.slice(last, last + 80));
  return tail === null ? last : last + tail[0].length;
}

/**
 * Marks as broken what an error stands right next to, on the same line, or on the next one when nothing shows that the
 * declaration was complete: what the parser could not read may be the beginning or the rest of it.
 */
function withoutNeighbours(
  found: readonly Declaration[],
  errors: readonly { start: number; end: number }[],
  text: string,
): readonly Declaration[] {
  if (errors.length === 0) return found;
  const starts = new Set(errors.map((it) => it.start));
  const ends = new Set(errors.map((it) => it.end));
  const blank = /[ \t]*/y;
  const blankOrNextLine = /[ \t]*(?:\r\n|\r|\n)?[ \t]*/y;
  return found.map((it) => {
    let before = it.start;
    while (before > 0 && (text[before - 1] === ' ' || text[before - 1] === '\t')) before--;
    const isComplete = text[it.end - 1] === ';' || text[it.end - 1] === '}';
    const gap = isComplete ? blank : blankOrNextLine;
    gap.lastIndex = it.end;
    const behind = it.end + (gap.exec(text)?.[0].length ?? 0);
    return ends.has(before) || starts.has(behind) ? { ...it, broken: true } : it;
  });
}

/** Leaves out what only announces a declaration of the same name that stands elsewhere in the text. */
function withoutAnnounced(found: readonly Declaration[]): readonly Declaration[] {
  if (!found.some((it) => it.finding.announces)) return found;
  const key = (it: Declaration) => JSON.stringify([it.parent ?? '', it.name]);
  const defined = new Set(found.filter((it) => !it.finding.announces).map(key));
  return found.filter((it) => !it.finding.announces || !defined.has(key(it)));
}

/** Joins neighbours that together are one thing. Nothing but white space may stand between them. */
function join(found: readonly Declaration[], text: string): Declaration[] {
  const joined: Declaration[] = [];
  /** Index in `joined` of the last declaration that could be continued, by name. */
  const last = new Map<string, number>();
  for (const it of found) {
    const index = it.finding.joins ? last.get(it.name) : undefined;
    const before = index === undefined ? undefined : joined[index];
    if (
      index !== undefined &&
      before !== undefined &&
      before.kind === it.kind &&
      before.end <= it.start &&
      text.slice(before.end, it.start).trim() === ''
    ) {
      joined[index] = { ...before, end: it.end, broken: before.broken || it.broken };
      continue;
    }
    if (it.finding.joins) last.set(it.name, joined.length);
    joined.push(it);
  }
  return joined;
}

/** Names those that share a name with others beside them by their parameters too. */
function withSignatures(found: readonly Declaration[]): Declaration[] {
  const open: Declaration[] = [];
  const groups = new Map<string, Declaration[]>();
  for (const it of [...found].sort(byPosition)) {
    while (open.length > 0 && open[open.length - 1].end <= it.start) open.pop();
    const key = JSON.stringify([open.at(-1)?.start ?? -1, it.parent ?? '', it.kind, it.name]);
    open.push(it);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [it]);
    else group.push(it);
  }
  const named = new Map<Declaration, Declaration>();
  for (const group of groups.values()) {
    if (group.length === 1) continue;
    for (const it of group) {
      const { signature } = it.finding;
      if (signature === undefined) continue;
      named.set(it, { ...it, name: foldName(`${it.name}${signature}`), overloadOf: it.name });
    }
  }
  return found.map((it) => named.get(it) ?? it);
}

const TYPES: ReadonlySet<ScopeKind> = new Set(['class', 'interface', 'impl', 'enum', 'module']);

/**
 * Names the parent of what stands in a broken declaration, which will not be there to be its container. Of a broken
 * function not even that is known: without its closing brace it swallows the functions behind it.
 */
function withParents(found: readonly Declaration[]): Declaration[] {
  const open: Declaration[] = [];
  return [...found].sort(byPosition).map((it) => {
    while (open.length > 0 && open[open.length - 1].end <= it.start) open.pop();
    const around = open.at(-1);
    open.push(it);
    if (it.parent !== undefined || around === undefined || !around.broken) return it;
    return { ...it, parent: TYPES.has(around.kind) ? (around.memberParent ?? around.name) : null };
  });
}

/** Every broken declaration, and every error that lies in none. */
function skippedParts(
  found: readonly Declaration[],
  errors: readonly { start: number; end: number }[],
): DraftSkip[] {
  const reason = 'syntax_error' as const;
  const broken = found
    .filter((it) => it.broken)
    .map(({ name, kind, start, end }) => ({ reason, name, kind, start, end }));
  const bare: DraftSkip[] = [];
  // Both lists are in order of their starts, so one sweep finds how far the broken declarations reach at each error.
  const inOrder = [...broken].sort((a, b) => a.start - b.start);
  let reach = -1;
  let next = 0;
  for (const { start, end } of errors) {
    while (next < inOrder.length && inOrder[next].start <= start)
      reach = Math.max(reach, inOrder[next++].end);
    if (end <= reach) continue;
    bare.push({ reason, name: null, kind: null, start, end });
    reach = Math.max(reach, end);
  }
  return [...broken, ...bare];
}
