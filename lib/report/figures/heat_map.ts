import * as Plot from "@observablehq/plot";
import { isWhole, mustBe } from "../../core/kinds.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { AXES_OPTIONS, axisLabel } from "./chart.ts";
import { colorScale, textColorOn } from "../drawing/color_scale.ts";
import { checkDomain, type Domain } from "../drawing/domain.ts";
import { drawing, textLines } from "../drawing/drawing.ts";
import { type Figure, figureOn } from "./figure.ts";
import { type FigureData, figureRows, needColumns } from "./figure_rows.ts";
import { figureText } from "./figure_text.ts";
import { columnNames, heatMapLayout, rampShapes, rowNames } from "./heat_map_layout.ts";
import { MUTED } from "../drawing/palette.ts";
import { EDGE, saidOf, sheet, TYPE, type Writing } from "../drawing/sheet.ts";
import { numberText } from "../drawing/ticks.ts";
import { wrapText } from "../drawing/wrap_text.ts";

/** The options of a heat map; `x`, `y` and `value` are names of columns. */
export interface HeatMapOptions extends Writing {
  /** The column of the names across. */
  readonly x: string;
  /** The column of the names down. */
  readonly y: string;
  /** The column of numbers; null where there is none. */
  readonly value: string;
  readonly xLabel?: string;
  readonly yLabel?: string;
  /** The meaning of the numbers, beside the colours. @default the column's name */
  readonly valueLabel?: string;
  /** The range of the colours. @default [0, 1]; with a midpoint, as far on both sides as the numbers reach */
  readonly domain?: Domain;
  /** The number that is neither low nor high, e.g. 0 for differences; it gives a scale of two hues. */
  readonly midpoint?: number;
  /** The decimals of the numbers in the cells, 0 to 5. @default 2, or more where the colours cover less than 0.1 */
  readonly decimals?: number;
  /** The width in print. @default "column" if the numbers fit, otherwise "page" */
  readonly width?: "column" | "page";
}

interface Cell {
  readonly x: string;
  readonly y: string;
  readonly value: number | null;
}

/** The options for colours and numbers. */
const COLORS = ["domain", "midpoint", "decimals"] as const;

/** The colour of a cell without a number. */
const EMPTY_COLOR = "#f0f0f0";

/**
 * Draws a table of numbers as coloured cells, with the numbers in them in black or white, whichever reads better
 * (contrast at least 4.5 : 1). A cell without a number is grey and has a dash.
 *
 * @param data One row per cell; names keep the order of the rows.
 * @throws {RangeError} If there are no rows, a column is missing, a value is not a number or outside the
 *   domain, two rows have the same cell, or the numbers do not fit.
 *
 * @example
 * ```ts
 * import { heatMap } from "codebias/report/figures/heat_map.ts";
 * import assert from "node:assert/strict";
 * const rows = [{ model: "A", attribute: "age", rate: 0.25 }, { model: "B", attribute: "age", rate: null }];
 * assert.match(heatMap(rows, { x: "attribute", y: "model", value: "rate" }).svg, />0\.25</);
 * ```
 */
export function heatMap(data: FigureData, given: HeatMapOptions): Figure {
  refuseUnknownOptions(given, [...AXES_OPTIONS, "x", "y", "value", "valueLabel", ...COLORS]);
  needColumns(data, given, ["x", "y", "value"], "a heat map");
  const options = saidOf(given, data);
  const { midpoint } = options;
  const table = figureRows(data, "a heat map");
  const [xs, ys] = [options.x, options.y].map(table.names);
  const values = table.numbersOrNull(options.value);
  const cells = xs.map((x, at): Cell => ({ x, y: ys[at], value: values[at] }));
  const domain = options.domain ?? defaultDomain(cells, midpoint);
  const { decimals = decimalsFor(domain) } = options;
  check(cells, { domain, midpoint, decimals });
  const color = colorScale(domain, midpoint);
  const [columns, rows] = [[...new Set(xs)], [...new Set(ys)]];
  const drawn = columns.flatMap((x) =>
    rows.map((y) => {
      const value = cells.find((cell) => cell.x === x && cell.y === y)?.value ?? null;
      const fill = value === null ? EMPTY_COLOR : color(value);
      const text = value === null ? "–" : numberText(value, decimals);
      return { x, y, fill, text, ink: value === null ? MUTED : textColorOn(fill) };
    })
  );
  const shown = { columns: columns.map(table.label(options.x)), rows: rows.map(table.label(options.y)) };
  const layout = heatMapLayout({ ...shown, texts: drawn.map(({ text }) => text) }, options.width);
  const words = sheet(options, { width: layout.width, below: options.xLabel ?? axisLabel(options.x) });
  const label = options.valueLabel ?? axisLabel(options.value);
  const ramp = rampShapes({ label, domain, decimals, color }, layout.width, words.top);
  const rowLabel = wrapText(options.yLabel ?? axisLabel(options.y), layout.width - 2 * EDGE, {
    size: TYPE.text,
  });
  const [above, left] = [words.top + ramp.height, layout.left];
  const top = above + 15 * rowLabel.length + 4;
  const [across, down] = [columns.length * layout.cell.width, rows.length * layout.cell.height];
  return figureOn(words, { left, top, across, down, below: layout.namesBelow }, {
    said: figureText(
      data,
      [options.y, options.x],
      { value: options.value, label: options.valueLabel },
      options,
    ),
    x: { domain: columns, axis: null, padding: 0 },
    y: { domain: rows, axis: null, padding: 0 },
    color: { type: "identity" },
    marks: [
      Plot.cell(drawn, { x: "x", y: "y", fill: "fill", inset: 0.5 }),
      Plot.text(drawn, { x: "x", y: "y", text: "text", fill: "ink", fontSize: TYPE.text }),
      drawing([
        ...ramp.shapes,
        ...textLines(rowLabel, [EDGE, above + 11], 15, { size: TYPE.text }),
        ...rowNames(shown.rows, layout, top),
        ...columnNames(shown.columns, layout, top + down),
      ]),
    ],
  });
}

function defaultDomain(cells: readonly Cell[], midpoint: number | undefined): Domain {
  if (midpoint === undefined) return [0, 1];
  const reach = Math.max(...cells.map(({ value }) => value === null ? 0 : Math.abs(value - midpoint)));
  return [midpoint - (reach || 1), midpoint + (reach || 1)];
}

/** The number of decimals at which numbers of different colours differ. */
function decimalsFor([from, to]: Domain): number {
  return Math.min(5, Math.max(2, Math.ceil(1 - Math.log10(to - from))));
}

function check(
  cells: readonly Cell[],
  { domain, midpoint, decimals }: { domain: Domain; midpoint?: number; decimals: number },
): void {
  checkDomain(cells.map(({ x, y, value }) => [value, `${y}, ${x}`]), domain);
  if (midpoint !== undefined && !(midpoint >= domain[0] && midpoint <= domain[1])) {
    throw new RangeError(
      `Cannot draw colours around ${midpoint}: it is not from ${domain[0]} to ${domain[1]}`,
    );
  }
  mustBe(isWhole(decimals) && decimals <= 5, `write ${decimals} decimals`, "a whole number from 0 to 5");
  const twice = cells.find(({ x, y }, at) => cells.findIndex((other) => other.x === x && other.y === y) < at);
  if (twice) throw new RangeError(`Cannot draw two rows in one cell (${twice.y}, ${twice.x})`);
}
