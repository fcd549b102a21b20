/** The source document with some of the changes made. */

import { type Accept, acceptedPositions } from './accept.js';
import { arrange, changesWithin, type Placed } from './arrange.js';
import { type Assembly, assemble, type Takes } from './assemble.js';
import { ApplyError, cannotBeMadeWithout, changeNames } from './errors.js';
import type { Node } from './nodes.js';
import { type ComparedTexts, type Prepared, prepare } from './prepare.js';
import { settle } from './settle.js';

/** What to make of two texts and their comparison. */
export interface ApplyOptions extends ComparedTexts {
  /** The changes to make; all that the comparison lists when left out, none for an empty list. */
  readonly accept?: Accept | undefined;
}

/**
 * The source document with the accepted changes made in its own text: Markdown stays Markdown, and what no accepted change
 * touches stays as it is, character for character. What is inserted or moved is spelled as the test document spells it.
 *
 * Accepting everything gives a text that compares to the test document with no change; accepting nothing gives the
 * source. Every text is read again before it is returned, so that it says what it should.
 *
 * @throws ApplyError `wrong_text` for texts other than those compared; `unknown_change`; `needs_other_changes` when one of
 * the changes cannot be made without another (`changes` and `needs` say which); `cannot_apply`; `formats_differ`;
 * `unknown_profile`; `bad_option`. ChangeError `bad_filter`.
 */
export function apply(options: ApplyOptions): string {
  const prepared = prepare(options);
  const accepted = acceptedPositions(options.comparison.changes, options.accept);
  return make(prepared, new Set([...accepted].map((i) => prepared.listed[i]))).assembly.text;
}

/** The text that a set of changes makes, in its stretches, and the blocks in it. */
export interface Made {
  readonly assembly: Assembly;
  readonly placed: readonly Placed[];
}

// What is needed may need others itself; so many steps of that are followed, each of which may read the text some times.
const MOST_STEPS = 5;

/** Makes the changes; `accepted` are indexes among all changes. */
export function make(prepared: Prepared, accepted: ReadonlySet<number>): Made {
  try {
    return makeAsTheyAre(prepared, accepted);
  } catch (error) {
    if (error instanceof ApplyError && error.code === 'needs_other_changes') {
      throw withAllNeeds(prepared, accepted, error);
    }
    throw error;
  }
}

/** The error with what its needs need in turn, so that the changes can be made with all that it names. */
function withAllNeeds(prepared: Prepared, accepted: ReadonlySet<number>, first: ApplyError): ApplyError {
  const { changes } = prepared.material.nodes;
  const positions = new Map(changes.map((change, i) => [change, i]));
  const needed = new Set(first.needs.map((change) => positions.get(change)!));
  for (let step = 0; step < MOST_STEPS; step++) {
    const before = needed.size;
    try {
      makeAsTheyAre(prepared, new Set([...accepted, ...needed]));
    } catch (error) {
      if (!(error instanceof ApplyError)) throw error;
      for (const change of error.needs) needed.add(positions.get(change)!);
    }
    if (needed.size === before) break;
  }
  if (needed.size === first.needs.length) return first;
  const needs = [...needed].sort((a, b) => a - b).map((i) => changes[i]);
  const reason = first.message.slice(first.message.lastIndexOf(': ') + 2);
  return cannotBeMadeWithout(first.changes, needs, reason);
}

function makeAsTheyAre(prepared: Prepared, accepted: ReadonlySet<number>): Made {
  const whole = accepted.size === prepared.material.nodes.changes.length ? wholeTest(prepared) : null;
  if (whole !== null) return whole;
  const settled = settle(prepared.material, accepted, prepared.read);
  if (settled.assembly !== null) return settled;
  throw whyNot(prepared, accepted, settled.failed);
}

/**
 * The test document itself, where the two texts differ in nothing but the blocks that changed: everything that is written
 * in these comes along then, so that nothing of the test document is lost. Null where they differ elsewhere too: then the
 * source's manner of writing is kept wherever the words stayed.
 */
function wholeTest({ material }: Prepared): Made | null {
  const { nodes } = material;
  const placed = arrange(nodes, new Set(nodes.changes.keys()));
  const exact: Takes = { spelling: 'exact', whole: false };
  const takes = new Map(nodes.bySource.filter(({ t }) => t >= 0).map((node) => [node, exact]));
  const assembly = assemble(material, placed, takes);
  return assembly.text === nodes.test.text ? { assembly, placed } : null;
}

// An explanation is worth some readings of the text, not any number: so many tries to make the changes of a set, and so
// many of the changes that were found to be needed left out one by one, to see whether they really are.
const TRIES_TO_MAKE = 6;
const MOST_LEFT_OUT = 8;

/** Finds what would have to be accepted too: looks around the blocks that fail, then wider and wider. */
function whyNot(prepared: Prepared, accepted: ReadonlySet<number>, failed: readonly Placed[]): ApplyError {
  const { nodes } = prepared.material;
  const holds = (set: ReadonlySet<number>): boolean => {
    try {
      return settle(prepared.material, set, prepared.read, TRIES_TO_MAKE).assembly !== null;
    } catch (error) {
      if (error instanceof ApplyError) return false;
      throw error;
    }
  };
  for (const around of surroundings(prepared, failed)) {
    const more = [...around].filter((i) => !accepted.has(i));
    if (more.length === 0 || !holds(new Set([...accepted, ...more]))) continue;
    let needed = more;
    for (const one of more.slice(0, MOST_LEFT_OUT)) {
      const fewer = needed.filter((i) => i !== one);
      if (fewer.length > 0 && holds(new Set([...accepted, ...fewer]))) needed = fewer;
    }
    const here = [...around].filter((i) => accepted.has(i));
    const changes = (here.length > 0 ? here : [...accepted])
      .sort((a, b) => a - b)
      .map((i) => nodes.changes[i]);
    const needs = needed.sort((a, b) => a - b).map((i) => nodes.changes[i]);
    return cannotBeMadeWithout(changes, needs, 'the text would not read as the one without the other');
  }
  const changes = [...accepted].sort((a, b) => a - b).map((i) => nodes.changes[i]);
  return new ApplyError(
    'cannot_apply',
    `no text was found that makes ${changeNames(changes)} and reads as it should; accept more of the changes around, or all`,
    changes,
  );
}

/** The changes of the failing blocks, then those of the blocks above them, up to the whole document. */
function surroundings({ material: { nodes } }: Prepared, failed: readonly Placed[]): Set<number>[] {
  const rings: Set<number>[] = [new Set(failed.flatMap(({ node }) => [...changesWithin(nodes, node)]))];
  const up = (node: Node): Node[] => [
    ...(node.s > 0 ? [nodes.bySource[nodes.source.index.parents[node.s]]] : []),
    ...(node.t > 0 ? [nodes.byTest[nodes.test.index.parents[node.t]]] : []),
  ];
  let level = new Set(failed.map(({ node }) => node));
  // Where a block stands above another in one text and below it in the other, the ways up go in a circle.
  const seen = new Set(level);
  while (level.size > 0) {
    level = new Set([...level].flatMap(up).filter((node) => !seen.has(node)));
    for (const node of level) seen.add(node);
    if (level.size > 0) {
      rings.push(new Set([...level].flatMap((node) => [...changesWithin(nodes, node)])));
    }
  }
  return rings;
}
