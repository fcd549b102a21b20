/** The differences between two pieces of JSON data, told by a path that a person can follow. */

/** A value that is not the same. */
export interface FactDifference {
  /**
   * Where: `config.profile`; for a block its side and its address, `source/section[2].label`; for an entry of a list whose
   * entries have addresses, that address in brackets.
   */
  readonly path: string;
  /** Undefined where there is nothing. */
  readonly expected: unknown;
  readonly actual: unknown;
}

type Data = Readonly<Record<string, unknown>>;

/** Every difference between two values, in the order of the expected one's keys; what only the actual one has comes last. */
export function factsBetween(path: string, expected: unknown, actual: unknown): FactDifference[] {
  if (expected === actual) return [];
  if (isBlock(expected) && isBlock(actual)) return blockFacts(path, expected, actual);
  if (isData(expected) && isData(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...keys].flatMap((key) => factsBetween(join(path, key), own(expected, key), own(actual, key)));
  }
  if (Array.isArray(expected) && Array.isArray(actual)) return listFacts(path, expected, actual);
  return [{ path, expected, actual }];
}

function listFacts(path: string, expected: readonly unknown[], actual: readonly unknown[]): FactDifference[] {
  const [a, b] = [byAddress(expected), byAddress(actual)];
  if (a === null || b === null) {
    return wholeFact(path, expected, actual);
  }
  return keyedFacts((key) => `${path}[${key}]`, a, b);
}

/** Both trees block by block: a block that is inserted must not make a difference of every block after it in a list. */
function blockFacts(path: string, expected: Data, actual: Data): FactDifference[] {
  // `source.root` and the address `/section[1]` make `source/section[1]`.
  const side = path.replace(/\.root$/, '');
  const [a, b] = [blocksOf(expected), blocksOf(actual)];
  if (a === null || b === null) return wholeFact(path, expected, actual);
  return keyedFacts((key) => `${side}${key}`, a, b);
}

/** Two values that have no parts to tell apart by name. */
function wholeFact(path: string, expected: unknown, actual: unknown): FactDifference[] {
  return JSON.stringify(expected) === JSON.stringify(actual) ? [] : [{ path, expected, actual }];
}

function keyedFacts(
  pathOf: (key: string) => string,
  expected: ReadonlyMap<string, unknown>,
  actual: ReadonlyMap<string, unknown>,
): FactDifference[] {
  const keys = new Set([...expected.keys(), ...actual.keys()]);
  const facts = [...keys].flatMap((key) => factsBetween(pathOf(key), expected.get(key), actual.get(key)));
  const common = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>) =>
    [...one.keys()].filter((key) => other.has(key));
  const [a, b] = [common(expected, actual), common(actual, expected)];
  if (a.some((key, i) => key !== b[i])) facts.push({ path: `${pathOf('')} order`, expected: a, actual: b });
  return facts;
}

/** Blocks by address, each without its children; null when that is no tree whose every block has an address of its own. */
function blocksOf(root: Data): Map<string, unknown> | null {
  const blocks = new Map<string, unknown>();
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const block = stack.pop();
    if (!isBlock(block) || blocks.has(block.path)) return null;
    const { children, ...rest } = block;
    blocks.set(block.path, rest);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
  }
  return blocks;
}

/** The entries of a list by the address that each has; null when some have none, or two have one. */
function byAddress(list: readonly unknown[]): Map<string, unknown> | null {
  const entries = new Map<string, unknown>();
  for (const item of list) {
    const key = isData(item) ? (item.address ?? item.source_path) : undefined;
    if (typeof key !== 'string' || entries.has(key)) return null;
    entries.set(key, item);
  }
  return entries;
}

function isBlock(value: unknown): value is Data & { path: string; children: unknown[] } {
  return isData(value) && typeof value.path === 'string' && Array.isArray(value.children);
}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(data: Data, key: string): unknown {
  return Object.hasOwn(data, key) ? data[key] : undefined;
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
