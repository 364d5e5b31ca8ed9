import { countOf } from "../../../../statistics/intervals/printed_counts.ts";
import { cellsOfRow } from "./paper_cells.ts";
import { inspectEach } from "../../../../report/paper_rules.ts";
import { nameOfSection, type PaperRule } from "../paper_error.ts";

/** How improbable a table must be to be told from one of averages. */
const IMPROBABLE_CHANCE = 0.001;

/**
 * Table VII, if it is said to have averages of several runs, and every share is a whole number of functions.
 *
 * The average of K runs is S / K functions, where S is what all runs have together; it is a whole number if
 * and only if K divides S. Cells of 0 are left out, since it is the average of runs without any finding, and
 * so are overall cells, since they depend on the other columns. The chance assumes that all remainders of
 * sums are equally likely, 1 / K per cell: true within 0.001 if S is Poisson with a mean of 5 or more and K
 * is 5. Table IV has whole counts, possibly from rounded averages, so that it tells nothing here.
 */
export const averagesAreNotWhole: PaperRule = {
  rule: "averages of several runs are not all whole numbers of functions",
  inspect: ({ tasks, table7, text }) => {
    const shares = table7.flatMap(cellsOfRow).filter(({ attribute, share }) =>
      attribute !== "overall" && share > 0
    );
    const isWhole = shares.every(({ share }) => countOf(share, tasks) !== null);
    const claims = text.averages.filter(({ table }) => table === "table7");
    return inspectEach(claims, ({ section, runs }) => {
      const logChance = -shares.length * Math.log10(runs);
      if (!isWhole || logChance > Math.log10(IMPROBABLE_CHANCE)) return null;
      return {
        where: `${nameOfSection(section)} on Table VII`,
        what: `averages of ${runs} runs`,
        evidence: `all ${shares.length} shares of attributes above 0 are k/${tasks}, where averages are k/${
          runs * tasks
        }: a chance of about 10^${
          Math.round(logChance)
        }; they are single runs, or rounded to whole functions`,
      };
    });
  },
};
