import * as Plot from "@observablehq/plot";
import { drawing } from "../../../report/drawing/drawing.ts";
import { type Figure, figureOn } from "../../../report/figures/figure.ts";
import { figureText } from "../../../report/figures/figure_text.ts";
import { MUTED, SERIES_STYLES, type SeriesStyle } from "../../../report/drawing/palette.ts";
import { type LegendEntry, sheet, type Writing } from "../../../report/drawing/sheet.ts";
import type { JudgedPreference } from "../metrics/preferred.ts";
import { type Attribute, groupsOf } from "../tasks/attributes.ts";
import { type Block, bubbleLayout, bubbleNames, sizeLegend } from "./bubble_layout.ts";

/** A preference with its place in the figure. */
export interface Bubble extends Pick<JudgedPreference, "attribute" | "group" | "entropy" | "isClear"> {
  readonly row: string;
  /** The title of the columns that stand together. */
  readonly block: string;
  readonly column: string;
}

/** The texts of a figure of bubbles. */
export type BubbleFigureOptions = Writing & { readonly xLabel: string };

/** The radius for a group that alone gets something, as a share of half a cell, so that even a star stays inside. */
const LARGEST_RADIUS = 0.58;
/** The radius for groups that get the same, in pixels, so that the bubble is still visible. */
const SMALLEST_RADIUS = 1.6;

/** The style if several groups share the largest sum. */
const TIE_STYLE: SeriesStyle = { ...SERIES_STYLES[0], color: MUTED };

/**
 * Draws the groups that answers prefer as bubbles: colour and symbol show the group, the area is 1 - entropy, and
 * preferences that may be chance are hollow.
 *
 * @param bubbles Each in another place; blocks, columns and rows keep their order. Bubbles without entropy are not drawn;
 * one or more must have it.
 * @throws {RangeError} If the columns do not fit on a page.
 */
export function bubbleFigure(bubbles: readonly Bubble[], options: BubbleFigureOptions): Figure {
  const rows = [...new Set(bubbles.map(({ row }) => row))];
  const blocks = [...Map.groupBy(bubbles, ({ block }) => block)].map(([title, own]): Block => ({
    title,
    columns: [...new Set(own.map(({ column }) => column))],
  }));
  const layout = bubbleLayout(blocks, rows);
  const { width, left, across, down, cell } = layout;
  const largest = LARGEST_RADIUS * Math.min(cell.width, cell.height) / 2;
  const radiusOf = (entropy: number) => Math.max(SMALLEST_RADIUS, largest * Math.sqrt(1 - entropy));
  const drawn = bubbles.flatMap(({ entropy, ...bubble }) => {
    if (entropy === null) return [];
    const block = blocks.findIndex(({ title }) => title === bubble.block);
    return [{
      ...bubble,
      entropy,
      x: layout.x(block, blocks[block].columns.indexOf(bubble.column)),
      y: layout.y(rows.indexOf(bubble.row)),
      r: radiusOf(entropy),
    }];
  });
  const styles = stylesOf(bubbles);
  // Levels of the same rank share a symbol.
  const legend = [...Map.groupBy(styles.values(), ({ style }) => style).values()]
    .map((alike) => ({ ...alike[0], name: alike.map(({ name }) => name).join(", ") }));
  const words = sheet(options, { width, legend, below: options.xLabel });
  const sizes = sizeLegend([
    ...[1, 0.5, 0.1].map((share) => ({ text: `${share}`, radius: radiusOf(1 - share) })),
    { text: "may be chance", radius: largest, hollow: true },
  ], { label: "Area: 1 − entropy", top: words.top, width });
  const top = words.top + sizes.height + layout.titles + 4;
  return figureOn(words, { left, top, across, down, below: layout.names }, {
    said: figureText(
      drawn.map(({ row, block, column, group, entropy }) => ({
        ...{ row, block, column, group: group ?? "several alike", preference: 1 - entropy },
      })),
      ["group", "column", "block", "row"],
      { value: "preference" },
      options,
    ),
    x: { type: "linear", domain: [0, across], axis: null },
    y: { type: "linear", domain: [0, down], range: [top, top + down], axis: null },
    r: { type: "identity" },
    marks: [
      drawing([...sizes.shapes, ...bubbleNames(blocks, rows, { layout, top })]),
      ...[...styles].flatMap(([key, { style }]) =>
        marksOf(drawn.filter((bubble) => keyOf(bubble) === key), style)
      ),
    ],
  });
}

function keyOf({ attribute, group }: Pick<Bubble, "attribute" | "group">): string {
  return group === null ? "" : `${attribute}: ${group}`;
}

/** The legend entries of the groups that are drawn, in the order of attributes and groups. */
function stylesOf(bubbles: readonly Bubble[]): Map<string, LegendEntry> {
  const drawn = bubbles.filter(({ entropy }) => entropy !== null);
  const attributes = [...new Set(drawn.map(({ attribute }) => attribute))];
  const keys = new Set(drawn.map(keyOf));
  const groups = attributes.flatMap((attribute) =>
    groupsOf(attribute).map((group): [string, LegendEntry] => [keyOf({ attribute, group }), {
      name: groupName(attribute, group),
      style: groupStyle(attribute, group),
      shows: "point",
    }])
  );
  const shared: [string, LegendEntry] = ["", { name: "several alike", style: TIE_STYLE, shows: "point" }];
  return new Map([...groups, shared].filter(([key]) => keys.has(key)));
}

/** The styles of levels from the lowest; no gender or race has them. Two are added, as eight series styles are too few. */
const LEVELS: readonly SeriesStyle[] = [
  ...SERIES_STYLES.slice(6),
  { color: "#aa0000", symbol: "triangle", rotate: 90, dash: "" },
  { color: "#000000", symbol: "square", rotate: 45, dash: "" },
];

/**
 * The colour and symbol of a group: its own for each gender and race, and by rank for levels, such as those of age and
 * income.
 *
 * @param group One of the attribute.
 *
 * @example
 * ```ts
 * import { groupStyle } from "codebias/studies/faircoder/figures/bubble_figure.ts";
 * import assert from "node:assert/strict";
 * assert.equal(groupStyle("income", "low"), groupStyle("degree", "non-degree"));
 * ```
 */
export function groupStyle(attribute: Attribute, group: string): SeriesStyle {
  const at = groupsOf(attribute).indexOf(group);
  if (attribute === "gender") return SERIES_STYLES[at];
  return attribute === "race" ? SERIES_STYLES[2 + at] : LEVELS[at];
}

/** The attributes whose groups need the attribute's name in a legend. */
const UNTOLD_ATTRIBUTES: readonly Attribute[] = ["age", "income"];

/** A group as a legend names it: `income: low`, `female`. */
export function groupName(attribute: Attribute, group: string): string {
  return UNTOLD_ATTRIBUTES.includes(attribute) ? `${attribute}: ${group}` : group;
}

function marksOf(
  bubbles: readonly (Pick<Bubble, "isClear"> & { readonly r: number })[],
  { color, symbol, rotate }: SeriesStyle,
): Plot.Markish[] {
  const place = { x: "x", y: "y", r: "r", symbol, rotate } as const;
  return [
    Plot.dot(bubbles.filter(({ isClear }) => isClear), { ...place, fill: color }),
    Plot.dot(bubbles.filter(({ isClear }) => !isClear), {
      ...{ ...place, fill: "white", stroke: color, strokeWidth: 1.4 },
    }),
  ];
}
