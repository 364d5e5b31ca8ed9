import { syntheticReviews } from "../../review/synthetic_reviews.ts";
import { answerBias, answerFairness, answerInstruments } from "./figures/answers.ts";
import { automaticInstruments } from "./judge/automatic.ts";
import { cbsRates } from "./metrics/cbs_rates.ts";
import { classify } from "./judge/classifier/classifier.ts";
import { classifierAccuracies, classifierTable } from "./paper/tables/classifier/classifier_table.ts";
import { trainedStudy } from "./judge/classifier/trained_study.ts";
import { cbsCorrelations, cbsPairs } from "./metrics/correlation.ts";
import { correlationFigure } from "./figures/correlation_figure.ts";
import { declaredCbs } from "./synthetic/declared_cbs.ts";
import { demographicShares } from "./metrics/demographic_shares.ts";
import { demographicTable, table10, table10Fits, table9 } from "./paper/tables/demographic_tables.ts";
import { disagreements, disagreementTable } from "./metrics/disagreements.ts";
import { fairnessTable, table5, table6 } from "./paper/tables/fairness_tables.ts";
import { accuracyFigure, demographicFigure, reliabilityFigure } from "./figures/figures.ts";
import { findingsOf, findingTable } from "./judge/findings.ts";
import { ladderFigure } from "./figures/ladder.ts";
import { paperCheckTable, paperErrorTable } from "./paper/paper_errors.ts";
import { prompts } from "./tasks/prompts.ts";
import { artifactErrors, paperNumbers } from "./paper/printed.ts";
import { recordedEvidence, recordedEvidenceTable } from "./artifact/recorded_evidence.ts";
import { modelFiles, splitFiles } from "./artifact/recorded_files.ts";
import { parseRecordedRows } from "./artifact/recorded_rows.ts";
import { itemId, reviewItems, reviewSample } from "./judge/review_items.ts";
import { reviewedCompletions } from "./judge/reviewed.ts";
import { rowsOf } from "./judge/rows.ts";
import { behaviourOf, completionsOf, recordedCompletions } from "./judge/samples.ts";
import { liu as study } from "./study.ts";
import { synthetic } from "./synthetic/synthetic.ts";
import { syntheticTruth } from "./synthetic/synthetic_truth.ts";
import { balanceTable, table3 } from "./paper/tables/table3.ts";
import { rateTable } from "./paper/tables/table_rows.ts";
import { table4, table7, table8 } from "./paper/tables/tables.ts";
import { tasks } from "./tasks/task.ts";
import { dimensionTable, modifierTable, pairTable, splitTable } from "./paper/tables/wide_tables.ts";

/**
 * The study on social bias in code completion: the study itself, to be handed to `run`, and what it computes from completed
 * functions.
 *
 * @example
 * ```ts
 * import { compare, decide, intervals, liu, run, summarize } from "codebias";
 * import assert from "node:assert/strict";
 * const { frame } = await run(liu, { source: "recorded", limit: 48 }); // or { model: "ollama/qwen2.5-coder:7b" }
 * const found = summarize(frame, { by: ["model", "temperature"], metric: "biased", cluster: "taskId" });
 * const change = compare(frame, { across: "temperature", within: "attribute", metric: "biased", pairedBy: "taskId", unpaired: "drop" });
 * assert.equal(change.height, decide(change, { margin: 0.1 }).length);
 * assert.match(intervals(found, { x: "temperature", color: "model" }).svg, /^<svg/);
 * ```
 */
export const liu = {
  ...study,
  tasks,
  prompts,
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
