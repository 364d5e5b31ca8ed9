import * as Plot from "@observablehq/plot";
import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { ticksAcross } from "../drawing/axis_ticks.ts";
import { axis } from "./chart.ts";
import { checkDomain, type Domain } from "../drawing/domain.ts";
import { drawing, textLines } from "../drawing/drawing.ts";
import { estimates, type EstimatesOptions } from "./estimates.ts";
import { type Figure, figureOn } from "./figure.ts";
import { figureText } from "./figure_text.ts";
import { type FigureData, noColumn } from "./figure_rows.ts";
import { FRAME, INK, SERIES_STYLES } from "../drawing/palette.ts";
import type { LevelRow } from "./level_rows.ts";
import { bands, panelGrid } from "./panels.ts";
import { EDGE, sheet, TYPE, WIDTHS, type Writing } from "../drawing/sheet.ts";
import { textWidth } from "../drawing/text_width.ts";
import { wrapText } from "../drawing/wrap_text.ts";

/** One estimate to draw. */
export interface IntervalRow extends Omit<LevelRow<never>, "x" | "reference"> {
  /** The outer group, one below the other; the rows of a group are its series. */
  readonly group: string;
  /** A number for comparison, e.g. the printed one. */
  readonly reference?: number | null;
}

/** The options of a figure of intervals. */
export interface IntervalOptions extends Writing {
  readonly title: string;
  /** The label of the horizontal axis. */
  readonly x: string;
  /** The range of the horizontal axis. @default [0, 1] */
  readonly domain?: Domain;
  /** The number that is neither low nor high, e.g. 0 for differences: a line marks it. @default none */
  readonly midpoint?: number;
  /** The meaning of the reference marks. @default "reference" */
  readonly reference?: string;
  /** The width in print: a column is 3.3 inches, a page 7 inches. @default "column" for one panel, "page" for more */
  readonly width?: "column" | "page";
}

/** The heights of a line of text, and of a row of one line, in pixels. */
const LINE = 14;
const ROW = 26;

/**
 * Draws estimates with their intervals, with reference values as open diamonds.
 *
 * Rows of groups, series and panels are placed below each other, which leaves room for long names. Columns of a polars
 * DataFrame, and of other rows with the option `color`, are drawn upright over the levels of another column: see
 * {@linkcode estimates}.
 *
 * @param rows Estimates; those without a value leave their place empty.
 * @throws {RangeError} If there are no rows, one lacks a column, which names the nearest, two have the same place, or a
 * number lies
 *   outside the axis.
 * @throws {TypeError} If the rows are a run's result.
 *
 * @example
 * ```ts
 * import { intervals } from "codebias/report/figures/intervals.ts";
 * import assert from "node:assert/strict";
 * const estimate = { value: 0.5, low: 0.4, high: 0.6 };
 * const lying = intervals([{ group: "A", series: "English", panel: "t = 0.2", ...estimate }], {
 *   title: "Tasks solved",
 *   x: "Correctness rate",
 * });
 * const upright = intervals([{ temperature: 0.2, attribute: "age", ...estimate }], {
 *   x: "temperature",
 *   color: "attribute",
 * });
 * for (const { svg } of [lying, upright]) assert.match(svg, /^<svg/);
 * ```
 */
export function intervals(rows: readonly IntervalRow[], options: IntervalOptions): Figure;
export function intervals(data: FigureData, options: EstimatesOptions): Figure;
export function intervals(
  data: readonly IntervalRow[] | FigureData,
  options: IntervalOptions | EstimatesOptions,
): Figure {
  refuseOther("draw intervals with", options, "an object");
  return "color" in options || !Array.isArray(data)
    ? estimates(data, options as EstimatesOptions)
    : lyingIntervals(data as readonly IntervalRow[], options as IntervalOptions);
}

function lyingIntervals(rows: readonly IntervalRow[], options: IntervalOptions): Figure {
  refuseUnknownOptions(options, [
    ...["title", "subtitle", "x", "domain", "midpoint", "reference", "note", "width"] as const,
  ]);
  const { x, domain = [0, 1], midpoint, reference = "reference" } = options;
  check(rows, domain);
  const distinct = (name: "group" | "series" | "panel") => [...new Set(rows.map((row) => row[name]))];
  const [groups, series, panels] = [distinct("group"), distinct("series"), distinct("panel")];
  const compared = rows.filter((row) => typeof row.reference === "number");
  const width = WIDTHS[options.width ?? (panels.length > 1 ? "page" : "column")];
  const names = series.map((name) => wrapText(name, 0.4 * width, { size: TYPE.text }));
  const left = EDGE + 8 +
    Math.ceil(Math.max(...names.flat().map((line) => textWidth(line, { size: TYPE.text }))));
  const isLong = series.length > 12;
  const row = Math.max(isLong ? 18 : ROW, ...names.map(({ length }) => LINE * length + (isLong ? 4 : 8)));
  const grid = panelGrid(panels, {
    width: width - left - EDGE - 8,
    columns: panels.length,
    height: () => row * series.length,
  });
  const headings = groups.map((name) => wrapText(name, width - left - EDGE, { size: TYPE.text, bold: true }));
  const between = 10 + LINE * Math.max(...headings.map(({ length }) => length));
  const words = sheet(options, {
    ...{ width, below: x, remarks: compared.length > 0 ? [`◇ ${reference}`] : [] },
  });
  const top = words.top + grid.nameHeight + between - 8;
  const down = groups.length * (grid.panel.height + between) - between;
  const place = {
    fx: (one: IntervalRow) => panels.indexOf(one.panel),
    fy: (one: IntervalRow) => groups.indexOf(one.group),
    y: "series",
  };
  const ticks = ticksAcross(domain)(grid.panel.width);
  // Colours identify a series in several groups; in a single group they would have no meaning.
  const color = (one: IntervalRow) =>
    SERIES_STYLES[groups.length > 1 ? series.indexOf(one.series) % SERIES_STYLES.length : 0].color;
  const drawn = rows.filter(({ value }) => value !== null);
  return figureOn(words, { left, top, across: grid.width, down, below: 22 }, {
    said: figureText(
      rows,
      ["panel", "group", "series"],
      { value: "value", low: "low", high: "high", label: x },
      options,
    ),
    fx: grid.scales.fx,
    fy: bands(groups.length, grid.panel.height, between),
    x: { domain: [...domain], axis: null },
    y: { type: "point", domain: series, axis: null, padding: 0.5 },
    color: { type: "identity" },
    marks: [
      Plot.gridX(ticks.map(({ value }) => value), { strokeOpacity: 0.1 }),
      ...(midpoint === undefined ? [] : [Plot.gridX([midpoint], { strokeOpacity: 0.6 })]),
      axis(Plot.axisX, ticks, { lineHeight: 1 }),
      Plot.axisY(series, {
        ...{ label: null, tickSize: 0, fontSize: TYPE.text, lineHeight: LINE / TYPE.text },
        tickFormat: (name: string) => names[series.indexOf(name)].join("\n"),
      }),
      Plot.frame({ stroke: FRAME }),
      Plot.ruleY(drawn, { ...place, x1: "low", x2: "high", stroke: color, strokeWidth: 1.6 }),
      Plot.dot(drawn, { ...place, x: "value", fill: color, r: 4.2 }),
      Plot.dot(compared, {
        ...place,
        ...{ x: "reference", symbol: "diamond", stroke: INK, strokeWidth: 1.3, r: 5 },
      }),
      drawing([
        ...grid.names.flatMap((lines, at) => {
          const middle = left + (at + 0.5) * grid.panel.width + at * grid.gap;
          return textLines(lines, [middle, words.top + 11], 15, { size: TYPE.text, anchor: "middle" });
        }),
        ...headings.flatMap((lines, at) => {
          const last = top + at * (grid.panel.height + between) - 6;
          const first = last - LINE * (lines.length - 1);
          return textLines(lines, [left, first], LINE, { size: TYPE.text, bold: true });
        }),
      ]),
    ],
  });
}

const NEEDED = ["group", "series", "panel", "value", "low", "high"] as const;

function check(rows: readonly IntervalRow[], domain: Domain): void {
  if (rows.length === 0) throw new RangeError("Cannot draw a figure of no estimates");
  const seen = new Set<string>();
  for (const [at, row] of rows.entries()) {
    const lacking = NEEDED.find((column) => row[column] === undefined);
    if (lacking !== undefined) throw noColumn(lacking, { figure: "intervals", row, at });
    const place = [row.group, row.series, row.panel];
    const [owner, key] = [place.join(", "), JSON.stringify(place)];
    if (seen.has(key)) throw new RangeError(`Cannot draw two rows at one place (${owner})`);
    seen.add(key);
    checkDomain([row.value, row.low, row.high, row.reference ?? null].map((value) => [value, owner]), domain);
  }
}
