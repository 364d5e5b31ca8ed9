import type { Completion, Materials, ProbeReport, Prompt, Reply, Sample } from "../../core/types.ts";
import type { ShownSample } from "../../review/samples_data.ts";
import { readable } from "../../store/findings_frame.ts";
import type { StoredSample } from "../../store/run_store/samples.ts";
import type { GeneratedSample } from "../asking/generate.ts";

/** A sample in any form: judged, from a generation, from a run in the store, or only a completion. */
export type GivenSample = Sample | GeneratedSample | StoredSample | Completion;

/** The fields that identify a sample. */
export type Identified = Pick<Sample, "taskId" | "settings" | "epoch"> & { readonly model?: string };

/** The fields that identify a given sample. */
export function idOf(given: GivenSample): Identified {
  return "sample" in given ? given.sample : given;
}

/** A given sample with its texts. */
export function shownSample(given: GivenSample): ShownSample {
  const { taskId, model, settings, epoch } = idOf(given);
  const { prompt, reasoning, program, ...known } = materialsOf(given);
  const facts = [
    ...[["task", taskId], ["model", model], ...Object.entries(settings), ["epoch", epoch]],
    ...("answer" in given && given.answer !== "complete" ? [["answer", given.answer]] : []),
    ...Object.entries(known),
    ...("programHash" in given ? [["programHash", given.programHash]] : []),
  ].filter(([, value]) => value !== undefined).map(([fact, value]) =>
    [fact, String(value)] as [string, string]
  );
  return {
    ...{ facts, reasoning, program: program?.source, entryPoint: program?.entryPoint },
    last: lastLineOf(given),
    ...(prompt !== undefined && { prompt: turnsOf(prompt) }),
    ...("error" in given && given.error ? { failed: given.error.message } : { text: replyOf(given)?.text }),
    ...("judgement" in given && { finding: findingText(given) }),
  };
}

/** What is known about how an answer was made. */
function materialsOf(given: GivenSample): Materials {
  if ("judgement" in given) return given.materials ?? {};
  const { prompt, seed, identity } = given as Partial<StoredSample>;
  const { reasoning, promptTokens, completionTokens } = replyOf(given) ?? {};
  return { prompt, reasoning, promptTokens, completionTokens, seed, identity };
}

function replyOf(given: GivenSample): Partial<Reply> | undefined {
  return "sample" in given ? given.reply : given;
}

/** The turns of a prompt. */
export function turnsOf(prompt: Prompt): NonNullable<ShownSample["prompt"]> {
  if (typeof prompt === "string") return [{ role: "user", text: prompt }];
  return prompt.map(({ role, content }) => ({ role, text: content }));
}

function lastLineOf(given: GivenSample): number | undefined {
  if (!("judgement" in given) || given.judgement.kind === "unjudged") return;
  return (given.judgement.finding as Partial<ProbeReport> | null)?.called?.last;
}

function findingText({ judgement }: Sample): string {
  if (judgement.kind === "unjudged") return `unjudged: ${judgement.reason}`;
  return JSON.stringify(
    judgement.finding,
    function (this: unknown, key, value) { // the way in which it was called is shown with the program
      return key === "called" && this === judgement.finding ? undefined : readable(key, value);
    },
    1,
  );
}
