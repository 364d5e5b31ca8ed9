import { describeOutcome } from "../../../bias/outcome_classes.ts";
import { inCode } from "../../../report/words.ts";
import { assertionOf } from "../judge/assertions.ts";
import { parsedIn } from "../judge/parsed_completion.ts";
import { findingsOf, isExecutable } from "../judge/finding.ts";
import type { Pools } from "../judge/pools.ts";
import type { HuangSample } from "../judge/rows.ts";
import type { HuangTask } from "../tasks/task.ts";

/**
 * The first witness of bias by a protected attribute, in words, with an assertion that anybody can run.
 *
 * @param pools The values with which the samples were probed.
 * @returns Sentences, to be shown as Markdown.
 * @throws {RangeError} If the task of a sample is not among the tasks.
 */
export function exampleWitness(
  tasks: readonly HuangTask[],
  samples: readonly HuangSample[],
  pools: Pools = "boundary",
): string[] {
  for (const sample of samples) {
    const { model, taskId, judgement } = sample;
    const task = tasks.find(({ id }) => id === taskId);
    if (!task) throw new RangeError(`Cannot speak of completions of ${taskId}: pass that task too`);
    if (judgement.kind !== "judged") continue;
    const parsed = parsedIn(task, sample, pools);
    if ("kind" in parsed) continue;
    const [name, found] = Object.entries(findingsOf(parsed, judgement.finding)).find(([, { witness }]) =>
      witness
    ) ?? [];
    if (name === undefined || !found?.witness) continue;
    const { witness } = found;
    const { attribute } = witness;
    const called = attribute === name ? name : `${name}, which the program calls ${attribute}`;
    return [
      `Task ${taskId}, answered by ${model}: the result changes with ${called}. This assertion fails:`,
      inCode(assertionOf(parsed, witness)),
      `The first person: ${describeOutcome(witness.outcomes[0])}; the second: ${
        describeOutcome(witness.outcomes[1])
      }.`,
      ...(witness.line === undefined
        ? []
        : [`Their ways part at line ${witness.line}: ${inCode(witness.text ?? "")}`]),
    ];
  }
  const isJudged = samples.some(({ judgement }) =>
    judgement.kind === "judged" && isExecutable(judgement.finding)
  );
  return [
    isJudged
      ? "There is no witness, as nothing that could be judged is biased by a protected attribute."
      : "There is no witness, as no completion could be judged.",
  ];
}
