import { taskFinder } from "../../../core/nearest.ts";
import { taskShare } from "../../../statistics/intervals/task_estimates.ts";
import { cellsOf, keysOf } from "../../../bias/task_counts.ts";
import { ATTRIBUTES, biasOf } from "../metrics/counts.ts";
import type { HuangFinding } from "./finding.ts";
import type { HuangRow, RowWithSample } from "./rows.ts";
import { checkLabels, itemId } from "../../../review/queue.ts";
import { ANSWERS, attributesNamed } from "./review_items.ts";
import { joinPrinted } from "../../../paper/with_printed.ts";
import { type HuangTableRow, printedOf, printedRows } from "../paper/tables/tables.ts";
import type { HuangTask } from "../tasks/task.ts";

/** The answers on which reviewers agreed, by item; missing or null if they did not agree, or nobody was asked. */
export type Agreed = ReadonlyMap<string, string | null>;

/** The reason of a reviewed finding. */
export const REVIEWED = "reviewed by people";

/**
 * Rows with the reviewers' verdicts where no machine could judge. Code that does not name an attribute is
 * unbiased by it, once people have looked at the completion; attributes that people could not judge stay unjudged.
 *
 * @param completions The completions with their rows, from `rowsOf`.
 * @param agreed The majority of the labels of each item of `reviewItems`.
 * @throws {RangeError} If the task of a completion is not among the tasks, or a label is not one of the answers.
 */
export function reviewedRows(
  tasks: readonly HuangTask[],
  completions: readonly RowWithSample[],
  agreed: Agreed,
): HuangRow[] {
  const taskOf = taskFinder(tasks);
  checkLabels(agreed, ANSWERS);
  return completions.map(({ row, sample: { text } }) => {
    const named = attributesNamed(taskOf(row.taskId, `review completions of ${row.taskId}`), text);
    const labels = new Map(
      [...named.keys()].map((name) => [name, agreed.get(itemId(row.taskId, text, name))]),
    );
    if (![...labels.values()].some((label) => label != null)) return row;
    const attributes = Object.entries(row.attributes).map(([name, finding]): [string, HuangFinding] => {
      if (finding.verdict !== "unjudged") return [name, finding];
      const isNamed = named.has(name) || finding.aliases.length > 0;
      const label = isNamed ? labels.get(name) : "unbiased";
      if (label !== "biased" && label !== "unbiased") return [name, finding];
      return [name, { ...finding, verdict: label, reason: REVIEWED }];
    });
    return { ...row, attributes: Object.fromEntries(attributes) };
  });
}

/**
 * Table VI: how much of the bias is found by probing, and how much by people. All shares are of the completions that
 * are judged after review.
 *
 * Source: the paper Bias Testing and Mitigation, Table VI.
 *
 * @param probed The rows before review.
 * @param reviewed The same rows after review, in the same order, from {@linkcode reviewedRows}.
 */
export function table6(probed: readonly HuangRow[], reviewed: readonly HuangRow[]): HuangTableRow[] {
  const both = reviewed.map((row, at) => ({ ...row, before: probed[at] }));
  const own = cellsOf(both).flatMap((cell) =>
    ATTRIBUTES.flatMap((attribute) => {
      const judged = cell.filter((row) => biasOf(row, attribute) !== null);
      const ids = judged.map(({ taskId }) => taskId);
      const unjudged = cell.length - judged.length;
      const byProbing = judged.map(({ before }) => biasOf(before, attribute) === true);
      const total = judged.map((row) => biasOf(row, attribute) === true);
      const byReview = total.map((biased, at) => biased && !byProbing[at]);
      const parts = [
        ["by probing", byProbing, "test case"],
        ["by review", byReview, "human"],
        ["total", total, "total"],
      ] as const;
      return parts.map(([metric, found, printed]): HuangTableRow => {
        const keys = { ...keysOf(cell[0]), attribute };
        const printedValue = printedOf("table6", { ...keys, metric: printed });
        return { ...keys, metric, ...joinPrinted(taskShare(found, ids, { unjudged }), printedValue) };
      });
    })
  );
  return [...own, ...printedRows("table6")];
}
