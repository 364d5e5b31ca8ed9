import type pl from "nodejs-polars";
import { refuseNoFrame } from "../../core/frame.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { notedSynthetic, syntheticNote } from "../../core/recipe.ts";
import { type Table, table, type TableOptions } from "./table.ts";

/**
 * The columns of a comparison that are shown, after those of `within`; difference, low and high share a cell, with n if
 * it is the same at both levels.
 */
const SHOWN_COLUMNS = [
  ...["level_a", "level_b", "test", "estimate_a", "estimate_b", "difference", "low", "high", "n_a"],
];
const TESTED_COLUMNS = ["statistic", "df", "p", "p_adjusted", "effect_size", "unjudged"] as const;

const SAME_N = {
  level_a: "a",
  level_b: "b",
  estimate_a: "at a",
  estimate_b: "at b",
  p_adjusted: "p adjusted",
  effect_size: "effect",
} as const;

const TWO_N = { n_a: "n at a", n_b: "n at b" } as const;

type ComparisonTableOptions = Pick<TableOptions<string>, "title" | "note" | "decimals" | "groupBy">;

/**
 * A readable table of a comparison: the most used columns, each difference with its interval and n in one cell. The
 * DataFrame itself has the whole comparison. If all rows have the same test, the note names it; if n differs
 * between levels, each has a column.
 *
 * @param comparison The result of `compare`; undefined where a notebook has nothing to compare.
 * @returns Undefined for undefined, like a study's tables.
 * @throws {RangeError} If it is not a comparison.
 */
export function comparisonTable(comparison: pl.DataFrame, options?: ComparisonTableOptions): Table;
export function comparisonTable(
  comparison: pl.DataFrame | undefined,
  options?: ComparisonTableOptions,
): Table | undefined;
export function comparisonTable(
  comparison: pl.DataFrame | undefined,
  options: ComparisonTableOptions = {},
): Table | undefined {
  refuseUnknownOptions(options, ["title", "note", "decimals", "groupBy"]);
  if (comparison === undefined) return undefined;
  const gives = "what compare() gives; table() shows any DataFrame";
  refuseNoFrame("make a comparison table of", comparison, [...SHOWN_COLUMNS, ...TESTED_COLUMNS], gives);
  const at = comparison.columns.indexOf("level_a");
  const tests = new Set(comparison.getColumn("test").toArray());
  const shown = tests.size === 1 ? SHOWN_COLUMNS.filter((name) => name !== "test") : SHOWN_COLUMNS;
  const [inA, inB] = ["n_a", "n_b"].map((name) => comparison.getColumn(name).toArray());
  const sameN = inA.every((n, row) => n === inB[row]);
  const whose = notedSynthetic(syntheticNote(comparison), options.note, options.title);
  const note = [tests.size === 1 && `Test: ${[...tests][0]}`, whose].filter((part) => part).join(". ");
  return table(comparison, {
    columns: [...comparison.columns.slice(0, at), ...shown, ...(sameN ? [] : ["n_b"]), ...TESTED_COLUMNS],
    headings: sameN ? SAME_N : { ...SAME_N, ...TWO_N },
    p: ["p", "p_adjusted"],
    intervals: [{
      ...{ value: "difference", low: "low", high: "high", title: "b − a" },
      ...(sameN && { n: "n_a" }),
    }],
    ...options,
    ...(note && { note }),
  });
}
