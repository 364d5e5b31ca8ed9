import assert from "node:assert/strict";
import fc from "fast-check";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { sampleStandardDeviation } from "simple-statistics";
import { exponentError, exponentOf, growingPart, outgrowsPowers } from "codebias/complexity/growth.ts";

const sizes = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => Math.round(from * 2 ** (at / 2)));

Deno.test("exponentOf() is the power of a power, whatever its factor", () => {
  fc.assert(fc.property(
    fc.double({ min: 0.2, max: 6, noNaN: true }),
    fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
    (power, factor) => {
      const n = sizes(4, 20);
      assert(Math.abs(exponentOf({ n, t: n.map((size) => factor * size ** power) }) - power) < 1e-6);
    },
  ));
});

Deno.test("exponentOf() is little disturbed by what a call costs at any size", () => {
  const n = sizes(4, 24);
  for (const power of [1, 2, 3]) {
    const t = n.map((size) => 1 + 1000 * (size / n[23]) ** power);
    assert(Math.abs(exponentOf({ n, t }) - power) < 0.35, `${exponentOf({ n, t })}`);
  }
});

Deno.test("growingPart() keeps sizes where the cost has grown, and at least four", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 1e-9, max: 1, noNaN: true }), { minLength: 4, maxLength: 30 }),
      (t) => {
        const n = sizes(4, t.length);
        const part = growingPart({ n, t });
        assert(part.n.length >= 4 && part.n.length === part.t.length);
        assert.equal(part.n.at(-1) === n.at(-1) || part.t.every((cost) => cost > 4 * Math.min(...t)), true);
      },
    ),
  );
});

Deno.test("outgrowsPowers() tells exponentials from powers", () => {
  const n = [4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16];
  for (const base of [1.5, 2, 3]) assert.equal(outgrowsPowers({ n, t: n.map((size) => base ** size) }), true);
  for (const power of [4, 5, 7]) {
    assert.equal(outgrowsPowers({ n, t: n.map((size) => size ** power) }), false);
  }
  const factorial = (size: number): number => size < 2 ? 1 : size * factorial(size - 1);
  assert.equal(outgrowsPowers({ n, t: n.map(factorial) }), true);
});

Deno.test("outgrowsPowers() says nothing where neither is straighter", () => {
  const n = [10, 11, 12, 13];
  assert.equal(outgrowsPowers({ n, t: [1, 3, 2, 4] }), undefined);
});

Deno.test("exponentError() is how much exponentOf() varies with costs that have such errors", () => {
  const n = sizes(4, 24);
  const random = xoroshiro128plus(5);
  const normal = () =>
    Math.sqrt(-2 * Math.log(1 - uniformFloat64(random))) * Math.cos(2 * Math.PI * uniformFloat64(random));
  const noise = 0.05;
  const found = Array.from(
    { length: 2000 },
    () => exponentOf({ n, t: n.map((size) => size ** 2 * Math.exp(noise * normal())) }),
  );
  const error = exponentError({ n, t: n.map((size) => size ** 2) }, noise);
  assert(
    Math.abs(sampleStandardDeviation(found) / error - 1) < 0.1,
    `${sampleStandardDeviation(found)} ${error}`,
  );
});
