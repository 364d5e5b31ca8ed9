import type { Sample, StudyForm } from "../../core/types.ts";
import { samplePrograms } from "./metrics/efficiency/sample_programs.ts";
import type { Verdict } from "./judge/verdict.ts";
import type { LinguisticSettings, LinguisticTask } from "./tasks/layout.ts";
import { prompts } from "./tasks/prompts.ts";

type LinguisticSample = Sample<Verdict, LinguisticSettings>;

/** How models are asked, and a row for each sample. */
export const form: StudyForm<LinguisticTask, LinguisticSample> = {
  prompts: (tasks, templates, methods) => prompts(tasks, templates, { methods }),
  metrics: { passed: "truth" },
  rows: (_task, { judgement }) => [{ attribute: "task", ...rowOf(judgement) }],
  complexity: samplePrograms,
};

function rowOf(judgement: LinguisticSample["judgement"]) {
  if (judgement.kind === "unjudged") {
    return { verdict: "unjudged", reason: judgement.reason, metrics: { passed: null } };
  }
  const { kind, detail } = judgement.finding;
  return {
    verdict: kind.replace("-", " "),
    reason: detail === "" ? null : detail,
    metrics: { passed: kind === "invalid-task" ? null : kind === "passed" },
  };
}
