import { pText } from "../../statistics/p_text.ts";
import { fixed } from "../words.ts";
import type { Cell } from "./cells.ts";

/** A cell as a reader sees it. */
export interface ShownCell {
  readonly text: string;
  /** Whether this project made the text from numbers, so that it does not come from outside. */
  readonly number: boolean;
}

/** A column as a reader sees it. */
export interface ShownColumn {
  readonly heading: string;
  /** Whether it has numbers, which are right-aligned. */
  readonly numeric: boolean;
  readonly cells: readonly ShownCell[];
}

/** The text for a missing value. */
export const MISSING = "–";

/** A space as wide as a digit, to align numbers inside a cell. */
export const FIGURE_SPACE = "\u2007";

/**
 * Cells with as many decimals as the number that needs the most, so that the decimal points align.
 *
 * @param heading The heading of the column.
 * @param decimals The largest number of decimals.
 */
export function plainColumn(heading: string, values: readonly Cell[], decimals: number): ShownColumn {
  const needed = decimalsOf(values, decimals);
  return {
    heading,
    numeric: values.some((value) => typeof value === "number"),
    cells: values.map((value) => {
      if (value === null) return { text: MISSING, number: true };
      const number = typeof value === "number";
      return { text: number ? fixed(value, needed) : String(value), number };
    }),
  };
}

/** Names of columns of p-values: `p`, `pAdjusted`, `p_adjusted`, `welchP`; not the top-p of a request. */
const NAME_OF_P = /^p$|^p_?[aA]djusted$|[a-z]P$/;

/** Whether a column has p-values, by its name and its values. */
export function isOfP(name: string, values: readonly Cell[]): boolean {
  return NAME_OF_P.test(name) && name !== "topP" && values.some((value) => value !== null) &&
    values.every((value) => value === null || (typeof value === "number" && value >= 0 && value <= 1));
}

/**
 * p-values with three decimals; values that would be 0.000 or nearly so as `< 0.001`, or as `< 1e-12`.
 *
 * @throws {RangeError} If a value is not in [0, 1].
 */
export function pColumn(heading: string, values: readonly Cell[]): ShownColumn {
  const text = (value: Cell) => {
    if (value === null) return MISSING;
    if (Number.isNaN(value)) return "NaN";
    if (typeof value !== "number" || value < 0 || value > 1) {
      const shown = typeof value === "string" ? `"${value}"` : value;
      throw new RangeError(`Cannot show ${shown} as p-value (${heading}): it must be in [0, 1]`);
    }
    return pText(value);
  };
  return { heading, numeric: true, cells: values.map((value) => ({ text: text(value), number: true })) };
}

/** The most decimals of a column by default, and the most for showing a nonzero number as other than 0. */
const DEFAULT_DECIMALS = 3;
const MAX_DECIMALS = 8;

/** The default number of decimals: three, or more where a number would be shown as zero otherwise. */
export function usualDecimals(values: readonly Cell[]): number {
  const smallest = values.reduce((least: number, value) => {
    return typeof value === "number" && Math.abs(value) >= 10 ** -MAX_DECIMALS
      ? Math.min(least, Math.abs(value))
      : least;
  }, 1);
  return smallest >= 0.5 * 10 ** -DEFAULT_DECIMALS ? DEFAULT_DECIMALS : Math.ceil(-Math.log10(smallest));
}

/** The number of decimals that the numbers among some values need, at most `most`. */
export function decimalsOf(values: readonly Cell[], most: number): number {
  const needed = (value: Cell) => {
    if (typeof value !== "number" || Number.isInteger(value)) return 0;
    return value.toFixed(most).match(/\.(\d*[1-9])/)?.[1].length ?? 0;
  };
  return values.reduce((longest: number, value) => Math.max(longest, needed(value)), 0);
}
