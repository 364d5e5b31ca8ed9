import { type Alternative, checkChoice, checkLists, checkRange, optionsOf } from "../checks.ts";
import { normalP } from "../distributions/normal.ts";
import { pairedDifferences } from "../scale.ts";
import { midranks, tieTerm } from "./ranks.ts";
import { symmetricP } from "./tails.ts";

/** How p can be found. */
const METHODS = ["auto", "exact", "asymptotic"] as const;

/** Most pairs that differ for which an exact p is computed. */
const MAX_EXACT = 500;

/** SciPy's rule: exact up to 50 pairs if no differences are tied or zero, else up to 13. */
const AUTO_UNTIED = 50;
const AUTO_TIED = 13;

/**
 * Wilcoxon signed-rank test of whether the paired differences b − a are centred on zero.
 *
 * Pairs without a difference, but for rounding, are left out; other differences are tied only if they are equal to the
 * last digit, so that rates are best given as whole numbers of equal steps. W⁺ and W⁻ are the sums of the midranks of |b − a| where b is above or
 * below a. The exact p counts the 2ⁿ equally likely signs of these ranks, tied or not; the asymptotic one takes
 * z = (W⁺ − n(n + 1)/4) / √((n(n + 1)(2n + 1) − Σ(t³ − t)/2) / 24) as standard normal, without a correction for
 * continuity. `auto` is exact for at most 50 pairs if no differences are tied or zero, for at most 13 otherwise.
 *
 * Source: Wilcoxon (1945), Biometrics Bulletin 1(6), 80-83; Kerby (2014), Comprehensive Psychology 3, article 1
 * (effect); agrees with `scipy.stats.wilcoxon(b, a)` (SciPy 1.18), which however takes tied ranks for untied
 * where `exact` is asked for.
 *
 * @param a Values before, or under the first condition, at least one.
 * @param b Values of the same units under the second condition.
 * @param options.alternative `greater`: b tends to be above a. Defaults to `two-sided`.
 * @param options.method How p is found. Defaults to `auto`.
 * @throws {RangeError} If the lists differ in length, are empty, or hold a value that is not finite; if no pair
 * differs, or one difference exceeds the range of numbers; if `exact` is asked for more than 500 pairs that differ; if
 * an option is unknown.
 *
 * @example
 * ```ts
 * import { wilcoxonSignedRank } from "codebias/statistics/tests/wilcoxon.ts";
 * import assert from "node:assert/strict";
 * const { statistic, p, effect } = wilcoxonSignedRank([1, 1, 1, 1, 1], [2, 3, 4, 5, 1]);
 * assert.deepEqual([statistic, p, effect], [0, 0.125, 1]);
 * ```
 */
export function wilcoxonSignedRank(
  a: readonly number[],
  b: readonly number[],
  options: { alternative?: Alternative; method?: typeof METHODS[number] } = {},
) {
  const { alternative, method: asked } = optionsOf(options, { alternative: "two-sided", method: "auto" });
  checkChoice("method", asked, METHODS);
  checkLists({ "list a": a, "list b": b }, 1, true);
  const differences = pairedDifferences(a, b).filter((difference) => difference !== 0);
  const n = differences.length;
  if (n === 0) throw new RangeError(`Cannot rank the differences: all ${a.length} pairs are equal`);
  checkRange("a difference", differences);
  const sizes = differences.map(Math.abs);
  const ranks = midranks(sizes);
  const up = ranks.reduce((sum, rank, i) => differences[i] > 0 ? sum + rank : sum, 0);
  const total = n * (n + 1) / 2;
  const ties = tieTerm(sizes);
  const method = methodFor(asked, { all: a.length, differing: n, tied: ties > 0 });
  return {
    test: "Wilcoxon signed-rank test",
    /** The smaller rank sum if two-sided, else that of the pairs in which b is above a. */
    statistic: alternative === "two-sided" ? Math.min(up, total - up) : up,
    df: null,
    p: method === "exact"
      ? symmetricP([up, total - up], alternative, (w) => atMost(w, ranks))
      : asymptoticP(up, { n, ties }, alternative),
    alternative,
    method,
    /** Matched-pairs rank-biserial correlation, (W⁺ − W⁻) / (W⁺ + W⁻), in [−1, 1]; above 0 if b tends to be above a. */
    effect: (2 * up - total) / total,
    /** Number of pairs that differ. */
    n,
    /** Number of pairs left out because they do not differ. */
    zeros: a.length - n,
  };
}

function methodFor(
  asked: typeof METHODS[number],
  pairs: { all: number; differing: number; tied: boolean },
): "exact" | "asymptotic" {
  const { all, differing, tied } = pairs;
  if (asked === "auto") {
    return all <= (tied || differing < all ? AUTO_TIED : AUTO_UNTIED) ? "exact" : "asymptotic";
  }
  if (asked === "exact" && differing > MAX_EXACT) {
    throw new RangeError(
      `Cannot compute an exact p for ${differing} pairs that differ: there must be at most ${MAX_EXACT}`,
    );
  }
  return asked;
}

function asymptoticP(up: number, pairs: { n: number; ties: number }, alternative: Alternative): number {
  const { n, ties } = pairs;
  const sd = Math.sqrt((n * (n + 1) * (2 * n + 1) - ties / 2) / 24);
  return normalP((up - n * (n + 1) / 4) / sd, alternative);
}

/** Probability that W⁺ is at most w. Ranks are doubled, so that midranks are integers too. */
function atMost(w: number, ranks: readonly number[]): number {
  let reach = 0;
  const chance = new Float64Array(2 * w + 1);
  chance[0] = 1;
  for (const rank of ranks) {
    const step = 2 * rank;
    reach = Math.min(2 * w, reach + step);
    for (let sum = reach; sum >= 0; sum -= 1) {
      chance[sum] = (chance[sum] + (sum >= step ? chance[sum - step] : 0)) / 2;
    }
  }
  return Math.min(1, chance.reduce((sum, part) => sum + part, 0));
}
