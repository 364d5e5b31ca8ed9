import * as Plot from "@observablehq/plot";
import { saidOf } from "../drawing/sheet.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { axisLabel, chart, type ChartOptions, type EndLabel, LEVEL_OPTIONS, type Place } from "./chart.ts";
import { checkDomain, type Domain, extent, fittedDomain } from "../drawing/domain.ts";
import type { Figure } from "./figure.ts";
import { type FigureData, figureRows } from "./figure_rows.ts";
import { figureText } from "./figure_text.ts";
import { INK, type SeriesStyle, seriesStyles } from "../drawing/palette.ts";
import { levelTicks, ticksFor } from "../drawing/axis_ticks.ts";

/** What a figure of lines shows; `x`, `y` and so on are names of columns. */
export interface LinesOptions extends ChartOptions {
  /** Column of numbers along the horizontal axis, e.g. temperatures. */
  readonly x: string;
  /** Column of estimates; null for none, which leaves a gap. */
  readonly y: string;
  /** Columns of the bounds of a band around the line; both or neither. */
  readonly low?: string;
  readonly high?: string;
  /** Column of names: one line each. @default one line */
  readonly series?: string;
  /** Column of names: one panel each. @default one panel */
  readonly panel?: string;
  /** Column of true or printed values, drawn beside as open diamonds on a dotted line; null where there is none. */
  readonly truth?: string;
  /** What those are. @default the column's name */
  readonly truthLabel?: string;
  /** Range of the vertical axis; "fitted" is from 0 to the next tenth above all that is drawn. @default [0, 1] */
  readonly domain?: Domain | "fitted";
}

interface LineRow {
  readonly x: number;
  readonly y: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly truth: number | null;
  readonly series: string;
  readonly panel: string;
}

/**
 * Draws lines with bands over temperature, or over any other number: a point at each level, a line through the
 * points of a series, a band from `low` to `high`. Series differ in colour, symbol and dashes; their names stand at
 * the ends of the lines, or in a legend.
 *
 * @param data One row per level, series and panel.
 * @throws {RangeError} If there are no rows, a column is missing, a value is not a number or outside the
 *   domain, `low` is above `high`, two rows have the same place, or there are more than eight series.
 *
 * @example
 * ```ts
 * import { lines } from "codebias/report/figures/lines.ts";
 * import assert from "node:assert/strict";
 * const rows = [{ temperature: 0.2, bias: 0.3 }, { temperature: 1, bias: 0.4 }];
 * assert.match(lines(rows, { x: "temperature", y: "bias" }).svg, /^<svg/);
 * ```
 */
export function lines(data: FigureData, given: LinesOptions): Figure {
  refuseUnknownOptions(given, [...LEVEL_OPTIONS, "y", "series", "truth", "truthLabel"]);
  const options = saidOf(given, data);
  const { x, y, truth } = options;
  const rows = read(data, options);
  const domain = options.domain === "fitted"
    ? fittedDomain(rows.flatMap(({ y, high, truth }) => [y, high, truth]))
    : options.domain ?? [0, 1];
  check(rows, domain);
  const panels = [...new Set(rows.map(({ panel }) => panel))];
  const styles = seriesStyles(rows.map(({ series }) => series));
  const legend = [...styles].map(([name, style]) => ({ name, style, shows: "both" as const }));
  const levels = [...new Set(rows.map((row) => row.x))].sort((a, b) => a - b);
  const isCompared = rows.some((row) => row.truth !== null);
  const across = extent(levels, isCompared ? 0.08 : 0.04);
  return chart({
    options,
    x: {
      ...{ label: options.xLabel ?? axisLabel(x), domain: across },
      ticks: (length) => levelTicks(levels, across, length),
    },
    y: { label: options.yLabel ?? axisLabel(y), domain, ticks: ticksFor(domain) },
    panels,
    legend: options.series === undefined ? [] : legend,
    ends: options.series === undefined || panels.length > 1 ? [] : endsOf(rows, styles, levels.at(-1)!),
    remarks: isCompared ? [`◇ ${options.truthLabel ?? truth}`] : [],
    marks: (place) =>
      [...styles].flatMap(([name, style]) =>
        seriesMarks(rows.filter(({ series }) => series === name), style, place)
      ),
    said: figureText(
      data,
      [options.panel, options.series, x],
      { ...options, value: y, reference: truth, label: options.yLabel },
      options,
    ),
  });
}

function read(data: FigureData, options: LinesOptions): LineRow[] {
  const { low, high } = options;
  if ((low === undefined) !== (high === undefined)) {
    throw new RangeError("Cannot draw bands with one bound: name the columns of both, low and high");
  }
  const table = figureRows(data, "lines");
  const x = table.numbers(options.x);
  const [y, lows, highs, truths] = [options.y, low, high, options.truth].map(table.numbersOrNull);
  const [series, panels] = [options.series, options.panel].map(table.names);
  return x.map((_, at) => ({
    ...{ x: x[at], y: y[at], low: lows[at], high: highs[at], truth: truths[at] },
    ...{ series: series[at], panel: panels[at] },
  })).sort((a, b) => a.x - b.x);
}

function check(rows: readonly LineRow[], domain: Domain): void {
  const seen = new Set<string>();
  for (const row of rows) {
    const owner = [row.panel, row.series, `at ${row.x}`].filter((part) => part !== "").join(", ");
    if (seen.has(owner)) {
      throw new RangeError(`Cannot draw two rows at one place (${owner}): name a series or a panel`);
    }
    seen.add(owner);
    checkDomain([row.y, row.low, row.high, row.truth].map((value) => [value, owner]), domain);
    if (row.low !== null && row.high !== null && row.low > row.high) {
      throw new RangeError(`Cannot draw a band from ${row.low} to ${row.high} (${owner}): low is above high`);
    }
  }
}

/** The ends of the lines, if all continue to the last level. */
function endsOf(
  rows: readonly LineRow[],
  styles: ReadonlyMap<string, SeriesStyle>,
  last: number,
): EndLabel[] {
  const ends = [...styles].flatMap(([name, style]) => {
    const row = rows.find(({ series, x, y }) => series === name && x === last && y !== null);
    return row ? [{ name, style, shows: "both" as const, x: last, y: row.y! }] : [];
  });
  return ends.length === styles.size ? ends : [];
}

function seriesMarks(rows: readonly LineRow[], style: SeriesStyle, place: Place): Plot.Markish[] {
  const { color, symbol, rotate, dash } = style;
  const whole = rows.filter(({ low, high }) => low !== null && high !== null);
  const drawn = rows.filter(({ y }) => y !== null);
  const compared = rows.filter(({ truth }) => truth !== null);
  // Beside the estimates, so that neither covers the other.
  const truth = { ...place, x: "x", y: "truth", dx: 7 };
  return [
    Plot.areaY(rows, { ...place, x: "x", y1: "low", y2: "high", fill: color, fillOpacity: 0.14 }),
    Plot.ruleX(whole, { ...place, x: "x", y1: "low", y2: "high", stroke: color }),
    Plot.line(compared, { ...truth, stroke: color, strokeWidth: 1, strokeDasharray: "1 3" }),
    Plot.line(rows, { ...place, x: "x", y: "y", stroke: color, strokeWidth: 1.8, strokeDasharray: dash }),
    Plot.dot(drawn, { ...place, x: "x", y: "y", fill: color, symbol, rotate, r: 4 }),
    Plot.dot(compared, { ...truth, stroke: INK, symbol: "diamond", strokeWidth: 1.3, r: 4.2 }),
  ];
}
