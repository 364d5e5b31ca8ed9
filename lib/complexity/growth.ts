import type { Series } from "./series.ts";

/** Sizes from the largest one divided by `SPAN` on are used, where costs are above this multiple of the least one. */
const SPAN = 16;
const ABOVE_LEAST = 4;
const LEAST_SIZES = 4;

/** The larger sizes of a series, where work that is done once weighs little and costs show how they grow. */
export function growingPart({ n, t }: Series): Series {
  const largest = n[n.length - 1];
  const least = Math.min(...t);
  const wide = n.flatMap((size, at) => size * SPAN >= largest ? [at] : []);
  const grown = wide.filter((at) => t[at] > ABOVE_LEAST * least);
  const kept = [grown, wide].find((some) => some.length >= LEAST_SIZES) ?? [...n.keys()].slice(-LEAST_SIZES);
  return { n: kept.map((at) => n[at]), t: kept.map((at) => t[at]) };
}

/**
 * How fast a cost grows at the larger sizes: the exponent k for which n^k grows like it.
 *
 * It is the slope of ln t over ln n, by least squares, from a sixteenth of the largest size on, where the cost is more
 * than four times the least one.
 *
 * @param series At least four sizes, all costs above 0.
 *
 * @example
 * ```ts
 * import { exponentOf } from "codebias/complexity/growth.ts";
 * import assert from "node:assert/strict";
 * const n = [10, 20, 40, 80, 160];
 * assert(Math.abs(exponentOf({ n, t: n.map((size) => 3 * size ** 2) }) - 2) < 1e-9);
 * ```
 */
export function exponentOf(series: Series): number {
  const { n, t } = growingPart(series);
  return straightLine(n.map(Math.log), t.map(Math.log)).slope;
}

/**
 * Standard error of that exponent, if each cost has a relative error of its own: σ / √Σ(ln n − mean ln n)².
 *
 * @param noise σ, standard deviation of ln t.
 */
export function exponentError(series: Series, noise: number): number {
  const x = growingPart(series).n.map(Math.log);
  const mean = meanOf(x);
  return noise / Math.sqrt(squares(x.map((value) => value - mean)));
}

/**
 * Whether a cost grows faster than any power: over the larger sizes its logarithm is a straight line in n, not in ln n.
 * Undefined if neither is clearly straighter.
 *
 * @param series At least four sizes, all costs above 0.
 *
 * @example
 * ```ts
 * import { outgrowsPowers } from "codebias/complexity/growth.ts";
 * import assert from "node:assert/strict";
 * const n = [4, 6, 8, 10, 12, 14, 16];
 * assert.equal(outgrowsPowers({ n, t: n.map((size) => 2 ** size) }), true);
 * assert.equal(outgrowsPowers({ n, t: n.map((size) => size ** 5) }), false);
 * ```
 */
export function outgrowsPowers(series: Series): boolean | undefined {
  const { n, t } = growingPart(series);
  const logs = t.map(Math.log);
  const [exponential, power] = [straightLine(n, logs).residual, straightLine(n.map(Math.log), logs).residual];
  if (2 * exponential < power) return true;
  return 2 * power < exponential ? false : undefined;
}

/**
 * The line y = a + b x with the least sum of squared residuals; b is 0 where x does not vary.
 *
 * @param x At least one finite number.
 * @param y As many.
 * @returns The line, with the sum of the squared distances of y from it, in the units of y, squared.
 */
export function straightLine(x: readonly number[], y: readonly number[]) {
  const [centre, level] = [meanOf(x), meanOf(y)];
  let [across, along] = [0, 0];
  for (const [at, value] of x.entries()) {
    across += (value - centre) ** 2;
    along += (value - centre) * (y[at] - level);
  }
  const slope = across > 0 ? along / across : 0;
  const intercept = level - slope * centre;
  const residual = squares(y.map((value, at) => value - level - slope * (x[at] - centre)));
  return { intercept, slope, residual };
}

/** The sum of squares. */
export function squares(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value ** 2, 0);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
