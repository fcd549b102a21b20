/**
 * A ratio as it stands on the wire, with four decimals. Inside, full precision is kept; rounding at the boundary keeps a
 * difference of 1e-9 between two machines or measures out of the document.
 */
export function roundRatio(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
