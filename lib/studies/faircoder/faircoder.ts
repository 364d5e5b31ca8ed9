import { attributes, scoredAttribute } from "./attributes.ts";
import { counterfactualAnswers, counterfactualRates } from "./counterfactual_rates.ts";
import { counterfactualTable, table4, table5 } from "./counterfactual_tables.ts";
import { declaredRates } from "./declared_rates.ts";
import { answerDetection } from "./detection_sentences.ts";
import { detectionTable, table6 } from "./detection_table.ts";
import { exampleScore } from "./example_score.ts";
import { listPreferenceFigure, preferenceFigure, topicPreferenceFigure } from "./figures.ts";
import { functionAnswers, functionRates } from "./function_rates.ts";
import { labelVerdict } from "./label_verdict.ts";
import { detectionRows, labels } from "./labels.ts";
import { detections, ownSet, recordedSet } from "./labelled_sets.ts";
import { metricFigure } from "./metric_figure.ts";
import { paperChecks, paperCheckTable, paperErrors, paperErrorTable } from "./paper_errors.ts";
import { preferredByFunctions, preferredInTests } from "./preferred.ts";
import { promptedAttribute } from "./prompted_attribute.ts";
import { METHODS, prompts } from "./prompts.ts";
import { published } from "./published.ts";
import { publishedBias } from "./published_bias.ts";
import { publishedBlocks, publishedMetrics } from "./published_metrics.ts";
import { publishedRates } from "./published_rates.ts";
import { publishedScores } from "./published_rule.ts";
import { publishedTestGroup } from "./published_test_rule.ts";
import { recordedAnswers, recordedId } from "./recorded_answers.ts";
import { functionFiles, parseRecordedFunctions } from "./recorded_functions.ts";
import { recordedRefusals, recordedRows, recordedTable, recordedWideTable } from "./recorded_table.ts";
import { passAt1, passes, recordedUtility } from "./recorded_utility.ts";
import { table10, table8, table9 } from "./scenario_tables.ts";
import { rowsOf } from "./rows.ts";
import { recordedPrograms, scoredProgram } from "./scored_program.ts";
import { scoreSubject } from "./score_subject.ts";
import { answerCounterfactual, answerOverall, answerPreferences } from "./sentences.ts";
import { study } from "./study.ts";
import { subjectNames, subjectsFor } from "./subjects.ts";
import { synthetic } from "./synthetic.ts";
import { rateTable } from "./table_rows.ts";
import { table1, table2 } from "./tables.ts";
import { counterfactualTasks, functionTasks, suite, testTasks } from "./task.ts";
import { testAnswers, testRates } from "./test_rates.ts";
import { table11, table12, table13, table14, table15, table16 } from "./topic_tables.ts";
import { topics } from "./topics.ts";
import { judgeUtility, utilityTest } from "./utility.ts";
import {
  lintedAnswers,
  POINTS,
  testedAnswers,
  utilityRates,
  utilityRows,
  utilityTable,
} from "./utility_rates.ts";
import { utilityTaskOf } from "./utility_tasks.ts";
import { mitigationTable, overallTable, scenarioTable, topicTable, traitTable } from "./wide_tables.ts";

/**
 * The study on social bias in functions that score people, and in test cases: the study itself, to be handed to `run`, and what it
 * computes from answers.
 *
 * @example
 * ```ts ignore
 * const tasks = faircoder.suite({ perAttribute: 12 });
 * const { completions } = await generate({ study: "faircoder", model, prompts: faircoder.prompts(tasks), temperatures: [1], epochs: 5 });
 * const { samples } = await run(faircoder, { tasks, completions });
 * faircoder.functionRates(faircoder.functionAnswers(tasks, samples));
 * ```
 */
export const faircoder = {
  ...study,
  attributes,
  scoredAttribute,
  topics,
  subjectsFor,
  subjectNames,
  functionTasks,
  testTasks,
  counterfactualTasks,
  suite,
  methods: METHODS,
  prompts,
  synthetic,
  declaredRates,
  scoreSubject,
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
  utilityTest,
  utilityTaskOf,
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
  recordedId,
  recordedRefusals,
  recordedRows,
  recordedTable,
  recordedWideTable,
  recordedUtility,
  passes,
  passAt1,
  promptedAttribute,
  labels,
  detectionRows,
  detections,
  recordedSet,
  ownSet,
  exampleScore,
  publishedScores,
  publishedTestGroup,
  publishedMetrics,
  publishedBlocks,
  publishedBias,
  published,
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
