import * as Plot from "@observablehq/plot";
import { notedSynthetic, syntheticNote } from "../../core/recipe.ts";
import { drawing, type Shape, textLines, type TextOptions } from "./drawing.ts";
import { MUTED, type SeriesStyle } from "./palette.ts";
import { textWidth } from "./text_width.ts";
import { wrapText } from "./wrap_text.ts";

/** The widths of a picture in pixels: a column of a page is 3.3 inches wide in print, a page 7 inches. */
export const WIDTHS = { column: 400, page: 800 } as const;

/** The type sizes in pixels; the smallest is 6.5 pt in print. */
export const TYPE = { title: 14, text: 12, small: 11 } as const;

/** The free space at the edges of a picture, in pixels. */
export const EDGE = 10;

/** The texts of a picture. */
export interface Writing {
  readonly title?: string;
  readonly subtitle?: string;
  /** A remark below the picture, e.g. the kind of the intervals. */
  readonly note?: string;
}

/** The texts of a study's figure, of which the subtitle names the basis of its numbers. */
export type StudyWriting = Writing & { readonly subtitle: string };

/** The texts, with a mark that rows are from a synthetic model if they are and no text says so yet. */
export function saidOf<W extends Writing>(writing: W, rows: object): W {
  const { title, subtitle, note } = writing;
  return { ...writing, subtitle: notedSynthetic(syntheticNote(rows), subtitle, title, note) };
}

/** One line of a legend. */
export interface LegendEntry {
  readonly name: string;
  readonly style: SeriesStyle;
  /** The shape of the sample: a point, a line, or both. */
  readonly shows: "point" | "line" | "both";
}

/** The parts of a picture above and below its panels. */
export type Sheet = ReturnType<typeof sheet>;

/** The place of the panels in pixels: their left and top edge, and their common middle. */
export interface PanelsPlace {
  readonly left: number;
  readonly top: number;
  readonly middle: number;
}

/** The other texts above and below the panels. */
export interface SheetParts {
  readonly width: number;
  readonly legend?: readonly LegendEntry[];
  /** The label of the vertical axis; it is above the panels, because horizontal text is read more easily. */
  readonly above?: string;
  /** The label of the horizontal axis, below the middle of the panels. */
  readonly below?: string;
  /** Remarks, one on each line. */
  readonly remarks?: readonly string[];
}

/**
 * Sets title, subtitle, legend, axis labels and remarks in lines as wide as the picture, because Plot would put them as
 * HTML around the picture.
 */
export function sheet(writing: Writing, parts: SheetParts) {
  const { width, legend = [], above, below, remarks = [] } = parts;
  const room = width - 2 * EDGE;
  const head: Shape[] = [];
  let y = EDGE;
  const lines = (text: string | undefined, step: number, options: TextOptions) => {
    const broken = text ? wrapText(text, room, options) : [];
    head.push(...textLines(broken, [EDGE, y + options.size], step, options));
    y += step * broken.length;
  };
  lines(writing.title, 18, { size: TYPE.title, bold: true });
  if (writing.title) y += 2;
  lines(writing.subtitle, 16, { size: TYPE.text, fill: MUTED });
  if (legend.length > 0 && y > EDGE) y += 6;
  const entries = placeLegend(legend, room, y);
  y = entries.end;
  if (above && y > EDGE) y += 4;
  lines(above, 15, { size: TYPE.text });
  const foot = footLines(below, [...remarks, writing.note ?? ""], room);
  return {
    ...{ title: writing.title, width },
    /** The height of the part above the panels, in pixels. */
    top: y + 8,
    /** The height of the part below the panels and their axes. */
    bottom: foot.height + EDGE,
    /** Draws the parts in a picture of this height around panels that begin at `left`, `top` (Plot's margins). */
    marks: (height: number, panels: PanelsPlace): Plot.Markish[] => [
      drawing([...head, ...foot.shapes(height - foot.height - EDGE, centreOf(panels.middle, below, width))]),
      ...entries.placed.flatMap((entry) => legendMarks(entry, panels)),
    ],
  };
}

/** The middle of a label, as near to the panels' middle as the picture's edges allow. */
function centreOf(middle: number, label: string | undefined, width: number): number {
  const half = Math.min(width / 2 - EDGE, textWidth(label ?? "", { size: TYPE.text }) / 2);
  return Math.max(EDGE + half, Math.min(middle, width - EDGE - half));
}

function footLines(below: string | undefined, remarks: readonly string[], room: number) {
  const label = below ? wrapText(below, room, { size: TYPE.text }) : [];
  const rest = remarks.filter((text) => text).flatMap((text) => wrapText(text, room, { size: TYPE.small }));
  const gap = label.length > 0 && rest.length > 0 ? 6 : 0;
  return {
    height: 16 * label.length + gap + 15 * rest.length,
    shapes: (top: number, middle: number): Shape[] => [
      ...textLines(label, [middle, top + 12], 16, { size: TYPE.text, anchor: "middle" }),
      ...textLines(rest, [EDGE, top + 16 * label.length + gap + 11], 15, { size: TYPE.small, fill: MUTED }),
    ],
  };
}

/** The length of the sample in a legend, in pixels. */
function swatchOf({ shows }: LegendEntry): number {
  return shows === "point" ? 12 : 28;
}

interface PlacedEntry {
  readonly entry: LegendEntry;
  /** The name, in several lines if it is wider than the picture. */
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
}

/** The height of an entry of one line, and of each further line, in pixels. */
const ENTRY = 17;
const ENTRY_LINE = 15;

/** Places the entries side by side, in as many rows as they need. */
function placeLegend(legend: readonly LegendEntry[], room: number, top: number) {
  const placed: PlacedEntry[] = [];
  let [x, y, end] = [EDGE, top, top];
  for (const entry of legend) {
    const width = swatchOf(entry) + 6 + textWidth(entry.name, { size: TYPE.text });
    if (x > EDGE && x + width > EDGE + room) [x, y] = [EDGE, end];
    const lines = wrapText(entry.name, room - swatchOf(entry) - 6, { size: TYPE.text });
    placed.push({ entry, lines, x, y });
    end = Math.max(end, y + ENTRY + ENTRY_LINE * (lines.length - 1));
    x += width + 16;
  }
  return { placed, end };
}

function legendMarks({ entry, lines, x, y }: PlacedEntry, panels: PanelsPlace): Plot.Markish[] {
  const { color, dash, symbol, rotate } = entry.style;
  const middle = y + 8;
  const swatch = swatchOf(entry);
  const line: Shape = ["line", {
    ...{ x1: x, x2: x + swatch, y1: middle, y2: middle, stroke: color, "stroke-width": 1.8 },
    ...(dash && { "stroke-dasharray": dash }),
  }];
  const texts = textLines(lines, [x + swatch + 6, y + 12], ENTRY_LINE, { size: TYPE.text });
  const point = Plot.dot([0], {
    ...{ facet: "super", frameAnchor: "top-left", r: 4, fill: color, symbol, rotate },
    ...{ dx: x + swatch / 2 - panels.left, dy: middle - panels.top },
  });
  return [
    drawing(entry.shows === "point" ? texts : [line, ...texts]),
    ...(entry.shows === "line" ? [] : [point]),
  ];
}
