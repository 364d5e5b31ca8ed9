import * as Plot from "@observablehq/plot";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { type Axis, axisLabel, chart, type ChartOptions, LEVEL_OPTIONS, type Place } from "./chart.ts";
import { checkDomain, type Domain, fittedDomain } from "../drawing/domain.ts";
import { ticksFor } from "../drawing/axis_ticks.ts";
import type { Figure } from "./figure.ts";
import { type FigureData, type FigureRows, figureRows, needColumns } from "./figure_rows.ts";
import { figureText } from "./figure_text.ts";
import { checkLevelRows, type LevelColumns, type LevelRow, levelRows, placeOf } from "./level_rows.ts";
import { saidOf, TYPE } from "../drawing/sheet.ts";
import { textWidth } from "../drawing/text_width.ts";
import { wrapText } from "../drawing/wrap_text.ts";
import { INK, type SeriesStyle, seriesStyles } from "../drawing/palette.ts";

/** The options of a figure of estimates; `x`, `color` and so on are names of columns. */
export interface EstimatesOptions extends ChartOptions {
  /** The column of names or numbers along the horizontal axis, e.g. `temperature`. */
  readonly x: string;
  /** The column of names drawn side by side in different colours, e.g. `attribute`. @default one colour */
  readonly color?: string;
  /** The column of estimates. @default "value" */
  readonly value?: string;
  /** The columns of the bounds of intervals; null for none, which leaves points. @default "low" and "high" */
  readonly low?: string | null;
  readonly high?: string | null;
  /** The column of the panels' names. @default one panel */
  readonly panel?: string;
  /**
   * Numbers for comparison, drawn as open diamonds: a column, or rows with the columns `x`, `color`, `panel` and
   * `value`, e.g. printed ones.
   */
  readonly reference?: string | FigureData;
  /** The meaning of these numbers. @default the column's name, or "reference" */
  readonly referenceLabel?: string;
  /** The range of the vertical axis; "fitted" is from 0 to the next tenth beyond everything that is drawn. @default [0, 1] */
  readonly domain?: Domain | "fitted";
}

type EstimateRow = LevelRow<string>;

/**
 * Draws estimates with their intervals over the levels of a column, side by side where they share a level.
 *
 * @param data One row per level, colour and panel; a row without a value leaves its place empty.
 * @throws {TypeError} If the data are a run's result instead of rows.
 * @throws {RangeError} If there are no rows, a column is missing, which names the nearest, a value is not a number or outside the
 *   domain, two rows have the same place, a reference belongs to no row, or there are more than eight
 *   colours.
 *
 * @example
 * ```ts
 * import { estimates } from "codebias/report/figures/estimates.ts";
 * import assert from "node:assert/strict";
 * const rows = [{ temperature: 0.2, attribute: "age", value: 0.3, low: 0.2, high: 0.5 }];
 * assert.match(estimates(rows, { x: "temperature", color: "attribute" }).svg, /age/);
 * ```
 */
export function estimates(data: FigureData, given: EstimatesOptions): Figure {
  refuseUnknownOptions(given, [...LEVEL_OPTIONS, "color", "value", "reference", "referenceLabel"]);
  needColumns(data, given, ["x"], "estimates");
  const options = saidOf(given, data);
  const { low = "low", high = "high", reference, color } = options;
  const value = options.value ?? "value";
  if ((low === null) !== (high === null)) {
    throw new RangeError(
      "Cannot draw intervals with one bound: name the columns of both, low and high, or of neither",
    );
  }
  const table = figureRows(data, "estimates");
  const rows = read(table, options, { value, low, high });
  const compared = reference === undefined
    ? []
    : typeof reference === "string"
    ? referenceRows(rows, read(table, options, { value: reference }))
    : referenceRows(rows, read(figureRows(reference, "estimates"), options, { value }));
  const domain = options.domain === "fitted"
    ? fittedDomain([...rows, ...compared].flatMap(({ value, low, high }) => [value, low, high]))
    : options.domain ?? [0, 1];
  checkLevelRows(rows, ({ x }) => x, { domain, drawn: "an interval", remedy: "name a panel column" });
  checkDomain(compared.map((row) => [row.value, ownerOf(row)]), domain);
  const levels = levelsOf(rows.map(({ x }) => x), table.isNumeric(options.x));
  const isNumeric = color !== undefined && table.isNumeric(color);
  const styles = seriesStyles(levelsOf(rows.map(({ series }) => series), isNumeric));
  const names = [...styles.keys()];
  // A reference stands beside its estimate, so that neither covers the other.
  const aside = compared.length > 0 ? 0.17 / names.length : 0;
  const along = ({ x, series }: EstimateRow) =>
    levels.indexOf(x) + dodge(names.indexOf(series), names.length) - aside;
  return chart({
    options,
    x: levelAxis(options.xLabel ?? axisLabel(options.x), levels.map(table.label(options.x))),
    y: { label: options.yLabel ?? axisLabel(value), domain, ticks: ticksFor(domain) },
    panels: [...new Set(rows.map(({ panel }) => panel))],
    legend: color === undefined
      ? []
      : [...styles].map(([name, style]) => ({ name: table.label(color)(name), style, shows: "point" })),
    remarks: compared.length > 0
      ? [`◇ ${options.referenceLabel ?? (typeof reference === "string" ? reference : "reference")}`]
      : [],
    marks: (place) => [
      ...[...styles].flatMap(([name, style]) =>
        seriesMarks(rows.filter(({ series }) => series === name), { style, along, place })
      ),
      Plot.dot(compared, {
        ...{ ...place, x: (row: EstimateRow) => along(row) + 2 * aside, y: "value" },
        ...{ symbol: "diamond", stroke: INK, strokeWidth: 1.3, r: 4.5 },
      }),
    ],
    said: figureText(data, [options.panel, options.x, color], {
      ...{ value, low, high, label: options.yLabel },
      ...(typeof reference === "string" && { reference }),
    }, options),
  });
}

function read(
  table: FigureRows,
  { x, color: series, panel }: EstimatesOptions,
  columns: Pick<LevelColumns, "value" | "low" | "high">,
): EstimateRow[] {
  return levelRows(table, table.names(x), { series, panel, ...columns });
}

/** The references with a number; each must belong to a row. */
function referenceRows(rows: readonly EstimateRow[], compared: readonly EstimateRow[]): EstimateRow[] {
  const known = new Set(rows.map(ownerOf));
  const stranger = compared.find((row) => !known.has(ownerOf(row)));
  if (stranger) {
    throw new RangeError(`Cannot draw a reference for ${ownerOf(stranger)}: there is no such row`);
  }
  return compared.filter(({ value }) => value !== null);
}

function ownerOf(row: EstimateRow): string {
  return placeOf(row, row.x);
}

/** The distinct levels: numbers in ascending order, names in the order of the rows. */
function levelsOf(names: readonly string[], numeric: boolean): string[] {
  const levels = [...new Set(names)];
  return numeric ? levels.sort((a, b) => Number(a) - Number(b)) : levels;
}

/** The offset of a series from its level; all series together take three quarters of a level's width. */
function dodge(at: number, count: number): number {
  return 0.75 * ((at + 0.5) / count - 0.5);
}

function levelAxis(label: string, levels: readonly string[]): Axis {
  const style = { size: TYPE.small };
  const words = levels.flatMap((level) => wrapText(level, 0, style, { whole: true }));
  const longest = Math.max(...words.map((word) => textWidth(word, style)));
  return {
    label,
    domain: [-0.5, levels.length - 0.5],
    ticks: (length) => {
      const room = Math.max(longest, length / levels.length - 6);
      return levels.map((text, value) => ({ value, text: wrapText(text, room, style).join("\n") }));
    },
  };
}

function seriesMarks(
  rows: readonly EstimateRow[],
  { style, along, place }: { style: SeriesStyle; along: (row: EstimateRow) => number; place: Place },
): Plot.Markish[] {
  const { color, symbol, rotate } = style;
  const drawn = rows.filter(({ value }) => value !== null);
  const bars = drawn.filter(({ low, high }) => low !== null && high !== null);
  return [
    Plot.ruleX(bars, {
      ...{ ...place, x: along, y1: "low", y2: "high" },
      ...{ stroke: color, strokeWidth: 1.4 },
    }),
    Plot.dot(drawn, { ...place, x: along, y: "value", fill: color, symbol, rotate, r: 3.4 }),
  ];
}
