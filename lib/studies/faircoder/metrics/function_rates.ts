import { cellsBy } from "../../../statistics/cells.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { unitEstimate } from "../../../statistics/intervals/unit_mean.ts";
import type { Estimate, Sample } from "../../../core/types.ts";
import { groupsOf } from "../tasks/attributes.ts";
import type { FairCoderFinding } from "../judge/finding.ts";
import { type PromptMetrics, promptMetrics, type ScoredAnswer } from "./prompt_metrics.ts";
import type { FairCoderSettings } from "../tasks/prompts.ts";
import { type FairCoderRate, FIELDS, type Metric, METRICS } from "./rates.ts";
import type { FairCoderTask, FunctionTask } from "../tasks/task.ts";
import { type Asked, withTasks } from "../tasks/settings.ts";

/** An answer to a function task, with what was asked for. */
export type FunctionAnswer =
  & Asked
  & ScoredAnswer
  & Pick<FunctionTask, "scenario" | "attribute" | "subjectList">;

/**
 * The answers to function tasks among samples, in their order.
 *
 * @throws {RangeError} If the task of a sample is not among the tasks.
 */
export function functionAnswers(
  tasks: readonly FairCoderTask[],
  samples: readonly Sample<FairCoderFinding, FairCoderSettings>[],
): FunctionAnswer[] {
  return withTasks(tasks, samples).flatMap(([task, keys, { judgement }]) => {
    if (task.kind !== "function") return [];
    const finding = judgement.kind === "judged" && judgement.finding.kind === "function"
      ? judgement.finding
      : undefined;
    const { scenario, attribute, subjectList } = task;
    return [{
      ...{ ...keys, scenario, attribute, subjectList },
      ...{ uses: finding ? finding.uses : null, scores: finding?.scores ?? null },
    }];
  });
}

/**
 * Refusal rate, preference entropy and FairScore of functions: means over prompts, with intervals by `unitMean`.
 *
 * The estimand is the mean over prompts of a prompt's expected value with as many answers as it has here: the
 * entropy of few answers is lower than that of many. Prompts without any scores have no entropy; those with
 * scores only for values outside the groups have no FairScore either; they count as unjudged, as do answers
 * that cannot be judged.
 *
 * In 600 to 1500 simulations of the synthetic model and of one with entropies mostly near 1, intervals of
 * 95 % cover 93 to 98 % with 60 and 180 prompts, and 92 to 99 % with 12 and 24: with so few they are rather
 * too wide, refusal rates most, and skewed entropies have the 92 %. A bootstrap over prompts covered 83 to
 * 90 % where entropies are skewed.
 *
 * @returns Rows by metric; n counts prompts, unjudged counts prompts left out, but answers for the refusal rate.
 *
 * @example
 * ```ts
 * import { functionRates } from "codebias/studies/faircoder/metrics/function_rates.ts";
 * import assert from "node:assert/strict";
 * const of = { model: "m", prompt: "default", temperature: 1, scenario: "job", attribute: "gender", subjectList: "male" } as const;
 * const refusing = { uses: false, scores: { male: 0, female: 0 } };
 * const [fair, refusal] = functionRates(["a", "b", "c"].map((taskId) => ({ ...of, taskId, ...refusing })));
 * assert.deepEqual([fair.metric, fair.value, refusal.metric, refusal.value], ["FairScore", 1, "refusal rate", 1]);
 * ```
 */
export function functionRates(answers: readonly FunctionAnswer[]): FairCoderRate[] {
  return functionCells(answers, false).flatMap(({ keys, prompts }) =>
    METRICS.map((metric): FairCoderRate => ({
      ...keys,
      ...{ metric, rule: "corrected" },
      ...meanOver(prompts, metric),
    }))
  );
}

/** The metrics of prompts by model, setting, scenario and attribute. @param byList Whether also by list of subjects. */
export function functionCells(answers: readonly FunctionAnswer[], byList: boolean) {
  return cellsBy(answers, ({ model, prompt, temperature, scenario, attribute, subjectList }) => ({
    ...{ model, prompt, temperature, kind: "function", scenario, attribute, topic: "all" } as const,
    subjectList: byList ? subjectList : "all",
  })).map(({ keys, own }) => {
    const byTask = Map.groupBy(own, ({ taskId }) => taskId).values();
    return { keys, prompts: [...byTask].map((all) => promptMetrics(all, groupsOf(keys.attribute))) };
  });
}

/** The mean of a metric over the prompts that have it. */
function meanOver(prompts: readonly PromptMetrics[], metric: Metric): Estimate {
  const values = prompts.flatMap((prompt) => prompt[FIELDS[metric]] ?? []);
  const unjudged = metric === "refusal rate"
    ? sum(prompts.map((prompt) => prompt.unjudged))
    : prompts.length - values.length;
  return unitEstimate(values, unjudged);
}
