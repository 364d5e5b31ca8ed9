import { type Alternative, checkChoice, checkLists, optionsOf } from "../checks.ts";
import { isConstant } from "../descriptive.ts";
import { normalP } from "../distributions/normal.ts";
import { midranks, tieTerm } from "./ranks.ts";
import { symmetricP } from "./tails.ts";

/** How p can be found. */
const METHODS = ["auto", "exact", "asymptotic"] as const;

/** Largest min(nₐ, n_b)² × max(nₐ, n_b) for which the exact distribution is computed: about 270 against 270. */
const MAX_EXACT_WORK = 20_000_000;

/** In SciPy's rule, groups of at most this size are small. */
const SMALL_GROUP = 8;

/**
 * Mann-Whitney U test (Wilcoxon rank-sum test) of whether b tends to be above a.
 *
 * U = Σ rank(b) − n_b (n_b + 1) / 2 over midranks of both groups. The exact p counts the C(nₐ + n_b, n_b)
 * equally likely arrangements of untied ranks; the asymptotic one takes
 * z = (|U − nₐn_b/2| − 1/2) / √(nₐn_b/12 · (N + 1 − Σ(t³ − t) / (N(N − 1)))), N = nₐ + n_b, as standard normal.
 * `auto` is exact if no values are tied and one group has at most 8 values, else asymptotic; it is also
 * asymptotic where the exact distribution would be too long to compute (8 values against more than 312 500).
 *
 * Source: Mann and Whitney (1947), The Annals of Mathematical Statistics 18(1), 50-60; agrees with
 * `scipy.stats.mannwhitneyu(b, a)` (SciPy 1.18), which however ignores ties where `exact` is asked for.
 *
 * @param a Values of the first group, at least one.
 * @param b Values of the second group, at least one.
 * @param options.alternative `greater`: b tends to be above a. Defaults to `two-sided`.
 * @param options.method How p is found. Defaults to `auto`.
 * @throws {RangeError} If a group is empty, a value is not finite, or all values are equal; if `exact` is asked
 * for although values are tied or the groups are too large; if an option is unknown.
 *
 * @example
 * ```ts
 * import { mannWhitney } from "codebias/statistics/tests/mann_whitney.ts";
 * import assert from "node:assert/strict";
 * const { statistic, p, superiority } = mannWhitney([20, 11, 17, 12], [19, 22, 16, 29, 24]);
 * assert.equal(statistic, 17);
 * assert(Math.abs(p - 1 / 9) < 1e-12);
 * assert.equal(superiority, 0.85);
 * ```
 */
export function mannWhitney(
  a: readonly number[],
  b: readonly number[],
  options: { alternative?: Alternative; method?: typeof METHODS[number] } = {},
) {
  const { alternative, method: asked } = optionsOf(options, { alternative: "two-sided", method: "auto" });
  checkChoice("method", asked, METHODS);
  checkLists({ "group a": a, "group b": b }, 1);
  const values = [...b, ...a];
  if (isConstant(values)) {
    throw new RangeError(`Cannot rank the groups: all ${values.length} values are ${values[0]}`);
  }
  const ranks = midranks(values);
  let u = -b.length * (b.length + 1) / 2;
  for (let i = 0; i < b.length; i += 1) u += ranks[i];
  const ties = tieTerm(values);
  const method = methodFor(asked, { a: a.length, b: b.length, tied: ties > 0 });
  const pairs = a.length * b.length;
  return {
    test: "Mann-Whitney U test",
    /** U of b, the pairs in which b wins, ties counting half. */
    statistic: u,
    df: null,
    p: method === "exact"
      ? symmetricP([u, pairs - u], alternative, (most) => atMost(most, [a.length, b.length]))
      : asymptoticP(u, { a: a.length, b: b.length, ties }, alternative),
    alternative,
    method,
    /** Probability of superiority, U / (nₐ n_b): that a value of b exceeds one of a, ties counting half. */
    superiority: u / pairs,
    /** Rank-biserial correlation of b over a, 2 × superiority − 1, in [−1, 1]. */
    effect: (2 * u - pairs) / pairs,
    /** Sizes of the groups. */
    n: { a: a.length, b: b.length },
  };
}

function methodFor(
  asked: typeof METHODS[number],
  groups: { a: number; b: number; tied: boolean },
): "exact" | "asymptotic" {
  const least = Math.min(groups.a, groups.b);
  const tooLarge = least * groups.a * groups.b > MAX_EXACT_WORK;
  if (asked === "auto") return least > SMALL_GROUP || groups.tied || tooLarge ? "asymptotic" : "exact";
  if (asked === "exact" && groups.tied) {
    throw new RangeError(
      "Cannot compute an exact p: some values are equal; use the asymptotic method, or a permutation test of the ranks",
    );
  }
  if (asked === "exact" && tooLarge) {
    throw new RangeError(
      `Cannot compute an exact p for ${groups.a} and ${groups.b} values: min² × max of the sizes must be at most ${MAX_EXACT_WORK}`,
    );
  }
  return asked;
}

function asymptoticP(
  u: number,
  groups: { a: number; b: number; ties: number },
  alternative: Alternative,
): number {
  const { a, b, ties } = groups;
  const n = a + b;
  const deviation = u - a * b / 2;
  const sd = Math.sqrt(a * b / 12 * (n + 1 - ties / (n * (n - 1))));
  const towards = alternative === "two-sided" ? Math.sign(deviation) : alternative === "greater" ? 1 : -1;
  return normalP((deviation - towards / 2) / sd, alternative);
}

/** Probability that U is at most u; by symmetry, counts reach no further than the middle. */
function atMost(u: number, sizes: readonly [number, number]): number {
  const pairs = sizes[0] * sizes[1];
  const beyond = u > pairs / 2;
  const counts = arrangements(beyond ? pairs - u - 1 : u, sizes);
  const total = binomial(sizes[0] + sizes[1], Math.min(...sizes));
  const tail = counts.reduce((sum, count) => sum + count, 0n);
  return ratio(beyond ? total - tail : tail, total);
}

/**
 * In how many arrangements U is 0, 1, …, most: coefficients of Π (1 − q^(n + i)) / (1 − q^i), i = 1 … m. They are
 * integers because in doubles the subtractions would cancel.
 */
function arrangements(most: number, sizes: readonly [number, number]): bigint[] {
  const [m, n] = [Math.min(...sizes), Math.max(...sizes)];
  const counts = new Array<bigint>(Math.max(0, most + 1)).fill(0n);
  if (counts.length > 0) counts[0] = 1n;
  for (let i = 1; i <= m; i += 1) {
    for (let u = most; u >= n + i; u -= 1) counts[u] -= counts[u - n - i];
    for (let u = i; u <= most; u += 1) counts[u] += counts[u - i];
  }
  return counts;
}

function binomial(n: number, k: number): bigint {
  let ways = 1n;
  for (let i = 1; i <= k; i += 1) ways = ways * BigInt(n - k + i) / BigInt(i);
  return ways;
}

/** Quotient in [0, 1] of integers that may be beyond the range of doubles, to 17 digits however small it is. */
function ratio(part: bigint, whole: bigint): number {
  if (part === 0n) return 0;
  const shift = Math.max(0, whole.toString(2).length - part.toString(2).length) + 64;
  return Number((part << BigInt(shift)) / whole) * 2 ** -shift;
}
