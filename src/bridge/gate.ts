/**
 * A gate: the condition that an edit changes nothing outside an allowed scope, judged on the locked text before anything
 * is written. What the comparison sees is judged as `verify` does. What it reads through or leaves out (where a link
 * leads, emphasis, front matter) is judged by the text itself: nothing may differ outside the allowed ranges.
 */
import { type CompareOptions, ComparisonError, compare } from '../compare/index.js';
import { CodePointIndex } from '../document/code-points.js';
import { DocumentError } from '../document/errors.js';
import type { AdmissionCheck, AdmissionRefusal } from '../patch/index.js';
import { readTargetScopes } from '../patch/service/scope-reading.js';
import { ProfileError } from '../profile/errors.js';
import { ReadError } from '../read/errors.js';
import type { GrammarSource, ScopeReading, ScopeSymbol } from '../scope/index.js';
import { selectScope } from '../scope/index.js';
import { VerifyError } from '../verify/errors.js';
import { type Exemption, type Judged, judgeEdit, type Stray } from '../verify/judge.js';
import { type OutsideText, outsideOf, type TextRange } from '../verify/outside-text.js';
import { type AllowedScope, resolveScope } from '../verify/scope.js';
import { growsInto } from './grown-scopes.js';
import { lostSymbols } from './lost-symbols.js';
import { formatOf, languageOf, type TargetType } from './target-format.js';

/** What an edit may touch. */
export interface AllowedEdits extends AllowedScope {
  /** Scopes by their exact names, as they are observed. Of programs and data files these are the only entries. */
  readonly symbols?: readonly { readonly symbol_name: string; readonly kind?: string | null }[];
}

/** How the gate judges. */
export interface GateOptions {
  /** What may change anywhere, as for `verify`. */
  readonly exempt?: readonly Exemption[];
  /** The structure profile of a document, as for `compare`. */
  readonly profile?: CompareOptions['profile'];
  readonly grammars?: GrammarSource;
}

/** Codes of the gate's refusals, as `diagnostic.code`. */
export const GATE_CODES = ['OUT_OF_ALLOWED_SCOPE', 'ALLOWED_SCOPE_UNRESOLVED'] as const;

/** Changes and stretches of text that a refusal names at most; it counts them all. */
const MOST_NAMED = 10;
const MOST_TEXT = 120;

/**
 * The check that refuses an outcome beyond `allowed`: the option `admit` of every submission function and of `preview`. Its
 * codes are {@link GATE_CODES}.
 */
export function gateCheck(allowed: AllowedEdits, options: GateOptions = {}): AdmissionCheck {
  return async ({ filename, target_type, content }, outcome) => {
    if (content === outcome.content) return null;
    try {
      const before = { filename, type: target_type, content };
      return isProgram(before)
        ? await judgeProgram(before, outcome.content, allowed, options)
        : await judgeDocument(before, outcome.content, allowed, options);
    } catch (error) {
      if (UNRESOLVED.some((kind) => error instanceof kind)) return unresolved((error as Error).message);
      throw error;
    }
  };
}

/** Whether a target has scopes, and its blocks mean nothing: a program or a data file. */
function isProgram(target: TargetType): boolean {
  const language = languageOf(target);
  return language !== undefined && language !== 'markdown' && language !== 'text';
}

/** An entry of the allowed scope that names nothing, or more than one thing, in the text as it is now. */
class Unresolved extends Error {}

/** What the parts of a comparison throw for texts, scopes and profiles that they can make nothing of. */
const UNRESOLVED = [Unresolved, VerifyError, ReadError, DocumentError, ComparisonError, ProfileError];

function unresolved(detail: string): AdmissionRefusal {
  return { code: 'ALLOWED_SCOPE_UNRESOLVED', detail: `The allowed scope cannot be judged: ${detail}.` };
}

type Preimage = TargetType & { readonly content: string };

async function symbolsOf(
  before: Preimage,
  { symbols = [] }: AllowedEdits,
  { grammars }: GateOptions,
): Promise<ScopeSymbol[]> {
  if (symbols.length === 0) return [];
  const reading = await readTargetScopes(before, grammars);
  if ('unreadable' in reading) throw new Unresolved(reading.detail.replace(/\.$/, ''));
  return symbols.map(({ symbol_name, kind = null }) => selectIn(reading, symbol_name, kind));
}

function selectIn(reading: ScopeReading, name: string, kind: string | null): ScopeSymbol {
  const found = selectScope(reading, { name, kind });
  if (found.status === 'selected') return found.symbol;
  const said = `the symbol "${clip(name)}"${kind === null ? '' : ` (${kind})`}`;
  if (found.status === 'not_found') throw new Unresolved(`${said} names nothing in the text as it is now`);
  throw new Unresolved(
    `${said} names ${found.candidates.length} scopes, at lines ${found.candidates
      .slice(0, 5)
      .map((it) => it.start_line)
      .join(', ')}: put the name of what holds it before it`,
  );
}

async function judgeProgram(
  before: Preimage,
  after: string,
  allowed: AllowedEdits,
  options: GateOptions,
): Promise<AdmissionRefusal | null> {
  const { symbols: _, ...entries } = allowed;
  const strange = Object.entries(entries).filter(([, list]) => list.length > 0);
  if (strange.length > 0) {
    const keys = strange.map(([key]) => key).join(', ');
    throw new Unresolved(
      `${before.filename} is no document, so its parts are named by symbols alone and not by ${keys}`,
    );
  }
  const scopes = await symbolsOf(before, allowed, options);
  const outside = exempted(outsideOf(before.content, after, scopes, { edges: false }), options);
  if (scopes.length === 0) return refuse([], outside);
  const { grammars } = options;
  const source = await readTargetScopes(before, grammars);
  const test = await readTargetScopes({ ...before, content: after }, grammars);
  if ('unreadable' in source) throw new Unresolved(source.detail.replace(/\.$/, ''));
  if ('unreadable' in test) throw new Unresolved(test.detail.replace(/\.$/, ''));
  const isOwn = growsInto(before.content, test, scopes);
  return (
    refuse(
      [],
      outside.filter((it) => !isOwn(it)),
    ) ?? refuseLost(lostSymbols(before.content, source, after, test, scopes))
  );
}

function refuseLost(lost: readonly ScopeSymbol[]): AdmissionRefusal | null {
  if (lost.length === 0) return null;
  const [{ kind, name, start_line }] = lost;
  const count = `${lost.length} ${lost.length === 1 ? 'part' : 'parts'}`;
  return {
    code: 'OUT_OF_ALLOWED_SCOPE',
    detail: `The edit lies inside the allowed scope, but ${count} of the program outside would be there no more, the first the ${kind} ${clip(name)} at line ${start_line}.`,
    evidence: {
      out_of_scope_count: 0,
      out_of_scope: [],
      outside_text_count: 0,
      outside_text: [],
      lost_symbol_count: lost.length,
      lost_symbols: lost.slice(0, MOST_NAMED).map((it) => ({
        name: clip(it.name),
        kind: it.kind,
        parent: it.parent === null ? null : clip(it.parent),
        line: it.start_line,
      })),
    },
  };
}

async function judgeDocument(
  before: Preimage,
  after: string,
  allowed: AllowedEdits,
  options: GateOptions,
): Promise<AdmissionRefusal | null> {
  const { symbols: _, ...entries } = allowed;
  const symbols = await symbolsOf(before, allowed, options);
  const format = formatOf(before);
  const { profile } = options;
  const comparison = compare(before.content, after, {
    sourceFormat: format,
    testFormat: format,
    ...(profile === undefined ? {} : { profile }),
  });
  const addresses = symbols.flatMap(({ address }) => (address === null ? [] : [address]));
  const address_prefixes = [...(entries.address_prefixes ?? []), ...addresses];
  const allowedBlocks = { ...entries, address_prefixes };
  // A scope of front matter alone has no blocks: then no block may change.
  const hasBlocks = Object.values(allowedBlocks).some((list) => (list as readonly unknown[]).length > 0);
  const found = judgeEdit(comparison, hasBlocks ? resolveScope(comparison.source, allowedBlocks) : [], {
    exempt: options.exempt ?? [],
    strict: true,
    texts: { original: before.content, edited: after },
    ranges: symbols,
  });
  return refuse(found.strays, [...found.outside, ...turnedFromWithin(found, before.content, symbols)]);
}

/** Text that differs, or that shows something else than before. */
type OutsideRow = Pick<OutsideText, 'start' | 'end' | 'line' | 'removed' | 'added'>;

/**
 * What the edit did to parts outside though no text of theirs differs: links by their definitions, one by one, and what other
 * markup makes of a part now, as a rule that underlines the line above it.
 */
function turnedFromWithin(
  { markup, outside }: Judged,
  before: string,
  ranges: readonly TextRange[],
): OutsideRow[] {
  const strayed = markup.filter(({ verdict }) => verdict === 'out_of_scope');
  if (strayed.length === 0) return [];
  const points = new CodePointIndex(before);
  const lineAt = (unit: number) => before.slice(0, unit).split('\n').length;
  const told = new Set(outside.map((piece) => piece.markup));
  return strayed.flatMap(({ source_address, turned, gone, come, start, end }) => {
    const rows = [...turned];
    const marks = (list: readonly string[]) => list.slice(0, list.length - turned.length).join(', ');
    if (!told.has(source_address) && gone.length + come.length > 2 * turned.length) {
      rows.push({ start, end, name: '', removed: marks(gone), added: marks(come) });
    }
    return rows.flatMap((row) => {
      const range = { start: points.toPoint(row.start), end: points.toPoint(row.end) };
      const isAllowed = ranges.some((it) => it.start <= range.start && range.end <= it.end);
      const { removed, added } = row;
      return isAllowed ? [] : [{ ...range, line: lineAt(row.start), removed, added }];
    });
  });
}

function exempted(outside: readonly OutsideText[], { exempt = [] }: GateOptions): OutsideText[] {
  if (!exempt.includes('whitespace')) return [...outside];
  return outside.filter(({ removed, added }) => `${removed}${added}`.trim() !== '');
}

function refuse(strays: readonly Stray[], outside: readonly OutsideRow[]): AdmissionRefusal | null {
  if (strays.length === 0 && outside.length === 0) return null;
  const named = strays.slice(0, MOST_NAMED).map(({ change, outside: side }) => ({
    kind: change.kind,
    source_address: change.source_address,
    test_address: change.test_address,
    block_kind: change.block_kind,
    outside: side,
    source_text: clip(change.source_text),
    test_text: clip(change.test_text),
  }));
  const texts = outside.slice(0, MOST_NAMED).map(({ line, start, end, removed, added }) => ({
    line,
    start,
    end,
    removed: clip(removed),
    added: clip(added),
  }));
  const first =
    strays.length > 0
      ? `${strays[0].change.kind} of ${strays[0].change.source_address ?? strays[0].change.test_address}`
      : `text at line ${outside[0].line}`;
  const count = strays.length + outside.length;
  return {
    code: 'OUT_OF_ALLOWED_SCOPE',
    detail: `${count} ${count === 1 ? 'change lies' : 'changes lie'} outside the allowed scope, the first a ${first}.`,
    evidence: {
      out_of_scope_count: strays.length,
      out_of_scope: named,
      outside_text_count: outside.length,
      outside_text: texts,
    },
  };
}

function clip(text: string): string {
  const points = [...text.slice(0, 2 * MOST_TEXT + 2)];
  return points.length > MOST_TEXT ? `${points.slice(0, MOST_TEXT).join('')}…` : text;
}
