import { attributes, scoredAttribute } from "./attributes.ts";
import { counterfactualAnswers, counterfactualRates } from "./counterfactual_rates.ts";
import { declaredRates } from "./declared_rates.ts";
import { functionAnswers, functionRates } from "./function_rates.ts";
import { paperCheckTable, paperErrorTable } from "./paper_errors.ts";
import { preferredByFunctions, preferredInTests } from "./preferred.ts";
import { promptedAttribute } from "./prompted_attribute.ts";
import { METHODS, prompts } from "./prompts.ts";
import { published } from "./published.ts";
import { publishedBlocks, publishedMetrics } from "./published_metrics.ts";
import { publishedScores } from "./published_rule.ts";
import { publishedTestGroup } from "./published_test_rule.ts";
import { functionFiles, parseRecordedFunctions } from "./recorded_functions.ts";
import { passAt1, recordedUtility } from "./recorded_utility.ts";
import { scoreSubject } from "./score_subject.ts";
import { study } from "./study.ts";
import { subjectsFor } from "./subjects.ts";
import { synthetic } from "./synthetic.ts";
import { counterfactualTasks, functionTasks, suite, testTasks } from "./task.ts";
import { testAnswers, testRates } from "./test_rates.ts";
import { topics } from "./topics.ts";
import { judgeUtility, utilityTest } from "./utility.ts";

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
  functionTasks,
  testTasks,
  counterfactualTasks,
  suite,
  methods: METHODS,
  prompts,
  synthetic,
  declaredRates,
  scoreSubject,
  functionAnswers,
  functionRates,
  testAnswers,
  testRates,
  counterfactualAnswers,
  counterfactualRates,
  preferredByFunctions,
  preferredInTests,
  utilityTest,
  judgeUtility,
  functionFiles,
  parseRecorded: parseRecordedFunctions,
  promptedAttribute,
  recordedUtility,
  passAt1,
  publishedScores,
  publishedTestGroup,
  publishedMetrics,
  publishedBlocks,
  published,
  paperErrorTable,
  paperCheckTable,
} as const;
