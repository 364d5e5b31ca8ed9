import { sum } from "../../../statistics/descriptive.ts";
import { enumerated } from "../../../report/words.ts";
import { adjectivesIn } from "./column_sizes.ts";
import { inspectEach, percent } from "../../../report/paper_rules.ts";
import { nameOfTable, type PaperRule, RATE_ROUNDING } from "./paper_error.ts";
import { CBS_COLUMNS, type CbsColumn, type PaperNumbers, type PrintedCbs } from "./printed.ts";

/** The columns that make the total. */
const PARTS = CBS_COLUMNS.filter((column) => column !== "total");

/**
 * Totals that are not the mean of their columns, weighted by adjectives, since every adjective has as many completions.
 */
export const totalsAreMeans: PaperRule = {
  rule: "a total is the mean of its columns, weighted by their adjectives",
  inspect: (numbers) => {
    const rows = (["table4", "table7"] as const).flatMap((table) =>
      numbers[table].map((row): { table: string; row: PrintedCbs } => ({ table, row }))
    );
    const weights = PARTS.map((column) => adjectivesIn(column, numbers));
    return inspectEach(rows, ({ table, row: { model, cbs } }) => {
      const mean = weightedMean(cbs, numbers);
      if (Math.abs(mean - cbs.total) <= 2 * RATE_ROUNDING) return null;
      return {
        where: `${nameOfTable(table)}, ${model}`,
        printed: `total ${percent(cbs.total)}`,
        evidence: `${enumerated(PARTS.map((column) => percent(cbs[column])))}, weighted ${
          enumerated(weights.map(String))
        }, make ${percent(mean)}`,
        consequence: "the total or a column rests on other completions than the row is said to",
      };
    });
  },
};

function weightedMean(cbs: Readonly<Record<CbsColumn, number>>, numbers: PaperNumbers): number {
  return sum(PARTS.map((column) => cbs[column] * adjectivesIn(column, numbers))) /
    adjectivesIn("total", numbers);
}
