/**
 * Area that two circles share.
 *
 * @param a Radius of one, at least 0.
 * @param b Radius of the other, at least 0.
 * @param distance Distance of their centres, at least 0.
 *
 * @example
 * ```ts
 * import { lensArea } from "codebias/report/figures/lens.ts";
 * import assert from "node:assert/strict";
 * assert.equal(lensArea(1, 2, 3), 0); // side by side
 * assert.equal(lensArea(1, 2, 0.5), Math.PI); // one in the other
 * ```
 */
export function lensArea(a: number, b: number, distance: number): number {
  if (distance >= a + b) return 0;
  if (distance <= Math.abs(a - b)) return Math.PI * Math.min(a, b) ** 2;
  // Distance of the common chord from the centre of the first circle, and half the chord's length. Both as
  // products: if the circles nearly touch, a difference of squares would leave only rounding.
  const toChord = (distance + (a - b) * (a + b) / distance) / 2;
  const product = (a + b - distance) * (distance + a - b) * (distance - (a - b)) * (a + b + distance);
  const half = Math.sqrt(Math.max(0, product)) / (2 * distance);
  return segment(a, toChord, half) + segment(b, distance - toChord, half);
}

/** Area of the part of a circle beyond a chord. */
function segment(radius: number, toChord: number, half: number): number {
  return radius ** 2 * Math.atan2(half, toChord) - toChord * half;
}

/**
 * Distance at which two circles share a given area, found by bisection.
 *
 * @param area From 0 to the area of the smaller circle.
 * @returns From |a − b| (one inside the other) to a + b (they touch).
 */
export function lensDistance(a: number, b: number, area: number): number {
  let [near, far] = [Math.abs(a - b), a + b];
  if (area <= 0) return far;
  if (area >= Math.PI * Math.min(a, b) ** 2) return near;
  for (let step = 0; step < 60; step++) {
    const middle = (near + far) / 2;
    // The farther apart, the smaller the shared area.
    if (lensArea(a, b, middle) > area) near = middle;
    else far = middle;
  }
  return (near + far) / 2;
}
