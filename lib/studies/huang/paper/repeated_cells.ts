import { countOf } from "../../../statistics/intervals/printed_counts.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { cellsOfModels } from "./printed/cell_counts.ts";
import { countsOf, originalOf, SHARE_ROUNDING } from "./printed/paper_cells.ts";
import { inspectEach, percent } from "../../../report/paper_rules.ts";
import { counted, nameOfCell, type PaperRule } from "./paper_error.ts";
import { type PaperNumbers, printedCell, printedCount } from "./printed/printed_tables.ts";

/** Cells of Table IV that differ from what tests and people found in Table VI. */
export const totalsAreCbs: PaperRule = {
  rule: "the totals of Table VI are the CBS of Table IV",
  inspect: (numbers) =>
    inspectEach(cellsOfModels(numbers.models), ({ model, attribute }) => {
      const [cbs, found] = [
        printedCount("table4", { model, metric: "CBS", attribute }, numbers),
        printedCount("table6", { model, metric: "total", attribute }, numbers),
      ];
      if (cbs === null || found === null || cbs === found) return null;
      return {
        where: nameOfCell("table4", { model, metric: "CBS", attribute }),
        what: `${cbs}`,
        evidence: `Table VI has ${found}`,
      };
    }),
};

/** Cells of the original rows of Table VII that differ from what tests found in Table VI. */
export const originalsAreFoundByTests: PaperRule = {
  rule: "the original CBS of Table VII, without what does not run, is what tests found in Table VI",
  inspect: (numbers) =>
    inspectEach(cellsOfModels(numbers.models), ({ model, attribute }) => {
      const share = printedCell("table7", { model, metric: "CBS", attribute }, numbers);
      const tests = { model, metric: "test case", attribute };
      const [found, foundShare] = [
        printedCount("table6", tests, numbers),
        printedCell("table6", tests, numbers),
      ];
      if (share === null || found === null || foundShare === null) return null;
      if (Math.abs(share - foundShare) <= 2 * SHARE_ROUNDING) return null;
      const count = countOf(share, numbers.tasks);
      return {
        where: nameOfCell("table7", { model, attribute }),
        what: percent(share),
        evidence: `Table VI has ${counted(found, foundShare)} of the same functions` +
          (count === null ? "" : `; ${percent(share)} is ${count} of ${numbers.tasks}`),
      };
    }),
};

/** How many functions of a model are biased and do not run, by Tables VII and VIII, and what Table VI allows. */
export interface NotRunning {
  readonly model: string;
  /** Biased functions of Table VIII. */
  readonly all: number;
  /** Those of Table VII, which leaves out what does not run. */
  readonly running: number;
  /** The most that people found of one attribute: there are at least so many. */
  readonly least: number;
  /** What people found of all attributes together: there are at most so many. */
  readonly most: number;
}

/** What the tables say about functions that only people could judge, for each model with such numbers. */
export function notRunning(numbers: PaperNumbers): NotRunning[] {
  return numbers.models.flatMap((model) => {
    const all = printedCount("table8", { model, metric: "CBS", attribute: "overall" }, numbers);
    const share = originalOf(numbers, model)?.withoutFeedback.overall;
    const running = share === undefined ? null : countOf(share, numbers.tasks);
    const people = countsOf(numbers, "table6", { model, metric: "human" });
    if (all === null || running === null || people === undefined) return [];
    const counts = Object.values(people);
    return [{ model, all, running, least: Math.max(...counts), most: sum(counts) }];
  });
}

/**
 * Models with an overall CBS that differs between Tables VII and VIII by more or less than the functions that
 * do not run.
 *
 * People judge functions that do not run, and all attributes of them: there are at least as many biased ones as they
 * found of any attribute, and at most as many as they found of all.
 */
export const overallsDifferByPeople: PaperRule = {
  rule: "the overall CBS of Table VIII is above that of Table VII by functions that people found",
  inspect: (numbers) =>
    inspectEach(notRunning(numbers), ({ model, all, running, least, most }) => {
      if (least <= all - running && all - running <= most) return null;
      return {
        where: nameOfCell("table8", { model, metric: "CBS", attribute: "overall" }),
        what: `${all}`,
        evidence:
          `Table VII has ${running} without those that do not run, and these are ${least} to ${most} by Table VI`,
      };
    }),
};

/** Rows of Table VIII with one number for two things. */
export const numbersAreNotRepeated: PaperRule = {
  rule: "biased functions and completed tasks are not the same number",
  inspect: ({ table8 }) =>
    inspectEach(table8, ({ model, bias, completed }) => {
      if (bias.count !== completed.count) return null;
      return {
        where: nameOfCell("table8", { model }),
        what: `bias and task completion ${counted(bias.count, bias.share)}`,
        evidence: "the same in two columns: chance, or one of them was carried over",
      };
    }),
};
