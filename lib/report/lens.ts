/**
 * Area that two circles share.
 *
 * @param a Radius of one, at least 0.
 * @param b Radius of the other, at least 0.
 * @param distance Distance of their centres, at least 0.
 *
 * @example
 * ```ts
 * import { lensArea } from "codebias/report/lens.ts";
 * import assert from "node:assert/strict";
 * assert.equal(lensArea(1, 2, 3), 0); // side by side
 * assert.equal(lensArea(1, 2, 0.5), Math.PI); // one in the other
 * ```
 */
export function lensArea(a: number, b: number, distance: number): number {
  if (distance >= a + b) return 0;
  if (distance <= Math.abs(a - b)) return Math.PI * Math.min(a, b) ** 2;
  // From the centre of each circle, how far the common chord is away.
  const toChord = (distance ** 2 + a ** 2 - b ** 2) / (2 * distance);
  return segment(a, toChord) + segment(b, distance - toChord);
}

/** Area of the part of a circle beyond a chord. */
function segment(radius: number, toChord: number): number {
  const ratio = Math.max(-1, Math.min(1, toChord / radius));
  return radius ** 2 * Math.acos(ratio) - toChord * Math.sqrt(Math.max(0, radius ** 2 - toChord ** 2));
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
