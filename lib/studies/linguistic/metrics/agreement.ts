import { proportion } from "../../../statistics/intervals/wilson.ts";
import type { Estimate, TaskReport } from "../../../core/types.ts";
import { hasPassed, type LinguisticSample } from "./sample_keys.ts";

/** How far our own execution agrees with the verdicts that the authors recorded. */
export interface Agreement {
  /** Share of samples with the same answer to "did it pass?", over tasks that can pass. */
  readonly estimate: Estimate;
  readonly disagreements: readonly LinguisticSample[];
}

/**
 * Compares executed with recorded verdicts.
 *
 * @param samples Executed samples of completions that carry a recorded verdict.
 * @param tasks Reports of the same run; samples of tasks that cannot pass are left out. A task with a pass
 *   recorded by the authors can pass, whatever our report says.
 */
export function agreement(samples: readonly LinguisticSample[], tasks: readonly TaskReport[]): Agreement {
  const invalid = new Set(tasks.filter((task) => task.invalid !== undefined).map(({ taskId }) => taskId));
  for (const { taskId, recorded } of samples) if (recorded?.passed) invalid.delete(taskId);
  const compared = samples.filter(({ recorded, taskId }) => recorded && !invalid.has(taskId));
  const judged = compared.filter(({ judgement }) => judgement.kind === "judged");
  const disagreements = judged.filter((sample) => hasPassed(sample) !== sample.recorded!.passed);
  const estimate = proportion(judged.length - disagreements.length, judged.length, {
    unjudged: compared.length - judged.length,
  });
  return { estimate, disagreements };
}
