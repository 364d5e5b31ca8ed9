import { residuals } from "../../report/figures/residuals.ts";
import type { Figure } from "../../report/figures/figure.ts";
import { figureOf, some } from "../../report/presenting.ts";
import type { Presented } from "../../report/verbs.ts";
import type { LinguisticAnalysis } from "./analysis.ts";
import { answerAgreement, answerRq1 } from "./figures/answers.ts";
import { answerNull, answerRq2, answerRq3 } from "./figures/efficiency_answers.ts";
import { advantageHeatMap, advantageVenns, nullFigure, promptFigure } from "./figures/efficiency_figures.ts";
import { correctnessFigure } from "./figures/figures.ts";
import { importanceFigure } from "./figures/importance_figure.ts";
import { splitHalf } from "./metrics/importance/split_half.ts";
import { advantageCounts, advantageGrid } from "./paper/tables/advantage_tables.ts";
import { table3 } from "./paper/tables/table3.ts";
import { ofMethod, tables } from "./presented_tables.ts";

/** The study's tables, figures and answers, by name; those of the paper are named by their numbers. */
export const presented = {
  tables,
  figures: {
    correctness: figureOf(
      correctnessFigure,
      (found) => some(table3(ofMethod(found, found.correctness))),
      ({ verdicts, label }) => ({ subtitle: verdicts ? `${label}; ${verdicts} verdicts` : label }),
    ),
    fig2: figureOf(advantageVenns, (found) => some(advantageCounts(ofMethod(found, found.compared)))),
    // The figure is for the one temperature of the analysis; the paper has a figure for each.
    fig3: figureOf(
      advantageHeatMap,
      (found) =>
        some(advantageGrid(
          ofMethod(found, found.compared).filter(({ temperature }) => temperature === found.temperature),
        )),
    ),
    residuals: residualFigure,
    fig5_correctness: figureOf(
      promptFigure,
      "effects",
      () => ({ metrics: ["CR_en", "CR_zh", "CR_bi", "CDR"], title: "Correctness by prompting method" }),
    ),
    fig5_efficiency: figureOf(
      promptFigure,
      ({ efficiency, effects }) => efficiency.length > 0 ? effects : undefined,
      ({ label }) => ({
        metrics: ["PAR_en", "PAR_zh", "PDR"],
        title: "Efficiency by prompting method",
        subtitle: `${label}; the authors' denominators`,
      }),
    ),
    fig6({ importance }) {
      const { words = [], label = "" } = importance ?? {};
      const first = words.filter(({ taskId }) => taskId === words[0].taskId);
      if (!first.some(({ score }) => score !== null)) return undefined;
      // The first part of the label names the task's source; the rest is about completions, whereas here a model was asked.
      return importanceFigure(first, { subtitle: label && `Task: ${label.split(": ")[0]}` });
    },
    null: figureOf(
      nullFigure,
      (found) => some(ofMethod(found, found.nulls)),
      ({ fits }) => ({
        metric: fits ? "PDR" : "CDR",
        title: `Differences in ${
          fits ? "efficiency" : "correctness"
        } between languages, observed and by chance`,
      }),
    ),
  },
  answers: {
    RQ1: (found) =>
      answerRq1(
        ofMethod(found, found.correctness),
        splitHalf(found.samples.filter(({ settings }) => settings.prompt === found.method)),
      ),
    agreement: ({ agreement, disagreements }) => answerAgreement(agreement.estimate, disagreements),
    RQ2: (found) => answerRq2(ofMethod(found, found.compared)),
    RQ3: ({ claims }) => answerRq3(claims),
    chance: (found) => answerNull(ofMethod(found, found.nulls)),
  },
  withoutFile: {
    tables: [
      ...["table3_efficiency", "table3_missed", "convergence_programs", "calibration"],
      ...["real_model", "impossible_cells"],
    ],
    figures: ["fig3"],
  },
} as const satisfies Presented<LinguisticAnalysis>;

/** The residuals of the first program with a class: its times against the fits of its class and the next two. */
function residualFigure(
  { profiles = [], programs, ownFits = [], label }: LinguisticAnalysis,
): Figure | undefined {
  const at = ownFits.findIndex(({ class: name }) => name !== null);
  const { profile, fits = [] } = profiles[at] ?? {};
  return profile && residuals(
    profile.n.map((n, place) => ({ n, cost: profile.seconds[place] })).slice(4),
    fits.slice(0, 3).map(({ class: name, cost }) => ({ name, cost })),
    {
      title: `Times off the fit, ${programs[at].sample.taskId}`,
      subtitle: label,
      xLabel: "Size of the input, n",
    },
  );
}
