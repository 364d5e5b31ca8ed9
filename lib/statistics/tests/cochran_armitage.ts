import { checkCount, optionsOf } from "../checks.ts";
import { sum } from "../descriptive.ts";
import { normalP, normalQuantile } from "../distributions/normal.ts";
import { scaleOf } from "../scale.ts";
import type { TestOptions } from "./test_result.ts";

/** How many of the units at one level succeeded. */
export interface TrendLevel {
  /** Place of the level on the scale, e.g. a dose. */
  readonly score: number;
  readonly successes: number;
  readonly n: number;
}

/**
 * Cochran-Armitage test of a linear trend in proportions.
 *
 * With x_i successes of n_i units at score s_i, p̄ = Σx / N and s̄ = Σns / N:
 * z = Σ s(x − n p̄) / √(p̄(1 − p̄) Σ n(s − s̄)²) is about standard normal, and the effect is the slope
 * Σ n(s − s̄)(x/n − p̄) / Σ n(s − s̄)² of the least-squares line of the shares, weighted by n. The variance divides by
 * N, not by N − 1. The interval of the effect is effect ± q √(p̄(1 − p̄) / Σ n(s − s̄)²), q the normal quantile: it
 * excludes 0 where the two-sided p is below 1 − level.
 *
 * Source: Armitage (1955), Biometrics 11(3), 375-386; z² agrees with R `prop.trend.test`, and z √((N − 1) / N) with
 * statsmodels `Table.test_ordinal_association`.
 *
 * @param levels At least two with units and different scores; the order does not matter.
 * @param options.alternative `greater`: the share rises with the score. Defaults to `two-sided`.
 * @param options.level Confidence level in (0, 1) of the interval, which is always two-sided. Defaults to 0.95.
 * @throws {RangeError} If a number is out of range, there is one score only, all units or none succeeded, the slope
 * exceeds the range of numbers, the alternative is unknown, or the level is out of range.
 *
 * @example
 * ```ts
 * import { cochranArmitage } from "codebias/statistics/tests/cochran_armitage.ts";
 * import assert from "node:assert/strict";
 * const { statistic, effect } = cochranArmitage([
 *   { score: 0, successes: 2, n: 10 },
 *   { score: 1, successes: 4, n: 10 },
 *   { score: 2, successes: 6, n: 10 },
 * ]);
 * assert(Math.abs(effect - 0.2) < 1e-12);
 * assert(Math.abs(statistic - 4 / Math.sqrt(4.8)) < 1e-12);
 * ```
 */
export function cochranArmitage(levels: readonly TrendLevel[], options: TestOptions = {}) {
  const { alternative, level } = optionsOf(options, { alternative: "two-sided", level: 0.95 });
  checkLevels(levels);
  const n = sum(levels.map((level) => level.n));
  const successes = sum(levels.map((level) => level.successes));
  if (successes === 0 || successes === n) {
    const who = successes === 0 ? "none" : "all";
    throw new RangeError(
      `Cannot test a trend: ${who} of the ${n} units succeeded, so that there is no variance`,
    );
  }
  const share = successes / n;
  const unit = scaleOf(levels.map(({ score }) => score));
  const places = placesOf(levels, unit);
  const spread = sum(levels.map((level, at) => level.n * places[at] ** 2));
  const rise = sum(levels.map((level, at) => places[at] * (level.successes - level.n * share)));
  const deviation = Math.sqrt(share * (1 - share) * spread);
  const effect = rise / spread / unit;
  if (!Number.isFinite(effect)) {
    throw new RangeError(
      "Cannot give the slope: the scores are so close that it exceeds the range of numbers",
    );
  }
  const reach = normalQuantile((1 - level) / 2) * deviation / spread / unit;
  return {
    test: "Cochran-Armitage test of trend",
    /** z, above 0 if the share of successes rises with the score. */
    statistic: rise / deviation,
    df: null,
    p: normalP(rise / deviation, alternative),
    alternative,
    method: "asymptotic" as const,
    /** Change of the share of successes per unit of score. */
    effect,
    ...{ low: effect - reach, high: effect + reach, level },
  };
}

/** Distances of the scores from their mean, in a unit in which no square leaves the range of numbers. */
function placesOf(levels: readonly TrendLevel[], unit: number): number[] {
  // From the first score, so that a large value common to all does not take the digits of the differences.
  const from = levels.map(({ score }) => score / unit - levels[0].score / unit);
  const centre = sum(levels.map((level, at) => level.n * from[at])) / sum(levels.map((level) => level.n));
  return from.map((place) => place - centre);
}

function checkLevels(levels: readonly TrendLevel[]): void {
  for (const { score, successes, n } of levels) {
    if (!Number.isFinite(score)) throw new RangeError(`Cannot use score ${score}: it must be finite`);
    checkCount("units at a level", n, 1);
    checkCount("successes at a level", successes, 0, n);
  }
  if (new Set(levels.map(({ score }) => score)).size >= 2) return;
  throw new RangeError(
    `Cannot test a trend: ${levels.length} level(s) with at most one score are given, at least 2 scores are needed`,
  );
}
