import { cellsAt } from "../../../paper/cells.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { countOf } from "../../../statistics/intervals/printed_counts.ts";
import { cellsOf, type PaperNumbers, printedCell } from "./printed_tables.ts";

/**
 * How many functions of each model are biased and do not run, so that only people could judge them, for the models with such
 * numbers: `all` biased functions of Table VIII without the `running` ones of Table VII, which leaves out functions that do
 * not run. By Table VI they are between `least`, the largest number that people found for one attribute, and `most`, the
 * number that they found for all attributes together.
 */
export function notRunning(numbers: PaperNumbers) {
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
 * How well each model's shares fit fewer functions than there are tasks. `out` is the least number of functions left
 * out. Of `cells` shares, `ofAll` are shares of all tasks, and at most `ofFewer` are shares of one number of remaining
 * functions, at least half of the tasks.
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
