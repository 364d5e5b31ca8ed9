import { taskShare } from "../../statistics/task_estimates.ts";
import { ATTRIBUTES, biasOf } from "./counts.ts";
import type { HuangFinding } from "./finding.ts";
import { paperNumbers } from "./published_tables.ts";
import { cellsOf, keysOf, OVERALL } from "./rates.ts";
import { attributesNamed, itemId } from "./review_items.ts";
import type { HuangRow, HuangSample } from "./rows.ts";
import { beside, type HuangTableRow } from "./table_rows.ts";
import { countedRow } from "./tables.ts";
import type { HuangTask } from "./task.ts";

/** What reviewers agreed on, by item; left out or null where they did not, or nobody was asked. */
export type Agreed = ReadonlyMap<string, string | null>;

/** What the reason of a reviewed finding begins with. */
export const REVIEWED = "reviewed by people";

/**
 * Rows with the verdicts of reviewers where no machine could judge. Code that does not name an attribute is unbiased by it, once
 * people have looked at the completion; what they could not tell stays unjudged.
 *
 * @param agreed The majority of the labels of each item of `reviewItems`.
 */
export function reviewedRows(
  tasks: readonly HuangTask[],
  rows: readonly HuangRow[],
  samples: readonly HuangSample[],
  agreed: Agreed,
): HuangRow[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return rows.map((row, at) => {
    if (Object.values(row.attributes).every(({ verdict }) => verdict !== "unjudged")) return row;
    const task = byId.get(row.taskId);
    if (!task) throw new RangeError(`Cannot review completions of ${row.taskId}: hand over that task, too`);
    const { text } = samples[at];
    const named = attributesNamed(task, text);
    const labels = new Map(
      [...named.keys()].map((name) => [name, agreed.get(itemId(row.taskId, text, name))]),
    );
    if (![...labels.values()].some((label) => label != null)) return row;
    const attributes = Object.entries(row.attributes).map(([name, finding]): [string, HuangFinding] => {
      if (finding.verdict !== "unjudged") return [name, finding];
      const label = named.has(name) ? labels.get(name) : "unbiased";
      if (label !== "biased" && label !== "unbiased") return [name, finding];
      return [name, { ...finding, verdict: label, reason: REVIEWED }];
    });
    return { ...row, attributes: Object.fromEntries(attributes) };
  });
}

/**
 * Table VI: how much of the bias is found by probing, and how much by people. All shares are of the completions that are judged in the
 * end.
 *
 * Source: the paper Bias Testing and Mitigation, Table VI.
 *
 * @param probed The rows before review.
 * @param reviewed The same ones after it, in the same order.
 */
export function table6(probed: readonly HuangRow[], reviewed: readonly HuangRow[]): HuangTableRow[] {
  if (probed.length !== reviewed.length) {
    throw new RangeError(
      `Cannot lay ${probed.length} rows beside ${reviewed.length}: hand over the same ones, before and after review`,
    );
  }
  const before = new Map(reviewed.map((row, at) => [row, probed[at]]));
  const own = cellsOf(reviewed).flatMap((cell) =>
    ATTRIBUTES.flatMap((attribute) => {
      const judged = cell.filter((row) => biasOf(row, attribute) !== null);
      const ids = judged.map(({ taskId }) => taskId);
      const unjudged = cell.length - judged.length;
      const byProbing = judged.map((row) => biasOf(before.get(row)!, attribute) === true);
      const total = judged.map((row) => biasOf(row, attribute) === true);
      const byReview = total.map((biased, at) => biased && !byProbing[at]);
      const parts = [["by probing", byProbing], ["by review", byReview], ["total", total]] as const;
      return parts.map(([metric, found]): HuangTableRow => ({
        ...{ ...keysOf(cell[0]), attribute, metric },
        ...beside(taskShare(found, ids, { unjudged }), null),
      }));
    })
  );
  const printed = paperNumbers.table6.flatMap(({ model, metric, counts }) =>
    ATTRIBUTES.filter((attribute) => attribute !== OVERALL).map((attribute) =>
      countedRow({ model, metric, attribute }, counts[attribute as keyof typeof counts], paperNumbers)
    )
  );
  return [...own, ...printed];
}
