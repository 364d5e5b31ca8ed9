import { taking } from "../../core/kinds.ts";
import { verbs } from "../../report/verbs.ts";
import { analyse, type LinguisticRun } from "./analysis.ts";
import { importanceFigure } from "./figures/importance_figure.ts";
import { explain } from "./metrics/disagreements.ts";
import { convergence, thinnedAnswers } from "./metrics/efficiency/convergence.ts";
import { toExecute } from "./metrics/executed.ts";
import { compareWords } from "./metrics/importance/importance_comparison.ts";
import { importanceScores } from "./metrics/importance/importance_scores.ts";
import { leaveOneOut } from "./metrics/importance/importance_words.ts";
import { taskDefects } from "./metrics/language_null.ts";
import { temperatureTests } from "./metrics/temperature_tests.ts";
import { printedTable3 } from "./paper/printed.ts";
import { paperAudit } from "./paper/rules.ts";
import { presented } from "./presented.ts";
import { linguistic as study } from "./study.ts";
import { declaredRates, synthetic } from "./synthetic/synthetic.ts";
import { importancePrompts } from "./tasks/importance_prompts.ts";
import { prompts } from "./tasks/prompts.ts";

/**
 * The study on linguistic bias: the study itself, which is passed to `run`, and its analysis of a result.
 *
 * @example
 * ```ts
 * import { compare, decide, intervals, linguistic, run, summarize } from "codebias";
 * import assert from "node:assert/strict";
 * const result = await run(linguistic, { source: "recorded", limit: 3 }); // or { model: "ollama/qwen2.5-coder:7b" }
 * assert.match(`${linguistic.table("table3", result, { wide: true })}`, /CR_en/);
 * const { frame } = result;
 * const found = summarize(frame, { by: ["model", "language"], metric: "passed", cluster: "taskId" });
 * const change = compare(frame, { across: "language", within: "attribute", metric: "passed", pairedBy: "taskId", unpaired: "drop" });
 * assert.equal(change.height, decide(change, { margin: 0.1 }).length);
 * assert.match(intervals(found, { x: "language", color: "model" }).svg, /^<svg/);
 * ```
 */
export const linguistic = {
  ...study,
  prompts: taking("make prompts of", "a list of objects", prompts),
  ...verbs("linguistic", (result: LinguisticRun) => analyse(result), presented),
  analyse,
  synthetic: taking("make a synthetic model of", "a list of objects", synthetic),
  declared: declaredRates,
  /** All rates of a result: correctness, and efficiency where it has running times. */
  rates: (result: LinguisticRun) => analyse(result).rates,
  errata: paperAudit.errata,
  claims: paperAudit.claims,
  /** The printed numbers, and the defects of tasks of the paper's suite. */
  paper: { numbers: printedTable3, taskDefects },
  // From printed numbers alone.
  temperatureTests,
  // The programs to execute besides recorded verdicts, and the causes of different verdicts, which `investigate` uses.
  toExecute,
  explain,
  // Prompts, words and scores, which `importance` uses; they need no result.
  importancePrompts,
  leaveOneOut,
  importanceScores,
  importanceFigure,
  compareWords,
  // The convergence of the measurement, for settings of the analyst's own.
  convergence,
  thinnedAnswers,
} as const;
