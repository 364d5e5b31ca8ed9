import { rounded, type Shape, textLines, textShape } from "../drawing/drawing.ts";
import type { Domain } from "../drawing/domain.ts";
import { EDGE, TYPE, WIDTHS } from "../drawing/sheet.ts";
import { textWidth } from "../drawing/text_width.ts";
import { numberText } from "../drawing/ticks.ts";
import { wrapText } from "../drawing/wrap_text.ts";

/** The layout of the cells of a heat map, in pixels. */
export type HeatMapLayout = NonNullable<ReturnType<typeof layoutWithin>>;

/** The names and numbers that need room. */
export interface HeatMapTexts {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  readonly texts: readonly string[];
}

const STYLE = { size: TYPE.text };
const WIDEST_CELL = 88;
const LINE = 14;
const SLANT = Math.SQRT1_2;

/**
 * Finds room for names and numbers.
 *
 * @param width The width in print; undefined for the smallest that suffices.
 * @throws {RangeError} If the numbers do not fit into their cells.
 */
export function heatMapLayout(texts: HeatMapTexts, width: "column" | "page" | undefined): HeatMapLayout {
  const tried = width ? [width] : ["column", "page"] as const;
  for (const name of tried) {
    const layout = layoutWithin(texts, WIDTHS[name]);
    if (layout) return layout;
  }
  const widest = tried.at(-1);
  throw new RangeError(
    `Cannot write the numbers of ${texts.columns.length} columns side by side in the width of a ${widest}: ` +
      `give ${widest === "page" ? "" : 'width: "page", '}fewer columns or decimals`,
  );
}

function layoutWithin({ columns, rows, texts }: HeatMapTexts, width: number) {
  const widths = columns.map((name) => textWidth(name, STYLE));
  const nameMargin = EDGE + nameWidth(rows, width) + 8;
  const cellWidth = (left: number) =>
    Math.min(WIDEST_CELL, Math.floor((width - left - EDGE) / columns.length));
  const slanted = columns.some((name) =>
    wrapText(name, 0, STYLE, { whole: true }).some((word) =>
      textWidth(word, STYLE) > cellWidth(nameMargin) - 10
    )
  );
  // A slanted name ends below its column and begins further to the left.
  const overhang = widths.map((name, at) => EDGE + SLANT * (name + 8) - (at + 0.5) * cellWidth(nameMargin));
  const left = Math.ceil(slanted ? Math.max(nameMargin, ...overhang) : nameMargin);
  const cell = {
    width: cellWidth(left),
    height: LINE * Math.max(...rows.map((name) => rowLines(name, width).length)) + 12,
  };
  if (cell.width < Math.max(...texts.map((text) => textWidth(text, STYLE))) + 6) return undefined;
  const lines = Math.max(...columns.map((name) => wrapText(name, cell.width - 10, STYLE).length));
  return {
    width,
    /** The left edge of the first column. */
    left,
    cell,
    /** Whether the names of columns are slanted because they do not fit. */
    slanted,
    /** The height of the names of columns. */
    namesBelow: slanted ? Math.ceil(SLANT * Math.max(...widths)) + 22 : LINE * lines + 10,
  };
}

/** The name of a row, in lines that leave room for the cells. */
export function rowLines(name: string, width: number): string[] {
  return wrapText(name, 0.3 * width, STYLE);
}

function nameWidth(rows: readonly string[], width: number): number {
  const lines = rows.flatMap((name) => rowLines(name, width));
  return Math.ceil(Math.max(...lines.map((line) => textWidth(line, STYLE))));
}

/** The names of rows, to the left of the first column. */
export function rowNames(
  rows: readonly string[],
  layout: Pick<HeatMapLayout, "width" | "left" | "cell">,
  top: number,
): Shape[] {
  return rows.flatMap((name, row) => {
    const lines = rowLines(name, layout.width);
    const first = top + (row + 0.5) * layout.cell.height - (lines.length - 1) * LINE / 2 + 4;
    return textLines(lines, [layout.left - 8, first], LINE, { ...STYLE, anchor: "end" });
  });
}

/** The names of columns, below the last row. */
export function columnNames(columns: readonly string[], layout: HeatMapLayout, bottom: number): Shape[] {
  return columns.flatMap((name, column) => {
    const middle = layout.left + (column + 0.5) * layout.cell.width;
    if (layout.slanted) return [slantedName(name, [middle, bottom])];
    const lines = wrapText(name, layout.cell.width - 10, STYLE);
    return textLines(lines, [middle, bottom + 16], LINE, { ...STYLE, anchor: "middle" });
  });
}

/** A slanted name whose end is below a position. */
export function slantedName(name: string, [x, y]: readonly [number, number]): Shape {
  const [tag, attributes, text] = textShape(name, [x + 4, y + 14], { ...STYLE, anchor: "end" });
  return [tag, { ...attributes, transform: `rotate(-45 ${rounded(x + 4)} ${rounded(y + 14)})` }, text];
}

/** The colour key: a strip of colours between the numbers at its ends. */
export interface Ramp {
  readonly label: string;
  readonly domain: Domain;
  readonly decimals: number;
  readonly color: (value: number) => string;
}

const STRIP = { width: 100, steps: 50, height: 11 } as const;

/** Draws a strip of colours from the picture's left edge, and returns its height. */
export function rampShapes({ label, domain, decimals, color }: Ramp, width: number, top: number) {
  const [from, to] = domain.map((value) => numberText(value, decimals));
  const style = { size: TYPE.small };
  const size = textWidth(from, style) + textWidth(to, style) + STRIP.width + 12;
  const isInline = wrapText(label, width - 2 * EDGE - size - 14, style).length === 1;
  const lines = isInline ? [label] : wrapText(label, width - 2 * EDGE, style);
  const left = isInline ? EDGE + textWidth(label, style) + 14 : EDGE;
  const y = top + (isInline ? 0 : 15 * lines.length);
  const strip = left + textWidth(from, style) + 6;
  const step = STRIP.width / STRIP.steps;
  const shapes: Shape[] = [
    ...textLines(lines, [EDGE, top + 10], 15, style),
    textShape(from, [left, y + 10], style),
    ...Array.from({ length: STRIP.steps }, (_, at): Shape => ["rect", {
      ...{ x: rounded(strip + at * step), y, width: step + 0.3, height: STRIP.height },
      fill: color(domain[0] + (at + 0.5) / STRIP.steps * (domain[1] - domain[0])),
    }]),
    textShape(to, [strip + STRIP.width + 6, y + 10], style),
  ];
  return { shapes, height: y - top + 20 };
}
