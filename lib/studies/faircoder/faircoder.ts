import { taking } from "../../core/kinds.ts";
import { verbs } from "../../report/verbs.ts";
import { analyse, type FairCoderRun } from "./analysis.ts";
import { functionFiles, parseRecordedFunctions } from "./artifact/recorded_functions.ts";
import { exampleScore } from "./figures/sentences.ts";
import { groups } from "./judge/rows.ts";
import { labelledAnswers } from "./judge/labelled_sets.ts";
import { judgeUtility, utilityTest } from "./judge/utility.ts";
import type { FairCoderRate } from "./metrics/rates.ts";
import { paperNumbers } from "./paper/printed.ts";
import { paperAudit } from "./paper/rules.ts";
import { presented } from "./presented.ts";
import { faircoder as study } from "./study.ts";
import { declaredRates } from "./synthetic/declared_rates.ts";
import { synthetic } from "./synthetic/synthetic.ts";
import { functionTasks, suite } from "./tasks/task.ts";
import { prompts } from "./tasks/prompts.ts";

/**
 * The study on social bias in functions that score people, and in test cases: the argument of `run`, with functions that
 * turn its results into tables, figures and answers, by name.
 *
 * @example
 * ```ts
 * import { compare, decide, faircoder, intervals, run, summarize } from "codebias";
 * import assert from "node:assert/strict";
 * const result = await run(faircoder, { source: "recorded", limit: 12 }); // or { model: "ollama/qwen2.5-coder:7b" }
 * assert(faircoder.table("table1", result)?.columns.includes("published"));
 * const { frame } = result;
 * const found = summarize(frame, { by: ["model", "temperature"], metric: "biased", cluster: "taskId" });
 * const change = compare(frame, { across: "temperature", within: "attribute", metric: "biased", pairedBy: "taskId", unpaired: "drop" });
 * assert.equal(change.height, decide(change, { margin: 0.1 }).length);
 * assert.match(intervals(found, { x: "temperature", color: "model" }).svg, /^<svg/);
 * ```
 */
export const faircoder = {
  ...study,
  prompts: taking("make prompts of", "a list of objects", prompts),
  analyse,
  ...verbs("faircoder", analyse, presented),
  /** Refusal rates, preference entropies and FairScores of functions and test cases, by both rules. */
  rates: (result: FairCoderRun): readonly FairCoderRate[] => analyse(result).rates,
  /** Sentences on what a score rests on, for the first function that prefers a group. */
  witness: (result: FairCoderRun): string[] => exampleScore(analyse(result).samples),
  errata: paperAudit.errata,
  claims: paperAudit.claims,
  synthetic: taking("make a synthetic model of", "a list of objects", synthetic),
  declared: declaredRates,
  paper: { numbers: paperNumbers },
  /** The tasks: a balanced choice, and all tasks that ask for functions. */
  suite,
  functionTasks,
  /** The points that functions add to scores, by group, as rows. */
  groups: (result: FairCoderRun) => groups(analyse(result)),
  /** The authors' functions: their files, how they are read, and the answers to run to see how often scores are right. */
  functionFiles,
  parseRecorded: parseRecordedFunctions,
  labelledAnswers,
  /** The people for `functionalTests`, and the judgement whether a function did its task with them. */
  utilityTest,
  judgeUtility,
} as const;
