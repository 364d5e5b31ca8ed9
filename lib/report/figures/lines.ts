import * as Plot from "@observablehq/plot";
import { saidOf } from "../drawing/sheet.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { axisLabel, chart, type ChartOptions, type EndLabel, LEVEL_OPTIONS, type Place } from "./chart.ts";
import { type Domain, extent, fittedDomain } from "../drawing/domain.ts";
import type { Figure } from "./figure.ts";
import { type FigureData, figureRows, needColumns } from "./figure_rows.ts";
import { figureText } from "./figure_text.ts";
import { checkLevelRows, type LevelRow, levelRows } from "./level_rows.ts";
import { INK, type SeriesStyle, seriesStyles } from "../drawing/palette.ts";
import { levelTicks, ticksFor } from "../drawing/axis_ticks.ts";

/** The options of a figure of lines; `x`, `y` and so on are names of columns. */
export interface LinesOptions extends ChartOptions {
  /** The column of numbers along the horizontal axis, e.g. temperatures. */
  readonly x: string;
  /** The column of estimates; null for none, which leaves a gap. */
  readonly y: string;
  /** The columns of the bounds of a band around the line; both or neither. */
  readonly low?: string;
  readonly high?: string;
  /** The column of the lines' names. @default one line */
  readonly series?: string;
  /** The column of the panels' names. @default one panel */
  readonly panel?: string;
  /** The column of true or printed values, drawn beside the line as open diamonds on a dotted line; null for none. */
  readonly truth?: string;
  /** The meaning of these values. @default the column's name */
  readonly truthLabel?: string;
  /** The range of the vertical axis; "fitted" is from 0 to the next tenth beyond everything that is drawn. @default [0, 1] */
  readonly domain?: Domain | "fitted";
}

type LineRow = LevelRow<number>;

/**
 * Draws lines with bands over temperature, or over any other number: a point at each level, a line through the
 * points of a series, a band from `low` to `high`. Series differ in colour, symbol and dashes; their names are at
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
  needColumns(data, given, ["x", "y"], "lines");
  const options = saidOf(given, data);
  const { x, y, truth } = options;
  const rows = read(data, options);
  const domain = options.domain === "fitted"
    ? fittedDomain(rows.flatMap(({ value, low, high, reference }) => [value, low, high, reference]))
    : options.domain ?? [0, 1];
  checkLevelRows(rows, ({ x }) => `at ${x}`, { domain, drawn: "a band", remedy: "name a series or a panel" });
  const panels = [...new Set(rows.map(({ panel }) => panel))];
  const styles = seriesStyles(rows.map(({ series }) => series));
  const legend = [...styles].map(([name, style]) => ({ name, style, shows: "both" as const }));
  const levels = [...new Set(rows.map((row) => row.x))].sort((a, b) => a - b);
  const isCompared = rows.some(({ reference }) => reference !== null);
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

function read(data: FigureData, { x, y, low, high, truth, series, panel }: LinesOptions): LineRow[] {
  if ((low === undefined) !== (high === undefined)) {
    throw new RangeError("Cannot draw bands with one bound: name the columns of both, low and high");
  }
  const table = figureRows(data, "lines");
  const columns = { series, panel, value: y, low, high, reference: truth };
  return levelRows(table, table.numbers(x), columns).sort((a, b) => a.x - b.x);
}

/** The ends of the lines, if all continue to the last level. */
function endsOf(
  rows: readonly LineRow[],
  styles: ReadonlyMap<string, SeriesStyle>,
  last: number,
): EndLabel[] {
  const ends = [...styles].flatMap(([name, style]) => {
    const row = rows.find(({ series, x, value }) => series === name && x === last && value !== null);
    return row ? [{ name, style, shows: "both" as const, x: last, y: row.value! }] : [];
  });
  return ends.length === styles.size ? ends : [];
}

function seriesMarks(rows: readonly LineRow[], style: SeriesStyle, place: Place): Plot.Markish[] {
  const { color, symbol, rotate, dash } = style;
  const whole = rows.filter(({ low, high }) => low !== null && high !== null);
  const drawn = rows.filter(({ value }) => value !== null);
  const compared = rows.filter(({ reference }) => reference !== null);
  // True values are drawn beside the estimates, so that neither covers the other.
  const truth = { ...place, x: "x", y: "reference", dx: 7 };
  return [
    Plot.areaY(rows, { ...place, x: "x", y1: "low", y2: "high", fill: color, fillOpacity: 0.14 }),
    Plot.ruleX(whole, { ...place, x: "x", y1: "low", y2: "high", stroke: color }),
    Plot.line(compared, { ...truth, stroke: color, strokeWidth: 1, strokeDasharray: "1 3" }),
    Plot.line(rows, { ...place, x: "x", y: "value", stroke: color, strokeWidth: 1.8, strokeDasharray: dash }),
    Plot.dot(drawn, { ...place, x: "x", y: "value", fill: color, symbol, rotate, r: 4 }),
    Plot.dot(compared, { ...truth, stroke: INK, symbol: "diamond", strokeWidth: 1.3, r: 4.2 }),
  ];
}
