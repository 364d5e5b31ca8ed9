import { checkCount, checkOutcomes, optionsOf } from "../checks.ts";
import { clopperPearson } from "../intervals/clopper_pearson.ts";
import { signP } from "./sign_test.ts";
import type { TestOptions } from "./test_result.ts";

/**
 * McNemar's exact test of whether success is as likely in b as in a, from the discordant pairs.
 *
 * Of the n discordant pairs, the number with success in b only is binomial(n, π), and π = 1/2 is tested. The odds
 * ratio is π / (1 − π), and its interval comes from the Clopper-Pearson bounds of π; it is two-sided whatever the
 * alternative. Without discordant pairs p is 1, as `note` says.
 *
 * Source: McNemar (1947), Psychometrika 12(2), 153-157; Clopper and Pearson (1934), Biometrika 26(4), 404-413;
 * agrees with statsmodels `mcnemar(exact=True)` and with `scipy.stats.binomtest`.
 *
 * @param onlyA Number of pairs with success in a only.
 * @param onlyB Number of pairs with success in b only.
 * @param options.alternative `greater`: success is more likely in b. Defaults to `two-sided`.
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @throws {RangeError} If a number is not a count or an option is out of range.
 *
 * @example
 * ```ts
 * import { mcnemarExact } from "codebias/statistics/tests/mcnemar.ts";
 * import assert from "node:assert/strict";
 * const { p, oddsRatio } = mcnemarExact(2, 8);
 * assert(Math.abs(p - 0.109375) < 1e-15);
 * assert.equal(oddsRatio, 4);
 * ```
 */
export function mcnemarExact(onlyA: number, onlyB: number, options: TestOptions = {}) {
  const { alternative, level } = optionsOf(options, { alternative: "two-sided", level: 0.95 });
  checkCount("pairs with success in a only", onlyA);
  checkCount("pairs with success in b only", onlyB);
  const none = onlyA + onlyB === 0;
  return {
    test: "McNemar's exact test",
    /** The smaller number of discordant pairs. */
    statistic: Math.min(onlyA, onlyB),
    df: null,
    p: signP(onlyB, onlyA, alternative),
    alternative,
    method: "exact" as const,
    /** Pairs with success in a only and in b only. */
    discordant: { onlyA, onlyB },
    /** Odds ratio of b against a, onlyB / onlyA; Infinity if onlyA is 0, null if no pair is discordant. */
    oddsRatio: none ? null : onlyB / onlyA,
    /** Interval of the odds ratio; from 0 to Infinity if no pair is discordant. */
    interval: { low: leastOdds(onlyB, onlyA, level), high: 1 / leastOdds(onlyA, onlyB, level), level },
    /** What to know about p; null if nothing. */
    note: none ? "No pair is discordant, so that p is 1 whatever is true." : null,
  };
}

/**
 * McNemar's exact test of whether success is as likely in b as in a, from all pairs.
 *
 * See {@linkcode mcnemarExact}: only the pairs in which a and b differ count.
 *
 * Source: McNemar (1947), Psychometrika 12(2), 153-157; agrees with statsmodels `mcnemar(exact=True)`.
 *
 * @param a Whether each unit succeeded under the first condition, at least one.
 * @param b Whether the same units succeeded under the second condition.
 * @throws {RangeError} If the lists are empty or differ in length, a value is neither true nor false, or an option is out
 * of range.
 *
 * @example
 * ```ts
 * import { mcnemar } from "codebias/statistics/tests/mcnemar.ts";
 * import assert from "node:assert/strict";
 * const { discordant, p } = mcnemar([false, false, true, true], [true, true, true, true]);
 * assert.deepEqual(discordant, { onlyA: 0, onlyB: 2 });
 * assert(Math.abs(p - 0.5) < 1e-15);
 * ```
 */
export function mcnemar(a: readonly boolean[], b: readonly boolean[], options: TestOptions = {}) {
  for (const outcomes of [a, b]) checkOutcomes(outcomes);
  if (a.length !== b.length) {
    throw new RangeError(`Cannot pair ${a.length} outcomes with ${b.length}: each needs its partner`);
  }
  if (a.length === 0) throw new RangeError("Cannot compare pairs: there are none, at least 1 is needed");
  const onlyA = a.filter((success, i) => success && !b[i]).length;
  const onlyB = b.filter((success, i) => success && !a[i]).length;
  return mcnemarExact(onlyA, onlyB, options);
}

/** Lower Clopper-Pearson bound of the share of k among k + others, as odds. */
function leastOdds(k: number, others: number, level: number): number {
  if (k === 0) return 0;
  const { low } = clopperPearson(k, k + others, { level });
  return low / (1 - low);
}
