import { advantages } from "./advantages.ts";
import { advantageCounts, advantageGrid, advantageGridTable, advantageTable } from "./advantage_tables.ts";
import { agreement } from "./agreement.ts";
import { answerAgreement, answerRq1 } from "./answers.ts";
import { coincidence } from "./coincidence.ts";
import { convergence, convergenceTable, differingTable } from "./convergence.ts";
import { explain } from "./disagreements.ts";
import { executedRows, toExecute } from "./executed.ts";
import { efficiency } from "./efficiency.ts";
import { answerNull, answerRq2, answerRq3 } from "./efficiency_answers.ts";
import { advantageHeatMap, advantageVenns, nullFigure, promptFigure } from "./efficiency_figures.ts";
import { correctnessFigure } from "./figures.ts";
import { fitTimings } from "./fits.ts";
import { compareWords, wordComparisonTable } from "./importance_comparison.ts";
import { importanceFigure, importanceTable } from "./importance_figure.ts";
import { importancePrompts } from "./importance_prompts.ts";
import { importanceScores } from "./importance_scores.ts";
import { leaveOneOut } from "./importance_words.ts";
import { classCounts, classTable, fitPrograms, measuredTable, samplePrograms } from "./profiled.ts";
import { prompts } from "./prompts.ts";
import { promptClaims, promptClaimTable, promptEffects, promptTable } from "./prompting.ts";
import { rates } from "./rates.ts";
import { languageNull } from "./language_null.ts";
import { metrics } from "./metrics.ts";
import { rows } from "./rows.ts";
import { recordingGaps, recordingGapTable } from "./recording_gaps.ts";
import { sensitivity, sensitivityTable, taskDefects } from "./sensitivity.ts";
import { splitHalf } from "./split_half.ts";
import { declaredRates, synthetic } from "./synthetic.ts";
import { study } from "./study.ts";
import { publishedTable3, table3 } from "./table3.ts";
import { temperatureTests } from "./temperature_tests.ts";
import { thinnedAnswers } from "./thinning.ts";
import { timingNoise, timingNoiseTable } from "./timing_noise.ts";
import {
  coincidenceTable,
  disagreementTable,
  executedTable,
  impossibleCellTable,
  impossibleTaskTable,
  nullTable,
  rateTable,
  verdictTable,
} from "./tables.ts";

/**
 * The study on linguistic bias: the study itself, to be handed to `run`, and what it computes from samples.
 *
 * @example
 * ```ts ignore
 * const source = await openSource(linguistic);
 * const options = { tasks: await source.tasks(), completions: await source.completions() };
 * const { samples } = await run(linguistic, { ...options, verdicts: "recorded" });
 * linguistic.rateTable(linguistic.table3(linguistic.rates(samples)), { title: "Table 3" });
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
  published: publishedTable3,
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
