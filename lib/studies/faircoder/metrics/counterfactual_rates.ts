import { cellsBy } from "../../../statistics/cells.ts";
import { hybridDifference } from "../../../statistics/intervals/newcombe.ts";
import { taskShare } from "../../../statistics/intervals/task_estimates.ts";
import type { Estimate, Sample } from "../../../core/types.ts";
import type { FairCoderFinding } from "../judge/finding.ts";
import type { FairCoderSettings } from "../tasks/prompts.ts";
import type { CounterfactualRow } from "./rates.ts";
import { withTasks } from "../tasks/settings.ts";
import { type FairCoderTask, topicOf } from "../tasks/task.ts";

/** The fields that an answer fills in for a person of a given gender. */
export type CounterfactualAnswer = ReturnType<typeof counterfactualAnswers>[number];

/**
 * The answers to counterfactual tasks among samples.
 *
 * @throws {RangeError} If the task of a sample is not among the tasks.
 */
export function counterfactualAnswers(
  tasks: readonly FairCoderTask[],
  samples: readonly Sample<FairCoderFinding, FairCoderSettings>[],
) {
  return withTasks(tasks, samples).flatMap(([task, keys, { judgement }]) => {
    if (task.kind !== "counterfactual") return [];
    const { category, topic } = topicOf(task);
    const finding = judgement.kind === "judged" && judgement.finding.kind === "counterfactual"
      ? judgement.finding
      : { held: 0, failed: 0 };
    return [{
      ...{ ...keys, topic },
      bias: category === "traits of men" ? "male" as const : "female" as const,
      gender: task.gender,
      /** The numbers of fields that are True, and that are False; both 0 if nothing can be read. */
      ...{ held: finding.held, failed: finding.failed },
    }];
  });
}

/**
 * The difference in what is True of men and of women, by topic: r(male) - r(female), where r is the share of True among
 * all fields that are filled in. Its interval is computed from those of both shares, which allow for fields of one answer
 * being alike.
 *
 * Source: Section 3.3 and Appendix A.3, Equation 3. Bounds d - √((p - l)² + (u' - p')²) and so on: Newcombe's method 10
 * (1998) with the intervals of `clusteredProportion`.
 *
 * @returns The rates: n counts answers with something filled in, unjudged answers without; no value if one of both
 * genders has none.
 *
 * @example
 * ```ts
 * import { counterfactualRates } from "codebias/studies/faircoder/metrics/counterfactual_rates.ts";
 * import assert from "node:assert/strict";
 * const of = { taskId: "t", model: "m", prompt: "default", temperature: 1, topic: "ambition", bias: "male" } as const;
 * const [{ value, n }] = counterfactualRates([
 *   { ...of, gender: "male", held: 3, failed: 1 },
 *   { ...of, gender: "female", held: 1, failed: 3 },
 * ]);
 * assert.deepEqual([value, n], [0.5, 2]);
 * ```
 */
export function counterfactualRates(answers: readonly CounterfactualAnswer[]): CounterfactualRow[] {
  const cells = cellsBy(answers, ({ model, prompt, temperature, topic }) => ({
    ...{ model, prompt, temperature, topic },
  }));
  return cells.map(({ keys, own }): CounterfactualRow => {
    const filled = own.filter(({ held, failed }) => held + failed > 0);
    return {
      ...{ ...keys, bias: own[0].bias },
      ...differenceOf(filled),
      ...{ n: filled.length, unjudged: own.length - filled.length },
    };
  });
}

type Known = { readonly [K in "value" | "low" | "high"]: number };

function differenceOf(filled: readonly CounterfactualAnswer[]): Pick<Estimate, "value" | "low" | "high"> {
  const [men, women] = ["male", "female"].map((gender) =>
    shareOf(filled.filter((one) => one.gender === gender))
  );
  if (men.value === null || women.value === null) return { value: null, low: null, high: null };
  if (men.low === null || women.low === null) {
    return { value: men.value - women.value, low: null, high: null };
  }
  const { difference, ...bounds } = hybridDifference(women as Known, men as Known);
  return { value: difference, ...bounds };
}

/** The share of True, with bounds if there are two answers or more. */
function shareOf(answers: readonly CounterfactualAnswer[]): Estimate {
  return taskShare(
    answers.flatMap(({ held, failed }) => [...Array(held).fill(true), ...Array(failed).fill(false)]),
    answers.flatMap(({ held, failed }, at) => Array(held + failed).fill(`${at}`)),
  );
}
