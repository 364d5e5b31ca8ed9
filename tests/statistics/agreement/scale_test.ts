import assert from "node:assert/strict";
import fc from "fast-check";
import { largestSize, roundingOf, scaleOf, unitDeviations } from "codebias/statistics/scale.ts";

Deno.test("scaleOf() is a power of two that brings the largest value near 1 without rounding any", () => {
  const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(fc.property(values, (values) => {
    const scale = scaleOf(values);
    assert.equal(Math.abs(Math.log2(scale)) % 1, 0);
    const largest = largestSize(values) / scale;
    assert(largest < 2 && (largest >= 0.99 || scale === 2 ** -1022 || largest === 0));
    assert.equal(largest * scale, largestSize(values));
  }));
});

Deno.test("scaleOf() stays within the range of numbers at its ends", () => {
  assert.equal(scaleOf([Number.MAX_VALUE]), 2 ** 1023);
  assert.equal(scaleOf([Number.MIN_VALUE]), 2 ** -1022);
  assert.equal(scaleOf([]), 1);
  const [low, high] = unitDeviations("x", [-Number.MAX_VALUE, Number.MAX_VALUE]);
  assert(Math.abs(low + Math.SQRT1_2) < 1e-15 && Math.abs(high - Math.SQRT1_2) < 1e-15);
});

Deno.test("roundingOf() grows with the largest value", () => {
  assert.equal(roundingOf([1, -4, 2]), 40 * Number.EPSILON);
  assert.equal(roundingOf([0]), 0);
});
