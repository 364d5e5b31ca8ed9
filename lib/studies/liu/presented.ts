import type { Figure } from "../../report/figures/figure.ts";
import { comparisonTable } from "../../report/tables/comparison_table.ts";
import { type Table, table } from "../../report/tables/table.ts";
import type { Presented, TableOf } from "../../report/verbs.ts";
import { isAtSampling, isOn, type LiuAnalysis } from "./analysis.ts";
import { recordedEvidenceTable } from "./artifact/recorded_evidence.ts";
import { answerBias, answerCalibration, answerFairness, answerInstruments } from "./figures/answers.ts";
import { correlationFigure } from "./figures/correlation_figure.ts";
import { accuracyFigure, demographicFigure, reliabilityFigure } from "./figures/figures.ts";
import { ladderFigure } from "./figures/ladder.ts";
import type { LiuFinding } from "./judge/findings.ts";
import { decisions, type Ladder, stepsOf } from "./metrics/comparisons.ts";
import { cbsCorrelations, cbsPairs } from "./metrics/correlation.ts";
import { demographicShares } from "./metrics/demographic_shares.ts";
import { disagreementTable } from "./metrics/disagreements.ts";
import { paperAudit } from "./paper/rules.ts";
import { artifactErrors, paperNumbers } from "./paper/printed.ts";
import { type AccuracyRow, classifierTable } from "./paper/tables/classifier/classifier_table.ts";
import { demographicTable, table10, table10Fits, table9 } from "./paper/tables/demographic_tables.ts";
import { fairnessTable, type FairnessTableRow } from "./paper/tables/fairness_tables.ts";
import { balanceTable, table3 } from "./paper/tables/table3.ts";
import { type LiuTableRow, PAPERS, rateTable } from "./paper/tables/table_rows.ts";
import { table4, table7, table8 } from "./paper/tables/tables.ts";
import { dimensionTable, modifierTable, pairTable, splitTable } from "./paper/tables/wide_tables.ts";
import type { Dimension } from "./tasks/vocabulary.ts";

/** What Figure 4 rests on where nobody labelled answers. */
const PRINTED = "numbers that the paper prints";

/** How many ways to disagree, and rows of Table 10, are shown side by side. */
const [MOST_WAYS, MOST_SHARES] = [15, 12];

/** The study's tables, figures and answers, by name: those of the paper by its numbers. */
export const presented = {
  tables: {
    table3: balance({ title: "Labels of the dataset (Table 3)" }),
    table4: scores(({ firstRates }) => table4(firstRates), {
      title: "Code Bias Scores (Table 4)",
      wideTitle: "Code Bias Scores by modifiers (Table 4)",
    }),
    table4_dimensions: {
      long: ({ firstRates, main, label }) =>
        dimensionTable(
          table4(firstRates).filter(({ instrument }) => instrument === main || instrument === "behaviour"),
          { title: "Code Bias Scores by dimension, which the paper does not have", note: label },
        ),
    },
    table5: fairness(({ unfairness }) => unfairness, { title: "Unfairness Scores (Table 5)" }),
    table6: fairness(({ deviations }) => deviations, {
      title: "Standard deviations of demographics (Table 6)",
      wideTitle: "Standard deviations of counts of demographics (Table 6)",
    }),
    table7: scores(({ labelRates }) => table7(labelRates), {
      title: "Code Bias Scores by people (Table 7)",
    }),
    table8: scores(
      (all) => table8(all.rates.filter((one) => all.labelled.includes(one.model) || isAtSampling(all, one))),
      { title: "Code Bias Scores by prompt (Table 8)" },
      ({ main, labelled }, { instrument, model }) =>
        [main, "behaviour", PAPERS].includes(instrument) && !labelled.includes(model),
    ),
    table9: {
      long: (all) =>
        demographicTable(table9(judged(all)), {
          title: "Demographics in biased code (Table 9)",
          note: all.label,
        }),
    },
    table10: {
      long: (all) => sharesTable(all),
      wide: (all) => sharesTable(all, MOST_SHARES),
    },
    /** Whose the printed Table 10 is, which does not say so: of the authors' rows. */
    table10_model: {
      long: (all) =>
        all.labelled.length > 0
          ? table(table10Fits(judged(all)), {
            title: "Of which model Table 10 is: how many of its shares are as printed",
            note: all.label,
          })
          : undefined,
    },
    evidence: {
      long: ({ evidence, recorded }) => recorded && recordedEvidenceTable(evidence, { note: recorded.label }),
    },
    classifier: {
      long: (all) => accuracyTable(all, () => true),
      wide: (all) => accuracyTable(all, ({ dimension }) => dimension === "all"),
    },
    classifier_dimensions: {
      long: (all) =>
        accuracyTable(
          all,
          ({ dimension, split, instrument }) =>
            dimension !== "all" && split === "test" && ["classifier", "lexicon"].includes(instrument),
        ),
    },
    correlation: {
      long({ firstRates, labelled, label }) {
        const rows = cbsCorrelations(cbsPairs(firstRates)).map(({ instrument, correlation, ...rest }) => ({
          ...{ instrument, r: correlation?.r ?? null },
          ...{ low: correlation?.interval.low ?? null, high: correlation?.interval.high ?? null },
          ...{ meanDifference: rest.meanDifference, n: rest.n },
        }));
        const note = labelled.length > 0 ? label : PRINTED;
        return table(rows, { title: "Automatic and human scores (Figure 4)", note });
      },
    },
    disagreements: {
      long: ({ disagreements, people }) => disagreementTable(disagreements, { note: people }),
      wide: ({ disagreements, people }) =>
        disagreementTable(disagreements.slice(0, MOST_WAYS), {
          title: `Where instruments disagree: the ${MOST_WAYS} most frequent ways`,
          note: people,
        }),
    },
    prompts: {
      // As compare gives it, so that it can be computed again; each row has its model.
      long: ({ byPrompt }) => byPrompt.frame && table(byPrompt.frame),
      wide: againstDefault,
    },
    temperature_trend: trend("temperature", "temperatures"),
    top_p_trend: trend("topP", "top-p"),
    calibration: {
      long: ({ calibration, label }) =>
        calibration.length > 0
          ? table(calibration, {
            title: "Measured and declared Code Bias Scores",
            note: label,
            intervals: true,
          })
          : undefined,
    },
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
    fig3: ({ accuracies, recorded }) =>
      accuracies.length > 0 ? accuracyFigure(accuracies, { subtitle: recorded!.label }) : undefined,
    reliability({ reliability, recorded }) {
      const known = reliability?.bins.filter(({ predicted }) => predicted !== null) ?? [];
      // A curve has two points.
      return known.length > 1
        ? reliabilityFigure(reliability!, { subtitle: `${recorded!.label}, test rows` })
        : undefined;
    },
    fig4: ({ firstRates, labelled, people }) =>
      correlationFigure(cbsPairs(firstRates), { subtitle: labelled.length > 0 ? people : PRINTED }),
    fig6_ethnicity: (all) => shares(all, "ethnicity"),
    fig6_occupation: (all) => shares(all, "occupation"),
    fig7_temperature: (all) => ladder(all, "temperature", all.asked),
    fig7_top_p: (all) => ladder(all, "topP", `${all.asked}, t = ${temperaturesOf(all)}`),
  },
  answers: {
    RQ1: ({ firstRates, main }) => [main, "behaviour"].flatMap((one) => answerBias(firstRates, one)),
    RQ2: ({ accuracies, disagreements }) => answerInstruments(accuracies, disagreements),
    RQ3: ({ unfairness, judge }) => answerFairness(unfairness, judge),
    RQ4: ({ byPrompt, ends }) => [
      ...decisions(byPrompt, (levels) => levels.includes("default")).map((said) => `Prompts: ${said}`),
      ...decisions(ends.temperature).map((said) => `Temperatures: ${said}`),
      ...decisions(ends.topP).map((said) => `Top-p: ${said}`),
    ],
    calibration: ({ calibration }) => answerCalibration(calibration),
  },
  withoutFile: { tables: ["table4_dimensions", "classifier_dimensions"] },
} as const satisfies Presented<LiuAnalysis>;

/** What a table is called, and if need be side by side. */
interface Titles {
  readonly title: string;
  readonly wideTitle?: string;
}

function balance({ title }: Titles): TableOf<LiuAnalysis> {
  return {
    long: ({ recorded }) =>
      recorded && balanceTable(table3(recorded.splits), { title, note: recorded.label }),
    wide: ({ recorded }) => recorded && splitTable(table3(recorded.splits), { title, note: recorded.label }),
  };
}

/** @param isShown Side by side. @default all is */
function scores(
  rowsOf: (all: LiuAnalysis) => LiuTableRow[],
  { title, wideTitle = title }: Titles,
  isShown: (all: LiuAnalysis, row: LiuTableRow) => boolean = () => true,
): TableOf<LiuAnalysis> {
  return {
    long: (all) => rateTable(rowsOf(all), { title, note: all.label }),
    wide: (all) =>
      modifierTable(rowsOf(all).filter((row) => isShown(all, row)), { title: wideTitle, note: all.label }),
  };
}

/** Side by side it is counted in one way; of authors' rows, those of the model that the paper's table is about. */
function fairness(
  rowsOf: (all: LiuAnalysis) => readonly FairnessTableRow[],
  { title, wideTitle = title }: Titles,
): TableOf<LiuAnalysis> {
  return {
    long: (all) => fairnessTable(rowsOf(all), { title, note: all.label }),
    wide(all) {
      const own = rowsOf(all).filter(({ counting, metric, instrument, model }) =>
        counting === "any" && metric !== "SD of frequencies" &&
        (all.labelled.length === 0 || (model === paperNumbers.table5.model && instrument === "label"))
      );
      return pairTable(own, { title: wideTitle, note: all.label });
    },
  };
}

function accuracyTable(
  { accuracies, recorded }: LiuAnalysis,
  isShown: (row: AccuracyRow) => boolean,
): Table | undefined {
  const own = accuracies.filter(isShown);
  return own.length > 0 ? classifierTable(own, { note: recorded!.label }) : undefined;
}

function judged({ atFirst, judge }: LiuAnalysis): LiuFinding[] {
  return atFirst.filter(({ instrument }) => instrument === judge);
}

function sharesTable(all: LiuAnalysis, most = Infinity): Table {
  return demographicTable(table10(judged(all)).slice(0, most), {
    title: "Shares of demographics by adjective (Table 10)",
    note: all.label,
  });
}

function againstDefault({ byPrompt, asked }: LiuAnalysis): Table | undefined {
  const effects = (byPrompt.frame?.toRecords() ?? []) as Record<string, string | number | null>[];
  const own = effects.filter(({ level_a, level_b }) => [level_a, level_b].includes("default"));
  if (own.length === 0) return undefined;
  return table(own, {
    title: "Prompt variants, those with the default prompt alone",
    note: `${asked}; by behaviour; paired t-test over tasks with Holm's correction`,
    columns: [
      ...["model", "level_a", "level_b", "estimate_a", "estimate_b", "difference", "low", "high"],
      ...["p_adjusted", "n_a"],
    ],
    p: ["p_adjusted"],
  });
}

function trend(across: Ladder, steps: string): TableOf<LiuAnalysis> {
  const title =
    `Trend across ${steps}: effect is the slope per unit, difference what it makes over all of them`;
  return {
    long: ({ trends: { [across]: { frame } } }) => frame && table(frame),
    wide: ({ trends: { [across]: { frame } }, asked }) =>
      frame && comparisonTable(frame, { title, note: `${asked}; by behaviour` }),
  };
}

/** Of the model of the paper's figure, where its rows are there. */
function shares(all: LiuAnalysis, dimension: Dimension): Figure | undefined {
  const known = all.labelled.length > 0 ? all.labelled : all.models;
  const shown = known.find((model) => model === paperNumbers.table5.model) ?? known[0];
  const own = demographicShares(judged(all).filter(({ model }) => model === shown), {
    dimensions: [dimension],
    modifierTypes: ["Random-Neg", "Random-Pos"],
  });
  return own.length > 0 ? demographicFigure(own, { subtitle: all.people }) : undefined;
}

function ladder(all: LiuAnalysis, across: Ladder, subtitle: string): Figure | undefined {
  const { rates, main, declared } = all;
  const own = rates.filter((rate) =>
    isOn(all, across)(rate) && (rate.instrument === main || rate.instrument === "behaviour")
  );
  return stepsOf(own, across).size > 1 ? ladderFigure(own, { across, subtitle, declared }) : undefined;
}

/** Of what models were asked first, each once. */
function temperaturesOf({ samplings }: LiuAnalysis): string {
  const known = new Set([...samplings.values()].map(({ temperature }) => temperature ?? "unknown"));
  return [...known].join(", ") || "unknown";
}
