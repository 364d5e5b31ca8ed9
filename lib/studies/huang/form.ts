import { roundsOf } from "../../bias/rounds.ts";
import type { StudyForm } from "../../core/types.ts";
import { publishedFindings } from "./judge/authors_rule.ts";
import type { Pools } from "./judge/pools.ts";
import { type HuangSample, rowsOf } from "./judge/rows.ts";
import { type HuangSettings, prompts } from "./tasks/prompts.ts";
import type { HuangTask } from "./tasks/task.ts";

/** How models are asked, and a row for each protected attribute. @param pools The values that are tried. */
export function formWith(pools: Pools): StudyForm<HuangTask, HuangSample> {
  return {
    prompts: (tasks, templates, methods) => prompts(tasks, templates, { methods }),
    metrics: { biased: "truth" },
    rows(task, sample) {
      const [{ attributes }] = rowsOf([task], [sample], { pools });
      return Object.entries(attributes).map(([attribute, { verdict, reason, witness }]) => ({
        ...{ attribute, verdict, reason, witness },
        metrics: { biased: verdict === "unjudged" ? null : verdict === "biased" },
      }));
    },
    rounds: roundsOf<HuangSettings>,
    authors: publishedFindings,
  };
}
