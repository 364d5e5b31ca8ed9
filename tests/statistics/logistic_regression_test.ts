import assert from "node:assert/strict";
import fc from "fast-check";
import { logistic, logOddsOf } from "codebias/statistics/logistic_regression.ts";
import { logisticRegression } from "codebias/statistics/mod.ts";
import oracle from "../oracles/logistic.json" with { type: "json" };

Deno.test("logisticRegression() agrees with scikit-learn", () => {
  for (const { rows, labels, c, features, weights, bias } of oracle.fits) {
    const ours = logisticRegression(rows, labels, { c, features, tolerance: 1e-9 });
    assert(Math.abs(ours.bias - bias) < 2e-5, `${ours.bias} ${bias}`);
    weights.forEach((weight, at) => assert(Math.abs(ours.weights[at] - weight) < 2e-5, `${at}`));
  }
});

Deno.test("a fit is where no small change of a weight makes the loss smaller", () => {
  const items = fc.array(
    fc.record({ row: fc.uniqueArray(fc.nat(5), { maxLength: 4 }), label: fc.boolean() }),
    { minLength: 3, maxLength: 30 },
  ).filter((all) => all.some(({ label }) => label) && all.some(({ label }) => !label));
  fc.assert(
    fc.property(items, fc.constantFrom(0.1, 1, 10), (all, c) => {
      const [rows, labels] = [all.map(({ row }) => row), all.map(({ label }) => label)];
      const model = logisticRegression(rows, labels, { c, features: 6 });
      const lossOf = (bias: number, weights: Float64Array) =>
        rows.reduce((sum, row, at) => {
          const z = (labels[at] ? 1 : -1) * logOddsOf({ bias, weights }, row);
          return sum + (z > 0 ? Math.log1p(Math.exp(-z)) : Math.log1p(Math.exp(z)) - z);
        }, weights.reduce((sum, one) => sum + one * one, 0) / (2 * c));
      const best = lossOf(model.bias, model.weights);
      for (const by of [-1e-3, 1e-3]) {
        assert(lossOf(model.bias + by, model.weights) >= best);
        model.weights.forEach((_, at) => {
          const other = model.weights.slice();
          other[at] += by;
          assert(lossOf(model.bias, other) >= best);
        });
      }
    }),
    { numRuns: 200 },
  );
});

Deno.test("features that no item has weigh nothing, and unknown ones count for nothing", () => {
  const model = logisticRegression([[0], [1]], [true, false], { features: 4 });
  assert.deepEqual([model.weights[2], model.weights[3]], [0, 0]);
  assert.equal(logOddsOf(model, [0, 17]), logOddsOf(model, [0]));
  assert(logOddsOf(model, [0]) > 0 && logOddsOf(model, [1]) < 0);
});

Deno.test("logistic() of large numbers is 0 and 1, never NaN", () => {
  assert.deepEqual([-1e4, 0, 1e4].map(logistic), [0, 0.5, 1]);
});

Deno.test("logisticRegression() refuses what it cannot fit", () => {
  const wrong: readonly (readonly [() => unknown, RegExp])[] = [
    [() => logisticRegression([[0]], [true, false]), /there are 1 items and 2 labels$/],
    [() => logisticRegression([[0], [1]], [true, true]), /it needs positive items and negative ones$/],
    [() => logisticRegression([], []), /it needs positive items and negative ones$/],
    [() => logisticRegression([[0], [1]], [true, false], { c: 0 }), /C must be a number above 0, not 0$/],
    [() => logisticRegression([[0], [1]], [true, false], { c: NaN }), /C must be a number above 0, not NaN$/],
    [
      () => logisticRegression([[0], [3]], [true, false], { features: 2 }),
      /item 1 has feature 3, which is none of 0 to 1$/,
    ],
    [() => logisticRegression([[0], [-1]], [true, false]), /item 1 has feature -1/],
  ];
  for (const [act, message] of wrong) assert.throws(act, { name: "RangeError", message });
});
