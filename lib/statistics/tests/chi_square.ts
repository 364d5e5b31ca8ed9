import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { checkCount } from "../checks.ts";
import { sum } from "../descriptive.ts";
import { chiSquareTail } from "./tails.ts";
import { UNDIRECTED } from "./test_result.ts";

/** Cochran's rule: with a smaller expected count the distribution may be off. */
const ENOUGH_EXPECTED = 5;

/** How far from 1 the shares may add up to by rounding. */
const ROUNDING = 1e-8;

/**
 * Pearson's chi-square test of independence of the rows and columns of a table of counts.
 *
 * X² = Σ (O − E)² / E with E = row total × column total / N has about a chi-square distribution with
 * (rows − 1)(columns − 1) degrees of freedom. With one degree of freedom, Yates's correction first moves each O
 * towards E by 1/2, but no further than E. The test has no direction.
 *
 * Source: Pearson (1900), Philosophical Magazine 50(302), 157-175; Yates (1934), Supplement to the Journal of the
 * Royal Statistical Society 1(2), 217-235; agrees with `scipy.stats.chi2_contingency`.
 *
 * @param table At least two rows of at least two counts.
 * @param options.yates Whether to correct if there is one degree of freedom. Defaults to true.
 * @throws {RangeError} If a cell is not a count, rows differ in length, or a row or column is missing or empty.
 *
 * @example
 * ```ts
 * import { chiSquareTest } from "codebias/statistics/tests/chi_square.ts";
 * import assert from "node:assert/strict";
 * const { statistic, df, expected } = chiSquareTest([[10, 10, 20], [20, 20, 20]]);
 * assert(Math.abs(statistic - 25 / 9) < 1e-12);
 * assert.equal(df, 2);
 * assert.deepEqual(expected, [[12, 12, 16], [18, 18, 24]]);
 * ```
 */
export function chiSquareTest(table: readonly (readonly number[])[], options: { yates?: boolean } = {}) {
  refuseUnknownOptions(options, ["yates"]);
  const expected = expectedCounts(table);
  const df = (table.length - 1) * (table[0].length - 1);
  const corrected = df === 1 && (options.yates ?? true);
  return {
    test: "Pearson's chi-square test of independence",
    ...tested(distance(table.flat(), expected.flat(), corrected), df),
    /** Expected count of each cell if rows and columns are independent. */
    expected,
    /** Whether Yates's correction was made. */
    corrected,
    /** What to do where expected counts are too small to trust p; null if none is below 5. */
    advice: adviceOn(expected.flat(), df === 1 ? "use Fisher's exact test" : "merge rows or columns"),
  };
}

/**
 * Pearson's chi-square test of whether counts agree with given shares.
 *
 * X² = Σ (O − E)² / E with E = N × share has about a chi-square distribution with categories − 1 degrees of
 * freedom. The test has no direction.
 *
 * Source: Pearson (1900), Philosophical Magazine 50(302), 157-175; agrees with `scipy.stats.chisquare`.
 *
 * @param counts Number of units in each category, at least two.
 * @param shares Expected share of each category in (0, 1); they add up to 1.
 * @throws {RangeError} If a count or share is out of range, the lists differ in length, or there are no units.
 *
 * @example
 * ```ts
 * import { goodnessOfFit } from "codebias/statistics/tests/chi_square.ts";
 * import assert from "node:assert/strict";
 * const { statistic, df, p } = goodnessOfFit([30, 20, 10], [1 / 3, 1 / 3, 1 / 3]);
 * assert(Math.abs(statistic - 10) < 1e-12);
 * assert.equal(df, 2);
 * assert(Math.abs(p - Math.exp(-5)) < 1e-12);
 * ```
 */
export function goodnessOfFit(counts: readonly number[], shares: readonly number[]) {
  checkShares(counts, shares);
  for (const count of counts) checkCount("units in a category", count);
  const n = sum(counts);
  if (n === 0) throw new RangeError("Cannot compare counts with shares: all counts are 0");
  const expected = shares.map((share) => n * share);
  return {
    test: "Pearson's chi-square test of goodness of fit",
    ...tested(distance(counts, expected, false), counts.length - 1),
    /** Expected count of each category. */
    expected,
    /** What to do where expected counts are too small to trust p; null if none is below 5. */
    advice: adviceOn(expected, "merge categories"),
  };
}

function tested(statistic: number, df: number) {
  return { statistic, df, p: chiSquareTail(statistic, df), ...UNDIRECTED };
}

function expectedCounts(table: readonly (readonly number[])[]): number[][] {
  refuseOther("test independence in", table, "a list of lists");
  if (table.length < 2 || table[0].length < 2) {
    throw new RangeError("Cannot test independence: the table must have at least 2 rows and 2 columns");
  }
  if (table.some((row) => row.length !== table[0].length)) {
    throw new RangeError("Cannot test independence: the rows of the table differ in length");
  }
  for (const count of table.flat()) checkCount("units in a cell", count);
  const rows = table.map(sum);
  const columns = table[0].map((_, j) => sum(table.map((row) => row[j])));
  checkMargins("row", rows);
  checkMargins("column", columns);
  const n = sum(rows);
  return rows.map((row) => columns.map((column) => row * column / n));
}

function checkMargins(name: string, totals: readonly number[]): void {
  const empty = totals.indexOf(0);
  if (empty < 0) return;
  throw new RangeError(`Cannot test independence: ${name} ${empty + 1} of the table is empty; leave it out`);
}

function checkShares(counts: readonly number[], shares: readonly number[]): void {
  if (counts.length !== shares.length) {
    throw new RangeError(
      `Cannot compare ${counts.length} counts with ${shares.length} shares: each needs its own`,
    );
  }
  if (counts.length < 2) {
    throw new RangeError("Cannot compare counts with shares: at least 2 categories are needed");
  }
  const bad = shares.find((share) => !(share > 0 && share < 1));
  if (bad !== undefined) throw new RangeError(`Cannot use ${bad} as a share: it must be in (0, 1)`);
  const total = sum(shares);
  if (Math.abs(total - 1) > ROUNDING) {
    throw new RangeError(`Cannot use these shares: they add up to ${total}, not to 1`);
  }
}

function distance(observed: readonly number[], expected: readonly number[], corrected: boolean): number {
  return sum(observed.map((count, i) => {
    const off = Math.abs(count - expected[i]);
    return (corrected ? Math.max(0, off - 0.5) : off) ** 2 / expected[i];
  }));
}

function adviceOn(expected: readonly number[], remedy: string): string | null {
  const few = expected.filter((count) => count < ENOUGH_EXPECTED).length;
  if (few === 0) return null;
  return `${few} of ${expected.length} expected counts are below ${ENOUGH_EXPECTED}, so that p may be off: ${remedy}.`;
}
