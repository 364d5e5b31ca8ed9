import { deviance, stirlingError } from "./stirling.ts";

/**
 * The regularised upper incomplete gamma function Q(a, x), precise far into the tail.
 *
 * Legendre's continued fraction, or 1 less the series of the lower function.
 *
 * Source: Abramowitz and Stegun (1964), Handbook of Mathematical Functions, 6.5.29 and 6.5.31; agrees with SciPy
 * `special.gammaincc`.
 *
 * @param a Finite, above 0.
 * @param x At least 0, also infinite.
 *
 * @example
 * ```ts
 * import { upperGamma } from "codebias/statistics/distributions/incomplete_gamma.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(upperGamma(1, 3) - Math.exp(-3)) < 1e-16);
 * ```
 */
export function upperGamma(a: number, x: number): number {
  if (x === 0) return 1;
  if (x === Infinity) return 0;
  const error = a === 0.5 ? ERROR_OF_HALF : stirlingError(a);
  const front = Math.sqrt(a / (2 * Math.PI)) * Math.exp(-deviance(a, x) - error);
  return x < a + 1 ? 1 - front * lowerSeries(a, x) : front * upperFraction(a, x);
}

/** What the normal distribution needs, which is asked for millions of times. */
const ERROR_OF_HALF = stirlingError(0.5);

function lowerSeries(a: number, x: number): number {
  let [term, total] = [1 / a, 1 / a];
  for (let k = 1; term > total * 1e-17; k++) {
    term *= x / (a + k);
    total += term;
  }
  return total;
}

/** Lentz's method, in the form of Thompson and Barnett. */
function upperFraction(a: number, x: number): number {
  let denominator = x + 1 - a;
  let [c, d] = [Infinity, 1 / denominator];
  let value = d;
  for (let k = 1;; k++) {
    const numerator = -k * (k - a);
    denominator += 2;
    d = 1 / (numerator * d + denominator);
    c = denominator + numerator / c;
    value *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) return value;
  }
}
