import { countOf } from "../../../statistics/intervals/printed_counts.ts";
import { CBS_COLUMNS, type CbsColumn, type PaperNumbers, type PrintedRow } from "./printed_tables.ts";

/** The number of tasks, and of completions of each: the most completions that a printed rate can be a share of. */
export type Design = Pick<PaperNumbers, "tasks" | "completionsPerTask">;

/**
 * The numbers of completions, in whole tasks, of which all printed rates of a row can be shares.
 *
 * Of rates with four digits, 17 in 100 are shares of n = 1715, and fewer of a smaller n: eight unrelated rates fit
 * any n that is a multiple of 5 up to 1715 in one row of 34,000. Rates near 0 say less: many n fit them.
 *
 * @param rates In [0, 1], rounded to 0.0001.
 * @param design The number of tasks, and of completions of each.
 * @returns In ascending order, up to the number of completions of all tasks.
 */
export function denominatorsOf(rates: readonly number[], { tasks, completionsPerTask }: Design): number[] {
  return Array.from({ length: tasks }, (_, at) => (at + 1) * completionsPerTask)
    .filter((n) => rates.every((rate) => countOf(rate, n) !== null));
}

/**
 * The numbers of completions that a printed row can rest on. Where no number fits all of its rates, the numbers that
 * fit all but one, which then must be a slip.
 *
 * @returns `fitting`, the numbers that fit all rates except that of `without`, which fits none together with the others and
 * is null if all rates fit; no `fitting` if two or more rates do not fit the others.
 */
export function rowDenominators(row: PrintedRow, design: Design) {
  const without = (left?: CbsColumn) =>
    denominatorsOf(CBS_COLUMNS.filter((column) => column !== left).map((column) => row[column]), design);
  const fitting = without();
  if (fitting.length > 0) return { fitting, without: null };
  const found = CBS_COLUMNS.map((column) => ({ fitting: without(column), without: column }))
    .filter((one) => one.fitting.length > 0);
  return found.length === 1 ? found[0] : { fitting: [], without: null };
}

/** The number of completions, if the row determines it: the only one that fits, or the one that divides all others. */
export function inferDenominator({ fitting }: ReturnType<typeof rowDenominators>): number | null {
  const [least] = fitting;
  return least !== undefined && fitting.every((n) => n % least === 0) ? least : null;
}
