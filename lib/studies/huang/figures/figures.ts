import type { Domain } from "../../../report/drawing/domain.ts";
import { estimates } from "../../../report/figures/estimates.ts";
import type { Figure } from "../../../report/figures/figure.ts";
import { intervals } from "../../../report/figures/intervals.ts";
import type { DeclaredRate } from "../synthetic/declared_rates.ts";
import type { InstrumentRow } from "../paper/tables/instruments.ts";
import { type HuangRate, OVERALL } from "../metrics/rates.ts";

/** What a figure says about itself. */
export interface HuangFigureOptions {
  /** What the numbers rest on, e.g. the source. */
  readonly subtitle: string;
  readonly title?: string;
  readonly note?: string;
}

/** A figure of rates, beside those that a synthetic model was declared with. */
export interface RateFigureOptions extends HuangFigureOptions {
  /** Declared rates, as open diamonds. @default none */
  readonly declared?: readonly DeclaredRate[];
  /** The model with declared rates; others have none. @default calibration/huang */
  readonly declaredModel?: string;
}

/** What `openModel` calls the model that `synthetic` declares. */
const SYNTHETIC_MODEL = "calibration/huang";

const INTERVALS = "Bars: 95 % intervals that allow for completions of one task being alike";

/**
 * CBS, and CBS_U@K and CBS_I@K for the largest K, by attribute, before any feedback and without instructions: a panel for each
 * model.
 *
 * Source: the paper Bias Testing and Mitigation, Table IV, of which it has no figure.
 *
 * @throws {RangeError} If there is nothing to draw.
 */
export function biasFigure(
  rates: readonly HuangRate[],
  { declared = [], declaredModel, ...writing }: RateFigureOptions,
): Figure {
  const shown = rates.filter(({ metric, prompt, round }) =>
    metric.startsWith("CBS") && prompt === "original" && round === 0
  );
  const most = Math.max(...shown.map(({ metric }) => Number(metric.split("@")[1] ?? 0)));
  const drawn = shown.filter(({ metric }) => metric === "CBS" || metric.endsWith(`@${most}`));
  const rows = withTruth(inPanels(drawn), declared, declaredModel);
  return estimates(rows, {
    title: "Biased completions, and prompts with some or only such",
    note: INTERVALS,
    ...writing,
    ...{ x: "attribute", color: "metric", panel: "panel", width: "page", domain: fromZero(rows) },
    ...referenceOf(rows),
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
  { declared = [], declaredModel, ...writing }: RateFigureOptions,
): Figure {
  const drawn = rates.filter(({ metric, attribute }) => metric === "CBS" && attribute === OVERALL);
  const rows = withTruth(inPanels(drawn), declared, declaredModel);
  return estimates(rows.map((row) => ({ ...row, feedback: roundName(row.round) })), {
    title: "Biased completions by prompt strategy and feedback",
    note: INTERVALS,
    ...writing,
    ...{ x: "prompt", color: "feedback", panel: "panel", width: "page", domain: fromZero(rows) },
    ...referenceOf(rows),
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
export function tradeOffFigure(rates: readonly HuangRate[], writing: HuangFigureOptions): Figure {
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
export function instrumentFigure(rows: readonly InstrumentRow[], writing: HuangFigureOptions): Figure {
  const drawn = rows.filter(({ metric }) => metric === "precision" || metric === "recall");
  const isPapers = ({ instrument }: InstrumentRow) => instrument === "the paper's";
  const isOne = new Set(drawn.filter((row) => !isPapers(row)).map(({ labels }) => labels)).size <= 1;
  return intervals(
    drawn.map((row) => {
      const { labels, instrument, pools, metric, value, low, high } = row;
      const name = `${instrument}, ${pools}`;
      const series = isOne && !isPapers(row) ? name : `${name}, on ${labels}`;
      return { group: "Instrument, values that it tries", series, panel: metric, value, low, high };
    }),
    {
      title: "Precision and recall of instruments",
      x: "Share",
      note: "Bars: 95 % intervals (Wilson)",
      ...writing,
      width: "page",
    },
  );
}

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
    panel: isOne ? rate.model : `${rate.model}, t = ${rate.temperature}`,
  }));
}

/** Rates with their declared values; null where nothing is declared. */
function withTruth<R extends HuangRate>(
  rates: readonly R[],
  declared: readonly DeclaredRate[],
  model = SYNTHETIC_MODEL,
): (R & { readonly truth: number | null })[] {
  const keyOf = ({ prompt, temperature, round, metric, attribute }: DeclaredRate | HuangRate) =>
    JSON.stringify([prompt, temperature, round, metric, attribute]);
  const truths = new Map(declared.map((one) => [keyOf(one), one.value]));
  return rates.map((rate) => ({
    ...rate,
    truth: rate.model === model ? truths.get(keyOf(rate)) ?? null : null,
  }));
}

function referenceOf(rows: readonly { readonly truth: number | null }[]) {
  return rows.some(({ truth }) => truth !== null)
    ? { reference: "truth", referenceLabel: "declared of the synthetic model" }
    : {};
}

/** From 0 to the next tenth above all that is drawn. */
function fromZero(rows: readonly (HuangRate & { readonly truth: number | null })[]): Domain {
  const most = Math.max(0, ...rows.flatMap(({ value, high, truth }) => [value ?? 0, high ?? 0, truth ?? 0]));
  return [0, Math.min(1, Math.max(1, Math.ceil(10 * most - 1e-9)) / 10)];
}
