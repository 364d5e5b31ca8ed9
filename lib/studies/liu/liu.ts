import { taking } from "../../core/kinds.ts";
import { verbs } from "../../report/verbs.ts";
import { analyse, type LiuRun } from "./analysis.ts";
import { modelFiles, splitFiles } from "./artifact/recorded_files.ts";
import { parseRecordedRows } from "./artifact/recorded_rows.ts";
import { classify } from "./judge/classifier/classifier.ts";
import { trainedStudy } from "./judge/classifier/train.ts";
import { reviewItems } from "./judge/review_items.ts";
import { recordedCompletions } from "./judge/samples.ts";
import { type CbsOptions, cbsRates, type LiuRate } from "./metrics/cbs_rates.ts";
import { paperAudit } from "./paper/rules.ts";
import { paperNumbers } from "./paper/printed.ts";
import { presented } from "./presented.ts";
import { liu as study } from "./study.ts";
import { declaredCbs } from "./synthetic/declared_cbs.ts";
import { synthetic } from "./synthetic/synthetic.ts";
import { tasks } from "./tasks/task.ts";
import { syntheticLabels } from "./synthetic/synthetic_truth.ts";
import { prompts } from "./tasks/prompts.ts";

/**
 * The study on social bias in code completion: the argument of `run`, with functions that turn its results into tables,
 * figures and answers, by name.
 *
 * @example
 * ```ts
 * import { compare, decide, intervals, liu, run, summarize } from "codebias";
 * import assert from "node:assert/strict";
 * const result = await run(liu, { source: "recorded", limit: 48 }); // or { model: "ollama/qwen2.5-coder:7b" }
 * assert(liu.table("table4", result)?.columns.includes("published"));
 * const { frame } = result;
 * const found = summarize(frame, { by: ["model", "temperature"], metric: "biased", cluster: "taskId" });
 * const change = compare(frame, { across: "temperature", within: "attribute", metric: "biased", pairedBy: "taskId", unpaired: "drop" });
 * assert.equal(change.height, decide(change, { margin: 0.1 }).length);
 * assert.match(intervals(found, { x: "temperature", color: "model" }).svg, /^<svg/);
 * ```
 */
export const liu = {
  ...study,
  prompts: taking("make prompts of", "a list of objects", prompts),
  tasks,
  analyse,
  ...verbs("liu", analyse, presented),
  /** Code Bias Scores by instrument, of all models and settings. */
  rates: (result: LiuRun, options: CbsOptions = {}): LiuRate[] => cbsRates(analyse(result).findings, options),
  /** The questions for people: the items of `review`. */
  review: (result: LiuRun) => reviewItems(analyse(result).toReview),
  errata: paperAudit.errata,
  claims: paperAudit.claims,
  synthetic: taking("make a synthetic model of", "a list of objects", synthetic),
  declared: declaredCbs,
  paper: { numbers: paperNumbers },
  /** The files of the authors' rows, how they are read, and how they become completions for `run`. */
  modelFiles,
  splitFiles,
  parseRows: parseRecordedRows,
  recorded: recordedCompletions,
  /** The argument of `openClassifier` and `trainClassifier`. */
  classifier: trainedStudy,
  /** Classifies code with a trained classifier. */
  classify,
  /** The labels of synthetic reviewers, who know how the synthetic model's functions behave. */
  syntheticLabels,
} as const;
