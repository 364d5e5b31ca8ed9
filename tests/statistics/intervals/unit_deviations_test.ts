import assert from "node:assert/strict";
import fc from "fast-check";
import { unitDeviations, varies } from "codebias/statistics/scale.ts";

const values = fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 2, maxLength: 50 })
  .filter((values) => new Set(values).size > 1);

Deno.test("unitDeviations() have sum 0, length 1 and the order of the values", () => {
  fc.assert(fc.property(values, (values) => {
    const u = unitDeviations("x", values);
    assert(Math.abs(u.reduce((sum, value) => sum + value, 0)) < 1e-14);
    assert(Math.abs(Math.hypot(...u) - 1) < 1e-14);
    const [first, ...others] = values;
    others.forEach((value, at) => assert.equal(Math.sign(u[at + 1] - u[0]), Math.sign(value - first)));
  }));
});

Deno.test("unitDeviations() do not depend on place, nor on a scale however extreme", () => {
  const expected = unitDeviations("x", [1, 2, 4]);
  for (const scale of [5e-300, 1e-160, 1, 1e160, 1e307]) {
    const u = unitDeviations("x", [1, 2, 4].map((value) => value * scale));
    u.forEach((value, at) => assert(Math.abs(value - expected[at]) < 1e-15, `${scale}: ${u}`));
  }
  assert.deepEqual(unitDeviations("x", [2 ** 40 + 1, 2 ** 40 + 2, 2 ** 40 + 4]), expected);
});

Deno.test("varies() overlooks what rounding brings about, and nothing larger", () => {
  for (const values of [[], [3], [0, 0], [7, 7, 7], [0.3, 0.1 + 0.2], [1e300, 1e300 * (1 + 2e-16)]]) {
    assert.equal(varies(values), false, `${values}`);
  }
  for (const values of [[0, 5e-324], [1, 1 + 1e-14], [-1, 1], [1e308, -1e308]]) {
    assert.equal(varies(values), true, `${values}`);
  }
});

Deno.test("unitDeviations() refuse constant values by their name", () => {
  assert.throws(() => unitDeviations("group a", [2, 2]), {
    name: "RangeError",
    message: "Cannot compute this: all values of group a are the same, they must vary",
  });
});
