/**
 * Two sections or clauses that neither say the same nor hold anything that pairs have only small words in common: such a
 * pair hides where either of them went. It is taken back, and not made again.
 */
import { sameHeading, sameHeadingLabel } from './containers.js';
import { containerPairs, type Run } from './run.js';
import { headingOf, KIND_CLASS } from './side.js';

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
  const { source, test } = run;
  for (let child = s + 1; child < source.end[s]; child = source.end[child]) {
    const partner = source.partner[child];
    if (partner >= 0 && test.parent[partner] === t && source.kindClass[child] !== KIND_CLASS.heading)
      return false;
  }
  if (source.kindClass[s] === KIND_CLASS.section) {
    const [a, b] = [headingOf(source, s), headingOf(test, t)];
    if (sameHeading(run, s, t) || sameHeadingLabel(run, s, t)) return false;
    return a < 0 || b < 0 || !isAlike(run, a, b);
  }
  if (source.kindClass[s] !== KIND_CLASS.paragraph) return false;
  if (source.ownWeight[s] === 0 || test.ownWeight[t] === 0)
    return source.blocks[s].label !== test.blocks[t].label;
  return !isAlike(run, s, t);
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
