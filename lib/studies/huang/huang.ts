import { taking } from "../../core/kinds.ts";
import { verbs } from "../../report/verbs.ts";
import type { ReviewItem } from "../../core/types.ts";
import { roundsOf } from "../../bias/rounds.ts";
import { analyse, type HuangRun } from "./analysis.ts";
import { exampleWitness } from "./figures/example_witness.ts";
import { parseLabelled } from "./judge/labelled.ts";
import { asAnswers } from "./judge/labelled_slots.ts";
import type { HuangRate } from "./metrics/counts.ts";
import { paperNumbers } from "./paper/printed_tables.ts";
import { paperAudit } from "./paper/rules.ts";
import { presented } from "./presented.ts";
import { huang as study, studyWith } from "./study.ts";
import { declaredRates } from "./synthetic/declared_rates.ts";
import { synthetic } from "./synthetic/synthetic.ts";
import { syntheticLabels } from "./synthetic/synthetic_truth.ts";
import { construct } from "./tasks/construction/construct_prompts.ts";
import { parsePairs } from "./tasks/construction/choose_threshold.ts";
import { embeddings, ngrams } from "./tasks/construction/similarity.ts";
import { parseCandidates } from "./tasks/construction/parse_candidates.ts";
import { type HuangSettings, prompts } from "./tasks/prompts.ts";

/**
 * The study on bias testing and mitigation of generated functions that decide about people: the study itself, which is
 * passed to `run`, and the functions that analyse its samples.
 *
 * @example
 * ```ts
 * import { compare, decide, huang, intervals, run, summarize } from "codebias";
 * import assert from "node:assert/strict";
 * const result = await run(huang, { source: "recorded", limit: 12 }); // or { model: "ollama/qwen2.5-coder:7b" }
 * assert.match(String(huang.table("table4", result)), /CBS/);
 * const { frame } = result;
 * const found = summarize(frame, { by: ["model", "temperature"], metric: "biased", cluster: "taskId" });
 * const change = compare(frame, { across: "temperature", within: "attribute", metric: "biased", pairedBy: "taskId", unpaired: "drop" });
 * assert.equal(change.height, decide(change, { margin: 0.1 }).length);
 * assert.match(intervals(found, { x: "temperature", color: "model" }).svg, /^<svg/);
 * ```
 */
export const huang = {
  ...study,
  prompts: taking("make prompts of", "a list of objects", prompts),
  ...verbs("huang", analyse, presented),
  analyse,
  synthetic: taking("make a synthetic model of", "a list of objects", synthetic),
  declared: declaredRates,
  /** All metrics of all settings. */
  rates: (result: HuangRun): readonly HuangRate[] => analyse(result).rates,
  /** The first witness, in sentences. */
  witness(result: HuangRun): string[] {
    const { about, samples, pools } = analyse(result);
    return exampleWitness(about, samples, pools);
  },
  /** The items for human review: those that no machine could judge, then a sample of the others. */
  review(result: HuangRun): ReviewItem[] {
    const { unjudged, sampled } = analyse(result).items;
    return [...unjudged, ...sampled];
  },
  /** The paper's numbers that do not hold. */
  errata: paperAudit.errata,
  /** The checks that were made of the paper's numbers. */
  claims: paperAudit.claims,
  paper: { numbers: paperNumbers },
  with: studyWith,
  roundsOf: roundsOf<HuangSettings>,
  parseLabelled,
  asAnswers,
  syntheticLabels,
  parsePairs,
  parseCandidates,
  ngrams,
  embeddings,
  construct,
} as const;
