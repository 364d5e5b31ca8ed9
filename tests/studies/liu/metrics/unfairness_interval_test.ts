import assert from "node:assert/strict";
import fc from "fast-check";
import { wilson } from "codebias/statistics/mod.ts";
import { unfairnessEstimate } from "codebias/studies/liu/metrics/fairness_scores.ts";

const mentions = (...firsts: readonly boolean[]) => firsts.map((first, at) => ({ taskId: `${at}`, first }));

Deno.test("unfairnessEstimate() of the two demographics exchanged is its mirror image", () => {
  fc.assert(fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 30 }), (firsts) => {
    const [one, other] = [firsts, firsts.map((first) => !first)].map((some) =>
      unfairnessEstimate(mentions(...some))
    );
    assert(Math.abs(one.value! + other.value!) < 1e-12);
    assert(Math.abs(one.low! + other.high!) < 1e-9 && Math.abs(one.high! + other.low!) < 1e-9);
    assert(one.low! <= one.value! + 1e-12 && one.value! <= one.high! + 1e-12);
    assert(one.low! >= -1 && one.high! <= 1);
  }));
});

Deno.test("unfairnessEstimate() has no value of nothing, and no bounds of one task", () => {
  const nothing = { value: null, low: null, high: null, n: 0, unjudged: 0 };
  assert.deepEqual(unfairnessEstimate([]), nothing);
  const { value, low, n } = unfairnessEstimate([{ taskId: "a", first: true }, { taskId: "a", first: false }]);
  assert.deepEqual([value, low, n], [0, null, 2]);
});

Deno.test("unfairnessEstimate()'s bounds are those of the first one's share of the mentions", () => {
  const { low, high } = unfairnessEstimate(mentions(...Array(40).fill(true), ...Array(40).fill(false)));
  const of = wilson(40, 80);
  // The share's interval has t for the normal quantile, and so is a little wider than Wilson's.
  const [from, to] = [1 / (1 - of.low) - 2, 2 - 1 / of.high];
  assert(low! < from && low! > from - 0.02 && high! > to && high! < to + 0.02);
});
