import type { Study } from "../../core/types.ts";
import { check, validate } from "./judge/check.ts";
import { layout, type LinguisticSettings, type LinguisticTask } from "./tasks/layout.ts";
import { programOf, type Rule } from "./judge/programs.ts";
import { judge, judgeAgreed, judgeUnexecuted, recorded, type Verdict } from "./judge/verdict.ts";
import { form } from "./form.ts";

/** Linguistic bias: does a model solve a task as well when it is described in Chinese as in English? */
export const study: Study<LinguisticTask, LinguisticSettings, Verdict, Rule> = {
  name: "linguistic",
  version: 1,
  title: "Linguistic bias in code generation, English and Chinese",
  citation: "Exploring the linguistic bias of language models in code generation (BilingualCodeEval)",
  layout,
  form,
  program: programOf,
  check,
  validate,
  judge,
  judgeAgreed,
  judgeUnexecuted,
  recorded,
};
