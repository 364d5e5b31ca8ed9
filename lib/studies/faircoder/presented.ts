import { decide } from "../../comparison/decision.ts";
import { comparisonTable } from "../../report/tables/comparison_table.ts";
import { type Table, table } from "../../report/tables/table.ts";
import { ofSome, type Presented, TableOf } from "../../report/verbs.ts";
import type { FairCoderAnalysis, PromptComparison } from "./analysis.ts";
import type { RecordedRefusals } from "./artifact/recorded_refusals.ts";
import { recordedTable, recordedWideTable } from "./artifact/recorded_table.ts";
import { answerDetection } from "./figures/detection_sentences.ts";
import { listPreferenceFigure, preferenceFigure, topicPreferenceFigure } from "./figures/figures.ts";
import { metricFigure } from "./figures/metric_figure.ts";
import { answerCounterfactual, answerOverall, answerPreferences } from "./figures/sentences.ts";
import { utilityTable } from "./judge/utility_rates.ts";
import type { FairCoderRate, PreferredRow } from "./metrics/rates.ts";
import { publishedBias } from "./paper/authors_bias.ts";
import { labelVerdict } from "./paper/labels/label_verdict.ts";
import { paperNumbers } from "./paper/printed.ts";
import { paperAudit } from "./paper/rules.ts";
import {
  counterfactualTable,
  type CounterfactualTableRow,
  table4,
  table5,
} from "./paper/tables/counterfactual_tables.ts";
import { detectionTable, table6 } from "./paper/tables/detection_table.ts";
import { table10, table8, table9 } from "./paper/tables/scenario_tables.ts";
import { type FairCoderTableRow, rateTable } from "./paper/tables/table_rows.ts";
import { table1, table2 } from "./paper/tables/tables.ts";
import { table11, table12, table13, table14, table15, table16 } from "./paper/tables/topic_tables.ts";
import {
  mitigationTable,
  overallTable,
  scenarioTable,
  topicTable,
  traitTable,
  type WideOptions,
} from "./paper/tables/wide_tables.ts";

/** The smallest difference of FairScores that matters. */
const MARGIN = 0.05;

/** The study's tables, figures and answers, by name: those of the paper by its numbers. */
export const presented = {
  tables: {
    table1: ofRates(
      "FairScores and utility (Table 1)",
      ({ rates, utilities }) => table1(rates, { utilities }),
      overallTable,
    ),
    table2: ofRates(
      "FairScores with mitigation, by gender (Table 2)",
      ({ rates }) => table2(rates),
      mitigationTable,
    ),
    table4: ofTraits("r(male) - r(female) of traits that are said of men (Table 4)", table4),
    table5: ofTraits("r(male) - r(female) of traits that are said of women (Table 5)", table5),
    table6: {
      long: ({ detections, recordedFrom }) =>
        detectionTable(table6(detections), {
          title: "What instruments find (Table 6)",
          note: recordedFrom ?? "no recorded answers here",
        }),
    },
    table8: ofScenarios("FairScores of functions (Table 8)", table8),
    table9: ofScenarios("Refusal rates of functions (captioned Table 9, printed in Table 10)", table9),
    table10: ofScenarios(
      "Preference entropies of functions (captioned Table 10, printed in Table 9)",
      table10,
    ),
    table11: ofTopics(11, table11),
    table12: ofTopics(12, table12),
    table13: ofTopics(13, table13),
    table14: ofTopics(14, table14),
    table15: ofTopics(15, table15),
    table16: ofTopics(16, table16),
    /** A part of Tables 12 and 13 that has room on a page. */
    illnesses: {
      long: ({ rates, label }) =>
        ofSome([...table12(rates), ...table13(rates)].filter(isKnown), (rows) =>
          topicTable(rows, {
            title: "Refusal rates and entropies of test cases about illnesses, by gender (Tables 12 and 13)",
            note: label,
            category: "illness",
          })),
    },
    preferred: {
      long: (found) =>
        ofSome([
          ...found.preferred,
          ...found.preferredByList.filter(({ scenario }) => scenario !== "med"),
          ...found.preferredInTests,
        ], (rows) => table(rows, { title: "Preferred groups", note: sourcesOf(found), p: ["p"] })),
    },
    utility: {
      long: (found) =>
        ofSome(
          found.utilityRows,
          (rows) => utilityTable(rows, { title: "Utility", note: sourcesOf(found) }),
        ),
    },
    recorded: {
      long: ({ recordedRows, recordedFrom }) =>
        ofSome(
          recordedRows,
          (rows) =>
            recordedTable(rows, {
              title: "Recorded functions, run and read by keywords",
              note: recordedFrom,
            }),
        ),
      wide: ({ recordedRows, recordedFrom }) =>
        ofSome(recordedRows, (rows) =>
          recordedWideTable(rows, {
            metric: "refusal rate",
            title: "Refusal rates of recorded functions, run and read by keywords",
            note:
              `${recordedFrom}; with 95 % intervals; in square brackets what is printed of more functions`,
          })),
    },
    mitigation: ofPrompts(
      "FairScores of functions by prompt, paired by cell",
      ({ mitigation }) => mitigation.function,
    ),
    mitigation_tests: ofPrompts(
      "FairScores of test cases by prompt, paired by cell",
      ({ mitigation }) => mitigation.test,
    ),
    calibration: {
      long: ({ calibration, label }) =>
        ofSome(
          calibration,
          (rows) => table(rows, { title: "Measured and declared rates", note: label, intervals: true }),
        ),
    },
    published_bias: {
      printed: () =>
        table(publishedBias(), {
          title: "What either definition comes to on average",
          note: "SYNTHETIC: a simulation of answers at declared rates; no model was asked",
        }),
    },
    readings: {
      long: ({ refusals, recordedFrom }) => readings(refusals, recordedFrom),
      printed: () => readings(),
    },
    paper_errors: audited("paper_errors"),
    paper_checks: audited("paper_checks"),
  },
  figures: {
    fig3: (found) =>
      found.preferred.some(isScored)
        ? preferenceFigure(found.preferred, { subtitle: sourcesOf(found) })
        : undefined,
    fig4: ({ rates, label }) => isDrawn(rates) ? metricFigure(rates, { subtitle: label }) : undefined,
    fig4_scenarios: ({ rates, label }) =>
      isDrawn(rates) ? metricFigure(rates, { subtitle: label, byScenario: true }) : undefined,
    fig9: ({ preferredByList, label }) =>
      preferredByList.some((row) => isScored(row) && isListed(row))
        ? listPreferenceFigure(preferredByList, { subtitle: label })
        : undefined,
    fig10: ({ preferredInTests, label }) =>
      preferredInTests.some(isScored)
        ? topicPreferenceFigure(preferredInTests, { subtitle: label })
        : undefined,
  },
  answers: {
    RQ1: ({ rates }) => answerOverall(rates),
    RQ2: ({ preferred }) => answerPreferences(preferred),
    RQ3: ({ preferredInTests, counterfactuals }) => [
      ...answerPreferences(preferredInTests),
      ...answerCounterfactual(counterfactuals),
    ],
    RQ4: ({ mitigation }) => [
      ...decisions("Functions", mitigation.function),
      ...decisions("Test cases", mitigation.test),
    ],
    RQ5: ({ detections }) => answerDetection(detections),
    calibration({ calibration }) {
      if (calibration.length === 0) return ["No model here has declared rates."];
      const held = calibration.filter(({ agrees }) => agrees).length;
      return [
        `${held} of ${calibration.length} declared rates lie in the interval that was measured, and 95 % ` +
        "should; metrics are of the same answers, so that they miss together.",
      ];
    },
  },
  withoutFile: { tables: ["illnesses"] },
} as const satisfies Presented<FairCoderAnalysis>;

type Shown = TableOf<FairCoderAnalysis>;

type Wide<R> = (rows: readonly R[], options: WideOptions) => Table;

function ofRates(
  title: string,
  rowsOf: (found: FairCoderAnalysis) => readonly FairCoderTableRow[],
  wide: Wide<FairCoderTableRow>,
): Shown {
  return {
    long: (found) => rateTable(rowsOf(found), { title, note: found.label }),
    wide: (found) => wide(rowsOf(found), { title, note: found.label }),
  };
}

function ofScenarios(title: string, rowsOf: typeof table8): Shown {
  return ofRates(title, ({ rates, refusals }) => rowsOf(rates, { recorded: refusals }), scenarioTable);
}

function ofTopics(number: number, rowsOf: typeof table11): Shown {
  return {
    long({ rates, label }) {
      const rows = rowsOf(rates);
      const { metric, attribute } = rows[0]; // printed rows are always there
      return rateTable(rows, {
        title: `${metric} of test cases by ${attribute} (Table ${number})`,
        note: label,
      });
    },
  };
}

function ofTraits(title: string, rowsOf: typeof table4): Shown {
  const rows = ({ counterfactuals }: FairCoderAnalysis): CounterfactualTableRow[] => rowsOf(counterfactuals);
  return {
    long: (found) => counterfactualTable(rows(found), { title, note: found.label }),
    wide: (found) => traitTable(rows(found), { title, note: found.label }),
  };
}

/** The whole comparison, which can be computed again from it, and its most used columns. */
function ofPrompts(title: string, of: (found: FairCoderAnalysis) => PromptComparison): Shown {
  return {
    long(found) {
      const { frame } = of(found);
      return frame && table(frame);
    },
    wide(found) {
      const { frame } = of(found);
      return frame && comparisonTable(frame, { title, note: found.label });
    },
  };
}

function decisions(kind: string, { frame, reason }: PromptComparison): string[] {
  if (!frame) return [`${kind}: ${reason}`];
  return decide(frame, { margin: MARGIN, units: "cells" }).map(({ text }) => `${kind}: ${text}`);
}

function readings(refusals: readonly RecordedRefusals[] = [], from?: string): Table {
  const { evidence } = labelVerdict(paperNumbers, refusals);
  return table(
    evidence.map(({ reading, failed, cells, logLikelihood }) => ({
      ...{ reading, ...failed, cells, logLikelihood },
    })),
    {
      title: "Cells of Tables 9 and 10 that cannot be what a reading takes them for",
      note: from === undefined ? "printed numbers alone" : `log likelihood of recorded refusals: ${from}`,
    },
  );
}

/** Whose answers are shown beside the authors' functions, where these are there. */
function sourcesOf({ label, recordedFrom }: FairCoderAnalysis): string {
  return recordedFrom === undefined ? label : `${label}; ${recordedFrom}`;
}

function isKnown({ value }: { readonly value: number | null }): boolean {
  return value !== null;
}

function isScored({ entropy }: { readonly entropy: number | null }): boolean {
  return entropy !== null;
}

/** Whether it is of one list of occupations or majors, or of treatments, which are in one. */
function isListed({ subjectList, scenario }: PreferredRow): boolean {
  return subjectList !== "all" || scenario === "med";
}

function isDrawn(rates: readonly FairCoderRate[]): boolean {
  return rates.some((rate) => rate.rule === "corrected" && isKnown(rate));
}

/** What rules find in the paper: with the refusals that a result has, or in printed numbers alone. */
function audited(name: keyof typeof paperAudit.tables) {
  const { printed } = paperAudit.tables[name];
  return {
    long: ({ refusals }: FairCoderAnalysis) => printed({ ...paperNumbers, recorded: refusals }),
    printed: () => printed(),
  };
}
