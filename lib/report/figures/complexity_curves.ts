import * as Plot from "@observablehq/plot";
import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { axisLabel, chart, CHART_OPTIONS, type ChartOptions } from "./chart.ts";
import { type Domain, extent, logExtent } from "../drawing/domain.ts";
import { ticksAcross, ticksFor } from "../drawing/axis_ticks.ts";
import type { Figure } from "./figure.ts";
import { figureText } from "./figure_text.ts";
import { type FigureData, figureRows } from "./figure_rows.ts";
import { INK, seriesStyles } from "../drawing/palette.ts";

/** A fitted cost: a complexity class with the costs that it predicts. */
export interface FittedCurve {
  /** The name of the class, e.g. `O(n log n)`. */
  readonly name: string;
  /** The predicted cost of a problem of size n. */
  readonly cost: (n: number) => number;
}

/** The options of a figure of measured costs. */
export interface MeasuredOptions extends ChartOptions {
  /** The column of problem sizes. @default "n" */
  readonly n?: string;
  /** The column of measured costs. @default "cost" */
  readonly cost?: string;
}

/** The options of a figure of complexity curves. */
export interface ComplexityOptions extends MeasuredOptions {
  /** Whether both axes are logarithmic; n^k is then a straight line of slope k. @default false */
  readonly log?: boolean;
}

/** The number of steps in which a curve is computed. */
const STEPS = 96;

/**
 * Draws measured costs over the size of the problem, with curves fitted to them.
 *
 * @param points One row per measurement.
 * @param curves At most eight; each is drawn over the measured sizes. The first counts as the chosen one
 *   and is solid; the others are dashed.
 * @throws {RangeError} If there are no points or fewer than two sizes, a value is not a number, a curve
 *   gives no number, or a size or cost is not above 0 on logarithmic axes.
 *
 * @example
 * ```ts
 * import { complexityCurves } from "codebias/report/figures/complexity_curves.ts";
 * import assert from "node:assert/strict";
 * const points = [{ n: 10, cost: 21 }, { n: 20, cost: 39 }, { n: 40, cost: 81 }];
 * const figure = complexityCurves(points, [{ name: "O(n)", cost: (n) => 2 * n }], { title: "sort_list" });
 * assert.match(figure.svg, /O\(n\)/);
 * ```
 */
export function complexityCurves(
  points: FigureData,
  curves: readonly FittedCurve[],
  options: ComplexityOptions = {},
): Figure {
  refuseUnknownOptions(options, [...CHART_OPTIONS, "n", "cost", "log"]);
  const { n = "n", cost = "cost", log = false } = options;
  const table = figureRows(points, "complexity curves");
  const [sizes, costs] = [table.numbers(n), table.numbers(cost)];
  const measured = sizes.map((size, at) => ({ n: size, cost: costs[at], panel: "" }));
  const figure = log ? "curves on logarithmic axes" : "complexity curves";
  checkCurves(figure, { sizes, costs, curves, isPositive: log });
  const range = extent(sizes);
  const sampled = curves.map((curve) => sample(curve, { range, log }));
  const all = [...costs, ...sampled.flat().map((point) => point.cost)];
  const [x, y] = log ? [logExtent(sizes), logExtent(all)] : [extent(sizes, 0.04), withZero(all)];
  const styles = [...seriesStyles(curves.map(({ name }) => name))];
  return chart({
    options,
    x: { label: options.xLabel ?? axisLabel(n), domain: x, ticks: ticksAcross(x, log), log },
    y: { label: options.yLabel ?? axisLabel(cost), domain: y, ticks: ticksFor(y, log), log },
    panels: [""],
    legend: styles.map(([name, style]) => ({ name, style, shows: "line" as const })),
    remarks: ["○ measured"],
    said: figureText(
      sizes.map((size, at) => ({ size, cost: costs[at] })),
      ["size"],
      { value: "cost" },
      options,
    ),
    marks: (place) => [
      ...sampled.map((line, at) =>
        Plot.line(line, {
          ...{ ...place, x: "n", y: "cost" },
          ...{ stroke: styles[at][1].color, strokeWidth: 1.8, strokeDasharray: styles[at][1].dash },
        })
      ),
      Plot.dot(measured, { ...place, x: "n", y: "cost", stroke: INK, strokeWidth: 1.2, r: 3 }),
    ],
  });
}

/** Refuses input of which no figure can be drawn. @param isPositive Whether sizes and costs must be above 0. */
export function checkCurves(
  figure: string,
  { sizes, costs, curves, isPositive }: {
    readonly sizes: readonly number[];
    readonly costs: readonly number[];
    readonly curves: readonly FittedCurve[];
    readonly isPositive: boolean;
  },
): void {
  refuseOther(`draw ${figure} of`, curves, "a list of objects", ["name", "cost"]);
  if (new Set(sizes).size < 2) {
    throw new RangeError(`Cannot draw ${figure} over one size: at least two are needed`);
  }
  const repeated = curves.find(({ name }, at) => curves.findIndex((other) => other.name === name) !== at);
  if (repeated) throw new RangeError(`Cannot draw ${figure} of two curves with one name: ${repeated.name}`);
  const low = isPositive ? sizes.findIndex((size, at) => size <= 0 || costs[at] <= 0) : -1;
  if (low < 0) return;
  throw new RangeError(
    `Cannot draw ${figure} at size ${sizes[low]} with cost ${costs[low]}: both must be above 0`,
  );
}

function sample({ name, cost }: FittedCurve, { range, log }: { range: Domain; log: boolean }) {
  const [from, to] = range;
  const points = Array.from({ length: STEPS + 1 }, (_, at) => {
    const share = at / STEPS;
    const n = at === STEPS ? to : log ? from * (to / from) ** share : from + share * (to - from);
    const value = cost(n);
    if (!Number.isFinite(value)) {
      throw new RangeError(`Cannot draw the curve ${name}: it gives ${value} at n = ${n}`);
    }
    return { n, cost: value, panel: "" };
  });
  return log ? points.filter(({ cost }) => cost > 0) : points;
}

/** A domain for costs: from 0, unless a curve is below 0. */
function withZero(values: readonly number[]): Domain {
  const [low, high] = extent([0, ...values]);
  return [low, high + 0.04 * (high - low)];
}
