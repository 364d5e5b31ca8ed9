import { syntheticReviews } from "../../review/synthetic_reviews.ts";
import { roundsOf, withAllRounds } from "../../bias/rounds.ts";
import { answerBias, answerInstruments, answerMitigation } from "./figures/answers.ts";
import { cbsAtK } from "./metrics/cbs_at_k.ts";
import { compareAttributes, compareSettings } from "./metrics/comparisons.ts";
import { completionRates, tradeOffs, withCompletion } from "./metrics/completed.ts";
import { chooseThreshold } from "./tasks/construction/choose_threshold.ts";
import { candidatePool, parseCandidates } from "./tasks/construction/parse_candidates.ts";
import { constructPrompts } from "./tasks/construction/construct_prompts.ts";
import { constructionTable } from "./tasks/construction/construction_table.ts";
import { parsePairs, scorePairs } from "./tasks/construction/labelled_pairs.ts";
import { ngrams } from "./tasks/construction/ngram_similarity.ts";
import { embeddings } from "./tasks/construction/vector_similarity.ts";
import { correctedShare } from "./metrics/corrected.ts";
import { cbs, taskCounts } from "./metrics/counts.ts";
import { declaredRates } from "./synthetic/declared_rates.ts";
import { exampleWitness } from "./figures/example_witness.ts";
import { transitions } from "./metrics/fairness_rounds.ts";
import { biasFigure, instrumentFigure, strategyFigure, tradeOffFigure } from "./figures/figures.ts";
import { instrumentTable, mistakes, table5, table9 } from "./paper/tables/instruments.ts";
import { parseLabelled } from "./judge/labelled.ts";
import { labelledTask, ourSlots, publishedSlots, readSlots } from "./judge/labelled_slots.ts";
import { offeredShares } from "./paper/printed/offered_shares.ts";
import { paperChecks, paperCheckTable, paperErrors, paperErrorTable } from "./paper/paper_errors.ts";
import { printedReliability, printedReliabilityTable } from "./paper/printed/printed_reliability.ts";
import { prompts } from "./tasks/prompts.ts";
import type { HuangSettings } from "./tasks/prompts.ts";
import { publishedFindings } from "./judge/authors_rule.ts";
import { paperNumbers } from "./paper/printed/printed_tables.ts";
import { printedStages } from "./paper/printed/printed_stages.ts";
import { inputTable, reasonTable } from "./paper/tables/reasons.ts";
import { itemId, reviewItems } from "./judge/review_items.ts";
import { reviewedRows, table6 } from "./judge/reviewed.ts";
import { rowsOf } from "./judge/rows.ts";
import { huang as study, studyWith } from "./study.ts";
import { synthetic } from "./synthetic/synthetic.ts";
import { syntheticTruth } from "./synthetic/synthetic_truth.ts";
import { rateTable } from "./paper/tables/table_rows.ts";
import { table4, table7, table8 } from "./paper/tables/tables.ts";
import { attributeTable, matrixTable } from "./paper/tables/wide_tables.ts";

/**
 * The study on bias testing and mitigation of generated functions that decide about people: the study itself, to be handed to
 * `run`, and what it computes from samples.
 *
 * @example
 * ```ts
 * import { compare, decide, huang, intervals, run, summarize } from "codebias";
 * import assert from "node:assert/strict";
 * const { frame } = await run(huang, { source: "recorded", limit: 12 }); // or { model: "ollama/qwen2.5-coder:7b" }
 * const found = summarize(frame, { by: ["model", "temperature"], metric: "biased", cluster: "taskId" });
 * const change = compare(frame, { across: "temperature", within: "attribute", metric: "biased", pairedBy: "taskId", unpaired: "drop" });
 * assert.equal(change.height, decide(change, { margin: 0.1 }).length);
 * assert.match(intervals(found, { x: "temperature", color: "model" }).svg, /^<svg/);
 * ```
 */
export const huang = {
  ...study,
  with: studyWith,
  prompts,
  synthetic,
  syntheticTruth,
  syntheticReviews,
  declaredRates,
  roundsOf: roundsOf<HuangSettings>,
  withAllRounds,
  rows: rowsOf,
  taskCounts,
  cbs,
  cbsAtK,
  compareAttributes,
  compareSettings,
  withCompletion,
  completionRates,
  tradeOffs,
  transitions,
  reviewItems,
  itemId,
  reviewedRows,
  correctedShare,
  parseLabelled,
  labelledTask,
  ourSlots,
  publishedSlots,
  readSlots,
  publishedFindings,
  mistakes,
  parsePairs,
  scorePairs,
  chooseThreshold,
  ngrams,
  embeddings,
  parseCandidates,
  candidatePool,
  constructPrompts,
  constructionTable,
  printedStages,
  published: paperNumbers,
  paperErrors,
  paperChecks,
  offeredShares,
  printedReliability,
  table4,
  table5,
  table6,
  table7,
  table8,
  table9,
  rateTable,
  attributeTable,
  matrixTable,
  instrumentTable,
  reasonTable,
  inputTable,
  paperErrorTable,
  paperCheckTable,
  printedReliabilityTable,
  biasFigure,
  strategyFigure,
  tradeOffFigure,
  instrumentFigure,
  exampleWitness,
  answerBias,
  answerInstruments,
  answerMitigation,
} as const;
