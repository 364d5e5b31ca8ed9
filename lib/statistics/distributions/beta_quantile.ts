import { logFront, logIncompleteBeta, type Share, shareOf } from "./incomplete_beta.ts";

/** Most steps of Newton's method. */
const MAX_STEPS = 1_000;

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
 * import { betaQuantile } from "codebias/statistics/distributions/beta_quantile.ts";
 * import assert from "node:assert/strict";
 * const { value, complement } = betaQuantile(0.25, 1, 1);
 * assert(Math.abs(value - 0.25) < 1e-15 && Math.abs(complement - 0.75) < 1e-15);
 * ```
 */
export function betaQuantile(u: number, a: number, b: number): Share {
  if (!(u > 0 && u < 1)) throw new RangeError(`Cannot give the quantile of ${u}: it must be in (0, 1)`);
  if (!(a > 0 && b > 0 && a < Infinity && b < Infinity)) {
    throw new RangeError(`Cannot use the shapes ${a} and ${b}: they must be above 0`);
  }
  const shape: Shape = { a, b };
  if (Math.log(u) <= logTail(logMean(shape), shape)) return toQuantile(solveTail(Math.log(u), shape));
  const { value, complement } = toQuantile(solveTail(Math.log1p(-u), { a: b, b: a }));
  return shareOf(complement, value);
}

interface Shape {
  readonly a: number;
  readonly b: number;
}

function logMean({ a, b }: Shape): number {
  return Math.log(a / (a + b));
}

function toQuantile(log: number): Share {
  return { log, value: Math.exp(log), complement: -Math.expm1(log) };
}

/** The logarithm of the x at or below the mean with log I_x(a, b) = target. */
function solveTail(target: number, shape: Shape): number {
  let high = logMean(shape);
  let step = 1;
  let low = high - step;
  while (logTail(low, shape) > target) low = high - (step *= 2);
  let x = low + (high - low) / 2;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    if (!(x > low && x < high)) x = low + (high - low) / 2;
    const tail = logTail(x, shape);
    const excess = tail - target;
    if (excess > 0) high = x;
    else low = x;
    const next = x - excess / Math.exp(logSlope(x, shape) - tail);
    const precision = 1e-15 * Math.max(1, Math.abs(x));
    if (Math.abs(next - x) <= precision || high - low <= precision) {
      return Math.min(Math.max(next, low), high);
    }
    x = next;
  }
  throw new RangeError(`Cannot give a quantile of Beta(${shape.a}, ${shape.b}): no value was found`);
}

function logTail(log: number, { a, b }: Shape): number {
  return logIncompleteBeta(toQuantile(log), a, b);
}

/** log d I / d log x. */
function logSlope(log: number, { a, b }: Shape): number {
  const x = toQuantile(log);
  return logFront(x, a, b) - Math.log(x.complement);
}
