import { countOf } from "../../../../statistics/intervals/printed_counts.ts";
import { cellsOfRow, countCells, countsOf, SHARE_ROUNDING } from "./paper_cells.ts";
import { inspectEach, percent } from "../../../../report/paper_rules.ts";
import { counted, nameOfCell, type PaperRule } from "../paper_error.ts";
import { PROTECTED } from "../../tasks/vocabulary.ts";

/** Cells like 40 (11.98) with a share that is not the count's. */
export const countsMakeShares: PaperRule = {
  rule: "of n (p), p is n of all tasks",
  inspect: (numbers) =>
    inspectEach(countCells(numbers), ({ table, count, share, ...keys }) => {
      const own = count / numbers.tasks;
      if (Math.abs(own - share) <= SHARE_ROUNDING) return null;
      return {
        where: nameOfCell(table, keys),
        what: counted(count, share),
        evidence: `${count} of ${numbers.tasks} are ${percent(own)}`,
      };
    }),
};

/** Cells of Table VI where tests and people do not add up to the total. */
export const findingsAddUp: PaperRule = {
  rule: "what tests and people found is the total",
  inspect: (numbers) =>
    inspectEach(cellsOfModels(numbers.models), ({ model, attribute }) => {
      const [tests, people, all] = ["test case", "human", "total"].map((metric) =>
        countsOf(numbers, "table6", { model, metric })?.[attribute]
      );
      if (tests === undefined || people === undefined || tests + people === all) return null;
      return {
        where: nameOfCell("table6", { model, metric: "total", attribute }),
        what: `${all}`,
        evidence: `tests found ${tests}, people ${people}, which is ${tests + people}`,
      };
    }),
};

/** Cells of Table VII that are no shares of all tasks, nor averages of such where averages are claimed. */
export const sharesAreOfTasks: PaperRule = {
  rule: "the shares of Table VII are of all tasks, or averages of such",
  inspect: (numbers) => {
    const runs = numbers.text.averages.find(({ table }) => table === "table7")?.runs ?? 1;
    return inspectEach(numbers.table7.flatMap(cellsOfRow), ({ share, ...keys }) => {
      if (countOf(share, runs * numbers.tasks) !== null) return null;
      return {
        where: nameOfCell("table7", keys),
        what: percent(share),
        evidence: `no k/${numbers.tasks}${runs > 1 ? `, nor an average of ${runs} such` : ""}`,
      };
    });
  },
};

/** Every attribute of every model. */
export function cellsOfModels(models: readonly string[]) {
  return models.flatMap((model) => PROTECTED.map((attribute) => ({ model, attribute })));
}
