import assert from "node:assert/strict";
import fc from "fast-check";
import { shannonEntropy } from "codebias/statistics/mod.ts";
import oracle from "../oracles/entropy.json" with { type: "json" };

const TOLERANCE = 2e-15;

const counts = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 2, maxLength: 40 })
  .filter((counts) => counts.some((count) => count > 0));

Deno.test("shannonEntropy() agrees with SciPy and mpmath", () => {
  assert.equal(oracle.cases.length, 84);
  for (const { counts, base, entropy, categories } of oracle.cases) {
    const ours = shannonEntropy(counts, { base });
    assert(
      Math.abs(ours - entropy) <= TOLERANCE * entropy,
      `${counts} to base ${base}: ${ours}, not ${entropy}`,
    );
    if (categories === 1) continue;
    const normalized = shannonEntropy(counts, { base, normalized: true });
    const expected = entropy * Math.log(base) / Math.log(categories);
    assert(
      Math.abs(normalized - expected) <= TOLERANCE * expected,
      `${counts}: ${normalized}, not ${expected}`,
    );
  }
});

Deno.test("shannonEntropy() is 0 for one category and log k for k alike", () => {
  assert.equal(shannonEntropy([7, 0, 0]), 0);
  assert.equal(shannonEntropy([7]), 0);
  for (const k of [2, 4, 8, 52]) {
    const alike = new Array<number>(k).fill(3);
    assert(Math.abs(shannonEntropy(alike) - Math.log2(k)) < 1e-14);
    assert(Math.abs(shannonEntropy(alike, { normalized: true }) - 1) < 1e-15);
  }
});

Deno.test("shannonEntropy() is in [0, log k], and in [0, 1] when normalised", () => {
  fc.assert(fc.property(counts, (counts) => {
    const bits = shannonEntropy(counts);
    assert(0 <= bits && bits <= Math.log2(counts.length) + 1e-14);
    const share = shannonEntropy(counts, { normalized: true });
    assert(0 <= share && share <= 1);
    assert(Math.abs(share - bits / Math.log2(counts.length)) < 1e-14);
  }));
});

Deno.test("shannonEntropy() does not depend on order and scale, nor on categories never seen", () => {
  fc.assert(fc.property(counts, (counts) => {
    const bits = shannonEntropy(counts);
    const others = [counts.toReversed(), counts.map((count) => count * 1e300), [...counts, 0, 0]];
    for (const other of others) assert(Math.abs(shannonEntropy(other) - bits) < 1e-13);
    const nats = shannonEntropy(counts, { base: Math.E });
    assert(Math.abs(nats - bits * Math.LN2) < 1e-13);
  }));
  assert.notEqual(
    shannonEntropy([1, 1, 0], { normalized: true }),
    shannonEntropy([1, 1], { normalized: true }),
  );
});

Deno.test("shannonEntropy() refuses counts and bases that make no sense, and says why", () => {
  const refusals: [() => unknown, string | RegExp][] = [
    [() => shannonEntropy([]), "Cannot compute this: the list of counts has 0 values, at least 1 are needed"],
    [
      () => shannonEntropy([0, 0]),
      "Cannot compute the entropy of counts that are all 0: one must be above 0",
    ],
    [() => shannonEntropy([1, -2]), "Cannot use -2 as count 2: it must be at least 0"],
    [() => shannonEntropy([1, NaN]), /^Cannot compute with NaN: value 2 of the list of counts is NaN/],
    [
      () => shannonEntropy([Infinity]),
      /^Cannot compute with Infinity: value 1 of the list of counts is Infinity/,
    ],
    [() => shannonEntropy([1, 2], { base: 1 }), "Cannot use base 1 for logarithms: it must be above 1"],
    [() => shannonEntropy([1, 2], { base: NaN }), "Cannot use base NaN for logarithms: it must be above 1"],
    [
      () => shannonEntropy([3], { normalized: true }),
      "Cannot normalise the entropy of 1 category: at least 2 are needed",
    ],
  ];
  for (const [refused, message] of refusals) assert.throws(refused, { name: "RangeError", message });
});
