import { deviance, stirlingError } from "./stirling.ts";

/** A value in [0, 1] that stays precise next to either end. */
export interface Share {
  readonly log: number;
  readonly value: number;
  /** 1 less the value. */
  readonly complement: number;
}

/** Terms of a continued fraction of this size are no longer distinct from 0. */
const SMALLEST_TERM = 1e-300;

const MAX_STEPS = 100_000;

/**
 * Logarithm of the regularised incomplete beta function I_x(a, b).
 *
 * Lentz's continued fraction below the mean, and 1 less the other tail above it. The factor before the
 * fraction is made of deviances, so that it stays precise for large shapes, where the logarithms of gamma
 * functions cancel.
 *
 * Source: Press et al. (2007), Numerical Recipes, 3rd ed., section 6.4; Loader (2000), Fast and accurate computation of
 * binomial probabilities.
 *
 * @param x In [0, 1].
 * @param a First shape, finite, above 0.
 * @param b Second shape, likewise.
 *
 * @example
 * ```ts
 * import { logIncompleteBeta, shareOf } from "codebias/statistics/distributions/incomplete_beta.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(logIncompleteBeta(shareOf(0.25), 1, 1) - Math.log(0.25)) < 1e-15);
 * ```
 */
export function logIncompleteBeta(x: Share, a: number, b: number): number {
  if (x.value === 0 && x.log === -Infinity) return -Infinity;
  if (x.complement === 0) return 0;
  const front = logFront(x, a, b);
  if (x.value < (a + 1) / (a + b + 2)) return front - Math.log(fraction(x, a, b));
  const rest = Math.exp(front) / fraction(mirrored(x), b, a);
  return Math.log1p(-Math.min(1, rest));
}

/**
 * The regularised incomplete beta function I_x(a, b), as {@linkcode logIncompleteBeta} has it.
 *
 * @example
 * ```ts
 * import { incompleteBeta, shareOf } from "codebias/statistics/distributions/incomplete_beta.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(incompleteBeta(shareOf(0.25), 2, 1) - 0.0625) < 1e-15);
 * ```
 */
export function incompleteBeta(x: Share, a: number, b: number): number {
  return Math.exp(logIncompleteBeta(x, a, b));
}

/** A value in [0, 1]; pass 1 less it where that has digits of its own. */
export function shareOf(value: number, complement = 1 - value): Share {
  return { log: value > 0.5 ? Math.log1p(-complement) : Math.log(value), value, complement };
}

function mirrored({ value, complement }: Share): Share {
  return shareOf(complement, value);
}

/** The logarithm of x^a (1 - x)^b / B(a, b). */
export function logFront(x: Share, a: number, b: number): number {
  const n = a + b;
  const other = x.complement < 0.5 ? Math.log(x.complement) : Math.log1p(-x.value);
  return (Math.log(a / n) + Math.log(b) - Math.log(2 * Math.PI)) / 2 -
    deviance(a, n * x.value, Math.log(n / a) + x.log) -
    deviance(b, n * x.complement, Math.log(n / b) + other) +
    stirlingError(n) - stirlingError(a) - stirlingError(b);
}

/** What the front is divided by: a continued fraction, by Lentz's method. */
function fraction({ value: x, complement: y }: Share, a: number, b: number): number {
  const kept = (value: number) => Math.abs(value) < SMALLEST_TERM ? SMALLEST_TERM : value;
  let value = kept(a * (a * y - b * x + 1) / (a + 1));
  let [c, d] = [value, 0];
  for (let m = 1; m < MAX_STEPS; m++) {
    const [before, after] = [a + 2 * m - 1, a + 2 * m + 1];
    const numerator = (a + m - 1) * (a + b + m - 1) * m * (b - m) * (x / before) ** 2;
    const denominator = m + m * (b - m) * x / before + (a + m) * (a * y - b * x + 1 + m * (1 + y)) / after;
    d = 1 / kept(denominator + numerator * d);
    c = kept(denominator + numerator / c);
    value *= c * d;
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return value;
}
