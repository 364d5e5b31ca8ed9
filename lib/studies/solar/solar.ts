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
import { study } from "./study.ts";
import { synthetic } from "./synthetic/synthetic.ts";
import { rateTable, table3, table4 } from "./paper/tables/tables.ts";
import { categoryTable, dimensionTable, table1, table2 } from "./paper/tables/task_tables.ts";
import { judgementalWords, parseVariations, variationFiles } from "./tasks/variation.ts";

/**
 * The study on social bias in methods that decide about people: the study itself, to be handed to `run`, and what it
 * computes from samples.
 *
 * @example
 * ```ts ignore
 * const source = await openSource(solar);
 * const [tasks, templates] = [await source.tasks(), await source.methods()];
 * const { completions } = await generate({ model, prompts: solar.prompts(tasks, templates), temperatures: [1], epochs: 5 });
 * const { samples } = await run(solar, { tasks, completions });
 * solar.cbs(solar.taskCounts(solar.rows(tasks, samples), { rule: "ours" }));
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
