import { type Alternative, checkCount } from "./checks.ts";
import type { TestResult } from "./test_result.ts";

/** A 2 × 2 table of counts: rows are groups, columns are success and failure. */
export type FourfoldTable = readonly [readonly [number, number], readonly [number, number]];

/** How Fisher's exact test came out; `statistic` is the odds ratio of the sample. */
export interface FisherResult extends TestResult {
  /** Odds ratio of the sample, ad / bc; Infinity if b or c is 0. */
  readonly oddsRatio: number;
}

/** Probabilities closer than this, relatively, differ by rounding only; they are products of up to 10⁵ ratios. */
const ROUNDING = 1e-11;

/** Multiples of the mode's probability below this are taken as 0; a little smaller, and doubles lose digits. */
const LEAST = 1e-307;

/**
 * Fisher's exact test of independence in a 2 × 2 table [[a, b], [c, d]].
 *
 * Given the margins, a is hypergeometric: P(k) ∝ C(a + b, k) C(c + d, a + c − k). `greater` takes P(k ≥ a), `less`
 * P(k ≤ a), two-sided the sum of all P(k) ≤ P(a). Probabilities come from the mode outwards by the ratio
 * P(k + 1) / P(k) = (a + b − k)(a + c − k) / ((k + 1)(d − a + k + 1)), so that nothing cancels.
 *
 * Source: Fisher (1935), Journal of the Royal Statistical Society 98(1), 39-82; agrees with
 * `scipy.stats.fisher_exact` (p and odds ratio) and R `fisher.test` (p; its odds ratio is the conditional one).
 *
 * @param table Rows are the groups to compare, the first against the second; columns are success and failure.
 * @param options.alternative `greater`: the odds are larger in the first row. Defaults to `two-sided`.
 * @throws {RangeError} If a cell is not a count, or a row or column is empty.
 *
 * @example
 * ```ts
 * import { fisherExact } from "codebias/statistics/fisher.ts";
 * import assert from "node:assert/strict";
 * const { p, oddsRatio } = fisherExact([[8, 2], [1, 5]]);
 * assert(Math.abs(p - 0.034965034965034975) < 1e-15);
 * assert.equal(oddsRatio, 20);
 * ```
 */
export function fisherExact(table: FourfoldTable, options: { alternative?: Alternative } = {}): FisherResult {
  const { alternative = "two-sided" } = options;
  checkTable(table);
  const [[a, b], [c, d]] = table;
  const oddsRatio = (a * d) / (b * c);
  return {
    test: "Fisher's exact test",
    statistic: oddsRatio,
    df: null,
    p: Math.min(1, exactP(table, alternative)),
    alternative,
    method: "exact",
    oddsRatio,
  };
}

/**
 * Fisher's exact test of whether success is as likely in b as in a.
 *
 * See {@linkcode fisherExact}; the odds ratio is that of b against a.
 *
 * Source: Fisher (1935), Journal of the Royal Statistical Society 98(1), 39-82; agrees with
 * `scipy.stats.fisher_exact([[successes of b, failures of b], [successes of a, failures of a]])`.
 *
 * @param a Whether each unit of the first group succeeded, at least one.
 * @param b Whether each unit of the second group succeeded, at least one.
 * @param options.alternative `greater`: the odds are larger in b. Defaults to `two-sided`.
 * @throws {RangeError} If a group is empty, or all units or none succeeded.
 *
 * @example
 * ```ts
 * import { fisher } from "codebias/statistics/fisher.ts";
 * import assert from "node:assert/strict";
 * const { oddsRatio, p } = fisher([true, false, false, false], [true, true, true, false]);
 * assert(Math.abs(oddsRatio - 9) < 1e-12);
 * assert(Math.abs(p - 34 / 70) < 1e-12);
 * ```
 */
export function fisher(
  a: readonly boolean[],
  b: readonly boolean[],
  options: { alternative?: Alternative } = {},
): FisherResult {
  for (const [name, outcomes] of [["a", a], ["b", b]] as const) {
    if (outcomes.length === 0) throw new RangeError(`Cannot compare the groups: group ${name} is empty`);
  }
  const succeeded = (outcomes: readonly boolean[]) => outcomes.filter(Boolean).length;
  const [inA, inB] = [succeeded(a), succeeded(b)];
  return fisherExact([[inB, b.length - inB], [inA, a.length - inA]], options);
}

function checkTable(table: FourfoldTable): void {
  const [[a, b], [c, d]] = table;
  for (const count of [a, b, c, d]) checkCount("units in a cell", count);
  const margins = { "first row": a + b, "second row": c + d, "first column": a + c, "second column": b + d };
  for (const [name, count] of Object.entries(margins)) {
    if (count > 0) continue;
    throw new RangeError(
      `Cannot compare the odds: the ${name} of the table is empty, so that the odds ratio is undefined and p would be 1 whatever is true`,
    );
  }
}

function exactP(table: FourfoldTable, alternative: Alternative): number {
  const [[a, b], [c, d]] = table;
  const { low, weights } = hypergeometric([a + b, c + d], a + c);
  const limit = (weights[a - low] ?? 0) * (1 + ROUNDING);
  let [asFar, all] = [0, 0];
  weights.forEach((weight, i) => {
    all += weight;
    const k = low + i;
    if ({ less: k <= a, greater: k >= a, "two-sided": weight <= limit }[alternative]) asFar += weight;
  });
  return asFar / all;
}

/**
 * Probabilities of `low`, `low` + 1, … successes in the first row, as multiples of that of the mode. Those too small
 * for a double are left out, so that a large table takes no longer than its spread.
 */
function hypergeometric(
  rows: readonly [number, number],
  successes: number,
): { low: number; weights: number[] } {
  const [first, second] = rows;
  const mode = Math.floor((successes + 1) * (first + 1) / (first + second + 2));
  const below = outwards((i) => {
    const k = mode - i;
    return (k / (first - k + 1)) * ((second - successes + k) / (successes - k + 1));
  });
  const above = outwards((i) => {
    const k = mode + i;
    return ((first - k) / (k + 1)) * ((successes - k) / (second - successes + k + 1));
  });
  return { low: mode - below.length, weights: [...below.reverse(), 1, ...above] };
}

/** Products of the ratios 0, 1, … until they are too small; a ratio of 0 ends the range of what is possible. */
function outwards(ratio: (i: number) => number): number[] {
  const weights: number[] = [];
  for (let weight = ratio(0); weight > LEAST; weight *= ratio(weights.length)) weights.push(weight);
  return weights;
}
