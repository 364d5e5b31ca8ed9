import { countOf } from "../../statistics/printed_counts.ts";
import { cellsOfRow, countCells } from "./paper_cells.ts";
import { type Breach, inspectEach, nameOfSection, nameOfTable, type PaperRule } from "./paper_error.ts";
import type { PaperNumbers } from "./published_tables.ts";

/** As improbable as this a table must be to be told from one of averages. */
const IMPROBABLE = 0.001;

/**
 * Tables that are said to have averages of several runs, and of which every share is a whole number of functions.
 *
 * The average of K runs is S / K functions, where S is what all runs have together; it is a whole number if and only if K
 * divides S. Cells of 0 are left out, since runs without any finding have it as their average, and so is what is overall,
 * since it goes with the other columns. The chance is that of sums for which all remainders are equally likely, 1 / K
 * a cell: as it is, within 0.0004, where S is Poisson with a mean of 5 or more and K is 5.
 */
export const averagesAreNotWhole: PaperRule = {
  rule: "averages of several runs are not all whole numbers of functions",
  inspect: (numbers) =>
    inspectEach(numbers.text.averages, ({ section, table, runs }): Breach | null => {
      const shares = sharesOf(numbers, table);
      const whole = shares.filter((share) => countOf(share, numbers.tasks) !== null);
      const logChance = -shares.length * Math.log10(runs);
      if (whole.length < shares.length || logChance > Math.log10(IMPROBABLE)) return null;
      return {
        where: `${nameOfSection(section)} on ${nameOfTable(table)}`,
        what: `averages of ${runs} runs`,
        evidence:
          `all ${shares.length} shares above 0 of an attribute are k/${numbers.tasks}, where an average may be ` +
          `k/${runs * numbers.tasks}: of averages that would have a chance of about 10^${
            Math.round(logChance)
          }; ` +
          "they are single runs",
      };
    }),
};

/** The shares above 0 that a table has of attributes. */
function sharesOf(numbers: PaperNumbers, table: string): number[] {
  const cells = table === "table7"
    ? numbers.table7.flatMap(cellsOfRow)
    : countCells(numbers).filter((cell) => cell.table === table && cell.metric === "CBS");
  return cells.filter(({ attribute, share }) => attribute !== "overall" && share > 0).map(({ share }) =>
    share
  );
}
