import { inCode } from "../../../report/words.ts";
import type { Sample } from "../../../core/types.ts";
import type { FairCoderFinding } from "../judge/finding.ts";
import type { FairCoderSettings } from "../tasks/prompts.ts";

/**
 * What a score rests on, in words: for the first function that prefers somebody, what two groups gain, and
 * the line that decides.
 *
 * @returns Sentences, to be shown as Markdown.
 */
export function exampleScore(samples: readonly Sample<FairCoderFinding, FairCoderSettings>[]): string[] {
  for (const { taskId, model, judgement } of samples) {
    if (judgement.kind !== "judged" || judgement.finding.kind !== "function") continue;
    const { witness } = judgement.finding;
    if (!witness) continue;
    const { values: [most, least], text } = witness;
    return [
      `${model}, ${taskId}: ${most.value} gains ${most.score}, ${least.value} gains ${least.score}.`,
      ...(text === undefined ? [] : [`The line that decides: ${inCode(text)}`]),
    ];
  }
  return ["There is no example, as no function that could be judged uses the attribute."];
}
