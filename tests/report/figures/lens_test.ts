import assert from "node:assert/strict";
import fc from "fast-check";
import { lensArea, lensDistance } from "codebias/report/figures/lens.ts";

const radius = fc.double({ min: 0.1, max: 50, noNaN: true });

/** The common area by adding up narrow strips across the line of the centres. */
function byStrips(a: number, b: number, distance: number): number {
  const steps = 20_000;
  const [from, to] = [Math.max(-a, distance - b), Math.min(a, distance + b)];
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    const x = from + (step + 0.5) / steps * (to - from);
    const half = Math.min(a * a - x * x, b * b - (x - distance) ** 2);
    sum += 2 * Math.sqrt(Math.max(0, half)) * (to - from) / steps;
  }
  return to > from ? sum : 0;
}

Deno.test("lensArea() is the area that strips add up to", () => {
  for (
    const [a, b, distance] of [[1, 1, 1], [1, 2, 1.5], [3, 1, 2.2], [5, 5, 9.9], [2, 1, 1.01], [1, 1, 1e-3]]
  ) {
    const [found, expected] = [lensArea(a, b, distance), byStrips(a, b, distance)];
    assert(Math.abs(found - expected) < 1e-4 * a * b, `${[a, b, distance]}: ${found}, ${expected}`);
  }
});

Deno.test("lensArea() is 0 for circles that touch and all of the smaller one inside the other", () => {
  assert.equal(lensArea(1, 2, 3), 0);
  assert.equal(lensArea(1, 2, 4), 0);
  assert.equal(lensArea(1, 2, 1), Math.PI);
  assert.equal(lensArea(2, 2, 0), 4 * Math.PI);
});

Deno.test("lensDistance() gives circles that area", () => {
  fc.assert(
    fc.property(radius, radius, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, share) => {
      const smaller = Math.PI * Math.min(a, b) ** 2;
      const distance = lensDistance(a, b, share * smaller);
      assert(distance >= Math.abs(a - b) && distance <= a + b);
      assert(Math.abs(lensArea(a, b, distance) - share * smaller) < 1e-9 * smaller);
    }),
    // A large circle that hardly touches a small one from without and from within.
    { examples: [[0.1, 43.619902387349214, 8e-323], [47.75937486566112, 0.1, 0.9999998227518228]] },
  );
});
