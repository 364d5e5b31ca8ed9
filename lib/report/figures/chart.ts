import * as Plot from "@observablehq/plot";
import { drawing, rounded, type Shape, textShape } from "../drawing/drawing.ts";
import type { Domain } from "../drawing/domain.ts";
import { type Figure, figureOn } from "./figure.ts";
import type { FigureText } from "./figure_text.ts";
import { FRAME } from "../drawing/palette.ts";
import { panelGrid } from "./panels.ts";
import { EDGE, type LegendEntry, sheet, TYPE, WIDTHS, type Writing } from "../drawing/sheet.ts";
import { spreadOut } from "../drawing/spread_out.ts";
import { textWidth } from "../drawing/text_width.ts";
import { worded } from "../words.ts";
import type { Tick } from "../drawing/ticks.ts";

/** The options of all figures with panels of two axes. */
export interface ChartOptions extends Writing {
  /** The label of the horizontal axis. */
  readonly xLabel?: string;
  /** The label of the vertical axis. */
  readonly yLabel?: string;
  /** The number of panels side by side. @default as many as fit */
  readonly columns?: number;
  /** The width in print: a column is 3.3 inches, a page 7 inches. @default "column" */
  readonly width?: "column" | "page";
}

/** The names of the options of figures with two axes. */
export const AXES_OPTIONS = ["title", "subtitle", "note", "xLabel", "yLabel", "width"] as const;

/** The names of {@linkcode ChartOptions}. */
export const CHART_OPTIONS = [...AXES_OPTIONS, "columns"] as const;

/** The names of the options that figures over the levels of a column share. */
export const LEVEL_OPTIONS = [...CHART_OPTIONS, "x", "low", "high", "panel", "domain"] as const;

/** A numeric axis. */
export interface Axis {
  readonly label: string;
  readonly domain: Domain;
  /** The labelled positions, given the axis's length in pixels. */
  ticks(length: number): readonly Tick[];
  readonly log?: boolean;
}

/** The label of an axis without one: its column in words, with a capital letter unless it is one letter such as n. */
export function axisLabel(column: string): string {
  return column.length < 2 ? column : `${column[0].toUpperCase()}${worded(column).slice(1)}`;
}

/** The last point of a series, with the name of the series beside it. */
export interface EndLabel extends LegendEntry {
  readonly x: number;
  readonly y: number;
}

/** The channels that put a row with a panel's name into that panel. */
export interface Place {
  readonly fx: (row: { readonly panel: string }) => number;
  readonly fy: (row: { readonly panel: string }) => number;
}

/** The parts of a chart. */
export interface ChartParts {
  readonly options: ChartOptions;
  readonly x: Axis;
  readonly y: Axis;
  /** The names of the panels; [""] for a single panel without a name. */
  readonly panels: readonly string[];
  readonly legend: readonly LegendEntry[];
  /** Names at the ends of lines instead of a legend, if they fit; only for a single panel. */
  readonly ends?: readonly EndLabel[];
  readonly remarks: readonly string[];
  readonly said: FigureText;
  marks(place: Place): Plot.Markish[];
}

/** The space between a panel's frame and the ends of the vertical axis, in pixels. */
const INSET = 6;
/** The height of a line of the labels below a panel, in pixels. */
const TICK_LINE = 13;
/** The height of a text at 45 degrees, and its extent to the left, as a share of its length. */
const SLANT = Math.SQRT1_2;
const LABEL_STEP = 14;
const LEADER = 16;

/** Draws panels with the same two axes, and all texts around them. */
export function chart(parts: ChartParts): Figure {
  const { options, x, y, panels, remarks } = parts;
  const width = WIDTHS[options.width ?? "column"];
  const heightOf = (panelWidth: number) =>
    Math.min(300, Math.max(0.62 * panelWidth, Math.min(130, panelWidth)));
  const yTicks = y.ticks(heightOf(width / (panels.length > 1 ? 2 : 1)));
  const tickMargin = EDGE + widest(yTicks) + 8;
  const ends = fitting(parts.ends ?? [], { width, height: heightOf(width - tickMargin), y });
  const right = ends.length > 0 ? LEADER + 4 + endWidth(ends) + EDGE : EDGE + 8;
  const layOut = (left: number) => {
    const grid = panelGrid(panels, {
      width: width - left - right,
      columns: options.columns,
      height: heightOf,
    });
    return { left, grid, below: bottomTicks(x.ticks(grid.panel.width), grid.panel.width) };
  };
  const first = layOut(tickMargin);
  const { left, grid, below } = first.below.overhang > tickMargin ? layOut(first.below.overhang) : first;
  const words = sheet(options, {
    ...{ width, remarks, legend: ends.length > 0 ? [] : parts.legend },
    ...{ above: y.label, below: x.label },
  });
  const top = words.top + grid.nameHeight;
  const place: Place = {
    fx: ({ panel }) => grid.place(panel).column,
    fy: ({ panel }) => grid.place(panel).row,
  };
  const cells = panels.map((panel, at) => ({ panel, text: grid.names[at].join("\n") }));
  const inside = { left, top, across: grid.width, down: grid.height, below: below.height };
  return figureOn(words, inside, {
    said: parts.said,
    ...grid.scales,
    x: { domain: [...x.domain], axis: null, ...(x.log && { type: "log" as const }) },
    y: { domain: [...y.domain], axis: null, inset: INSET, ...(y.log && { type: "log" as const }) },
    marks: [
      Plot.gridX(below.ticks.map(({ value }) => value), { strokeOpacity: 0.1 }),
      Plot.gridY(yTicks.map(({ value }) => value), { strokeOpacity: 0.1 }),
      Plot.frame({ stroke: FRAME }),
      axis(Plot.axisX, below.ticks, { tickRotate: below.slanted ? -45 : 0 }),
      axis(Plot.axisY, yTicks),
      ...(grid.nameHeight > 0 ? [panelNames(cells, place)] : []),
      ...(y.domain[0] < 0 ? [Plot.ruleY([0], { stroke: FRAME })] : []),
      ...parts.marks(place),
      ...endLabels(ends, parts, { left, top, ...grid.panel }),
    ],
  });
}

/** The width of the longest line of all labels, in pixels. */
function widest(ticks: readonly Tick[]): number {
  const lines = ticks.flatMap(({ text }) => text.split("\n"));
  return Math.ceil(Math.max(...lines.map((line) => textWidth(line, { size: TYPE.small }))));
}

/** The labels below a panel, slanted if they do not fit side by side. */
function bottomTicks(ticks: readonly Tick[], panelWidth: number) {
  const slot = panelWidth / ticks.length;
  if (widest(ticks) <= slot) {
    const lines = Math.max(...ticks.map(({ text }) => text.split("\n").length));
    return { ticks, slanted: false, overhang: 0, height: TICK_LINE * lines + 12 };
  }
  if (SLANT * slot < 0.8 * TYPE.small) {
    throw new RangeError(
      `Cannot write ${ticks.length} names below a panel of this width: draw fewer, or a heat map with a row for each`,
    );
  }
  const joined = ticks.map(({ value, text }) => ({ value, text: text.replaceAll("\n", " ") }));
  const begins = joined.map((tick, at) => EDGE + SLANT * (widest([tick]) + TYPE.small) - (at + 0.5) * slot);
  return {
    ...{ ticks: joined, slanted: true },
    overhang: Math.ceil(Math.max(...begins)),
    height: Math.ceil(SLANT * widest(joined)) + 20,
  };
}

/** An axis with the given ticks and without a label. */
export function axis(
  make: typeof Plot.axisX,
  ticks: readonly Tick[],
  options: Plot.AxisXOptions = {},
): Plot.Markish {
  const texts = new Map(ticks.map(({ value, text }) => [value, text]));
  return make(ticks.map(({ value }) => value), {
    label: null,
    fontSize: TYPE.small,
    tickSize: 4,
    lineHeight: TICK_LINE / TYPE.small,
    ...options,
    // The texts are not given as a format, because on a logarithmic axis Plot would leave out some of them.
    text: (value: number) => texts.get(value) ?? "",
  });
}

function panelNames(cells: readonly { panel: string; text: string }[], place: Place): Plot.Markish {
  return Plot.text(cells, {
    ...place,
    ...{ text: "text", frameAnchor: "top-left", textAnchor: "start", lineAnchor: "bottom", dy: -5 },
    lineHeight: 1.25,
    fontSize: TYPE.text,
  });
}

/** The labels if they fit beside the panel and no two lines end at one position; otherwise none. */
function fitting(
  ends: readonly EndLabel[],
  { width, height, y }: { width: number; height: number; y: Axis },
) {
  const places = ends.map((end) => along(end.y, y) * (height - 2 * INSET)).sort((a, b) => a - b);
  const meet = places.some((place, at) => at > 0 && place - places[at - 1] < 6);
  return !meet && endWidth(ends) <= 0.35 * width && ends.length * LABEL_STEP <= height ? ends : [];
}

/** The position of a value on an axis, from 0 to 1. */
function along(value: number, { domain: [from, to], log }: Axis): number {
  return log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
}

function endWidth(ends: readonly EndLabel[]): number {
  return Math.ceil(Math.max(0, ...ends.map(({ name }) => textWidth(name, { size: TYPE.text }))));
}

function endLabels(
  ends: readonly EndLabel[],
  { x, y }: ChartParts,
  panel: { left: number; top: number; width: number; height: number },
): Plot.Markish[] {
  const at = (end: EndLabel) =>
    panel.top + panel.height - INSET - along(end.y, y) * (panel.height - 2 * INSET);
  const range = [panel.top + 6, panel.top + panel.height - 6] as const;
  const places = spreadOut(ends.map(at), { gap: LABEL_STEP, range });
  const edge = panel.left + panel.width;
  const shapes = ends.flatMap((end, index): Shape[] => {
    const from = panel.left + along(end.x, x) * panel.width + 6;
    const points = [[from, at(end)], [edge + 2, at(end)], [edge + LEADER - 2, places[index]]];
    return [
      ["polyline", {
        points: points.map((point) => point.map(rounded).join(",")).join(" "),
        ...{ fill: "none", stroke: end.style.color, "stroke-width": 0.8 },
      }],
      textShape(end.name, [edge + LEADER, places[index] + 4], { size: TYPE.text }),
    ];
  });
  return ends.length > 0 ? [drawing(shapes)] : [];
}
