/** A tree from its JSON. Everything the model promises is checked here, so that nothing behind has to. */
import { childAddress } from './address.js';
import {
  BLOCK_KINDS,
  type Block,
  type BlockKind,
  type BlockTree,
  CONTAINER_KINDS,
  type Dropped,
  MAX_DEPTH,
  type Span,
} from './block.js';
import { codePointLength } from './code-points.js';
import { DocumentError } from './errors.js';
import { setSourceRange, sourceRange } from './range.js';
import { didYouMean } from './suggest.js';

const TREE_KEYS = ['root', 'dropped', 'fallback_count'] as const;
const BLOCK_KEYS = [
  'kind',
  'text',
  'label',
  'level',
  'path',
  'role',
  'spans',
  'matched_by',
  'confidence',
  'attrs',
  'children',
] as const;
const SPAN_KEYS = ['type', 'start', 'end', 'value'] as const;
const DROPPED_KEYS = ['kind', 'count', 'reason'] as const;

type Fields<K extends string> = Readonly<Record<K, unknown>>;

/**
 * Reads a tree back from its JSON (the wire's `blockTree`). The result is a copy with its keys in wire order. Handed a tree
 * that a reader made, it also keeps each block's range in the original text.
 * @throws DocumentError `bad_tree` when a key is unknown or missing, or a value is not what the model allows; `too_deep`
 * when it nests deeper than MAX_DEPTH. The message, and `address`, name the block.
 */
export function parseTree(json: unknown): BlockTree {
  const tree = fields(json, TREE_KEYS, 'the tree', null);
  const dropped = list(tree.dropped, 'dropped', '/').map(parseDropped);
  const count = { fallbacks: 0 };
  const root = parseBlock(tree.root, '/', 0, count);
  if (root.kind !== 'document') {
    throw bad('/', `kind is "${root.kind}"; the root of a tree is a document`);
  }
  const stated = wholeNumber(tree.fallback_count, 'fallback_count', '/');
  if (stated !== count.fallbacks) {
    throw bad('/', `fallback_count is ${stated}, but ${count.fallbacks} blocks have matched_by "fallback"`);
  }
  return { root, dropped, fallback_count: stated };
}

function parseBlock(json: unknown, path: string, depth: number, count: { fallbacks: number }): Block {
  if (depth > MAX_DEPTH) {
    throw new DocumentError('too_deep', `${shorten(path)} nests deeper than ${MAX_DEPTH} levels`, path);
  }
  const given = fields(json, BLOCK_KEYS, 'the block', path);
  if (given.path !== path) {
    throw bad(path, `path is ${show(given.path)}; the block stands at "${path}"`);
  }
  const kind = blockKind(given.kind, path);
  const text = string(given.text, 'text', path);
  if (text !== '' && CONTAINER_KINDS.has(kind)) {
    throw bad(path, `text should be "": a ${kind} holds blocks and has no text of its own`);
  }
  const matchedBy = string(given.matched_by, 'matched_by', path);
  const block: Block = {
    kind,
    text,
    label: stringOrNull(given.label, 'label', path),
    level: wholeNumber(given.level, 'level', path),
    path,
    role: stringOrNull(given.role, 'role', path),
    spans: parseSpans(given.spans, text, path),
    matched_by: matchedBy,
    confidence: confidence(given.confidence, matchedBy, path),
    attrs: attributes(given.attrs, path),
    children: parseChildren(given.children, path, depth, count),
  };
  if (matchedBy === 'fallback') count.fallbacks++;
  const range = sourceRange(json as Block);
  if (range !== undefined) setSourceRange(block, range);
  return block;
}

function parseChildren(json: unknown, path: string, depth: number, count: { fallbacks: number }): Block[] {
  const seen: Partial<Record<BlockKind, number>> = {};
  return list(json, 'children', path).map((child) => {
    // The child's own kind is checked when it is read; until then an odd one only names a place that does not exist.
    const kind = isObject(child) ? blockKind(child.kind, path) : 'unknown';
    const index = (seen[kind] ?? 0) + 1;
    seen[kind] = index;
    return parseBlock(child, childAddress(path, kind, index), depth + 1, count);
  });
}

function parseSpans(json: unknown, text: string, path: string): Span[] {
  const spans = list(json, 'spans', path);
  if (spans.length === 0) return [];
  const length = codePointLength(text);
  return spans.map((item, i) => {
    const span = fields(item, SPAN_KEYS, `spans[${i}]`, path);
    const start = wholeNumber(span.start, `spans[${i}].start`, path);
    const end = wholeNumber(span.end, `spans[${i}].end`, path);
    if (start > end || end > length) {
      throw bad(path, `spans[${i}] covers ${start} to ${end}; the text has ${length} code points`);
    }
    return {
      type: string(span.type, `spans[${i}].type`, path),
      start,
      end,
      value: stringOrNull(span.value, `spans[${i}].value`, path),
    };
  });
}

function parseDropped(json: unknown, i: number): Dropped {
  const item = fields(json, DROPPED_KEYS, `dropped[${i}]`, null);
  return {
    kind: string(item.kind, `dropped[${i}].kind`, '/'),
    count: wholeNumber(item.count, `dropped[${i}].count`, '/'),
    reason: string(item.reason, `dropped[${i}].reason`, '/'),
  };
}

function blockKind(value: unknown, path: string): BlockKind {
  if (typeof value === 'string' && (BLOCK_KINDS as readonly string[]).includes(value))
    return value as BlockKind;
  throw bad(path, `kind ${show(value)} is none of ${BLOCK_KINDS.join(', ')}`);
}

function confidence(value: unknown, matchedBy: string, path: string): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) {
    throw bad(path, `confidence should be a number from 0 to 1, not ${show(value)}`);
  }
  if ((value === 0) !== (matchedBy === 'fallback')) {
    throw bad(
      path,
      `confidence is ${value} and matched_by is "${matchedBy}": 0 goes with "fallback", and only with it`,
    );
  }
  return value;
}

function attributes(value: unknown, path: string): Record<string, unknown> {
  if (!isObject(value)) throw bad(path, `attrs should be an object, not ${show(value)}`);
  return copyJson(value, path, 0) as Record<string, unknown>;
}

/** A copy of a JSON value, of its own keys alone and in their order. */
function copyJson(value: unknown, path: string, depth: number): unknown {
  if (depth > MAX_DEPTH) {
    throw new DocumentError('too_deep', `attrs of ${path} nest deeper than ${MAX_DEPTH} levels`, path);
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((item) => copyJson(item, path, depth + 1));
  if (!isObject(value)) throw bad(path, `attrs hold ${show(value)}, which JSON has no form for`);
  const copy = {};
  for (const [key, item] of Object.entries(value)) {
    // By definition and not by assignment: `__proto__` is a key like any other here.
    Object.defineProperty(copy, key, {
      value: copyJson(item, path, depth + 1),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}

function fields<K extends string>(
  json: unknown,
  keys: readonly K[],
  what: string,
  path: string | null,
): Fields<K> {
  if (!isObject(json)) throw bad(path, `${what} should be an object, not ${show(json)}`);
  for (const key of Object.keys(json)) {
    if (!(keys as readonly string[]).includes(key)) {
      throw bad(
        path,
        `${what} has an unknown key ${show(key)}${didYouMean(key, keys)}; its keys are ${keys.join(', ')}`,
      );
    }
  }
  for (const key of keys) {
    // Only own keys: what an object inherits is not in its JSON.
    if (!Object.hasOwn(json, key)) throw bad(path, `${what} lacks the key "${key}"`);
  }
  return json as Fields<K>;
}

function list(value: unknown, key: string, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw bad(path, `${key} should be a list, not ${show(value)}`);
  return value;
}

function string(value: unknown, key: string, path: string): string {
  if (typeof value !== 'string') throw bad(path, `${key} should be a string, not ${show(value)}`);
  return value;
}

function stringOrNull(value: unknown, key: string, path: string): string | null {
  if (value !== null && typeof value !== 'string') {
    throw bad(path, `${key} should be a string or null, not ${show(value)}`);
  }
  return value;
}

function wholeNumber(value: unknown, key: string, path: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw bad(path, `${key} should be a whole number of at least 0, not ${show(value)}`);
  }
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bad(path: string | null, message: string): DocumentError {
  return new DocumentError('bad_tree', path === null ? message : `${shorten(path)}: ${message}`, path);
}

/** A value as it may stand in a message: short, whatever it is. */
function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return shorten(typeof value === 'string' ? JSON.stringify(value) : String(value));
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
