import { distanceFromIntersectArea } from "@upsetjs/venn.js";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { drawing, rounded, type Shape, textShape } from "../drawing/drawing.ts";
import { type Figure, figureOn } from "./figure.ts";
import { figureText } from "./figure_text.ts";
import { INK, MUTED, SERIES_STYLES } from "../drawing/palette.ts";
import { EDGE, sheet, TYPE, WIDTHS, type Writing } from "../drawing/sheet.ts";
import { spreadOut } from "../drawing/spread_out.ts";
import { textWidth } from "../drawing/text_width.ts";
import { numberText } from "../drawing/ticks.ts";
import { wrapText } from "../drawing/wrap_text.ts";

/** How many things are in two sets. */
export interface VennCounts {
  /** In the first set only. */
  readonly onlyA: number;
  /** In both. */
  readonly both: number;
  /** In the second set only. */
  readonly onlyB: number;
  /** In neither. @default not written */
  readonly neither?: number;
}

/** What a figure of two sets says. */
export interface VennOptions extends Writing {
  /** Names of the two sets. */
  readonly labels: readonly [a: string, b: string];
}

/** Radius of the larger circle, in pixels. */
const RADIUS = 78;
/** Space for a set's name and its total above the circles, for a count with a leader below them. */
const SPACE_BELOW = 30;

/**
 * Draws two sets as circles with areas, and a common area, in proportion to the counts, which are written in
 * them. A count without room in its area stands below it, at the end of a line; an empty area is named in
 * words.
 *
 * @param counts Whole numbers from 0; at least one of the three areas is nonempty.
 * @throws {RangeError} If a count is not such a number, both sets are empty, or the two names are the same.
 *
 * @example
 * ```ts
 * import { venn } from "codebias/report/figures/venn.ts";
 * import assert from "node:assert/strict";
 * const { svg } = venn({ onlyA: 12, both: 30, onlyB: 5 }, { labels: ["English", "Chinese"] });
 * assert.equal(svg.match(/<circle/g)!.length, 2);
 * ```
 */
export function venn(counts: VennCounts, options: VennOptions): Figure {
  refuseUnknownOptions(options, ["title", "subtitle", "note", "labels"]);
  checkCounts(counts, options.labels);
  if (counts.onlyA + counts.both + counts.onlyB === 0) throw new RangeError("Cannot draw two empty sets");
  const largest = counts.both + Math.max(counts.onlyA, counts.onlyB);
  const circles = circlesOf(counts, { radius: RADIUS, largest, middle: WIDTHS.column / 2, gap: 24 });
  const { neither } = counts;
  const areasSaid = areaRows(counts, options.labels);
  const empty = areasSaid.filter(({ count }) => count === 0).map(({ area }) => `${area}: 0`);
  const width = WIDTHS.column;
  const words = sheet(options, {
    width,
    remarks: [empty.join("; "), neither === undefined ? "" : `neither: ${text(neither)}`],
  });
  const half = width / 2 - EDGE - 8;
  const labels = options.labels.map((label) => wrapText(label, half, { size: TYPE.text, bold: true }));
  const head = 15 * Math.max(...labels.map(({ length }) => length)) + 30;
  const top = words.top + head;
  const areas = areasOf(counts, circles);
  const down = top + 2 * RADIUS + (areas.every(({ roomy }) => roomy) ? 10 : SPACE_BELOW);
  return figureOn(words, { left: 0, top: 0, across: width, down }, {
    said: figureText(areasSaid, ["area"], { value: "count" }, options),
    marks: [
      drawing([
        ...circles.map((circle, at) => circleShape(circle, at, top + RADIUS)),
        ...labels.flatMap((lines, at) =>
          nameShapes(lines, { at, circle: circles[at], bottom: top - 16, half })
        ),
        ...countShapes(areas, top),
      ]),
    ],
  });
}

/** A row for each area of two sets. */
export function areaRows({ onlyA, both, onlyB }: VennCounts, [a, b]: VennOptions["labels"]) {
  const [first, second] = [`only ${a}`, `only ${b}`];
  return [{ area: first, count: onlyA }, { area: "both", count: both }, { area: second, count: onlyB }];
}

interface Circle {
  readonly x: number;
  readonly radius: number;
  readonly total: number;
}

/**
 * Two circles on a level with areas, and a common area, in proportion to the counts.
 *
 * @param scale.radius Of a circle for `largest` things.
 * @param scale.middle Middle of both together.
 * @param scale.gap Between circles that have nothing in common.
 */
export function circlesOf(
  { onlyA, both, onlyB }: VennCounts,
  { radius, largest, middle, gap }: { radius: number; largest: number; middle: number; gap: number },
): [Circle, Circle] {
  const totals = [onlyA + both, onlyB + both];
  const [a, b] = totals.map((total) => radius * Math.sqrt(total / largest));
  const common = Math.PI * radius ** 2 * both / largest;
  const apart = both === 0 ? a + b + gap : distanceFromIntersectArea(a, b, common);
  // From the left end of the two circles to their right end.
  const [left, right] = [Math.min(-a, apart - b), Math.max(a, apart + b)];
  const start = middle - (left + right) / 2;
  return [{ x: start, radius: a, total: totals[0] }, { x: start + apart, radius: b, total: totals[1] }];
}

/** The circle of the first or the second set. */
export function circleShape({ x, radius }: Circle, at: number, y: number): Shape {
  const { color, dash } = SERIES_STYLES[at];
  return ["circle", {
    ...{ cx: rounded(x), cy: rounded(y), r: rounded(radius), fill: color, "fill-opacity": 0.18 },
    ...{ stroke: color, "stroke-width": 1.8, ...(dash && { "stroke-dasharray": dash }) },
  }];
}

/** A set's name and total above its circle, the first set's to the left of the middle. */
function nameShapes(
  lines: readonly string[],
  { at, circle, bottom, half }: { at: number; circle: Circle; bottom: number; half: number },
): Shape[] {
  const texts = [...lines, `${text(circle.total)} in all`];
  const widest = Math.max(...texts.map((line) => textWidth(line, { size: TYPE.text, bold: true })));
  const [from, to] = at === 0 ? [EDGE, EDGE + half] : [WIDTHS.column - EDGE - half, WIDTHS.column - EDGE];
  const middle = Math.max(from + widest / 2, Math.min(circle.x, to - widest / 2));
  // The line from the name meets its circle on the side away from the other.
  const [dx, dy] = [(at === 0 ? -0.6 : 0.6) * circle.radius, 0.8 * circle.radius];
  const ends = [[middle, bottom + 5], [circle.x + dx, bottom + 16 + RADIUS - dy]];
  const line: Shape = ["polyline", {
    points: points(ends),
    ...{ fill: "none", stroke: SERIES_STYLES[at].color, "stroke-width": 0.8 },
  }];
  const words = texts.map((line, index) => {
    const last = index === texts.length - 1;
    return textShape(line, [middle, bottom - 15 * (texts.length - 1 - index)], {
      ...{ size: last ? TYPE.small : TYPE.text, bold: !last, anchor: "middle" },
      ...(last && { fill: MUTED }),
    });
  });
  return circle.radius > 0 ? [line, ...words] : words;
}

function points(places: readonly (readonly number[])[]): string {
  return places.map((place) => place.map(rounded).join(",")).join(" ");
}

/** A part of the circles on their common level, and the count in it. */
type Area = ReturnType<typeof areasOf>[number];

const COUNT_STYLE = { size: TYPE.title, bold: true } as const;

/** The areas that are not empty, from left to right. */
function areasOf({ onlyA, both, onlyB }: VennCounts, [a, b]: readonly [Circle, Circle]) {
  const [left, right] = [a, b].map(({ x, radius }) => ({ from: x - radius, to: x + radius }));
  const meet = { from: Math.max(left.from, right.from), to: Math.min(left.to, right.to) };
  const extents = both > 0
    ? [{ from: left.from, to: meet.from }, meet, { from: meet.to, to: right.to }]
    : [left, meet, right];
  return [onlyA, both, onlyB].flatMap((count, at) => {
    if (count === 0) return [];
    const { from, to } = extents[at];
    return [{
      ...{ count, middle: (from + to) / 2 },
      /** Whether the count has room in it. */
      roomy: to - from >= textWidth(text(count), COUNT_STYLE) + 8,
    }];
  });
}

/** The counts: in their areas where they have room, otherwise below at the end of a line. */
function countShapes(areas: readonly Area[], top: number): Shape[] {
  const y = top + RADIUS;
  const cramped = areas.filter(({ roomy }) => !roomy);
  const widest = Math.max(0, ...cramped.map(({ count }) => textWidth(text(count), COUNT_STYLE)));
  const places = spreadOut(cramped.map(({ middle }) => middle), {
    gap: widest + 12,
    range: [EDGE + widest, WIDTHS.column - EDGE - widest],
  });
  return [
    ...areas.filter(({ roomy }) => roomy).map(({ count, middle }) =>
      textShape(text(count), [middle, y + 5], { ...COUNT_STYLE, anchor: "middle" })
    ),
    ...cramped.flatMap(({ count, middle }, at): Shape[] => [
      ["polyline", {
        points: points([[middle, y], [middle, y + 4], [places[at], y + RADIUS + 10]]),
        ...{ fill: "none", stroke: INK, "stroke-width": 0.8 },
      }],
      textShape(text(count), [places[at], y + RADIUS + 23], { ...COUNT_STYLE, anchor: "middle" }),
    ]),
  ];
}

/** Refuses invalid counts, and two sets of the same name. */
export function checkCounts(counts: VennCounts, [a, b]: readonly [string, string]): void {
  for (const [name, count] of Object.entries(counts)) {
    if (count === undefined || (Number.isSafeInteger(count) && count >= 0)) continue;
    throw new RangeError(`Cannot draw ${name}: ${count} is not a count, a whole number from 0`);
  }
  if (a === b) throw new RangeError(`Cannot draw two sets of one name: ${a}`);
}

function text(count: number): string {
  return numberText(count, 0);
}
