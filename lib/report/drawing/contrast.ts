/**
 * Contrast of two colours, which d3 does not have: (L₁ + 0.05) / (L₂ + 0.05), where L₁ ≥ L₂ are their relative luminances.
 *
 * Source: Web Content Accessibility Guidelines 2.2, success criteria 1.4.3 (text: 4.5) and 1.4.11 (marks: 3).
 *
 * @param a A colour, `#rrggbb`.
 * @param b Another.
 * @returns From 1 (the same) to 21 (black on white).
 *
 * @example
 * ```ts
 * import { contrast } from "codebias/report/drawing/contrast.ts";
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
