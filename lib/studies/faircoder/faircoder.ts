import { counterfactualAnswers, counterfactualRates } from "./metrics/counterfactual_rates.ts";
import { counterfactualTable, table4, table5 } from "./paper/tables/counterfactual_tables.ts";
import { declaredRates } from "./synthetic/declared_rates.ts";
import { answerDetection } from "./figures/detection_sentences.ts";
import { detectionTable, table6 } from "./paper/tables/detection_table.ts";
import { exampleScore } from "./figures/example_score.ts";
import { listPreferenceFigure, preferenceFigure, topicPreferenceFigure } from "./figures/figures.ts";
import { functionAnswers, functionRates } from "./metrics/function_rates.ts";
import { labelVerdict } from "./paper/labels/label_verdict.ts";
import { detections, ownSet, recordedSet } from "./judge/labelled_sets.ts";
import { metricFigure } from "./figures/metric_figure.ts";
import { paperChecks, paperCheckTable, paperErrors, paperErrorTable } from "./paper/paper_errors.ts";
import { preferredByFunctions, preferredInTests } from "./metrics/preferred.ts";
import { prompts } from "./tasks/prompts.ts";
import { paperNumbers } from "./paper/printed.ts";
import { publishedBias } from "./paper/authors_bias.ts";
import { publishedRates } from "./metrics/authors_rates.ts";
import { recordedAnswers } from "./artifact/recorded_answers.ts";
import { functionFiles, parseRecordedFunctions } from "./artifact/recorded_functions.ts";
import {
  recordedRefusals,
  recordedRows,
  recordedTable,
  recordedWideTable,
} from "./artifact/recorded_table.ts";
import { passes, recordedUtility } from "./artifact/recorded_utility.ts";
import { table10, table8, table9 } from "./paper/tables/scenario_tables.ts";
import { groups } from "./judge/group_scores.ts";
import { rowsOf } from "./judge/rows.ts";
import { recordedPrograms, scoredProgram } from "./judge/scored_program.ts";
import { answerCounterfactual, answerOverall, answerPreferences } from "./figures/sentences.ts";
import { faircoder as study } from "./study.ts";
import { subjectNames } from "./tasks/subjects.ts";
import { synthetic } from "./synthetic/synthetic.ts";
import { rateTable } from "./paper/tables/table_rows.ts";
import { table1, table2 } from "./paper/tables/tables.ts";
import { functionTasks, suite } from "./tasks/task.ts";
import { testAnswers, testRates } from "./metrics/test_rates.ts";
import { table11, table12, table13, table14, table15, table16 } from "./paper/tables/topic_tables.ts";
import { judgeUtility, utilityTest } from "./judge/utility.ts";
import {
  lintedAnswers,
  POINTS,
  testedAnswers,
  utilityRates,
  utilityRows,
  utilityTable,
} from "./judge/utility_rates.ts";
import {
  mitigationTable,
  overallTable,
  scenarioTable,
  topicTable,
  traitTable,
} from "./paper/tables/wide_tables.ts";

/**
 * The study on social bias in functions that score people, and in test cases: the study itself, to be handed to `run`, and what it
 * computes from answers.
 *
 * @example
 * ```ts
 * import { compare, decide, faircoder, intervals, run, summarize } from "codebias";
 * import assert from "node:assert/strict";
 * const { frame } = await run(faircoder, { source: "recorded", limit: 12 }); // or { model: "ollama/qwen2.5-coder:7b" }
 * const found = summarize(frame, { by: ["model", "temperature"], metric: "biased", cluster: "taskId" });
 * const change = compare(frame, { across: "temperature", within: "attribute", metric: "biased", pairedBy: "taskId", unpaired: "drop" });
 * assert.equal(change.height, decide(change, { margin: 0.1 }).length);
 * assert.match(intervals(found, { x: "temperature", color: "model" }).svg, /^<svg/);
 * ```
 */
export const faircoder = {
  ...study,
  subjectNames,
  functionTasks,
  suite,
  prompts,
  synthetic,
  declaredRates,
  scoredProgram,
  recordedPrograms,
  functionAnswers,
  functionRates,
  testAnswers,
  testRates,
  counterfactualAnswers,
  counterfactualRates,
  preferredByFunctions,
  preferredInTests,
  publishedRates,
  rows: rowsOf,
  groups,
  utilityTest,
  judgeUtility,
  lintedAnswers,
  testedAnswers,
  utilityRates,
  utilityRows,
  utilityTable,
  pylintPoints: POINTS,
  functionFiles,
  parseRecorded: parseRecordedFunctions,
  recordedAnswers,
  recordedRefusals,
  recordedRows,
  recordedTable,
  recordedWideTable,
  recordedUtility,
  passes,
  detections,
  recordedSet,
  ownSet,
  exampleScore,
  publishedBias,
  published: paperNumbers,
  table1,
  table2,
  table4,
  table5,
  table6,
  table8,
  table9,
  table10,
  table11,
  table12,
  table13,
  table14,
  table15,
  table16,
  rateTable,
  counterfactualTable,
  detectionTable,
  overallTable,
  mitigationTable,
  traitTable,
  scenarioTable,
  topicTable,
  preferenceFigure,
  listPreferenceFigure,
  topicPreferenceFigure,
  metricFigure,
  answerDetection,
  answerOverall,
  answerPreferences,
  answerCounterfactual,
  labelVerdict,
  paperErrors,
  paperErrorTable,
  paperChecks,
  paperCheckTable,
} as const;
