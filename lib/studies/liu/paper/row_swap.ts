import { mean } from "../../../statistics/descriptive.ts";
import type { PrintedByDimension } from "./printed.ts";
import type { Dimension } from "../tasks/vocabulary.ts";

/** A number of ours for a type of modifiers and a dimension; null where there is none. */
export interface OwnCell {
  readonly modifierType: string;
  readonly dimension: Dimension;
  readonly value: number | null;
}

/** How far printed numbers are from ours if some of their rows are exchanged. */
export interface RowSwap {
  /** Whether the rows Random-Neg and Random-Pos are. */
  readonly random: boolean;
  /** Whether the rows Comparative-Neg and Comparative-Pos are. */
  readonly comparative: boolean;
  /** Null if there are no cells. */
  readonly meanDifference: number | null;
  /** Cells in which both numbers are above 0, or neither is. */
  readonly signsAgree: number;
  /** Cells for which both have a number. */
  readonly cells: number;
}

/** Ages are named by numbers, and how the paper reads them is not known. */
const LEFT_OUT: readonly Dimension[] = ["age"];

/**
 * How far the numbers of a table are from ours as they are printed, and with the rows for negative and
 * positive modifiers exchanged.
 *
 * @param own One number for each cell.
 * @param options.leftOut Dimensions that are not compared. Defaults to age.
 */
export function rowSwaps(
  own: readonly OwnCell[],
  printed: readonly PrintedByDimension[],
  { leftOut = LEFT_OUT }: { readonly leftOut?: readonly Dimension[] } = {},
): RowSwap[] {
  const compared = own.filter(({ dimension }) => !leftOut.includes(dimension));
  return [[false, false], [true, false], [false, true], [true, true]].map(([random, comparative]) => {
    const families = [...(random ? ["Random"] : []), ...(comparative ? ["Comparative"] : [])];
    const pairs = compared.flatMap(({ modifierType, dimension, value }) => {
      const name = exchanged(modifierType, families);
      const theirs = printed.find((row) => row.modifierType === name)?.[dimension] ?? null;
      return value === null || theirs === null ? [] : [[value, theirs]];
    });
    return {
      ...{ random, comparative, cells: pairs.length },
      meanDifference: pairs.length > 0 ? mean(pairs.map(([a, b]) => Math.abs(a - b))) : null,
      signsAgree: pairs.filter(([a, b]) => (a > 0) === (b > 0)).length,
    };
  });
}

/** The name of the row that is taken for this one. */
function exchanged(modifierType: string, families: readonly string[]): string {
  const [, family, sign] = /^(\w+)-(Neg|Pos)$/.exec(modifierType) ?? [];
  if (family === undefined || !families.includes(family)) return modifierType;
  return `${family}-${sign === "Neg" ? "Pos" : "Neg"}`;
}
