import { syntheticReviews } from "../../review/synthetic_reviews.ts";
import { roundsOf, withAllRounds } from "../../bias/rounds.ts";
import { answerBias, answerInstruments, answerMitigation } from "./answers.ts";
import { cbs, cbsAtK } from "./cbs.ts";
import { compareAttributes, compareSettings } from "./comparisons.ts";
import { completionRates, tradeOffs, withCompletion } from "./completed.ts";
import { chooseThreshold } from "./construction/choose_threshold.ts";
import { candidatePool, parseCandidates } from "./construction/parse_candidates.ts";
import { constructPrompts } from "./construction/construct_prompts.ts";
import { constructionTable } from "./construction/construction_table.ts";
import { parsePairs, scorePairs } from "./construction/labelled_pairs.ts";
import { ngrams } from "./construction/ngram_similarity.ts";
import { embeddings } from "./construction/vector_similarity.ts";
import { correctedShare } from "./corrected.ts";
import { taskCounts } from "./counts.ts";
import { declaredRates } from "./declared_rates.ts";
import { exampleWitness } from "./example_witness.ts";
import { transitions } from "./fairness_rounds.ts";
import { biasFigure, instrumentFigure, strategyFigure, tradeOffFigure } from "./figures.ts";
import { instrumentTable, mistakes, table5, table9 } from "./instruments.ts";
import { parseLabelled } from "./labelled.ts";
import { labelledTask, ourSlots, publishedSlots, readSlots } from "./labelled_slots.ts";
import { offeredShares } from "./offered_shares.ts";
import { paperChecks, paperCheckTable, paperErrors, paperErrorTable } from "./paper_errors.ts";
import { printedReliability, printedReliabilityTable } from "./printed_reliability.ts";
import { prompts } from "./prompts.ts";
import type { HuangSettings } from "./prompts.ts";
import { publishedFindings } from "./published_rule.ts";
import { paperNumbers } from "./published_tables.ts";
import { printedStages } from "./printed_stages.ts";
import { readingOf } from "./reading.ts";
import { inputTable, reasonTable } from "./reasons.ts";
import { itemId, reviewItems } from "./review_items.ts";
import { reviewedRows, table6 } from "./reviewed.ts";
import { rowsOf } from "./rows.ts";
import { study, studyWith } from "./study.ts";
import { synthetic } from "./synthetic.ts";
import { syntheticTruth } from "./synthetic_truth.ts";
import { rateTable } from "./table_rows.ts";
import { table4, table7, table8 } from "./tables.ts";
import { attributeTable, matrixTable } from "./wide_tables.ts";

/**
 * The study on bias testing and mitigation of generated functions that decide about people: the study itself, to be handed to
 * `run`, and what it computes from samples.
 *
 * @example
 * ```ts ignore
 * const source = await openSource(huang, { source: "model" });
 * const [tasks, templates] = [await source.tasks(), await source.methods()];
 * const { completions } = await generate({ model, prompts: huang.prompts(tasks, templates), temperatures: [1], epochs: 5 });
 * const { samples } = await run(huang, { tasks, completions });
 * const counts = huang.taskCounts(huang.rows(tasks, samples));
 * huang.rateTable(huang.table4([...huang.cbs(counts), ...huang.cbsAtK(counts, { k: 5 })]));
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
  readingOf,
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
