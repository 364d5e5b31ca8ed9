import { interpolateRgb, piecewise, rgb } from "d3";

/** The colours of a scale, at equal steps. */
type Stops = readonly string[];

/** From nearly white to dark blue; darker means more. Lightness falls evenly, so that the scale is readable in grey. */
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

/**
 * The contrast of two colours, for which d3 has no function: (L₁ + 0.05) / (L₂ + 0.05), where L₁ ≥ L₂ are their relative
 * luminances.
 *
 * Source: Web Content Accessibility Guidelines 2.2, success criteria 1.4.3 (text: 4.5) and 1.4.11 (marks: 3).
 *
 * @param a A colour, `#rrggbb`.
 * @param b Another.
 * @returns From 1 (the same) to 21 (black on white).
 *
 * @example
 * ```ts
 * import { contrast } from "codebias/report/drawing/color_scale.ts";
 * import assert from "node:assert/strict";
 * assert.equal(contrast("#000000", "#ffffff"), 21);
 * ```
 */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever is more legible on a background: the contrast is always at least 4.58. */
export function textColorOn(background: string): "#000000" | "#ffffff" {
  return contrast("#000000", background) >= contrast("#ffffff", background) ? "#000000" : "#ffffff";
}

function luminance(color: string): number {
  const [red, green, blue] = linearChannels(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue of a colour in linear light, in [0, 1]. */
export function linearChannels(color: string): [red: number, green: number, blue: number] {
  const channel = (at: number) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}
