import { type Table, table } from "../../report/tables/table.ts";
import type { Presented, TableOf } from "../../report/verbs.ts";
import { type HuangAnalysis, isPlain, OWN_FUNCTIONS } from "./analysis.ts";
import { answerBias, answerCalibration, answerInstruments, answerMitigation } from "./figures/answers.ts";
import { biasFigure, instrumentFigure, strategyFigure, tradeOffFigure } from "./figures/figures.ts";
import { table6 } from "./judge/reviewed.ts";
import { paperAudit } from "./paper/rules.ts";
import { offeredShareTable } from "./paper/offered_shares.ts";
import { printedReliabilityTable } from "./paper/printed_reliability.ts";
import { type InstrumentRow, instrumentTable } from "./paper/tables/instruments.ts";
import { inputTable, reasonTable } from "./paper/tables/reasons.ts";
import { type HuangTableRow, rateTable } from "./paper/tables/table_rows.ts";
import { table4, table7, table8 } from "./paper/tables/tables.ts";
import { attributeTable, matrixTable } from "./paper/tables/wide_tables.ts";
import { constructionTable } from "./tasks/construction/construction_table.ts";

/** The tables, figures and answers of this study, by name. */
export const presented = {
  tables: {
    table2: { long: ({ constructed }) => constructed && constructionTable(constructed.constructions) },
    table4: ofRates("Bias by attribute (Table IV)", ({ rates }) => table4(rates)),
    table5: ofInstruments("What instruments find (Table V)", ({ slots, instruments }) => ({
      rows: instruments,
      name: slots.length > 0 ? OWN_FUNCTIONS : undefined,
    })),
    table6: ofRates("Bias found by probing and by review (Table VI)", ({ reviewable, reviewed }) => {
      const before = reviewable.map(({ row }) => row);
      const rows = table6(before, reviewed ?? before);
      // Where nobody reviewed, it is not known what people would find.
      return reviewed ? rows : rows.filter(({ metric }) => !["by review", "total"].includes(metric));
    }),
    table7: ofRates("Mitigation (Table VII)", ({ rates }) => table7(rates)),
    table8: ofRates(
      "Bias and task completion (Table VIII)",
      ({ rates }) => table8(rates),
      "Bias and task completion, overall (Table VIII)",
    ),
    table9: ofInstruments(
      "What more values add and cost (Table IX)",
      ({ byPools, pooledName }) => ({ rows: byPools, name: pooledName }),
    ),
    attributes: {
      long: ({ byAttribute, label }) =>
        shown(byAttribute.filter(({ pAdjusted }) => pAdjusted !== null), {
          title: "Attributes compared, over the same prompts",
          note: `${label}; paired t-test with Holm's correction`,
          columns: ["model", "level", "reference", "difference", "low", "high", "p", "pAdjusted", "n"],
          p: ["p", "pAdjusted"],
        }),
    },
    effects: {
      long: ({ effects, label }) =>
        shown(effects, {
          title: "Strategies against the original prompt, and feedback against none",
          note: `${label}; paired t-test over prompts with Holm's correction`,
          columns: [
            ...["model", "prompt", "across", "level", "value", "referenceValue"] as const,
            ...["difference", "low", "high", "pAdjusted", "n"] as const,
          ],
          p: ["pAdjusted"],
        }),
    },
    transitions: {
      long: ({ transitions, label }) =>
        shown(transitions, {
          title: "What feedback does to samples",
          note: label,
          columns: [
            ...["model", "prompt", "round", "n", "mended", "stillBiased", "broken"] as const,
            ...["newlyBiased", "lostTask"] as const,
          ],
        }),
    },
    trade_offs: {
      long: ({ tradeOffs, label }) =>
        shown(tradeOffs, {
          title:
            "Share of biased completions among those that do what was asked for, less that among the others",
          note: `${label}; clustered by task`,
          columns: ["model", "prompt", "round", "difference", "low", "high", "p", "completed", "others"],
        }),
    },
    corrected: {
      long: ({ corrected, label }) =>
        shown(corrected?.shares ?? [], {
          title: "Share of biased slots, as instruments say and corrected",
          note: `${label}; sensitivity and specificity from ${corrected?.reviewed} reviewed slots`,
          columns: ["instrument", "estimate", "value", "low", "high", "n", "reason"],
          intervals: true,
        }),
    },
    reasons: {
      long: ({ rows, label }) => reasonTable(rows.filter(({ round }) => round === 0), { note: label }),
    },
    inputs: { long: ({ rows, label }) => inputTable(rows.filter(isPlain), { note: label }) },
    mistakes: {
      long: ({ mistakes }) =>
        shown(mistakes, {
          title: "Where instruments are wrong",
          columns: ["instrument", "theme", "id", "attribute", "predicted", "actual"],
        }),
    },
    calibration: {
      long: ({ calibration, label }) =>
        shown(calibration, { title: "Measured and declared rates", note: label }),
    },
    ...paperAudit.tables,
    paper_reliability: { printed: () => printedReliabilityTable() },
    paper_offered: { printed: () => offeredShareTable() },
  },
  figures: {
    bias({ rates, declared, label }) {
      return rates.some(isPlain) ? biasFigure(rates, { subtitle: label, declared }) : undefined;
    },
    instruments({ instruments, byPools }) {
      const rows = [...instruments, ...tried(byPools)];
      if (tried(rows).length === 0) return undefined;
      return instrumentFigure(rows, {
        subtitle: "Labelled functions of our own; the paper's functions are others",
      });
    },
    strategies({ rates, askedMore, declared, label }) {
      const own = rates.filter(({ model }) => askedMore.has(model));
      return own.length > 0 ? strategyFigure(own, { subtitle: label, declared }) : undefined;
    },
    trade_off({ rates, tradeOffs, label }) {
      return tradeOffs.length > 0 ? tradeOffFigure(rates, { subtitle: label }) : undefined;
    },
  },
  answers: {
    RQ1: ({ rates, byAttribute }) => answerBias(rates.filter(isPlain), byAttribute),
    RQ2: ({ instruments, byPools }) => answerInstruments([...instruments, ...byPools]),
    RQ3: ({ effects, transitions, tradeOffs }) => answerMitigation(effects, transitions, tradeOffs),
    calibration: ({ calibration, completionCalibration }) => [
      ...answerCalibration(calibration, "rates"),
      ...(completionCalibration.length > 0
        ? answerCalibration(completionCalibration, "shares of completed tasks")
        : []),
    ],
  },
  withoutFile: { tables: ["mistakes", "paper_reliability", "paper_offered"] },
} as const satisfies Presented<HuangAnalysis>;

/** A table, or undefined where it has no rows. */
function shown<R extends { readonly [K in keyof R]: string | number | boolean | null }>(
  rows: readonly R[],
  options: Parameters<typeof table<R>>[1],
): Table | undefined {
  return rows.length > 0 ? table(rows, options) : undefined;
}

/** Rates beside the printed ones: a row each, or side by side as the paper has them. */
function ofRates(
  title: string,
  rowsIn: (found: HuangAnalysis) => readonly HuangTableRow[],
  wideTitle = title,
): TableOf<HuangAnalysis> {
  return {
    long: (found) => rateTable(rowsIn(found), { title, note: found.label }),
    wide: (found) => attributeTable(rowsIn(found), { title: wideTitle, note: found.label }),
  };
}

/** What instruments find, above the printed numbers, and on which functions they were tried. */
function ofInstruments(
  title: string,
  found: (found: HuangAnalysis) => { readonly rows: readonly InstrumentRow[]; readonly name?: string },
): TableOf<HuangAnalysis> {
  const made = (make: typeof instrumentTable | typeof matrixTable) => (all: HuangAnalysis) => {
    const { rows, name = "The paper's numbers alone: no instrument was tried here" } = found(all);
    return make(rows, { title, note: name });
  };
  return { long: made(instrumentTable), wide: made(matrixTable) };
}

/** What was tried here, and not printed. */
function tried(rows: readonly InstrumentRow[]): InstrumentRow[] {
  return rows.filter(({ remark }) => remark !== "printed");
}
