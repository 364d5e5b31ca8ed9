import assert from "node:assert/strict";
import fc from "fast-check";
import { reliability } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/logistic.json" with { type: "json" };

Deno.test("the Brier score agrees with scikit-learn", () => {
  for (const { probabilities, labels, brier } of oracle.scalings) {
    assert(Math.abs(reliability(probabilities, labels).brier - brier) < 1e-12);
  }
});

Deno.test("every item is in one bin, and bins that say what is there have no error", () => {
  const items = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()), {
    minLength: 1,
  });
  fc.assert(fc.property(items, fc.integer({ min: 1, max: 20 }), (all, bins) => {
    const found = reliability(all.map(([p]) => p), all.map(([, label]) => label), { bins });
    assert.equal(found.bins.reduce((sum, { observed }) => sum + observed.n, 0), all.length);
    for (const { from, to, predicted } of found.bins) {
      assert(predicted === null || (predicted >= from - 1e-9 && predicted <= to + 1e-9));
    }
    assert(found.calibrationError >= 0 && found.calibrationError <= 1);
  }));
  const exact = reliability([0.25, 0.25, 0.25, 0.25, 1], [true, false, false, false, true]);
  assert(exact.calibrationError < 1e-12);
  assert.equal(exact.bins[9].observed.value, 1);
});

Deno.test("reliability() refuses what are no probabilities, or not as many as labels", () => {
  const wrong: readonly (readonly [() => unknown, RegExp])[] = [
    [() => reliability([], []), /there are none$/],
    [() => reliability([0.5], []), /there are 1 of them and 0 labels$/],
    [() => reliability([0.5, 1.5], [true, true]), /item 1 has 1.5, which is none$/],
    [() => reliability([NaN], [true]), /item 0 has NaN/],
    [() => reliability([0.5], [true], { bins: 0 }), /it needs one bin or more, not 0$/],
  ];
  for (const [act, message] of wrong) assert.throws(act, { name: "RangeError", message });
});
