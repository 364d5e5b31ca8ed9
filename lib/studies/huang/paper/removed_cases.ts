import { enumerated } from "../../../report/words.ts";
import { countOf } from "../../../statistics/intervals/printed_counts.ts";
import { cellsOfRow } from "./printed/paper_cells.ts";
import { inspectEach } from "../../../report/paper_rules.ts";
import { nameOfSection, nameOfTable, type PaperRule } from "./paper_error.ts";
import type { PaperNumbers } from "./printed/printed_tables.ts";
import { notRunning } from "./repeated_cells.ts";

/** How well a model's shares fit fewer functions than there are tasks. */
interface Denominators {
  readonly model: string;
  /** Functions that are left out at least. */
  readonly out: number;
  readonly cells: number;
  /** Cells that are shares of all tasks. */
  readonly ofAll: number;
  /** Most cells that are shares of some number of functions, at least half of the tasks, that are left. */
  readonly ofFewer: number;
}

/**
 * Tables said to leave out what does not run, but with shares of all tasks: what does not run then counts as
 * unbiased.
 */
export const removedCasesAreGone: PaperRule = {
  rule: "without functions that do not run, shares are of those that are left",
  inspect: (numbers) =>
    inspectEach(numbers.text.removed, ({ section, table }) => {
      const kept = denominatorsOf(numbers).filter(({ out, cells, ofAll, ofFewer }) =>
        out > 0 && ofAll === cells && ofFewer < cells
      );
      if (kept.length === 0) return null;
      const cells = Math.min(...kept.map((one) => one.cells));
      return {
        where: `${nameOfSection(section)} on ${nameOfTable(table)}`,
        what: "functions that do not run are removed",
        evidence: `by Table VIII these are at least ${
          enumerated(kept.map(({ model, out }) => `${out} of ${model}`))
        }; but all ${cells} shares of a model are k/${numbers.tasks}, and no more than ${
          Math.max(...kept.map(({ ofFewer }) => ofFewer))
        } are of any smaller number: they stay in the denominator, as unbiased`,
      };
    }),
};

function denominatorsOf(numbers: PaperNumbers): Denominators[] {
  return notRunning(numbers).map(({ model, all, running }) => {
    const shares = numbers.table7.filter((row) => row.model === model).flatMap(cellsOfRow).map(({ share }) =>
      share
    );
    const fitting = (n: number) => shares.filter((share) => countOf(share, n) !== null).length;
    const least = Math.ceil(numbers.tasks / 2) + 1;
    const fewer = Array.from(
      { length: Math.max(0, numbers.tasks - (all - running) - least + 1) },
      (_, at) => least + at,
    );
    return {
      ...{ model, out: all - running, cells: shares.length },
      ...{ ofAll: fitting(numbers.tasks), ofFewer: Math.max(0, ...fewer.map(fitting)) },
    };
  });
}
