/**
 * codebias: the names that an analyst types.
 *
 * @module
 */

// Data in
export { openSource } from "./store/source.ts";
export { openModel } from "./generation/open_model.ts";
export { pullModel } from "./generation/ollama/pull.ts";
export { openEmbedder } from "./generation/embedding/embed.ts";
export { loadData } from "./store/own_data.ts";

// The synthetic model with known rates
export { loadCalibration } from "./generation/calibration.ts";
export { declaredRates } from "./generation/calibration.ts";
export { coverage } from "./calibration/coverage.ts";
export { expectedRates } from "./calibration/rates.ts";

// Studies
export { checking, probing, scoring, study } from "./core/study.ts";
export * from "./studies/mod.ts";
export { ownStudy } from "./studies/own/own_study.ts";

// What happens
export { beginGeneration, generate } from "./run/asking/generate.ts";
export { writeBatch } from "./run/asking/write_batch.ts";
export { importance } from "./run/importance/importance.ts";
export { describeForecast, forecast } from "./run/asking/forecast.ts";
export { investigate } from "./run/run.ts";
export { run } from "./run/study/run.ts";
export { view } from "./run/results/view.ts";
export { profilePrograms } from "./run/profile.ts";
export { openProber } from "./run/probing/probe.ts";
export { openScorer } from "./run/scoring.ts";
export { iterativePrompting } from "./run/probing/iterative_prompting.ts";
export { taskCompletion } from "./run/task_completion.ts";
export { lintPrograms, whyNoLinter } from "./run/linting.ts";
export { functionalTests } from "./run/functional_tests.ts";
export { publishedCbs } from "./run/published_cbs.ts";
export { extractProgram } from "./extraction/program.ts";
export { versionsOffered } from "./extraction/code_in.ts";

// What is learned from labels
export { openClassifier, trainClassifier } from "./run/results/classifying.ts";

// Human review
export { reviewQueue } from "./review/queue.ts";
export { joinLabels } from "./review/labels.ts";
export { agreementOf } from "./review/agreement.ts";
export { agreementTable, disagreementTable } from "./review/agreement_table.ts";
export { readLabels, review } from "./run/results/reviewing.ts";
export { humanReview } from "./run/results/human_review.ts";
export { readersTable } from "./run/results/readers_table.ts";

// What is kept
export { openStore } from "./store/run_store/run_store.ts";
export { exportRun } from "./store/run_store/exchange/export_run.ts";
export { importRun } from "./store/run_store/exchange/import_run.ts";
export { openOutcomes } from "./store/outcomes/outcome_store.ts";
export { openReports } from "./store/reports.ts";
export { openFrame } from "./store/shards/merged_frame.ts";

// Comparisons
export { compare } from "./comparison/compare.ts";
export { decide } from "./comparison/decision.ts";
export { distinctAnswers } from "./comparison/distinct_answers.ts";
export { notes } from "./comparison/comparison_frame.ts";
export { measured } from "./comparison/measured.ts";
export { perAnswer } from "./comparison/per_answer.ts";
export { sampleSize } from "./comparison/sample_size.ts";
export { summarize } from "./comparison/summarize.ts";

// Statistics, one by one
export { proportion, wilson } from "./statistics/intervals/wilson.ts";
export * as statistics from "./statistics/mod.ts";

// Tables, figures, files
export { answerCounts } from "./report/tables/answer_counts.ts";
export { beside } from "./report/tables/beside.ts";
export { table } from "./report/tables/table.ts";
export { comparisonTable } from "./report/tables/comparison_table.ts";
export { witnessTable } from "./report/tables/witness_table.ts";
export { complexityCurves } from "./report/figures/complexity_curves.ts";
export { estimates } from "./report/figures/estimates.ts";
export { figure } from "./report/figures/figure.ts";
export { heatMap } from "./report/figures/heat_map.ts";
export { intervals } from "./report/figures/intervals.ts";
export { lines } from "./report/figures/lines.ts";
export { residuals } from "./report/figures/residuals.ts";
export { venns } from "./report/figures/venns.ts";
export { save } from "./run/results/save.ts";

// Notebooks
export { ask } from "./app/studies/ask.ts";
export { markdown, orSay } from "./app/notebook/markdown.ts";
export { progress } from "./app/notebook/progress.ts";
export { settings } from "./app/studies/settings.ts";

// What can go wrong
export { DataError, ModelError, SandboxError } from "./core/errors.ts";
