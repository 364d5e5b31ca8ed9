import { answerBias, answerMitigation, answerTemperature } from "./figures/answers.ts";
import { prompts } from "./tasks/asking.ts";
import { compareSettings, temperatureTrend } from "./metrics/comparisons.ts";
import { cbs, executableRate, taskCounts } from "./metrics/counts.ts";
import { declaredRates } from "./synthetic/declared_rates.ts";
import { exampleWitness } from "./figures/example_witness.ts";
import { leaningHeatMap, mitigationFigure, temperatureFigure } from "./figures/figures.ts";
import { leaningRanges, leanings } from "./metrics/leaning.ts";
import { paperErrors, paperErrorTable } from "./paper/paper_errors.ts";
import { passAtAttribute } from "./metrics/pass_at_attribute.ts";
import { paperNumbers } from "./paper/printed_tables.ts";
import { recordedRates } from "./paper/recorded_rates.ts";
import { reasonTable } from "./paper/tables/reasons.ts";
import { recordedTests } from "./paper/recorded_tests.ts";
import { roundsOf, withAllRounds } from "../../bias/rounds.ts";
import { rowsOf, type SolarSettings } from "./judge/rows.ts";
import { ruleTable } from "./paper/tables/rule_table.ts";
import { starTable, table5, table8 } from "./paper/tables/star_tables.ts";
import { solar as study } from "./study.ts";
import { synthetic } from "./synthetic/synthetic.ts";
import { rateTable, table3, table4 } from "./paper/tables/tables.ts";
import { categoryTable, dimensionTable, table1, table2 } from "./paper/tables/task_tables.ts";
import { judgementalWords, parseVariations, variationFiles } from "./tasks/variation.ts";

/**
 * The study on social bias in methods that decide about people: the study itself, to be handed to `run`, and what it
 * computes from samples.
 *
 * @example
 * ```ts
 * import { compare, decide, intervals, run, solar, summarize } from "codebias";
 * import assert from "node:assert/strict";
 * const { frame } = await run(solar, { source: "recorded", limit: 12 }); // or { model: "ollama/qwen2.5-coder:7b" }
 * const found = summarize(frame, { by: ["model", "temperature"], metric: "biased", cluster: "taskId" });
 * const change = compare(frame, { across: "temperature", within: "attribute", metric: "biased", pairedBy: "taskId", unpaired: "drop" });
 * assert.equal(change.height, decide(change, { margin: 0.1 }).length);
 * assert.match(intervals(found, { x: "temperature", color: "model" }).svg, /^<svg/);
 * ```
 */
export const solar = {
  ...study,
  prompts,
  judgementalWords,
  variationFiles,
  parseVariations,
  synthetic,
  declaredRates,
  roundsOf: roundsOf<SolarSettings>,
  withAllRounds,
  rows: rowsOf,
  taskCounts,
  cbs,
  executableRate,
  leanings,
  leaningRanges,
  passAtAttribute,
  compareSettings,
  temperatureTrend,
  published: paperNumbers,
  recordedRates,
  recordedTests,
  paperErrors,
  table1,
  table2,
  table3,
  table4,
  table5,
  table8,
  exampleWitness,
  answerBias,
  answerTemperature,
  answerMitigation,
  dimensionTable,
  categoryTable,
  reasonTable,
  rateTable,
  ruleTable,
  starTable,
  paperErrorTable,
  leaningHeatMap,
  temperatureFigure,
  mitigationFigure,
} as const;
