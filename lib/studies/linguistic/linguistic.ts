import { advantages } from "./metrics/efficiency/advantages.ts";
import {
  advantageCounts,
  advantageGrid,
  advantageGridTable,
  advantageTable,
} from "./paper/tables/advantage_tables.ts";
import { agreement } from "./metrics/agreement.ts";
import { answerAgreement, answerRq1 } from "./figures/answers.ts";
import { coincidence } from "./metrics/coincidence.ts";
import { convergence, convergenceTable, differingTable } from "./metrics/importance/convergence.ts";
import { explain } from "./metrics/disagreements.ts";
import { executedRows, toExecute } from "./metrics/executed.ts";
import { efficiency } from "./metrics/efficiency/efficiency.ts";
import { answerNull, answerRq2, answerRq3 } from "./figures/efficiency_answers.ts";
import { advantageHeatMap, advantageVenns, nullFigure, promptFigure } from "./figures/efficiency_figures.ts";
import { correctnessFigure } from "./figures/figures.ts";
import { fitTimings } from "./metrics/efficiency/fits.ts";
import { compareWords, wordComparisonTable } from "./metrics/importance/importance_comparison.ts";
import { importanceFigure, importanceTable } from "./figures/importance_figure.ts";
import { importancePrompts } from "./tasks/importance_prompts.ts";
import { importanceScores } from "./metrics/importance/importance_scores.ts";
import { leaveOneOut } from "./metrics/importance/importance_words.ts";
import { classCounts, classTable, fitPrograms, measuredTable } from "./metrics/efficiency/profiled.ts";
import { samplePrograms } from "./metrics/efficiency/sample_programs.ts";
import { prompts } from "./tasks/prompts.ts";
import { promptClaims, promptClaimTable, promptEffects, promptTable } from "./metrics/prompting.ts";
import { rates } from "./metrics/rates.ts";
import { languageNull } from "./metrics/language_null.ts";
import { metrics } from "./metrics/metrics.ts";
import { rows } from "./metrics/rows.ts";
import { recordingGaps, recordingGapTable } from "./metrics/recording_gaps.ts";
import { sensitivity, sensitivityTable, taskDefects } from "./metrics/sensitivity.ts";
import { splitHalf } from "./metrics/importance/split_half.ts";
import { declaredRates, synthetic } from "./synthetic/synthetic.ts";
import { linguistic as study } from "./study.ts";
import { printedTable3, table3 } from "./paper/tables/table3.ts";
import { temperatureTests } from "./metrics/temperature_tests.ts";
import { thinnedAnswers } from "./metrics/efficiency/thinning.ts";
import { timingNoise, timingNoiseTable } from "./metrics/efficiency/timing_noise.ts";
import {
  coincidenceTable,
  disagreementTable,
  executedTable,
  impossibleCellTable,
  impossibleTaskTable,
  nullTable,
  rateTable,
  verdictTable,
} from "./paper/tables/tables.ts";

/**
 * The study on linguistic bias: the study itself, to be handed to `run`, and what it computes from samples.
 *
 * @example
 * ```ts
 * import { compare, decide, intervals, linguistic, run, summarize } from "codebias";
 * import assert from "node:assert/strict";
 * const { frame } = await run(linguistic, { source: "recorded", limit: 3 }); // or { model: "ollama/qwen2.5-coder:7b" }
 * const found = summarize(frame, { by: ["model", "language"], metric: "passed", cluster: "taskId" });
 * const change = compare(frame, { across: "language", within: "attribute", metric: "passed", pairedBy: "taskId", unpaired: "drop" });
 * assert.equal(change.height, decide(change, { margin: 0.1 }).length);
 * assert.match(intervals(found, { x: "language", color: "model" }).svg, /^<svg/);
 * ```
 */
export const linguistic = {
  ...study,
  prompts,
  synthetic,
  declaredRates,
  rows,
  rates,
  fitTimings,
  samplePrograms,
  fitPrograms,
  classCounts,
  advantages,
  efficiency,
  metrics,
  advantageCounts,
  advantageGrid,
  importancePrompts,
  leaveOneOut,
  importanceScores,
  compareWords,
  convergence,
  thinnedAnswers,
  promptEffects,
  promptClaims,
  languageNull,
  recordingGaps,
  sensitivity,
  taskDefects,
  timingNoise,
  table3,
  published: printedTable3,
  temperatureTests,
  splitHalf,
  coincidence,
  toExecute,
  executedRows,
  agreement,
  explain,
  answerRq1,
  answerAgreement,
  answerRq2,
  answerRq3,
  answerNull,
  correctnessFigure,
  advantageVenns,
  advantageHeatMap,
  promptFigure,
  nullFigure,
  importanceFigure,
  importanceTable,
  wordComparisonTable,
  convergenceTable,
  differingTable,
  advantageTable,
  advantageGridTable,
  promptTable,
  promptClaimTable,
  nullTable,
  recordingGapTable,
  sensitivityTable,
  timingNoiseTable,
  rateTable,
  classTable,
  measuredTable,
  executedTable,
  verdictTable,
  impossibleTaskTable,
  impossibleCellTable,
  disagreementTable,
  coincidenceTable,
} as const;
