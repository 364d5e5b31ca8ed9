import assert from "node:assert/strict";
import jStat from "jstat";

/** Fails unless two numbers differ by no more than the tolerance. */
export function near(actual: number, expected: number, tolerance: number, what = ""): void {
  assert(
    Math.abs(actual - expected) <= tolerance,
    `${what} ${actual} is not ${expected} within ${tolerance}`,
  );
}

/** The probability that counts this far from the shares, or farther, come by chance: Pearson's test. */
export function chiSquareP(counts: ReadonlyMap<string, number>, shares: ReadonlyMap<string, number>): number {
  const n = [...counts.values()].reduce((sum, count) => sum + count, 0);
  for (const name of counts.keys()) assert(shares.has(name), `${name} has no probability but was drawn`);
  // Shares too small for the approximation count together.
  const rare = [...shares].filter(([, p]) => n * p < 5);
  const cells = [...shares].filter(([, p]) => n * p >= 5).map(([name, p]) => [counts.get(name) ?? 0, p]);
  const restP = rare.reduce((sum, [, p]) => sum + p, 0);
  if (n * restP > 1) cells.push([rare.reduce((sum, [name]) => sum + (counts.get(name) ?? 0), 0), restP]);
  if (cells.length < 2) return 1;
  const statistic = cells.reduce((sum, [count, p]) => sum + (count - n * p) ** 2 / (n * p), 0);
  return 1 - jStat.chisquare.cdf(statistic, cells.length - 1);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function variance(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}
