import { type Alternative, checkFourfold, checkOutcomes, optionsOf } from "../checks.ts";

/** A 2 × 2 table of counts: rows are groups, columns are success and failure. */
export type FourfoldTable = readonly [readonly [number, number], readonly [number, number]];

/** Probabilities closer than this, relatively, differ by rounding only; they are products of up to 10⁷ ratios. */
const ROUNDING = 1e-11;

/** Multiples of the mode's probability below this are taken as 0; doubles a little smaller lose digits. */
const SMALLEST_WEIGHT = 1e-307;

/** Share of a sum below which a weight adds nothing to it, nor do all that follow. */
const NEGLIGIBLE_SHARE = 1e-30;

/** With more units in a table, adding up takes seconds, and products of counts lose digits. */
const MAX_UNITS = 1e13;

/**
 * Fisher's exact test of independence in a 2 × 2 table [[a, b], [c, d]].
 *
 * Given the margins, a is hypergeometric: P(k) ∝ C(a + b, k) C(c + d, a + c − k). `greater` takes P(k ≥ a), `less`
 * P(k ≤ a), two-sided the sum of all P(k) ≤ P(a). Probabilities come from the mode outwards by the ratio
 * P(k + 1) / P(k) = (a + b − k)(a + c − k) / ((k + 1)(d − a + k + 1)), so that nothing cancels;
 * p below about 1e-300 comes out as 0.
 *
 * Source: Fisher (1935), Journal of the Royal Statistical Society 98(1), 39-82; agrees with
 * `scipy.stats.fisher_exact` (p and odds ratio) and R `fisher.test` (p; its odds ratio is the conditional one).
 *
 * @param table Rows are the groups to compare, the first against the second; columns are success and failure.
 * @param options.alternative `greater`: the odds are larger in the first row. Defaults to `two-sided`.
 * @throws {RangeError} If a cell is not a count, a row or column is empty, there are more than 10¹³ units in all, or the
 * alternative is unknown.
 *
 * @example
 * ```ts
 * import { fisherExact } from "codebias/statistics/tests/fisher.ts";
 * import assert from "node:assert/strict";
 * const { p, oddsRatio } = fisherExact([[8, 2], [1, 5]]);
 * assert(Math.abs(p - 0.034965034965034975) < 1e-15);
 * assert.equal(oddsRatio, 20);
 * ```
 */
export function fisherExact(table: FourfoldTable, options: { alternative?: Alternative } = {}) {
  const { alternative } = optionsOf(options, { alternative: "two-sided" });
  checkTable(table);
  const [[a, b], [c, d]] = table;
  const oddsRatio = (a * d) / (b * c);
  return {
    test: "Fisher's exact test",
    statistic: oddsRatio,
    df: null,
    p: Math.min(1, exactP(table, alternative)),
    alternative,
    method: "exact" as const,
    /** Odds ratio of the sample, ad / bc; Infinity if b or c is 0. */
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
 * @throws {RangeError} If a group is empty, a value is neither true nor false, all units or none succeeded, or the
 * alternative is unknown.
 *
 * @example
 * ```ts
 * import { fisher } from "codebias/statistics/tests/fisher.ts";
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
) {
  for (const [name, outcomes] of [["a", a], ["b", b]] as const) {
    checkOutcomes(outcomes);
    if (outcomes.length === 0) throw new RangeError(`Cannot compare the groups: group ${name} is empty`);
  }
  const succeeded = (outcomes: readonly boolean[]) => outcomes.filter(Boolean).length;
  const [inA, inB] = [succeeded(a), succeeded(b)];
  return fisherExact([[inB, b.length - inB], [inA, a.length - inA]], options);
}

function checkTable(table: FourfoldTable): void {
  checkFourfold("compare groups in", table);
  const [[a, b], [c, d]] = table;
  const units = a + b + c + d;
  if (units > MAX_UNITS) {
    throw new RangeError(
      `Cannot compute an exact p for a table of ${units} units: there must be at most ${MAX_UNITS}; use chiSquareTest()`,
    );
  }
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
  const { mode, ratios } = hypergeometric([a + b, c + d], a + c);
  const observed = weightAt(Math.abs(a - mode), a < mode ? ratios.below : ratios.above);
  const isFar = (k: number, weight: number) => {
    if (alternative === "two-sided") return weight <= observed * (1 + ROUNDING);
    return alternative === "less" ? k <= a : k >= a;
  };
  const sums = (["below", "above"] as const).map((side) => {
    const [sign, tail] = side === "below" ? [-1, "less"] as const : [1, "greater"] as const;
    const awaited = alternative === "two-sided" || alternative === tail;
    return sumOutwards(ratios[side], { awaited, isFar: (i, weight) => isFar(mode + sign * i, weight) });
  });
  const far = sums[0].far + sums[1].far + (isFar(mode, 1) ? 1 : 0);
  return far / (sums[0].all + sums[1].all + 1);
}

/** Ratio of the weight at i + 1 steps from the mode to that at i; 0 at the end of what is possible. */
type Ratio = (i: number) => number;

/** The weights of k successes in the first row are multiples of that of the mode. */
function hypergeometric(
  rows: readonly [number, number],
  successes: number,
): { mode: number; ratios: { below: Ratio; above: Ratio } } {
  const [first, second] = rows;
  const mode = Math.floor((successes + 1) * (first + 1) / (first + second + 2));
  const below = (i: number) => {
    const k = mode - i;
    return (k / (first - k + 1)) * ((second - successes + k) / (successes - k + 1));
  };
  const above = (i: number) => {
    const k = mode + i;
    return ((first - k) / (k + 1)) * ((successes - k) / (second - successes + k + 1));
  };
  return { mode, ratios: { below, above } };
}

function weightAt(steps: number, ratio: Ratio): number {
  let weight = 1;
  for (let i = 0; i < steps && weight > SMALLEST_WEIGHT; i += 1) weight *= ratio(i);
  return weight > SMALLEST_WEIGHT ? weight : 0;
}

/**
 * Sums of the weights from one step off the mode outwards: of all, and of those that are far. It ends where
 * nothing that follows can change a sum; where far weights are expected, not before they come.
 */
function sumOutwards(
  ratio: Ratio,
  tail: { awaited: boolean; isFar: (i: number, weight: number) => boolean },
): { all: number; far: number } {
  let [all, far] = [0, 0];
  for (let i = 1, weight = ratio(0); weight > SMALLEST_WEIGHT; weight *= ratio(i), i += 1) {
    all += weight;
    if (tail.isFar(i, weight)) far += weight;
    if (weight < NEGLIGIBLE_SHARE * (far > 0 || tail.awaited ? far : all)) break;
  }
  return { all, far };
}
