/** A quantile, and 1 less it, each to full relative precision. */
export interface BetaQuantile {
  readonly value: number;
  readonly complement: number;
}

/** Most steps of Newton's method, and of the continued fraction. */
const MOST_STEPS = 100_000;

/** Below e to this power, the distribution function is its own leading term. */
const TINY = -600;

/**
 * The value below which a Beta(a, b) variable lies with probability u.
 *
 * Solves I_x(a, b) = u for the logarithm of x or of 1 - x, whichever tail is the smaller, with Newton's method kept
 * within a bracket; the distribution function is a continued fraction. Unlike jStat's, it stays precise for shapes far
 * below 1, where nearly all of the distribution lies next to 0 and 1. Values below 1e-308 become 0.
 *
 * @param u In (0, 1).
 * @param a First shape, above 0. Checked for 1e-12 to 1e6.
 * @param b Second shape, likewise.
 * @throws {RangeError} If an argument is out of range.
 *
 * @example
 * ```ts
 * import { betaQuantile } from "codebias/calibration/beta_quantile.ts";
 * import assert from "node:assert/strict";
 * const { value, complement } = betaQuantile(0.25, 1, 1);
 * assert(Math.abs(value - 0.25) < 1e-15 && Math.abs(complement - 0.75) < 1e-15);
 * ```
 */
export function betaQuantile(u: number, a: number, b: number): BetaQuantile {
  if (!(u > 0 && u < 1)) throw new RangeError(`Cannot give the quantile of ${u}: it must be in (0, 1)`);
  if (!(a > 0 && b > 0 && a < Infinity && b < Infinity)) {
    throw new RangeError(`Cannot use the shapes ${a} and ${b}: they must be above 0`);
  }
  const shape: Shape = { a, b, logBeta: logGamma(a) + logGamma(b) - logGamma(a + b) };
  if (Math.log(u) <= logTail(logMean(shape), shape)) return toQuantile(solveTail(Math.log(u), shape));
  const { value, complement } = toQuantile(solveTail(Math.log1p(-u), { ...shape, a: b, b: a }));
  return { value: complement, complement: value };
}

interface Shape {
  readonly a: number;
  readonly b: number;
  /** The logarithm of the beta function. */
  readonly logBeta: number;
}

function logMean({ a, b }: Shape): number {
  return Math.log(a / (a + b));
}

function toQuantile(logValue: number): BetaQuantile {
  return { value: Math.exp(logValue), complement: -Math.expm1(logValue) };
}

/** The logarithm of the x at or below the mean with log I_x(a, b) = target. */
function solveTail(target: number, shape: Shape): number {
  let high = logMean(shape);
  let step = 1;
  let low = high - step;
  while (logTail(low, shape) > target) low = high - (step *= 2);
  let x = (target + Math.log(shape.a) + shape.logBeta) / shape.a;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    if (!(x > low && x < high)) x = low + (high - low) / 2;
    const excess = logTail(x, shape) - target;
    if (excess > 0) high = x;
    else low = x;
    const next = x - excess / logSlope(x, shape);
    const precision = 1e-15 * Math.max(1, Math.abs(x));
    if (Math.abs(next - x) <= precision || high - low <= precision) {
      return Math.min(Math.max(next, low), high);
    }
    x = next;
  }
  throw new RangeError(`Cannot give a quantile of Beta(${shape.a}, ${shape.b}): no value was found`);
}

/** d log I / d log x. */
function logSlope(logX: number, shape: Shape): number {
  const { a, b, logBeta } = shape;
  if (logX < TINY) return a;
  return Math.exp(a * logX + (b - 1) * Math.log(-Math.expm1(logX)) - logBeta - logTail(logX, shape));
}

/** log I_x(a, b). */
function logTail(logX: number, { a, b, logBeta }: Shape): number {
  if (logX < TINY) return a * logX - Math.log(a) - logBeta;
  const x = Math.exp(logX);
  const y = -Math.expm1(logX);
  const front = a * logX + b * Math.log(y) - logBeta;
  if (x < (a + 1) / (a + b + 2)) return front - Math.log(a) + Math.log(fraction(x, a, b));
  return Math.log1p(-Math.min(1, Math.exp(front - Math.log(b)) * fraction(y, b, a)));
}

/** The continued fraction of the incomplete beta function, by Lentz's method. */
function fraction(x: number, a: number, b: number): number {
  const least = 1e-300;
  const kept = (value: number) => Math.abs(value) < least ? least : value;
  let c = 1;
  let d = 1 / kept(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < MOST_STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / kept(1 + even * d);
    c = kept(1 + even / c);
    value *= d * c;
    const odd = -((a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / kept(1 + odd * d);
    c = kept(1 + odd / c);
    const change = d * c;
    value *= change;
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return value;
}

/** Stirling's series, after the recurrence has made the argument large. */
function logGamma(x: number): number {
  let shift = 0;
  let z = x;
  if (z < 15) {
    let product = 1;
    for (; z < 15; z++) product *= z;
    shift = Math.log(product);
  }
  const r = 1 / (z * z);
  const series = (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r / 1188)))) / z;
  return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series - shift;
}
