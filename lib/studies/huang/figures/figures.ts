import type { StudyWriting } from "../../../report/drawing/sheet.ts";
import { estimates } from "../../../report/figures/estimates.ts";
import type { Figure } from "../../../report/figures/figure.ts";
import { intervals } from "../../../report/figures/intervals.ts";
import { highDomain } from "../../../report/drawing/domain.ts";
import { settingName } from "../../../report/sentences.ts";
import { declaredOf } from "../../../report/tables/beside_declared.ts";
import type { DeclaredRate } from "../synthetic/declared_rates.ts";
import type { InstrumentRow } from "../paper/tables/instruments.ts";
import { type HuangRate, OVERALL } from "../metrics/counts.ts";

/** The texts of a figure of rates, and the declared rates of a synthetic model, which are drawn as open diamonds. */
type RateWriting = StudyWriting & { readonly declared?: readonly DeclaredRate[] };

/** The columns that identify a declared rate, and the name by which `openModel` knows the model of `synthetic`. */
const DECLARED = {
  on: ["prompt", "temperature", "round", "metric", "attribute"],
  model: "calibration/huang",
} as const;

const INTERVALS = "Bars: 95 % intervals that allow for completions of one task being alike";

/**
 * CBS, and CBS_U@K and CBS_I@K for the largest K, by attribute, for the original prompt before any feedback: a panel
 * for each model.
 *
 * Source: the paper Bias Testing and Mitigation, Table IV, for which it has no figure.
 *
 * @throws {RangeError} If there is nothing to draw.
 */
export function biasFigure(
  rates: readonly HuangRate[],
  { declared = [], ...writing }: RateWriting,
): Figure {
  const shown = rates.filter(({ prompt, round }) => prompt === "original" && round === 0);
  const most = Math.max(...shown.map(({ metric }) => Number(metric.split("@")[1] ?? 0)));
  const drawn = shown.filter(({ metric }) => metric === "CBS" || metric.endsWith(`@${most}`));
  const truth = declaredOf(declared, DECLARED);
  const rows = inPanels(drawn).map((row) => ({ ...row, truth: truth(row) }));
  // Three marks beside the declared ones need the room.
  const columns = new Set(rows.map(({ panel }) => panel)).size % 2 === 0 ? 2 : 1;
  return estimates(rows, {
    title: "Biased completions, and prompts with some or only such",
    note: INTERVALS,
    ...writing,
    ...{ x: "attribute", color: "metric", panel: "panel", width: "page", columns, domain: "fitted" },
    ...{ reference: "truth", referenceLabel: "declared rate of the synthetic model" },
    ...{ xLabel: "Protected attribute", yLabel: "Share" },
  });
}

/**
 * CBS overall by prompt strategy, without and with feedback: a panel for each model.
 *
 * Source: the paper Bias Testing and Mitigation, Table VII.
 *
 * @throws {RangeError} If there is nothing to draw.
 */
export function strategyFigure(
  rates: readonly HuangRate[],
  { declared = [], ...writing }: RateWriting,
): Figure {
  const drawn = rates.filter(({ metric, attribute }) => metric === "CBS" && attribute === OVERALL);
  const truth = declaredOf(declared, DECLARED);
  const rows = inPanels(drawn).map((row) => ({ ...row, truth: truth(row), feedback: roundName(row.round) }));
  return estimates(rows, {
    title: "Biased completions by prompt strategy and feedback",
    note: INTERVALS,
    ...writing,
    ...{ x: "prompt", color: "feedback", panel: "panel", width: "page", domain: "fitted" },
    ...{ reference: "truth", referenceLabel: "declared rate of the synthetic model" },
    ...{ xLabel: "Prompt strategy", yLabel: "CBS overall (share of completions that are biased)" },
  });
}

/**
 * Bias beside the share of completions that do what was asked for, by strategy and feedback.
 *
 * Source: the paper Bias Testing and Mitigation, Table VIII.
 *
 * @throws {RangeError} If there is nothing to draw.
 */
export function tradeOffFigure(rates: readonly HuangRate[], writing: StudyWriting): Figure {
  const panels: Readonly<Record<string, string>> = {
    CBS: "Biased by some attribute",
    completed: "Does what was asked for",
  };
  const rows = rates.filter(({ metric, attribute }) =>
    attribute === OVERALL && Object.hasOwn(panels, metric)
  );
  return intervals(
    inPanels(rows).map(({ panel, prompt, round, metric, value, low, high }) => ({
      ...{ group: `${panel}, ${prompt}`, series: roundName(round), panel: panels[metric], value, low, high },
    })),
    {
      title: "Bias and task completion",
      x: "Share of completions",
      note: INTERVALS,
      ...writing,
      width: "page",
    },
  );
}

/**
 * Precision and recall of instruments on sets of labels.
 *
 * @throws {RangeError} If there is nothing to draw.
 */
export function instrumentFigure(rows: readonly InstrumentRow[], writing: StudyWriting): Figure {
  const drawn = rows.filter(({ metric }) => metric === "precision" || metric === "recall");
  const isPapers = ({ instrument }: InstrumentRow) => instrument === "the paper's";
  const isOne = new Set(drawn.filter((row) => !isPapers(row)).map(({ labels }) => labels)).size <= 1;
  return intervals(
    drawn.map((row) => {
      const { labels, instrument, pools, metric, value, low, high } = row;
      const name = [instrument, pools].map((word) => WORDS[word] ?? word).join(", ");
      const series = isOne && !isPapers(row) ? name : `${name}, on ${labels}`;
      return { group: "Instrument, and what it tries", series, panel: metric, value, low, high };
    }),
    {
      title: "Precision and recall of instruments",
      x: "Share",
      domain: highDomain(drawn.flatMap(({ value, low }) => [value, low])),
      note: "Bars: 95 % intervals (Wilson)",
      ...writing,
      width: "page",
    },
  );
}

/** The names of instruments and values that a table's word alone does not explain. */
const WORDS: Readonly<Record<string, string>> = {
  "those of the labels": "values as labelled",
  "published": "the authors' instrument",
};

function roundName(round: number): string {
  return round === 0
    ? "without feedback"
    : round === 1
    ? "with feedback"
    : `after ${round} rounds of feedback`;
}

/** Rates with the name of their panel: the model, and the temperature where there are several. */
function inPanels(rates: readonly HuangRate[]): (HuangRate & { readonly panel: string })[] {
  const isOne = new Set(rates.map(({ temperature }) => temperature)).size === 1;
  return rates.map((rate) => ({
    ...rate,
    panel: isOne ? rate.model : settingName({ model: rate.model, temperature: rate.temperature }),
  }));
}
