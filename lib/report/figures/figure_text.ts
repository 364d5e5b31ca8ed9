import { table } from "../tables/table.ts";
import { type FigureData, isList } from "./figure_rows.ts";

/** More rows than these are counted, not listed. */
const MAX_ROWS = 24;

/**
 * What a figure draws, as a small table: for a terminal, and for whoever cannot see the picture.
 *
 * @param columns Those that are drawn, in order; what is not given, or in no row, is left out.
 *
 * @example
 * ```ts
 * import { figureText } from "codebias/report/figures/figure_text.ts";
 * import assert from "node:assert/strict";
 * const rows = [{ t: 0.2, rate: 0.5, seed: 1 }, { t: 0.8, rate: 0.25, seed: 2 }];
 * assert.equal(figureText(rows, ["t", "rate"], "Rates"), "Rates\nt    rate\n0.2  0.50\n0.8  0.25");
 * ```
 */
export function figureText(
  data: FigureData,
  columns: readonly (string | null | undefined)[],
  title: string | undefined,
): string {
  const rows = (isList(data) ? data : data.toRecords()) as readonly Record<string, unknown>[];
  const shown = [...new Set(columns)].filter((name) => name && rows[0][name] !== undefined) as string[];
  const cells = rows.slice(0, MAX_ROWS).map((row) =>
    Object.fromEntries(shown.map((name) => [name, cellOf(row[name])]))
  );
  const left = rows.length - cells.length;
  return String(table(cells, { title, ...(left > 0 && { note: `… and ${left} more rows` }) }));
}

function cellOf(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  return typeof value === "number" || typeof value === "boolean" ? value : String(value);
}
