/**
 * Two sections or clauses that neither say the same nor hold anything that pairs have only small words in common, and where
 * most of what the one holds went elsewhere, so did it: such a pair hides where either of them went. It is taken back, and
 * not made again.
 */
import { sameHeading, sameHeadingLabel } from './containers.js';
import { containerPairs, type Run } from './run.js';
import { headingOf, KIND_CLASS, type Side } from './side.js';

/**
 * Takes back the hollow pairs, with the headings of sections, and refuses them from now on.
 * @returns whether there were any.
 */
export function releaseHollow(run: Run): boolean {
  let released = false;
  for (const [s, t] of containerPairs(run)) {
    if (run.basis[s] !== 'structural' || !isHollow(run, s, t)) continue;
    const heading = headingOf(run.source, s);
    if (heading >= 0 && run.source.partner[heading] >= 0) run.release(heading);
    run.release(s);
    run.refuse(s, t);
    released = true;
  }
  return released;
}

function isHollow(run: Run, s: number, t: number): boolean {
  return (
    !isKnown(run, s, t) &&
    (isElsewhere(run.source, s, run.test, t) || isElsewhere(run.test, t, run.source, s))
  );
}

/** Whether two blocks are known for one another by what they say. */
function isKnown(run: Run, s: number, t: number): boolean {
  const { source, test } = run;
  if (source.kindClass[s] === KIND_CLASS.section) {
    const [a, b] = [headingOf(source, s), headingOf(test, t)];
    if (sameHeading(run, s, t) || sameHeadingLabel(run, s, t)) return true;
    return a >= 0 && b >= 0 && isAlike(run, a, b);
  }
  if (source.kindClass[s] !== KIND_CLASS.paragraph) return true;
  if (source.ownWeight[s] > 0 && test.ownWeight[t] > 0) return isAlike(run, s, t);
  return source.blocks[s].label === test.blocks[t].label;
}

/**
 * Whether none of a block's children pairs with a child of `partner`, or more of them with the children of another block
 * that has no partner itself.
 */
function isElsewhere(side: Side, block: number, other: Side, partner: number): boolean {
  const weights = new Map<number, number>();
  for (let child = block + 1; child < side.end[block]; child = side.end[child]) {
    const to = side.partner[child];
    if (to < 0 || side.kindClass[child] === KIND_CLASS.heading) continue;
    const parent = other.parent[to];
    weights.set(parent, (weights.get(parent) ?? 0) + side.weight[child]);
  }
  const here = weights.get(partner) ?? 0;
  if (here === 0) return true;
  for (const [parent, weight] of weights) if (weight > here && other.partner[parent] < 0) return true;
  return false;
}

/** Whether two texts have as much in common as any pair that rests on them must. */
function isAlike(run: Run, s: number, t: number): boolean {
  const { source, test, config } = run;
  const caption = source.caption(s);
  return (
    (caption !== '' && caption === test.caption(t)) ||
    (source.letters(s) !== '' && source.letters(s) === test.letters(t)) ||
    run.score(source.tokens(s), test.tokens(t), config.positional_min_similarity) >= 0
  );
}
