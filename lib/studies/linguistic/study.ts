import { checking, study } from "../../core/study.ts";
import type { CheckedStudy, Judgement } from "../../core/types.ts";
import { check, validate } from "./judge/check.ts";
import { samplePrograms } from "./metrics/efficiency/sample_programs.ts";
import { synthetic } from "./synthetic/synthetic.ts";
import { prompts } from "./tasks/prompts.ts";
import { layout, type LinguisticSettings, type LinguisticTask } from "./tasks/layout.ts";
import { programOf, RULES } from "./judge/programs.ts";
import { judge, judgeAgreed, judgeUnexecuted, passedIn, recorded, type Verdict } from "./judge/verdict.ts";

/** Linguistic bias: does a model solve a task as well when it is described in Chinese as in English? */
export const linguistic: CheckedStudy<LinguisticTask, LinguisticSettings, Verdict> = study({
  name: "linguistic",
  version: 1,
  title: "Linguistic bias in code generation, English and Chinese",
  citation:
    "From Effectiveness to Efficiency: Uncovering Linguistic Bias in Large Language Model-based Code Generation (BilingualCodeEval)",
  layout,
  prompts,
  experiment: {
    ...{ methods: ["DI"], temperatures: [0.2, 0.8], epochs: 5, every: 1, asNamed: true },
    ...{ notebook: "04-linguistic", shows: "recordings" },
  },
  calibration: (tasks) => synthetic(tasks),
  judge: checking<LinguisticTask, LinguisticSettings, Verdict>({
    rules: RULES.toReversed(),
    ...{ program: programOf, check, validate, judge, judgeAgreed, judgeUnexecuted, recorded },
  }),
  metrics: { passed: "truth" },
  rows: (_task, { judgement }) => [{ attribute: "task", ...rowOf(judgement) }],
  told(task, sample) {
    const { judgement } = sample;
    if (judgement.kind === "unjudged") return { outcome: "unjudged", reason: judgement.reason };
    const { kind, detail, draws } = judgement.finding;
    const found = programOf(task, sample, "corrected");
    return {
      outcome: wordOf(kind),
      ...{ detail: detail === "" ? undefined : detail, draws },
      program: "source" in found ? found.source : undefined,
    };
  },
  measures: { complexity: samplePrograms },
});

/** A verdict as lines and frames spell it. */
function wordOf(kind: string): string {
  return kind.replace("-", " ");
}

function rowOf(judgement: Judgement<Verdict>) {
  if (judgement.kind === "unjudged") {
    return { verdict: "unjudged", reason: judgement.reason, metrics: { passed: null } };
  }
  const { kind, detail } = judgement.finding;
  return {
    verdict: wordOf(kind),
    reason: detail || null,
    metrics: { passed: passedIn(judgement) },
  };
}
