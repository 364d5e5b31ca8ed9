import { decisions } from "../../comparison/compared.ts";
import type { Figure } from "../../report/figures/figure.ts";
import { type Table, table } from "../../report/tables/table.ts";
import { tableWith } from "../../report/tables/table_with.ts";
import { comparedTables, figureOf, labelOf, some, tableOf, tablesOf } from "../../report/presenting.ts";
import type { Presented, TableOf } from "../../report/verbs.ts";
import { isAtSampling, isOn, type LiuAnalysis } from "./analysis.ts";
import { recordedEvidenceTable } from "./artifact/recorded_evidence.ts";
import { answerBias, answerCalibration, answerFairness, answerInstruments } from "./figures/answers.ts";
import { correlationFigure } from "./figures/correlation_figure.ts";
import { accuracyFigure, demographicFigure, reliabilityFigure } from "./figures/figures.ts";
import { ladderFigure } from "./figures/ladder.ts";
import type { LiuFinding } from "./judge/findings.ts";
import { type Ladder, stepsOf } from "./metrics/comparisons.ts";
import { cbsCorrelations, cbsPairs } from "./metrics/correlation.ts";
import { demographicShares } from "./metrics/demographic_shares.ts";
import { disagreementTable } from "./metrics/disagreements.ts";
import { paperAudit } from "./paper/rules.ts";
import { artifactErrors, paperNumbers } from "./paper/printed.ts";
import { type AccuracyRow, classifierTable } from "./paper/tables/classifier/classifier_table.ts";
import { demographicTable, table10, table10Fits, table9 } from "./paper/tables/demographic_tables.ts";
import { fairnessTable, type FairnessTableRow } from "./paper/tables/fairness_tables.ts";
import { balanceTable, table3 } from "./paper/tables/table3.ts";
import { PAPERS, rateTable } from "./paper/tables/table_rows.ts";
import { table4, table7, table8 } from "./paper/tables/tables.ts";
import { dimensionTable, modifierTable, pairTable, splitTable } from "./paper/tables/wide_tables.ts";
import type { Dimension } from "./tasks/vocabulary.ts";

/** The basis of Figure 4 if nobody labelled answers. */
const PRINTED = "numbers that the paper prints";

/** The smallest difference that matters. */
const DECIDED = { margin: 0.05, units: "tasks" };

/** The most kinds of disagreement, and the most rows of Table 10, that are shown side by side. */
const [MOST_WAYS, MOST_SHARES] = [15, 12];

const SHARES = "Shares of demographics by adjective (Table 10)";

/** The study's tables, figures and answers, by name; those of the paper have its numbers. */
export const presented = {
  tables: {
    table3: tablesOf(
      [balanceTable, splitTable],
      ({ recorded }) => recorded && table3(recorded.splits),
      "Labels of the dataset (Table 3)",
      { note: ofRecorded },
    ),
    table4: tablesOf(
      [rateTable, modifierTable],
      ({ firstRates }) => table4(firstRates),
      "Code Bias Scores (Table 4)",
      { wideTitle: "Code Bias Scores by modifiers (Table 4)" },
    ),
    table4_dimensions: tableOf(
      dimensionTable,
      ({ firstRates, main }) =>
        table4(firstRates).filter(({ instrument }) => instrument === main || instrument === "behaviour"),
      "Code Bias Scores by dimension, which the paper does not have",
    ),
    table5: tablesOf(
      [fairnessTable, pairTable],
      ({ unfairness }) => unfairness,
      "Unfairness Scores (Table 5)",
      { isShown: isOfPapersTable },
    ),
    table6: tablesOf(
      [fairnessTable, pairTable],
      ({ deviations }) => deviations,
      "Standard deviations of demographics (Table 6)",
      {
        wideTitle: "Standard deviations of counts of demographics (Table 6)",
        isShown: isOfPapersTable,
      },
    ),
    table7: tablesOf(
      [rateTable, modifierTable],
      ({ labelRates }) => table7(labelRates),
      "Code Bias Scores by people (Table 7)",
    ),
    table8: tablesOf(
      [rateTable, modifierTable],
      (all) => table8(all.rates.filter((one) => all.labelled.includes(one.model) || isAtSampling(all, one))),
      "Code Bias Scores by prompt (Table 8)",
      {
        isShown: ({ main, labelled }, { instrument, model }) =>
          [main, "behaviour", PAPERS].includes(instrument) && !labelled.includes(model),
      },
    ),
    table9: tableOf(demographicTable, (all) => table9(judged(all)), "Demographics in biased code (Table 9)"),
    table10: {
      long: tableOf(demographicTable, (all) => table10(judged(all)), SHARES),
      wide: tableOf(demographicTable, (all) => table10(judged(all)).slice(0, MOST_SHARES), SHARES),
    },
    /** The model that the printed Table 10, which names none, is about; only with the authors' rows. */
    table10_model: tableOf(
      tableWith(),
      (all) => all.labelled.length > 0 ? table10Fits(judged(all)) : undefined,
      "Of which model Table 10 is: how many of its shares are as printed",
    ),
    evidence: tableOf(
      recordedEvidenceTable,
      ({ evidence, recorded }) => recorded && evidence,
      undefined,
      ofRecorded,
    ),
    classifier: { long: accuracies(() => true), wide: accuracies(({ dimension }) => dimension === "all") },
    classifier_dimensions: accuracies(({ dimension, split, instrument }) =>
      dimension !== "all" && split === "test" && ["classifier", "lexicon"].includes(instrument)
    ),
    correlation: tableOf(
      tableWith(),
      ({ firstRates }) => cbsCorrelations(cbsPairs(firstRates)),
      "Automatic and human scores (Figure 4)",
      ({ labelled, label }) => labelled.length > 0 ? label : PRINTED,
    ),
    disagreements: {
      long: tableOf(disagreementTable, (all) => all.disagreements, undefined, ({ people }) => people),
      wide: tableOf(
        disagreementTable,
        (all) => all.disagreements.slice(0, MOST_WAYS),
        `Where instruments disagree: the ${MOST_WAYS} most frequent ways`,
        ({ people }) => people,
      ),
    },
    prompts: {
      // As `compare` returns it, so that it can be computed again; each row has its model.
      long: ({ byPrompt }) => byPrompt.frame && table(byPrompt.frame),
      wide: tableOf(
        tableWith<Record<string, string | number | null>>([
          ...["model", "level_a", "level_b", "estimate_a", "estimate_b", "difference", "low", "high"],
          ...["p_adjusted", "n_a"],
        ], { p: ["p_adjusted"] }),
        ({ byPrompt }) => {
          const effects = byPrompt.frame?.toRecords() as Record<string, string | number | null>[] | undefined;
          return some(effects?.filter(({ level_a, level_b }) => [level_a, level_b].includes("default")));
        },
        "Prompt variants, those with the default prompt alone",
        ({ asked }) => `${asked}; by behaviour; paired t-test over tasks with Holm's correction`,
      ),
    },
    temperature_trend: trend("temperature", "temperatures"),
    top_p_trend: trend("topP", "top-p"),
    calibration: tableOf(
      tableWith(undefined, { intervals: true }),
      "calibration",
      "Measured and declared Code Bias Scores",
    ),
    logs: {
      printed: () =>
        table(artifactErrors.filter(({ where }) => where.includes("LSTM")), {
          title: "What the authors' logs and scripts say of Figure 3",
          note: "read in the artifact by us; no number of ours",
        }),
    },
    ...paperAudit.tables,
  },
  figures: {
    fig3: figureOf(accuracyFigure, "accuracies", ({ recorded }) => ({ subtitle: recorded!.label })),
    reliability({ reliability, recorded }) {
      const known = reliability?.bins.filter(({ predicted }) => predicted !== null) ?? [];
      // A curve needs two points.
      return known.length > 1
        ? reliabilityFigure(reliability!, { subtitle: `${recorded!.label}, test rows` })
        : undefined;
    },
    fig4: figureOf(
      correlationFigure,
      ({ firstRates }) => cbsPairs(firstRates),
      ({ labelled, people }) => ({ subtitle: labelled.length > 0 ? people : PRINTED }),
    ),
    fig6_ethnicity: (all) => shares(all, "ethnicity"),
    fig6_occupation: (all) => shares(all, "occupation"),
    fig7_temperature: (all) => ladder(all, "temperature"),
    fig7_top_p: (all) => ladder(all, "topP", `, t = ${temperaturesOf(all)}`),
  },
  answers: {
    RQ1: ({ firstRates, main }) => [main, "behaviour"].flatMap((one) => answerBias(firstRates, one)),
    RQ2: ({ accuracies, disagreements }) => answerInstruments(accuracies, disagreements),
    RQ3: ({ unfairness, judge }) => answerFairness(unfairness, judge),
    RQ4: ({ byPrompt, ends }) => [
      ...decisions("Prompts", byPrompt, DECIDED, (levels) => levels.includes("default")),
      ...decisions("Temperatures", ends.temperature, DECIDED),
      ...decisions("Top-p", ends.topP, DECIDED),
    ],
    calibration: ({ calibration }) => answerCalibration(calibration),
  },
  basis: {
    RQ2: ({ labelled, people, models }) => labelled.length > 0 ? people : models[0] ?? people,
    RQ3: ({ label, judge }) => `${label}, by ${judge === "label" ? "labels" : judge}`,
    RQ4: ({ asked }) =>
      `${asked}, by behaviour; a difference of ${DECIDED.margin} is taken as one that matters`,
  },
  withoutFile: { tables: ["table4_dimensions", "classifier_dimensions"] },
} as const satisfies Presented<LiuAnalysis>;

/** The label of recorded rows, for what is about these alone. */
function ofRecorded({ recorded }: LiuAnalysis): string {
  return recorded!.label;
}

/** Whether a row is shown side by side: with one way to count; of the authors' rows, only those of the paper's model. */
function isOfPapersTable(
  { labelled }: LiuAnalysis,
  { counting, metric, instrument, model }: FairnessTableRow,
): boolean {
  return counting === "any" && metric !== "SD of frequencies" &&
    (labelled.length === 0 || (model === paperNumbers.table5.model && instrument === "label"));
}

function accuracies(isShown: (row: AccuracyRow) => boolean): (all: LiuAnalysis) => Table | undefined {
  return tableOf(classifierTable, (all) => some(all.accuracies.filter(isShown)), undefined, ofRecorded);
}

function judged({ atFirst, judge }: LiuAnalysis): LiuFinding[] {
  return atFirst.filter(({ instrument }) => instrument === judge);
}

function trend(across: Ladder, steps: string): TableOf<LiuAnalysis> {
  return comparedTables(
    ({ trends }) => trends[across],
    `Trend across ${steps}: effect is the slope per unit, difference what it makes over all of them`,
    ({ asked }) => `${asked}; by behaviour`,
  );
}

/** The figure of shares for the model of the paper's figure, or else for the first model. */
function shares(all: LiuAnalysis, dimension: Dimension): Figure | undefined {
  const known = all.labelled.length > 0 ? all.labelled : all.models;
  const shown = known.find((model) => model === paperNumbers.table5.model) ?? known[0];
  const own = demographicShares(judged(all).filter(({ model }) => model === shown), {
    dimension,
    modifierTypes: ["Random-Neg", "Random-Pos"],
  });
  return own.length > 0 ? demographicFigure(own, { subtitle: labelOf(all.people, own) }) : undefined;
}

function ladder(all: LiuAnalysis, across: Ladder, held = ""): Figure | undefined {
  const { rates, main, declared, asked } = all;
  const own = rates.filter((rate) =>
    isOn(all, across)(rate) && (rate.instrument === main || rate.instrument === "behaviour")
  );
  const subtitle = labelOf(asked, own.filter((rate) => rate[across] !== null)) + held;
  return stepsOf(own, across).size > 1 ? ladderFigure(own, { across, subtitle, declared }) : undefined;
}

/** The first temperatures of all models, each once. */
function temperaturesOf({ samplings }: LiuAnalysis): string {
  const known = new Set([...samplings.values()].map(({ temperature }) => temperature ?? "unknown"));
  return [...known].join(", ") || "unknown";
}
