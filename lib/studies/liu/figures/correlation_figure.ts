import * as Plot from "@observablehq/plot";
import { ticksAcross, ticksFor } from "../../../report/drawing/axis_ticks.ts";
import { chart } from "../../../report/figures/chart.ts";
import { fittedDomain } from "../../../report/drawing/domain.ts";
import type { StudyWriting } from "../../../report/drawing/sheet.ts";
import type { Figure } from "../../../report/figures/figure.ts";
import { figureText } from "../../../report/figures/figure_text.ts";
import { MUTED, seriesStyles } from "../../../report/drawing/palette.ts";
import { type CbsCorrelation, cbsCorrelations, type CbsPair } from "../metrics/correlation.ts";
import { trainingModels } from "../artifact/recorded_files.ts";

/**
 * Draws the Code Bias Scores of each instrument over those of people, a panel for each instrument, with Pearson's
 * correlation and its interval; on the line both scores are equal.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Figure 4, which has no coefficient.
 *
 * @param pairs One or more.
 */
export function correlationFigure(pairs: readonly CbsPair[], writing: StudyWriting): Figure {
  const names = new Map(cbsCorrelations(pairs).map((one) => [one.instrument, panelOf(one)]));
  const rows = pairs.map((pair) => ({ ...pair, panel: names.get(pair.instrument)! }));
  const domain = fittedDomain(pairs.flatMap(({ human, automatic }) => [human, automatic]));
  const styles = seriesStyles(pairs.map(({ modifierType }) => modifierType));
  const diagonal = [...names.values()].flatMap((panel) => domain.map((at) => ({ panel, at })));
  return chart({
    options: {
      title: "Code Bias Scores by people and by instruments",
      note: [INDEPENDENT, ...seenRemark(pairs)].join(". "),
      width: names.size > 1 ? "page" : "column",
      columns: Math.min(names.size, 2),
      ...writing,
    },
    x: { label: "Share that people call biased", domain, ticks: ticksAcross(domain) },
    y: { label: "Share that the instrument calls biased", domain, ticks: ticksFor(domain) },
    panels: [...names.values()],
    legend: [...styles].map(([name, style]) => ({ name, style, shows: "point" as const })),
    remarks: ["Line: both say the same"],
    said: figureText(
      rows,
      ["panel", "model", "modifierType"],
      { value: "automatic", reference: "human" },
      writing,
    ),
    marks: (place) => [
      Plot.line(diagonal, { ...place, x: "at", y: "at", z: "panel", stroke: MUTED, strokeDasharray: "2 3" }),
      ...[...styles].map(([name, { color, symbol, rotate }]) =>
        Plot.dot(rows.filter(({ modifierType }) => modifierType === name), {
          ...{ ...place, x: "human", y: "automatic", fill: color, symbol, rotate, r: 3.6 },
        })
      ),
    ],
  });
}

const INDEPENDENT =
  "A point: a model and a type of modifiers. The intervals take points as independent, which those of one model are not";

/** The remark on the models on whose rows the classifier was trained, so that their scores do not test it. */
function seenRemark(pairs: readonly CbsPair[]): string[] {
  const seen = trainingModels.map(({ model }) => model).filter((name) =>
    pairs.some(({ instrument, model }) => instrument === "classifier" && model === name)
  );
  return seen.length > 0 ? [`The classifier was trained on most rows of ${seen.join(" and ")}`] : [];
}

function panelOf({ instrument, r, low, high, n }: CbsCorrelation): string {
  if (r === null) return `${instrument}, ${n} points`;
  const [value, from, to] = [r, low, high].map((one) => one!.toFixed(2));
  return `${instrument}: r = ${value} (${from} to ${to}), ${n} points`;
}
