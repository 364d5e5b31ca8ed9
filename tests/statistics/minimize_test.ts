import assert from "node:assert/strict";
import { type Differentiable, minimize } from "codebias/statistics/minimize.ts";

/** A bowl with its lowest point at 1, 2, 3, …, as much steeper along each next axis as is said. */
const bowl = (steeper: number): Differentiable => (point, gradient) => {
  let value = 0;
  point.forEach((one, at) => {
    const steep = steeper ** at;
    value += steep * (one - at - 1) ** 2;
    gradient[at] = 2 * steep * (one - at - 1);
  });
  return value;
};

Deno.test("minimize() finds the lowest point of bowls, also of very uneven ones", () => {
  for (const steeper of [1, 10, 100]) {
    const { point, value, steps } = minimize(bowl(steeper), new Float64Array(5), { tolerance: 1e-8 });
    point.forEach((one, at) => assert(Math.abs(one - at - 1) < 1e-6, `${steeper}: ${point}`));
    assert(value < 1e-12 && steps < 200);
  }
});

Deno.test("minimize() of a point that is lowest already takes no step", () => {
  const start = Float64Array.of(1, 2, 3);
  const { point, steps } = minimize(bowl(10), start, { tolerance: 1e-8 });
  assert.deepEqual([[...point], steps], [[1, 2, 3], 0]);
  assert.notEqual(point, start);
});

Deno.test("minimize() says so if there is no lowest point, or no number", () => {
  const slope: Differentiable = (point, gradient) => {
    gradient.fill(1);
    return point[0];
  };
  assert.throws(() => minimize(slope, new Float64Array(1), { tolerance: 1e-8, mostSteps: 20 }), {
    name: "RangeError",
    message: /^Cannot minimise this in 20 steps: the gradient is still 1$/,
  });
  const none: Differentiable = () => NaN;
  assert.throws(
    () => minimize(none, new Float64Array(1), { tolerance: 1 }),
    /a function that is NaN at the start/,
  );
});
