import { calibrationSentence } from "../../report/sentences.ts";
import { reasonTable } from "../../report/tables/reason_table.ts";
import { tableWith } from "../../report/tables/table_with.ts";
import { figureOf, labelOfMore, some, tableOf, tablesOf } from "../../report/presenting.ts";
import type { Presented } from "../../report/verbs.ts";
import { type HuangAnalysis, isPlain, OWN_FUNCTIONS } from "./analysis.ts";
import { answerBias, answerConstruction, answerInstruments, answerMitigation } from "./figures/answers.ts";
import { biasFigure, instrumentFigure, strategyFigure, tradeOffFigure } from "./figures/figures.ts";
import type { Comparison } from "./metrics/comparisons.ts";
import type { TradeOff } from "./metrics/completed.ts";
import type { CorrectedShare } from "./metrics/corrected.ts";
import type { Transition } from "./metrics/fairness_rounds.ts";
import { table6 } from "./judge/reviewed.ts";
import { paperAudit } from "./paper/rules.ts";
import { offeredShares, offeredShareTable } from "./paper/offered_shares.ts";
import { printedReliability, printedReliabilityTable } from "./paper/printed_reliability.ts";
import { type InstrumentRow, instrumentTable } from "./paper/tables/instruments.ts";
import { inputTable } from "./paper/tables/inputs.ts";
import { rateTable, table4, table7, table8 } from "./paper/tables/tables.ts";
import { attributeTable, matrixTable } from "./paper/tables/wide_tables.ts";
import { constructionTable } from "./tasks/construction/construction_table.ts";

/** The tables of rates beside the printed ones: a row for each rate, or the paper's layout. */
const RATES = [rateTable, attributeTable] as const;

/** The declared rates that are measured on the same answers. */
const ALIKE = "attributes, rounds and metrics are of the same completions";

/** The note for printed numbers of instruments where no instrument was tried. */
const UNTRIED = "The paper's numbers alone: no instrument was tried here";

/** The tables, figures and answers of this study, by name. */
export const presented = {
  tables: {
    table2: ({ constructed }) => constructed && constructionTable(constructed.constructions),
    table4: tablesOf(RATES, ({ rates }) => table4(rates), "Bias by attribute (Table IV)"),
    table5: tablesOf(
      [instrumentTable, matrixTable],
      ({ instruments }) => instruments,
      "What instruments find (Table V)",
      { note: ({ slots }) => slots.length > 0 ? OWN_FUNCTIONS : UNTRIED },
    ),
    table6: tablesOf(RATES, ({ reviewable, reviewed }) => {
      const before = reviewable.map(({ row }) => row);
      const rows = table6(before, reviewed ?? before);
      // Where nobody reviewed, the findings of people are not known.
      return reviewed ? rows : rows.filter(({ metric }) => !["by review", "total"].includes(metric));
    }, "Bias found by probing and by review (Table VI)"),
    table7: tablesOf(RATES, ({ rates }) => table7(rates), "Mitigation (Table VII)"),
    table8: tablesOf(RATES, ({ rates }) => table8(rates), "Bias and task completion (Table VIII)", {
      wideTitle: "Bias and task completion, overall (Table VIII)",
    }),
    table9: tablesOf(
      [instrumentTable, matrixTable],
      ({ byPools }) => byPools,
      "What more values add and cost (Table IX)",
      { note: ({ pooledName }) => pooledName ?? UNTRIED },
    ),
    attributes: tableOf(
      tableWith<Comparison>(
        ["model", "level", "reference", "difference", "low", "high", "p", "pAdjusted", "n"],
        { p: ["p", "pAdjusted"] },
      ),
      ({ byAttribute }) => some(byAttribute.filter(({ pAdjusted }) => pAdjusted !== null)),
      "Attributes compared, over the same prompts",
      "paired t-test with Holm's correction",
    ),
    effects: tableOf(
      tableWith<Comparison>([
        ...["model", "prompt", "across", "level", "value", "referenceValue"] as const,
        ...["difference", "low", "high", "pAdjusted", "n"] as const,
      ], { p: ["pAdjusted"] }),
      "effects",
      "Strategies against the original prompt, and feedback against none",
      "paired t-test over prompts with Holm's correction",
    ),
    transitions: tableOf(
      tableWith<Transition>([
        ...["model", "prompt", "round", "n", "mended", "stillBiased", "broken"] as const,
        ...["newlyBiased", "lostTask"] as const,
      ]),
      "transitions",
      "What feedback does to samples",
    ),
    trade_offs: tableOf(
      tableWith<TradeOff>(
        ["model", "prompt", "round", "difference", "low", "high", "p", "completed", "others"],
      ),
      "tradeOffs",
      "Share of biased completions among those that do what was asked for, less that among the others",
      "clustered by task",
    ),
    corrected: tableOf(
      tableWith<CorrectedShare>(
        ["instrument", "estimate", "value", "low", "high", "n", "reason"],
        { intervals: true },
      ),
      ({ corrected }) => some(corrected?.shares),
      "Share of biased slots, as instruments say and corrected",
      ({ label, corrected }) =>
        `${label}; sensitivity and specificity from ${corrected?.reviewed} reviewed slots`,
    ),
    reasons: tableOf(
      reasonTable,
      ({ rows }) => rows.filter(({ round }) => round === 0),
      "Completions that no machine could judge",
    ),
    inputs: tableOf(inputTable, ({ rows }) => rows.filter(isPlain)),
    mistakes: tableOf(
      tableWith<HuangAnalysis["mistakes"][number]>(
        ["instrument", "theme", "id", "attribute", "predicted", "actual"],
      ),
      "mistakes",
      "Where instruments are wrong",
      () => undefined,
    ),
    calibration: tableOf(tableWith(), "calibration", "Measured and declared rates"),
    ...paperAudit.tables,
    paper_reliability: { printed: () => printedReliabilityTable(printedReliability()) },
    paper_offered: { printed: () => offeredShareTable(offeredShares()) },
  },
  figures: {
    bias: figureOf(
      biasFigure,
      ({ rates }) => rates.some(isPlain) ? rates : undefined,
      ({ declared }) => ({ declared }),
    ),
    instruments: figureOf(
      instrumentFigure,
      ({ instruments, byPools }) => {
        const rows = [...instruments, ...byPools.filter(isTried)];
        return rows.some(isTried) ? rows : undefined;
      },
      () => ({ subtitle: "Labelled functions of our own; the paper's functions are others" }),
    ),
    strategies: figureOf(
      strategyFigure,
      ({ rates, askedMore }) => some(rates.filter(({ model }) => askedMore.has(model))),
      (found) => ({ declared: found.declared, subtitle: labelOfMore(found, "original") }),
    ),
    trade_off: figureOf(tradeOffFigure, ({ rates, tradeOffs }) => tradeOffs.length > 0 ? rates : undefined),
  },
  answers: {
    RQ1: ({ rates, byAttribute }) => answerBias(rates.filter(isPlain), byAttribute),
    RQ2: ({ instruments, byPools }) => answerInstruments([...instruments, ...byPools]),
    RQ3: ({ effects, transitions, tradeOffs }) => answerMitigation(effects, transitions, tradeOffs),
    calibration: ({ calibration, completionCalibration: completed }) => [
      calibrationSentence(calibration, ALIKE),
      ...(completed.length > 0 ? [calibrationSentence(completed, ALIKE, "shares of completed tasks")] : []),
    ],
    construction: ({ constructed }) => answerConstruction(constructed),
  },
  basis: { RQ2: () => OWN_FUNCTIONS.toLowerCase(), RQ3: (found) => labelOfMore(found, "original") },
  withoutFile: { tables: ["mistakes", "paper_reliability", "paper_offered"] },
} as const satisfies Presented<HuangAnalysis>;

/** Whether a row is about an instrument that was tried, not printed. */
function isTried({ remark }: InstrumentRow): boolean {
  return remark !== "printed";
}
