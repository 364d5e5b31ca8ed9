import { answerBias, answerMitigation, answerTemperature } from "./answers.ts";
import { prompts } from "./asking.ts";
import { compareSettings, temperatureTrend } from "./comparisons.ts";
import { cbs, executableRate, taskCounts } from "./counts.ts";
import { declaredRates } from "./declared_rates.ts";
import { exampleWitness } from "./example_witness.ts";
import { leaningHeatMap, mitigationFigure, temperatureFigure } from "./figures.ts";
import { leaningRanges, leanings } from "./leaning.ts";
import { paperErrors, paperErrorTable } from "./paper_errors.ts";
import { passAtAttribute } from "./pass_at_attribute.ts";
import { paperNumbers } from "./published_tables.ts";
import { recordedRates } from "./recorded_rates.ts";
import { reasonTable } from "./reasons.ts";
import { recordedTests } from "./recorded_tests.ts";
import { roundsOf, withAllRounds } from "../../bias/rounds.ts";
import { rowsOf, type SolarSettings } from "./rows.ts";
import { ruleTable } from "./rule_table.ts";
import { starTable, table5, table8 } from "./star_tables.ts";
import { study } from "./study.ts";
import { synthetic } from "./synthetic.ts";
import { rateTable, table3, table4 } from "./tables.ts";
import { categoryTable, dimensionTable, table1, table2 } from "./task_tables.ts";
import { judgementalWords, parseVariations, variationFiles } from "./variation.ts";

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
