import { refuseOther } from "../../core/kinds.ts";

/** The counted fields of a completion. */
interface Counted {
  readonly model: string;
  readonly taskId: string;
}

/**
 * For each model, a sentence with its numbers of completions and of tasks.
 *
 * @example
 * ```ts
 * import { answerCounts } from "codebias/report/tables/answer_counts.ts";
 * import assert from "node:assert/strict";
 * const completions = ["1", "1", "2"].map((taskId) => ({ model: "A", taskId }));
 * assert.deepEqual(answerCounts(completions), ["A: 3 completions of 2 tasks"]);
 * ```
 */
export function answerCounts(completions: readonly Counted[]): string[] {
  refuseOther("count", completions, "a list of objects", ["model", "taskId"]);
  return [...Map.groupBy(completions, ({ model }) => model)].map(([model, own]) => {
    const tasks = new Set(own.map(({ taskId }) => taskId)).size;
    return `${model}: ${counted(own.length, "completion")} of ${counted(tasks, "task")}`;
  });
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}
