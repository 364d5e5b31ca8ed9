/** The style that distinguishes a series: by colour, and in greyscale by its symbol and its dashes. */
export interface SeriesStyle {
  /** The colour of points and lines, `#rrggbb`. */
  readonly color: string;
  /** A symbol that Observable Plot knows; the open diamond is kept for reference values. */
  readonly symbol: "circle" | "square" | "triangle" | "cross" | "star" | "wye";
  /** Rotation of the symbol, degrees clockwise. */
  readonly rotate: number;
  /** `stroke-dasharray` of lines; empty for a solid line. */
  readonly dash: string;
}

/** The colour of text and of reference marks. */
export const INK = "#1b1f24";
/** The colour of remarks. */
export const MUTED = "#57606a";
/** The colour of frames around panels. */
export const FRAME = "#d0d7de";

/**
 * Eight styles. Each colour has a contrast of at least 3 : 1 with white; any two differ by at least 20 in CIELAB for
 * readers with full colour vision, protanopia, deuteranopia and tritanopia; the first three differ in lightness.
 */
export const SERIES_STYLES: readonly SeriesStyle[] = [
  { color: "#005fa8", symbol: "circle", rotate: 0, dash: "" },
  { color: "#e0640f", symbol: "square", rotate: 0, dash: "7 3" },
  { color: "#541860", symbol: "triangle", rotate: 0, dash: "2 2.5" },
  { color: "#0c9cc0", symbol: "cross", rotate: 0, dash: "8 3 2 3" },
  { color: "#b43c78", symbol: "star", rotate: 0, dash: "12 4" },
  { color: "#787854", symbol: "triangle", rotate: 180, dash: "4 4" },
  { color: "#9c3cfc", symbol: "cross", rotate: 45, dash: "6 2 1.5 2 1.5 2" },
  { color: "#3c3c30", symbol: "wye", rotate: 0, dash: "1.5 2" },
];

/**
 * The style of each series, by its name, in the order of the names.
 *
 * @param names Names of the series; repeated ones count once.
 * @throws {RangeError} If there are more series than a reader can distinguish.
 *
 * @example
 * ```ts
 * import { seriesStyles } from "codebias/report/drawing/palette.ts";
 * import assert from "node:assert/strict";
 * const styles = seriesStyles(["age", "gender", "age"]);
 * assert.equal(styles.size, 2);
 * assert.equal(styles.get("gender")!.symbol, "square");
 * ```
 */
export function seriesStyles(names: readonly string[]): ReadonlyMap<string, SeriesStyle> {
  const distinct = [...new Set(names)];
  if (distinct.length > SERIES_STYLES.length) {
    throw new RangeError(
      `Cannot tell ${distinct.length} series apart in one panel: draw at most ${SERIES_STYLES.length}, or name a panel column`,
    );
  }
  return new Map(distinct.map((name, at) => [name, SERIES_STYLES[at]]));
}
