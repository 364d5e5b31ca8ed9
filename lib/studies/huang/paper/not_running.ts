import { cellsAt } from "../../../paper/cells.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { countOf } from "../../../statistics/intervals/printed_counts.ts";
import { cellsOf, type PaperNumbers, printedCell } from "./printed_tables.ts";

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
    const overall = { model, metric: "CBS", attribute: "overall" };
    const all = printedCell("table8", overall, numbers)?.count;
    const share = printedCell("table7", overall, numbers)?.value;
    const running = share === undefined ? null : countOf(share, numbers.tasks);
    const people = cellsAt(cellsOf(numbers), "table6", { model, metric: "human" }).map(({ count }) => count!);
    if (all === undefined || running === null || people.length === 0) return [];
    return [{ model, all, running, least: Math.max(...people), most: sum(people) }];
  });
}

/**
 * How well each model's shares fit fewer functions than there are tasks: `out` are left out at least; of its cells, `ofAll` are
 * shares of all tasks, and at most `ofFewer` are shares of some number, at least half of the tasks, that are left.
 */
export function denominatorsOf(numbers: PaperNumbers) {
  return notRunning(numbers).map(({ model, all, running }) => {
    const shares = cellsAt(cellsOf(numbers), "table7", { model }).map(({ value }) => value);
    const fitting = (n: number) => shares.filter((share) => countOf(share, n) !== null).length;
    const least = Math.ceil(numbers.tasks / 2) + 1;
    const some = Math.max(0, numbers.tasks - (all - running) - least + 1);
    const fewer = Array.from({ length: some }, (_, at) => fitting(least + at));
    return {
      ...{ model, out: all - running, cells: shares.length },
      ...{ ofAll: fitting(numbers.tasks), ofFewer: Math.max(0, ...fewer) },
    };
  });
}
