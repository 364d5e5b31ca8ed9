import { distanceFromIntersectArea } from "@upsetjs/venn.js";
import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { drawing, rounded, type Shape, textLines, textShape } from "../drawing/drawing.ts";
import { type Figure, figureOn } from "./figure.ts";
import { figureText } from "./figure_text.ts";
import { panelGrid } from "./panels.ts";
import { MUTED, SERIES_STYLES } from "../drawing/palette.ts";
import { EDGE, sheet, TYPE, WIDTHS, type Writing } from "../drawing/sheet.ts";
import { textWidth } from "../drawing/text_width.ts";
import { numberText } from "../drawing/ticks.ts";

/** The numbers of elements of two sets. */
interface Counts {
  /** The number of elements in the first set only. */
  readonly onlyA: number;
  /** The number of elements in both sets. */
  readonly both: number;
  /** The number of elements in the second set only. */
  readonly onlyB: number;
}

/** Two sets of one panel. */
export interface VennPanel extends Counts {
  /** The name of the panel, above it. */
  readonly panel: string;
}

/** The options of a figure of pairs of sets. */
export interface VennsOptions extends Writing {
  /** The names of the two sets, the same in all panels. */
  readonly labels: readonly [a: string, b: string];
  /** The number of panels side by side. @default as many as fit */
  readonly columns?: number;
  /** A noun for the elements, e.g. `tasks`. @default things */
  readonly what?: string;
}

/** The height of the counts below the circles, in pixels. */
const COUNTS = 20;
/** The largest radius, in pixels. */
const LARGEST_RADIUS = 44;

/**
 * Draws pairs of sets, one pair per panel, as circles whose areas and common areas are proportional to the
 * counts, on the same scale in all panels. The counts are below: only the first, both, only the second.
 *
 * @param panels At least one; counts are whole numbers from 0, and not all are 0.
 * @throws {RangeError} If there are no panels, two have the same name, a count is not such a number, all are 0, or the
 *   two sets have the same name.
 *
 * @example
 * ```ts
 * import { venns } from "codebias/report/figures/venns.ts";
 * import assert from "node:assert/strict";
 * const panels = [{ panel: "A", onlyA: 5, both: 20, onlyB: 5 }, { panel: "B", onlyA: 7, both: 20, onlyB: 2 }];
 * const { svg } = venns(panels, { labels: ["English", "Chinese"], what: "tasks" });
 * assert.equal(svg.match(/<circle/g)!.length, 2 * 2);
 * ```
 */
export function venns(panels: readonly VennPanel[], options: VennsOptions): Figure {
  refuseUnknownOptions(options, ["title", "subtitle", "note", "labels", "columns", "what"]);
  refuseOther("draw sets of", panels, "a list of objects", ["panel", "onlyA", "both", "onlyB"]);
  refuseOther("draw sets with", options, "an object", ["labels"]);
  const { labels, columns, what = "things" } = options;
  const largest = check(panels, labels);
  const width = panels.length > 2 ? WIDTHS.page : WIDTHS.column;
  const grid = panelGrid(panels.map(({ panel }) => panel), {
    ...{ width: width - 2 * EDGE, height: (panel) => 2 * radiusIn(panel) + COUNTS },
    ...(columns !== undefined && { columns }),
  });
  const radius = radiusIn(grid.panel.width);
  const words = sheet(options, {
    width,
    legend: labels.map((name, at) => ({ name, style: SERIES_STYLES[at], shows: "line" as const })),
    remarks: [
      `Below each: ${what} of ${labels[0]} only, of both, of ${labels[1]} only. Areas have one scale.`,
    ],
  });
  const step = { x: grid.panel.width + grid.gap, y: grid.panel.height + grid.nameHeight + 8 };
  const shapes = panels.flatMap((one) => {
    const { column, row } = grid.place(one.panel);
    const middle = EDGE + column * step.x + grid.panel.width / 2;
    const top = words.top + grid.nameHeight + row * step.y;
    const name = grid.names[panels.indexOf(one)];
    return [
      ...textLines(name, [middle, top - 7 - 15 * (name.length - 1)], 15, {
        size: TYPE.text,
        anchor: "middle",
      }),
      ...circlesOf(one, { radius, largest, middle, gap: 4 }).map((circle, at) =>
        circleShape(circle, at, top + radius)
      ),
      ...counts(one, { middle, top, radius }),
    ];
  });
  const down = words.top + grid.nameHeight + grid.height;
  return figureOn(words, { left: 0, top: 0, across: width, down }, {
    said: figureText(
      panels.flatMap((one) => areaRows(one, labels).map((row) => ({ panel: one.panel, ...row }))),
      ["panel", "area"],
      { value: "count" },
      options,
    ),
    marks: [drawing(shapes)],
  });
}

/** A row for each area of two sets. */
function areaRows({ onlyA, both, onlyB }: Counts, [a, b]: VennsOptions["labels"]) {
  const [first, second] = [`only ${a}`, `only ${b}`];
  return [{ area: first, count: onlyA }, { area: "both", count: both }, { area: second, count: onlyB }];
}

interface Circle {
  readonly x: number;
  readonly radius: number;
}

/**
 * Two circles side by side whose areas, and common area, are proportional to the counts.
 *
 * @param scale.radius The radius of a circle for `largest` elements.
 * @param scale.middle The middle of both together.
 * @param scale.gap The gap between circles without a common area.
 */
function circlesOf(
  { onlyA, both, onlyB }: Counts,
  { radius, largest, middle, gap }: { radius: number; largest: number; middle: number; gap: number },
): [Circle, Circle] {
  const totals = [onlyA + both, onlyB + both];
  const [a, b] = totals.map((total) => radius * Math.sqrt(total / largest));
  const common = Math.PI * radius ** 2 * both / largest;
  const apart = both === 0 ? a + b + gap : distanceFromIntersectArea(a, b, common);
  // From the left end of the two circles to their right end.
  const [left, right] = [Math.min(-a, apart - b), Math.max(a, apart + b)];
  const start = middle - (left + right) / 2;
  return [{ x: start, radius: a }, { x: start + apart, radius: b }];
}

/** The circle of the first or the second set. */
function circleShape({ x, radius }: Circle, at: number, y: number): Shape {
  const { color, dash } = SERIES_STYLES[at];
  return ["circle", {
    ...{ cx: rounded(x), cy: rounded(y), r: rounded(radius), fill: color, "fill-opacity": 0.18 },
    ...{ stroke: color, "stroke-width": 1.8, ...(dash && { "stroke-dasharray": dash }) },
  }];
}

/** The largest radius with room for two circles side by side. */
function radiusIn(panelWidth: number): number {
  return Math.min(LARGEST_RADIUS, panelWidth / 4 - 2);
}

/** The three counts on a line below the circles. */
function counts(
  { onlyA, both, onlyB }: Counts,
  { middle, top, radius }: { middle: number; top: number; radius: number },
): Shape[] {
  const texts = [onlyA, both, onlyB].map((count) => numberText(count, 0));
  const widest = Math.max(...texts.map((text) => textWidth(text, { size: TYPE.text, bold: true })));
  const apart = Math.max(26, widest + 10);
  const y = top + 2 * radius + 15;
  return texts.map((text, at) =>
    textShape(text, [middle + (at - 1) * apart, y], {
      ...{ size: TYPE.text, bold: at === 1, anchor: "middle" },
      ...(at !== 1 && text === "0" && { fill: MUTED }),
    })
  );
}

/** The largest total of a set, after all checks. */
function check(panels: readonly VennPanel[], labels: readonly [string, string]): number {
  if (panels.length === 0) throw new RangeError("Cannot draw sets: there are no panels");
  for (const [at, { panel, ...counts }] of panels.entries()) {
    if (panels.findIndex((other) => other.panel === panel) < at) {
      throw new RangeError(`Cannot draw two panels of one name: ${panel}`);
    }
    checkCounts(counts, labels);
  }
  const largest = Math.max(...panels.map(({ onlyA, both, onlyB }) => both + Math.max(onlyA, onlyB)));
  if (largest === 0) throw new RangeError("Cannot draw sets that are all empty");
  return largest;
}

/** Refuses invalid counts, and two sets of the same name. */
function checkCounts(counts: Counts, [a, b]: readonly [string, string]): void {
  for (const [name, count] of Object.entries(counts)) {
    if (Number.isSafeInteger(count) && count >= 0) continue;
    throw new RangeError(`Cannot draw ${name}: ${count} is not a count, a whole number from 0`);
  }
  if (a === b) throw new RangeError(`Cannot draw two sets of one name: ${a}`);
}
