import { decisions } from "../../comparison/compared.ts";
import { calibrationSentence } from "../../report/sentences.ts";
import { type Table, table } from "../../report/tables/table.ts";
import { tableWith } from "../../report/tables/table_with.ts";
import {
  comparedTables,
  figureOf,
  isKnown,
  labelOfMore,
  some,
  tableOf,
  tablesOf,
} from "../../report/presenting.ts";
import type { Presented, TableOf } from "../../report/verbs.ts";
import { nameOfTable } from "../../paper/names.ts";
import type { FairCoderAnalysis } from "./analysis.ts";
import { type RecordedRateRow, recordedTable, recordedWideTable } from "./artifact/recorded_table.ts";
import {
  isListed,
  listPreferenceFigure,
  preferenceFigure,
  topicPreferenceFigure,
} from "./figures/figures.ts";
import { metricFigure } from "./figures/metric_figure.ts";
import {
  answerCounterfactual,
  answerDetection,
  answerOverall,
  answerPreferences,
} from "./figures/sentences.ts";
import { utilityTable } from "./judge/utility_rates.ts";
import type { FairCoderRate, Metric, PreferredRow } from "./metrics/rates.ts";
import { publishedBias } from "./paper/authors_bias.ts";
import { labelVerdict, type RecordedRefusals } from "./paper/labels/label_verdict.ts";
import { paperNumbers, TOPIC_METRICS } from "./paper/printed.ts";
import { paperAudit } from "./paper/rules.ts";
import { counterfactualTable, table4, table5 } from "./paper/tables/counterfactual_tables.ts";
import { detectionTable, table6 } from "./paper/tables/detection_table.ts";
import { type FairCoderTableRow, rateTable } from "./paper/tables/table_rows.ts";
import { table1, table2 } from "./paper/tables/tables.ts";
import { table10, table8, table9, topicRows } from "./paper/tables/cell_tables.ts";
import {
  mitigationTable,
  overallTable,
  scenarioTable,
  topicTable,
  traitTable,
} from "./paper/tables/wide_tables.ts";
import type { TestAttribute } from "./tasks/attributes.ts";

/** The smallest difference of FairScores that matters. */
const DECIDED = { margin: 0.05, units: "cells" };

/** The study's tables, figures and answers, by name; those of the paper have its numbers. */
export const presented = {
  tables: {
    table1: tablesOf(
      [rateTable, overallTable],
      ({ rates, utilities }) => table1(rates, utilities),
      "FairScores and utility (Table 1)",
    ),
    table2: tablesOf(
      [rateTable, mitigationTable],
      ({ rates }) => table2(rates),
      "FairScores with mitigation, by gender (Table 2)",
    ),
    table4: ofTraits("r(male) - r(female) of traits that are said of men (Table 4)", table4),
    table5: ofTraits("r(male) - r(female) of traits that are said of women (Table 5)", table5),
    table6: tableOf(
      detectionTable,
      ({ detections }) => table6(detections),
      "What instruments find (Table 6)",
      ({ recordedFrom }) => recordedFrom ?? "no recorded answers here",
    ),
    table8: ofScenarios("FairScores of functions (Table 8)", table8),
    table9: ofScenarios("Refusal rates of functions (captioned Table 9, printed in Table 10)", table9),
    table10: ofScenarios(
      "Preference entropies of functions (captioned Table 10, printed in Table 9)",
      table10,
    ),
    table11: ofTopics("gender", "FairScore"),
    table12: ofTopics("gender", "refusal rate"),
    table13: ofTopics("gender", "preference entropy"),
    table14: ofTopics("race", "FairScore"),
    table15: ofTopics("race", "refusal rate"),
    table16: ofTopics("race", "preference entropy"),
    /** The part of Tables 12 and 13 that fits on a page. */
    illnesses: tableOf(
      (rows: readonly FairCoderTableRow[], options) => topicTable(rows, { ...options, category: "illness" }),
      ({ rates }) =>
        some(
          (["refusal rate", "preference entropy"] as const)
            .flatMap((metric) => topicRows("gender", metric, rates)).filter(isKnown),
        ),
      "Refusal rates and entropies of test cases about illnesses, by gender (Tables 12 and 13)",
    ),
    preferred: tableOf(
      tableWith<PreferredRow>(undefined, { p: ["p"] }),
      ({ preferred, preferredByList, preferredInTests }) =>
        some([
          ...preferred,
          ...preferredByList.filter(({ scenario }) => scenario !== "med"),
          ...preferredInTests,
        ]),
      "Preferred groups",
      sourcesOf,
    ),
    utility: tableOf(utilityTable, "utilityRows", "Utility", sourcesOf),
    recorded: {
      long: tableOf(
        recordedTable,
        "recordedRows",
        "Recorded functions, run and read by keywords",
        ({ recordedFrom }) => recordedFrom,
      ),
      wide: tableOf(
        (rows: readonly RecordedRateRow[], options) =>
          recordedWideTable(rows, { ...options, metric: "refusal rate" }),
        "recordedRows",
        "Refusal rates of recorded functions, run and read by keywords",
        ({ recordedFrom }) =>
          `${recordedFrom}; with 95 % intervals; in square brackets what is printed of more functions`,
      ),
    },
    mitigation: comparedTables(
      ({ mitigation }) => mitigation.function,
      "FairScores of functions by prompt, paired by cell",
      ({ label }) => label,
    ),
    mitigation_tests: comparedTables(
      ({ mitigation }) => mitigation.test,
      "FairScores of test cases by prompt, paired by cell",
      ({ label }) => label,
    ),
    calibration: tableOf(
      tableWith(undefined, { intervals: true }),
      "calibration",
      "Measured and declared rates",
    ),
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
    fig3: figureOf(
      preferenceFigure,
      ({ preferred }) => scoredIn(preferred),
      (found) => ({ subtitle: sourcesOf(found) }),
    ),
    fig4: figureOf(metricFigure, drawnRates),
    fig4_scenarios: figureOf(metricFigure, drawnRates, () => ({ byScenario: true })),
    fig9: figureOf(
      listPreferenceFigure,
      ({ preferredByList }) => scoredIn(preferredByList.filter(isListed)),
    ),
    fig10: figureOf(
      topicPreferenceFigure,
      ({ preferredInTests }) => scoredIn(preferredInTests),
    ),
  },
  answers: {
    RQ1: ({ rates }) => answerOverall(rates),
    RQ2: ({ preferred }) => answerPreferences(preferred),
    RQ3: ({ preferredInTests, counterfactuals }) => [
      ...answerPreferences(preferredInTests),
      ...answerCounterfactual(counterfactuals),
    ],
    RQ4: ({ mitigation }) => [
      ...decisions("Functions", mitigation.function, DECIDED),
      ...decisions("Test cases", mitigation.test, DECIDED),
    ],
    RQ5: ({ detections }) => answerDetection(detections),
    calibration: ({ calibration }) => [calibrationSentence(calibration, "metrics are of the same answers")],
  },
  basis: {
    RQ4: (found) =>
      `${
        labelOfMore(found, "default")
      }; FairScores paired by cell; a difference of ${DECIDED.margin} is taken as one that matters`,
    RQ5: ({ recordedFrom }) => ["labelled answers of our own", recordedFrom ?? []].flat().join("; "),
  },
  withoutFile: { tables: ["illnesses"] },
} as const satisfies Presented<FairCoderAnalysis>;

type Shown = TableOf<FairCoderAnalysis>;

function ofScenarios(title: string, rowsOf: typeof table8): Shown {
  return tablesOf(
    [rateTable, scenarioTable],
    ({ rates, refusals }: FairCoderAnalysis) => rowsOf(rates, { recorded: refusals }),
    title,
  );
}

function ofTopics(attribute: TestAttribute, metric: Metric): Shown {
  const title = `${metric} of test cases by ${attribute} (${nameOfTable(TOPIC_METRICS[attribute][metric])})`;
  return { long: tableOf(rateTable, ({ rates }) => topicRows(attribute, metric, rates), title) };
}

function ofTraits(title: string, rowsOf: typeof table4): Shown {
  return tablesOf(
    [counterfactualTable, traitTable],
    ({ counterfactuals }: FairCoderAnalysis) => rowsOf(counterfactuals),
    title,
  );
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

/** The label of the answers that are shown, with that of the authors' functions if there are some. */
function sourcesOf({ label, recordedFrom }: FairCoderAnalysis): string {
  return recordedFrom === undefined ? label : `${label}; ${recordedFrom}`;
}

/** The preferences; undefined if nothing is scored in any of them. */
function scoredIn(preferred: readonly PreferredRow[]): readonly PreferredRow[] | undefined {
  return preferred.some(({ entropy }) => entropy !== null) ? preferred : undefined;
}

function drawnRates({ rates }: FairCoderAnalysis): readonly FairCoderRate[] | undefined {
  return rates.some((rate) => rate.rule === "corrected" && isKnown(rate)) ? rates : undefined;
}

/** The audit of the paper: with the refusals that a result has, or of printed numbers alone. */
function audited(name: keyof typeof paperAudit.tables) {
  const { printed } = paperAudit.tables[name];
  return {
    long: ({ refusals }: FairCoderAnalysis) => printed({ ...paperNumbers, recorded: refusals }),
    printed: () => printed(),
  };
}
