import { mustBe } from "../../core/kinds.ts";
import { checkRange, optionsOf } from "../checks.ts";
import { type Comparison, meanDifference } from "../intervals/mean_difference.ts";
import { tQuantile, tTail } from "../distributions/student_t.ts";

const NAMES = {
  welch: "two one-sided tests (Welch)",
  pooled: "two one-sided tests (pooled variance)",
  paired: "two one-sided tests (paired)",
} as const;

/**
 * Equivalence test of two means: whether their difference lies between −margin and +margin (TOST).
 *
 * With the difference D = b̄ − ā, its standard error and its degrees of freedom, the hypotheses that it is at most −margin
 * and at least +margin are tested with t = (D + margin) / SE and t = (D − margin) / SE. p is the larger of both p-values; it is at
 * most α exactly if the interval of level 1 − 2α, which the result has, lies within the margins.
 *
 * Source: Schuirmann (1987), Journal of Pharmacokinetics and Biopharmaceutics 15(6), 657-680; agrees with statsmodels
 * `ttost_ind(b, a)` and `ttost_paired(b, a)`.
 *
 * @param a At least two values.
 * @param b At least two values; for `paired` those of the same units in the same order.
 * @param options.margin Largest difference that does not matter, in the unit of the values, above 0.
 * @param options.kind What the lists are. Defaults to `welch`.
 * @param options.alpha Level of significance α in (0, 0.5). Defaults to 0.05.
 * @throws {RangeError} If there are too few values, one is not finite, pairs are incomplete, nothing varies, or an option is
 * out of range.
 *
 * @example
 * ```ts
 * import { equivalenceT } from "codebias/statistics/tests/equivalence.ts";
 * import assert from "node:assert/strict";
 * const a = [0.4, 0.5, 0.6, 0.5], b = [0.5, 0.5, 0.6, 0.4];
 * assert.equal(equivalenceT(a, b, { margin: 0.2 }).equivalent, true);
 * assert.equal(equivalenceT(a, b, { margin: 0.01 }).equivalent, false);
 * ```
 */
export function equivalenceT(
  a: readonly number[],
  b: readonly number[],
  options: { margin: number; kind?: Comparison; alpha?: number },
) {
  const { margin, kind, alpha } = optionsOf(options, { margin: undefined, kind: "welch", alpha: 0.05 });
  checkOptions(margin, alpha);
  const found = meanDifference(a, b, kind);
  const { difference, standardError, df } = found;
  const [up, down] = [(difference + margin) / standardError, (difference - margin) / standardError];
  const above = { statistic: up, p: tTail(up, df) };
  const below = { statistic: down, p: tTail(-down, df) };
  const p = Math.max(above.p, below.p);
  const reach = tQuantile(alpha, df) * standardError;
  const bounds = { low: difference - reach, high: difference + reach, level: 1 - 2 * alpha };
  checkRange("an interval", [bounds.low, bounds.high]);
  const equivalent = p <= alpha;
  return {
    test: NAMES[kind],
    /** The larger p of the two tests. */
    p,
    method: "asymptotic" as const,
    ...found,
    /** Of the difference, at the level 1 − 2α. */
    ...bounds,
    /** Test against a difference of at most −margin; large values speak for equivalence. */
    above,
    /** Test against a difference of at least +margin; small values speak for equivalence. */
    below,
    ...{ margin, alpha },
    /** Whether p is at most alpha. */
    equivalent,
  };
}

function checkOptions(margin: number, alpha: number): void {
  mustBe(margin > 0 && margin < Infinity, `use margin ${margin}`, "finite and > 0");
  if (!(alpha > 0 && alpha < 0.5)) throw new RangeError(`Cannot use alpha ${alpha}: it must be in (0, 0.5)`);
}
