import { checking, study } from "../../core/study.ts";
import type { CheckedStudy } from "../../core/types.ts";
import { check, validate } from "./judge/check.ts";
import { layout, type LinguisticSettings, type LinguisticTask } from "./tasks/layout.ts";
import { programOf, RULES } from "./judge/programs.ts";
import { judge, judgeAgreed, judgeUnexecuted, recorded, type Verdict } from "./judge/verdict.ts";
import { form } from "./form.ts";

/** Linguistic bias: does a model solve a task as well when it is described in Chinese as in English? */
export const linguistic: CheckedStudy<LinguisticTask, LinguisticSettings, Verdict> = study({
  name: "linguistic",
  version: 1,
  title: "Linguistic bias in code generation, English and Chinese",
  citation: "Exploring the linguistic bias of language models in code generation (BilingualCodeEval)",
  layout,
  form,
  experiment: { methods: ["DI"], temperatures: [0.2, 0.8], epochs: 5, every: 1 },
  judge: checking<LinguisticTask, LinguisticSettings, Verdict>({
    rules: RULES.toReversed(),
    ...{ program: programOf, check, validate, judge, judgeAgreed, judgeUnexecuted, recorded },
  }),
});
