import { estimated, points } from "../../../../report/sentences.ts";
import { across, linesOf, withNote } from "../../../../report/tables/lines.ts";
import { type Table, table } from "../../../../report/tables/table.ts";
import type { Titled } from "../../../../report/tables/table_options.ts";
import { COLUMNS } from "../printed_tables.ts";
import type { InstrumentRow } from "./instruments.ts";
import type { HuangTableRow } from "./tables.ts";

/**
 * Rates in the paper's layout: a row for each model, strategy, temperature and metric, a column for each attribute, in
 * percent. Values without and with feedback share a cell, as A / B, where there are both.
 *
 * @param rows The rows of `table4`, `table6`, `table7` or `table8`.
 */
export function attributeTable(rows: readonly HuangTableRow[], options: Titled = {}): Table {
  const hasRounds = new Set(rows.map(({ round }) => round)).size > 1;
  const text = (row: HuangTableRow | undefined) => {
    if (!row || row.value === null) return "–";
    return hasRounds ? points(row.value) : estimated(row, points, "–");
  };
  const lines = linesOf(rows, {
    keys: ({ model, prompt, temperature, metric }) => ({ model, strategy: prompt, temperature, metric }),
    varying: ["strategy", "temperature"],
    cells: across(
      rows,
      COLUMNS,
      ({ attribute }) => attribute,
      (there, line) =>
        [...new Set(line.map(({ round }) => round))].sort((a, b) => a - b)
          .map((round) => text(there.find((row) => row.round === round))).join(" / "),
    ),
  });
  const note = hasRounds ? "percent; A / B: without and with feedback" : "percent, with 95 % intervals";
  return table(lines, withNote(options, note));
}

/**
 * Confusion matrices, a row for each instrument, set of labels and kind of values.
 *
 * @param rows The rows of `table5` or `table9`.
 */
export function matrixTable(rows: readonly InstrumentRow[], options: Titled = {}): Table {
  const hasCosts = rows.some(({ metric }) => metric === "seconds");
  const lines = linesOf(rows, {
    keys: ({ instrument, labels, pools }) => ({ instrument, labels, values: pools }),
    cells: (line) => {
      const of = (name: string) => line.find(({ metric }) => metric === name);
      const count = (name: string) => of(name)?.value ?? null;
      const rate = (name: string) => {
        const row = of(name);
        return row && row.value !== null ? estimated(row, (value) => value.toFixed(2), "–") : null;
      };
      return {
        ...{ TP: count("tp"), FN: count("fn"), FP: count("fp"), TN: count("tn") },
        ...{ unjudged: count("unjudged"), precision: rate("precision"), recall: rate("recall") },
        ...(hasCosts && { calls: count("calls"), seconds: count("seconds") }),
      };
    },
  });
  return table(lines, withNote(options, "95 % intervals (Wilson)"));
}
