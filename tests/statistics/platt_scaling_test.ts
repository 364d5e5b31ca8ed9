import assert from "node:assert/strict";
import { plattScaling } from "codebias/statistics/mod.ts";
import oracle from "../oracles/logistic.json" with { type: "json" };

Deno.test("plattScaling() agrees with scikit-learn", () => {
  for (const { odds, labels, slope, intercept } of oracle.scalings) {
    const ours = plattScaling(odds, labels);
    assert(Math.abs(ours.slope - slope) < 1e-4 * (1 + Math.abs(slope)), `${ours.slope} ${slope}`);
    assert(
      Math.abs(ours.intercept - intercept) < 1e-4 * (1 + Math.abs(intercept)),
      `${ours.intercept} ${intercept}`,
    );
  }
});

Deno.test("plattScaling() of log-odds that tell the labels apart stays finite", () => {
  const { slope, intercept } = plattScaling([-3, -2, 2, 3], [false, false, true, true]);
  assert(slope > 0 && slope < 5 && Math.abs(intercept) < 1e-6);
  const huge = plattScaling([-1e6, 1e6, 2e6], [false, true, true]);
  assert(Number.isFinite(huge.slope) && Number.isFinite(huge.intercept) && huge.slope > 0);
});

Deno.test("plattScaling() refuses what it cannot fit", () => {
  const wrong: readonly (readonly [() => unknown, RegExp])[] = [
    [() => plattScaling([1], [true, false]), /there are 1 of them and 2 labels$/],
    [() => plattScaling([1, 2], [true, true]), /it needs positive items and negative ones$/],
    [() => plattScaling([1, 1], [true, false]), /all of them are 1$/],
  ];
  for (const [act, message] of wrong) assert.throws(act, { name: "RangeError", message });
});
