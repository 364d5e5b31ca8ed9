import { roundsOf } from "../../bias/rounds.ts";
import type { StudyForm } from "../../core/types.ts";
import { rowsOf, type SolarSample, type SolarSettings } from "./judge/rows.ts";
import { prompts } from "./tasks/asking.ts";
import type { SolarTask } from "./tasks/task.ts";

/** How models are asked, and a row for each attribute of a task. */
export const form: StudyForm<SolarTask, SolarSample> = {
  prompts: (tasks, templates, methods) => prompts(tasks, templates, { methods }),
  metrics: { biased: "truth" },
  rows(task, sample) {
    const [{ attributes }] = rowsOf([task], [sample]);
    const found = sample.judgement.kind === "judged" ? sample.judgement.finding.attributes : {};
    return Object.entries(attributes).map(([attribute, { verdict, reason }]) => ({
      ...{ attribute, verdict, reason, witness: found[attribute]?.witness },
      metrics: { biased: verdict === "unjudged" ? null : verdict === "biased" },
    }));
  },
  rounds: roundsOf<SolarSettings>,
};
