import * as Plot from "@observablehq/plot";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { ticksAcross, ticksFor } from "../drawing/axis_ticks.ts";
import { axisLabel, chart, CHART_OPTIONS } from "./chart.ts";
import { checkCurves, type FittedCurve, type MeasuredOptions } from "./complexity_curves.ts";
import { extent, logExtent } from "../drawing/domain.ts";
import type { Figure } from "./figure.ts";
import { figureText } from "./figure_text.ts";
import { type FigureData, figureRows } from "./figure_rows.ts";
import { enumerated } from "../words.ts";
import { seriesStyles } from "../drawing/palette.ts";

/** The value at which residuals are cut off, in percent: a class this far off is not the right one. */
const LARGEST_RESIDUAL = 100;

/** The difference below which two curves look alike everywhere, in percent. */
const ALIKE = 0.2;

/**
 * Draws the residuals of measured costs, (cost − fit) / cost in percent, over the size, which is on a
 * logarithmic axis. Around the right class they scatter; around a wrong one they bend. Residuals beyond 100 %
 * are drawn at the edge.
 *
 * @param points One row per measurement; sizes and costs above 0.
 * @param curves One to eight fitted costs; the first is the chosen one.
 * @throws {RangeError} If there are no points or fewer than two sizes, no curves or two of one name, a size or cost is not
 *   above 0, or a curve gives no number at a measured size.
 *
 * @example
 * ```ts
 * import { residuals } from "codebias/report/figures/residuals.ts";
 * import assert from "node:assert/strict";
 * const points = [{ n: 10, cost: 21 }, { n: 20, cost: 39 }, { n: 40, cost: 81 }];
 * const figure = residuals(points, [{ name: "O(n)", cost: (n) => 2 * n }], { title: "sort_list" });
 * assert.match(figure.svg, /O\(n\)/);
 * ```
 */
export function residuals(
  points: FigureData,
  curves: readonly FittedCurve[],
  options: MeasuredOptions = {},
): Figure {
  refuseUnknownOptions(options, [...CHART_OPTIONS, "n", "cost"]);
  const { n = "n", cost = "cost" } = options;
  const table = figureRows(points, "residuals");
  const [sizes, costs] = [table.numbers(n), table.numbers(cost)];
  checkCurves("residuals", { sizes, costs, curves, isPositive: true });
  if (curves.length === 0) throw new RangeError("Cannot draw residuals of no curve: name at least one");
  const order = [...sizes.keys()].toSorted((a, b) => sizes[a] - sizes[b]);
  const series = curves.map((curve) =>
    order.map((at) => ({ n: sizes[at], residual: residual(curve, sizes[at], costs[at]), panel: "" }))
  );
  const styles = [...seriesStyles(curves.map(({ name }) => name))];
  const all = series.flat().map((point) => point.residual);
  const [x, y] = [logExtent(sizes), extent([-5, 5, ...all], 0.05)];
  const alike = curves.filter((_, at) =>
    at > 0 &&
    series[at].every(({ residual }, point) => Math.abs(residual - series[0][point].residual) < ALIKE)
  ).map(({ name }) => name);
  const cut = all.some((value) => Math.abs(value) === LARGEST_RESIDUAL);
  return chart({
    options,
    x: { label: options.xLabel ?? axisLabel(n), domain: x, ticks: ticksAcross(x, true), log: true },
    y: { label: options.yLabel ?? "Off the fit, %", domain: y, ticks: ticksFor(y) },
    panels: [""],
    legend: styles.map(([name, style]) => ({ name, style, shows: "line" as const })),
    remarks: [
      ...(alike.length > 0 ? [`Cannot be told from ${curves[0].name}: ${enumerated(alike)}`] : []),
      ...(cut ? [`further off than ${LARGEST_RESIDUAL} %: at the edge`] : []),
    ],
    said: figureText(
      series.flatMap((line, at) =>
        line.map((point) => ({ curve: curves[at].name, size: point.n, ...point }))
      ),
      ["curve", "size"],
      { value: "residual", label: options.yLabel ?? "Off the fit, %" },
      options,
    ),
    marks: (place) => [
      // The chosen curve is drawn last and thinner, so that the edges of one with equal residuals are visible.
      ...series.flatMap((line, at) => {
        const { color, dash } = styles[at][1];
        const [strokeWidth, r] = at === 0 ? [1.2, 1.8] : [2.6, 3];
        return [
          Plot.line(means(line), {
            ...{ ...place, x: "n", y: "residual" },
            ...{ stroke: color, strokeWidth, strokeDasharray: dash },
          }),
          Plot.dot(line, { ...place, x: "n", y: "residual", fill: color, r }),
        ];
      }).reverse(),
    ],
  });
}

/** The residual in percent of the cost. */
function residual({ name, cost }: FittedCurve, size: number, measured: number): number {
  const value = 100 * (measured - cost(size)) / measured;
  if (Number.isNaN(value)) {
    throw new RangeError(`Cannot draw the curve ${name}: it gives no number at n = ${size}`);
  }
  return Math.max(-LARGEST_RESIDUAL, Math.min(LARGEST_RESIDUAL, value));
}

/** One point per size, so that the line does not zigzag between repetitions. */
function means(points: readonly { n: number; residual: number; panel: string }[]) {
  return [...Map.groupBy(points, ({ n }) => n).values()].map((some) => ({
    ...some[0],
    residual: some.reduce((sum, { residual }) => sum + residual, 0) / some.length,
  }));
}
