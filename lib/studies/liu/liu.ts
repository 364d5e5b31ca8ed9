import { syntheticReviews } from "../../review/synthetic_reviews.ts";
import { answerBias, answerFairness, answerInstruments } from "./answers.ts";
import { automaticInstruments } from "./automatic.ts";
import { cbsRates } from "./cbs_rates.ts";
import { classify } from "./classifier/classifier.ts";
import { classifierAccuracies, classifierTable } from "./classifier/classifier_table.ts";
import { trainedStudy } from "./classifier/trained_study.ts";
import { cbsCorrelations, cbsPairs } from "./correlation.ts";
import { correlationFigure } from "./correlation_figure.ts";
import { declaredCbs } from "./declared_cbs.ts";
import { demographicShares } from "./demographic_shares.ts";
import { demographicTable, table10, table10Fits, table9 } from "./demographic_tables.ts";
import { disagreements, disagreementTable } from "./disagreements.ts";
import { fairnessTable, table5, table6 } from "./fairness_tables.ts";
import { accuracyFigure, demographicFigure, reliabilityFigure } from "./figures.ts";
import { findingsOf, findingTable } from "./findings.ts";
import { ladderFigure } from "./ladder.ts";
import { paperCheckTable, paperErrorTable } from "./paper_errors.ts";
import { PROMPT_VARIANTS } from "./prompt_variants.ts";
import { prompts } from "./prompts.ts";
import { artifactErrors, paperNumbers } from "./published.ts";
import { recordedEvidence, recordedEvidenceTable } from "./recorded_evidence.ts";
import { modelFiles, splitFiles } from "./recorded_files.ts";
import { parseRecordedRows } from "./recorded_rows.ts";
import { itemId, reviewItems, reviewSample } from "./review_items.ts";
import { reviewedCompletions } from "./reviewed.ts";
import { rowsOf } from "./rows.ts";
import { behaviourOf, completionsOf, recordedCompletions } from "./samples.ts";
import { study } from "./study.ts";
import { synthetic } from "./synthetic.ts";
import { syntheticTruth } from "./synthetic_truth.ts";
import { balanceTable, table3 } from "./table3.ts";
import { rateTable } from "./table_rows.ts";
import { table4, table7, table8 } from "./tables.ts";
import { tasks } from "./task.ts";
import { vocabulary } from "./vocabulary.ts";
import { dimensionTable, modifierTable, pairTable, splitTable } from "./wide_tables.ts";

/**
 * The study on social bias in code completion: the study itself, to be handed to `run`, and what it computes from completed
 * functions.
 *
 * @example
 * ```ts ignore
 * const { completions } = await generate({ model, prompts: liu.prompts(liu.tasks), temperatures: [0.8], epochs: 10 });
 * const { samples } = await run(liu, { tasks: liu.tasks, completions });
 * const { instruments } = liu.automaticInstruments(await openClassifier(liu.classifier));
 * const findings = liu.findings(liu.completions(liu.tasks, completions), {
 *   ...instruments,
 *   behaviour: liu.behaviour(liu.tasks, samples),
 * });
 * liu.rateTable(liu.table4(liu.cbs(findings)));
 * ```
 */
export const liu = {
  ...study,
  tasks,
  vocabulary,
  prompts,
  promptVariants: PROMPT_VARIANTS,
  synthetic,
  declaredCbs,
  syntheticTruth,
  syntheticReviews,
  modelFiles,
  splitFiles,
  parseRows: parseRecordedRows,
  recorded: recordedCompletions,
  completions: completionsOf,
  classifier: trainedStudy,
  classify,
  automaticInstruments,
  behaviour: behaviourOf,
  findings: findingsOf,
  rows: rowsOf,
  reviewSample,
  reviewItems,
  itemId,
  reviewed: reviewedCompletions,
  cbs: cbsRates,
  demographicShares,
  disagreements,
  cbsPairs,
  cbsCorrelations,
  classifierAccuracies,
  published: paperNumbers,
  artifactErrors,
  recordedEvidence,
  table3,
  table4,
  table5,
  table6,
  table7,
  table8,
  table9,
  table10,
  table10Fits,
  answerBias,
  answerInstruments,
  answerFairness,
  balanceTable,
  rateTable,
  modifierTable,
  dimensionTable,
  pairTable,
  splitTable,
  fairnessTable,
  demographicTable,
  classifierTable,
  findingTable,
  disagreementTable,
  recordedEvidenceTable,
  paperErrorTable,
  paperCheckTable,
  accuracyFigure,
  reliabilityFigure,
  demographicFigure,
  correlationFigure,
  ladderFigure,
} as const;
