import { interpolateRgb, piecewise, rgb } from "d3";

/** Colours of a scale, at equal steps. */
type Stops = readonly string[];

/** From nearly white to dark blue: the darker, the more. Lightness falls evenly, so it can be read in grey. */
const SEQUENTIAL: Stops = ["#f4f7fb", "#cfdff0", "#98bedf", "#5592c8", "#1f66a8", "#0b3c72"];

/** From dark orange via nearly white to dark blue, distinguishable with any colour vision. */
const DIVERGING: Stops = ["#7f3208", "#c65d14", "#eba25c", "#f7f5f2", "#86b3da", "#2e74b5", "#0b3c72"];

/**
 * A colour for each number from `from` to `to`.
 *
 * @param domain From and to.
 * @param midpoint The number that is neither low nor high, e.g. 0 for differences; the scale then has two hues.
 * @returns A function from numbers to colours, `#rrggbb`.
 *
 * @example
 * ```ts
 * import { colorScale } from "codebias/report/drawing/color_scale.ts";
 * import assert from "node:assert/strict";
 * const color = colorScale([-1, 1], 0);
 * assert.deepEqual([color(-1), color(0), color(1)], ["#7f3208", "#f7f5f2", "#0b3c72"]);
 * ```
 */
export function colorScale(
  [from, to]: readonly [number, number],
  midpoint?: number,
): (value: number) => string {
  if (midpoint === undefined) return (value) => between(SEQUENTIAL, (value - from) / (to - from));
  return (value) => {
    const [length, sign] = value < midpoint ? [midpoint - from, -1] : [to - midpoint, 1];
    return between(DIVERGING, 0.5 + sign * 0.5 * (length === 0 ? 0 : Math.abs(value - midpoint) / length));
  };
}

function between(stops: Stops, share: number): string {
  return rgb(piecewise(interpolateRgb, [...stops])(Math.max(0, Math.min(1, share)))).formatHex();
}
