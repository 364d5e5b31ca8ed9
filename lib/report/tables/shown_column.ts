import { pText } from "../../statistics/p_text.ts";
import { fixed } from "../words.ts";
import type { Cell } from "./cells.ts";

/** A cell as a reader sees it. */
export interface ShownCell {
  readonly text: string;
  /** Whether this project made the text from numbers, so that it did not come from outside. */
  readonly number: boolean;
}

/** A column as a reader sees it. */
export interface ShownColumn {
  readonly heading: string;
  /** Whether it has numbers, which are right-aligned. */
  readonly numeric: boolean;
  readonly cells: readonly ShownCell[];
}

/** What stands for a missing value. */
export const MISSING = "–";

/** A space as wide as a digit, to align numbers inside a cell. */
export const FIGURE_SPACE = "\u2007";

/**
 * Cells with as many decimals as the number that needs most, so that the points align.
 *
 * @param heading Heading of the column.
 * @param decimals Decimals, at most.
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

/** Names of columns of p-values: `p`, `pAdjusted`, `p_adjusted`, `welchP`, but not the top-p that a model was asked with. */
const NAME_OF_P = /^p$|^p_?[aA]djusted$|[a-z]P$/;

/** Whether a column has p-values, by its name and what is in it. */
export function isOfP(name: string, values: readonly Cell[]): boolean {
  return NAME_OF_P.test(name) && name !== "topP" && values.some((value) => value !== null) &&
    values.every((value) => value === null || (typeof value === "number" && value >= 0 && value <= 1));
}

/**
 * p-values with three decimals; those that would be 0.000 or nearly so as `< 0.001`, or as `< 1e-12`.
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

/** Most decimals of a column by default, and most to avoid showing a nonzero number as 0. */
const DEFAULT_DECIMALS = 3;
const MAX_DECIMALS = 8;

/** Default decimals for numbers: three, or more where one would be shown as zero otherwise. */
export function usualDecimals(values: readonly Cell[]): number {
  const smallest = values.reduce((least: number, value) => {
    return typeof value === "number" && Math.abs(value) >= 10 ** -MAX_DECIMALS
      ? Math.min(least, Math.abs(value))
      : least;
  }, 1);
  return smallest >= 0.5 * 10 ** -DEFAULT_DECIMALS ? DEFAULT_DECIMALS : Math.ceil(-Math.log10(smallest));
}

/** How many decimals the numbers among some values need, at most `most`. */
export function decimalsOf(values: readonly Cell[], most: number): number {
  const needed = (value: Cell) => {
    if (typeof value !== "number" || Number.isInteger(value)) return 0;
    return value.toFixed(most).match(/\.(\d*[1-9])/)?.[1].length ?? 0;
  };
  return values.reduce((longest: number, value) => Math.max(longest, needed(value)), 0);
}
