import type { Domain } from "../../report/domain.ts";
import { estimates } from "../../report/estimates.ts";
import type { Figure } from "../../report/figure.ts";
import { intervals } from "../../report/intervals.ts";
import type { DeclaredRate } from "./declared_rates.ts";
import type { InstrumentRow } from "./instruments.ts";
import { type HuangRate, OVERALL } from "./rates.ts";

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
}

const INTERVALS = "Bars: 95 % intervals that allow for completions of one task being alike";

/**
 * CBS, CBS_U@K and CBS_I@K by attribute, before any feedback and without instructions: a panel for each model.
 *
 * Source: the paper Bias Testing and Mitigation, Table IV, of which it has no figure.
 *
 * @throws {RangeError} If there is nothing to draw.
 */
export function biasFigure(
  rates: readonly HuangRate[],
  { declared = [], ...writing }: RateFigureOptions,
): Figure {
  const rows = rates.filter(({ metric, prompt, round }) =>
    metric.startsWith("CBS") && prompt === "original" && round === 0
  );
  return estimates(rows.map((rate) => ({ ...rate, truth: truthOf(rate, declared) })), {
    title: "Biased completions, and prompts with some or only such",
    note: INTERVALS,
    ...writing,
    ...{ x: "attribute", color: "metric", panel: "model", width: "page", domain: fromZero(rows) },
    ...(declared.length > 0 && { reference: "truth", referenceLabel: "declared of the synthetic model" }),
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
  { declared = [], ...writing }: RateFigureOptions,
): Figure {
  const rows = rates.filter(({ metric, attribute }) => metric === "CBS" && attribute === OVERALL);
  return estimates(
    rows.map((rate) => ({ ...rate, feedback: roundName(rate.round), truth: truthOf(rate, declared) })),
    {
      title: "Biased completions by prompt strategy and feedback",
      note: INTERVALS,
      ...writing,
      ...{ x: "prompt", color: "feedback", panel: "model", width: "page", domain: fromZero(rows) },
      ...(declared.length > 0 && { reference: "truth", referenceLabel: "declared of the synthetic model" }),
      ...{ xLabel: "Prompt strategy", yLabel: "CBS overall (share of completions that are biased)" },
    },
  );
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
    rows.map(({ model, prompt, round, metric, value, low, high }) => ({
      ...{ group: `${model}, ${prompt}`, series: roundName(round), panel: panels[metric], value, low, high },
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
  return intervals(
    drawn.map(({ labels, instrument, pools, metric, value, low, high }) => ({
      ...{ group: labels, series: `${instrument}, ${pools} values`, panel: metric, value, low, high },
    })),
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

function truthOf(rate: HuangRate, declared: readonly DeclaredRate[]): number | null {
  const found = declared.find(({ prompt, temperature, round, metric, attribute }) =>
    prompt === rate.prompt && temperature === rate.temperature && round === rate.round &&
    metric === rate.metric &&
    attribute === rate.attribute
  );
  return found?.value ?? null;
}

/** From 0 to the next tenth above all that is drawn. */
function fromZero(rows: readonly HuangRate[]): Domain {
  const most = Math.max(0, ...rows.flatMap(({ value, high }) => [value ?? 0, high ?? 0]));
  return [0, Math.min(1, Math.max(1, Math.ceil(10 * most - 1e-9)) / 10)];
}
