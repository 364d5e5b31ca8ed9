import assert from "node:assert/strict";
import fc from "fast-check";
import { midranks, tieCounts, tieTerm } from "codebias/statistics/tests/ranks.ts";
import oracle from "../../oracles/ranks.json" with { type: "json" };

const values = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 40 });

Deno.test("midranks() and tieCounts() agree with SciPy and NumPy", () => {
  assert.equal(oracle.cases.length, 22);
  for (const { values, ranks, counts, term } of oracle.cases) {
    assert.deepEqual(midranks(values), ranks);
    assert.deepEqual(tieCounts(values), counts);
    assert.equal(tieTerm(values), term);
  }
});

Deno.test("midranks() counts the values below, and half of those equal", () => {
  fc.assert(fc.property(values, (values) => {
    const expected = values.map((x) =>
      values.filter((y) => y < x).length + (values.filter((y) => y === x).length + 1) / 2
    );
    assert.deepEqual(midranks(values), expected);
  }));
});

Deno.test("midranks() follow the values when these change places", () => {
  fc.assert(fc.property(values, (values) => {
    assert.deepEqual(midranks(values.toReversed()), midranks(values).reverse());
  }));
});

Deno.test("midranks() takes 0 and −0 for equal", () => {
  assert.deepEqual(midranks([0, -0, 1]), [1.5, 1.5, 3]);
  assert.deepEqual(midranks([1, -0, 0, -0]), [4, 2, 2, 2]);
});

Deno.test("tieCounts() of nothing is nothing", () => {
  assert.deepEqual(tieCounts([]), []);
  assert.equal(tieTerm([]), 0);
});

Deno.test("midranks() leaves its values as they are", () => {
  const values = Object.freeze([3, 1, 2]);
  assert.deepEqual(midranks(values), [3, 1, 2]);
});
