import { mustBe } from "../../core/kinds.ts";
import { normalQuantile, normalTail } from "./normal.ts";
import { bracketAround, halved, risingRoot } from "../intervals/rising_root.ts";
import { stirlingError } from "./stirling.ts";

/** Largest |t| / √ν and |δ| / √ν: beyond, the grid on which the integrand is summed has too many points. */
const LARGEST_T = 1e4;
const LARGEST_DELTA = 1e5;

/** Terms below this share of the sum no longer change it. */
const NEGLIGIBLE_SHARE = 1e-18;

/**
 * Probability that a noncentral t variable is at most t.
 *
 * T = (Z + δ) / S with Z standard normal and νS² chi-square with ν degrees of freedom, so that the probability is
 * the expectation of Φ(tS − δ). The trapezoidal rule in ln S converges geometrically, as the integrand is analytic;
 * all its terms are positive, so that small probabilities are as precise as large ones.
 *
 * Source: Johnson, Kotz and Balakrishnan (1995), Continuous Univariate Distributions 2, chapter 31; agrees with the
 * series of Lenth (1989), Applied Statistics 38(1), 185-189, summed in multiple precision, to 1e-11 relative.
 *
 * @param t Finite.
 * @param df Degrees of freedom ν, at least 1.
 * @param delta Noncentrality δ; |t| / √ν may be at most 10,000, |δ| / √ν at most 100,000.
 * @returns In [0, 1]; precise down to 1e-290.
 * @throws {RangeError} If an argument is out of range.
 *
 * @example
 * ```ts
 * import { noncentralTCdf } from "codebias/statistics/distributions/noncentral_t.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(noncentralTCdf(0, 7, 1) - 0.15865525393145707) < 1e-14);
 * assert(Math.abs(noncentralTCdf(2.2281388519862753, 10, 0) - 0.975) < 1e-12);
 * ```
 */
export function noncentralTCdf(t: number, df: number, delta: number): number {
  checkArguments(t, df, delta);
  if (t === 0) return normalTail(delta);
  const mode = modeOfIntegrand(t, df, delta);
  const step = stepOf(t, df, delta, mode);
  const term = (k: number) => integrand(mode + k * step, t, df, delta);
  const total = term(0) + tailSum((k) => term(k)) + tailSum((k) => term(-k));
  return Math.min(1, Math.sqrt(df / Math.PI) * Math.exp(-stirlingError(df / 2)) * step * total);
}

/**
 * Probability that a noncentral t variable exceeds t; precise far into the tail.
 *
 * 1 − F(t; ν, δ) = F(−t; ν, −δ), with F as {@linkcode noncentralTCdf} computes it.
 *
 * Source: as {@linkcode noncentralTCdf}.
 *
 * @param t Finite.
 * @param df Degrees of freedom ν, at least 1.
 * @param delta Noncentrality δ, as {@linkcode noncentralTCdf} takes it.
 * @throws {RangeError} If an argument is out of range.
 *
 * @example
 * ```ts
 * import { noncentralTTail } from "codebias/statistics/distributions/noncentral_t.ts";
 * import assert from "node:assert/strict";
 * assert(Math.abs(noncentralTTail(2.2281388519862753, 10, 0) - 0.025) < 1e-14);
 * ```
 */
export function noncentralTTail(t: number, df: number, delta: number): number {
  return noncentralTCdf(-t, df, -delta);
}

/**
 * The noncentrality at which a noncentral t variable is at most t with a given probability.
 *
 * The δ with F(t; ν, δ) = p; F falls in δ, from 1 to 0. The normal approximation of Johnson and Welch gives the first
 * guess, from which a bracket is widened and then narrowed by regula falsi on the scale of normal quantiles,
 * on which F is nearly a straight line.
 *
 * Source: Johnson and Welch (1940), Biometrika 31(3/4), 362-389; Steiger and Fouladi (1997) for its use in
 * intervals.
 *
 * @param p Probability in (0, 1), at least 1e-200.
 * @param t Finite.
 * @param df Degrees of freedom ν, at least 1.
 * @throws {RangeError} If an argument is out of range, or the solution has no tractable noncentrality.
 *
 * @example
 * ```ts
 * import { noncentralityOf, noncentralTCdf } from "codebias/statistics/distributions/noncentral_t.ts";
 * import assert from "node:assert/strict";
 * const delta = noncentralityOf(0.025, 2.5, 18);
 * assert(Math.abs(noncentralTCdf(2.5, 18, delta) - 0.025) < 1e-14);
 * ```
 */
export function noncentralityOf(p: number, t: number, df: number): number {
  mustBe(p >= 1e-200 && p < 1, `solve for probability ${p}`, "in [1e-200, 1)");
  checkArguments(t, df, 0);
  // The upper tail is solved through the lower one, where probabilities keep their precision.
  if (p > 0.5) return -noncentralityOf(1 - p, -t, df);
  const target = normalQuantile(p);
  const excess = (delta: number) => {
    const below = noncentralTCdf(t, df, delta);
    return normalQuantile(Math.max(1e-300, Math.min(below, 1 - 1e-15))) - target;
  };
  const spread = Math.sqrt(1 + t * t / (2 * df));
  return risingRoot(excess, bracketAround(excess, t + target * spread, spread));
}

function checkArguments(t: number, df: number, delta: number): void {
  if (!Number.isFinite(t) || !Number.isFinite(delta)) {
    throw new RangeError(
      `Cannot compute the noncentral t at t = ${t}, delta = ${delta}: both must be finite`,
    );
  }
  if (!(df >= 1 && df < Infinity)) {
    throw new RangeError(`Cannot use ${df} degrees of freedom: they must be finite and >= 1`);
  }
  const root = Math.sqrt(df);
  if (Math.abs(t) > LARGEST_T * root || Math.abs(delta) > LARGEST_DELTA * root) {
    throw new RangeError(
      `Cannot compute the noncentral t at t = ${t}, delta = ${delta} with ${df} degrees of freedom: ` +
        `|t| / sqrt(df) may be at most ${LARGEST_T}, |delta| / sqrt(df) at most ${LARGEST_DELTA}`,
    );
  }
}

/** Density of ln S, but for its constant factor, times Φ(tS − δ). */
function integrand(u: number, t: number, df: number, delta: number): number {
  return Math.exp(-df / 2 * (Math.expm1(2 * u) - 2 * u)) * normalTail(delta - t * Math.exp(u));
}

/** Where the integrand is highest: it is log-concave in S, so that its logarithmic derivative has one root. */
function modeOfIntegrand(t: number, df: number, delta: number): number {
  const rises = (u: number) => {
    const s = Math.exp(u);
    return millsInverse(delta - t * s) * t * s - df * Math.expm1(2 * u) > 0;
  };
  const direction = t > 0 ? 1 : -1;
  let reach = 1 / 1024;
  while (rises(direction * reach) === t > 0) reach *= 2;
  const [low, high] = halved(rises, t > 0 ? [0, reach] : [-reach, 0], 40);
  return (low + high) / 2;
}

/** Density of the standard normal over its upper tail. */
function millsInverse(x: number): number {
  if (x > 30) return x + 1 / x;
  return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI) / normalTail(x);
}

/** Half the width of the narrowest factor, and at most what the strip of analyticity, π/4 wide, allows. */
function stepOf(t: number, df: number, delta: number, mode: number): number {
  const s = Math.exp(mode);
  return 0.5 / Math.sqrt(25 + 2 * df * Math.max(1, s * s) + t * t * s * s + Math.abs(t * s * delta));
}

/** Sum of the terms 1, 2, …, which fall, until they are negligible. */
function tailSum(term: (k: number) => number): number {
  let total = 0;
  for (let k = 1;; k++) {
    const value = term(k);
    total += value;
    if (value <= total * NEGLIGIBLE_SHARE) return total;
  }
}
