import assert from "node:assert/strict";
import * as statistics from "codebias/statistics/mod.ts";

/** What a frame has where nobody could judge, and what else is no outcome. */
const NO_OUTCOMES = [null, undefined, NaN, "true", 2] as never[];

/** Each function of outcomes, with one of them. */
const OF_OUTCOMES: Readonly<Record<string, (outcome: boolean) => unknown>> = {
  clusteredProportion: (one) => statistics.clusteredProportion([true, one, false], ["s", "s", "t"]),
  "fisher, a": (one) => statistics.fisher([true, one], [false, true]),
  "fisher, b": (one) => statistics.fisher([true, false], [one, true]),
  "mcnemar, a": (one) => statistics.mcnemar([true, one], [false, true]),
  "mcnemar, b": (one) => statistics.mcnemar([true, false], [one, true]),
  reliability: (one) => statistics.reliability([0.1, 0.9], [one, true]),
  logisticRegression: (one) => statistics.logisticRegression([[0], [1], []], [true, false, one]),
  plattScaling: (one) => statistics.plattScaling([1, 2, 3], [true, false, one]),
};

for (const [name, of] of Object.entries(OF_OUTCOMES)) {
  Deno.test(`${name} counts nothing as false that could not be judged`, () => {
    for (const outcome of [true, false, 1, 0] as boolean[]) of(outcome);
    for (const none of NO_OUTCOMES) {
      assert.throws(() => of(none), { name: "RangeError", message: /must be true, false, 1 or 0/ });
    }
  });
}

Deno.test("a rate that there is not is not taken for 0", () => {
  const none = null as never;
  const refused = (find: () => unknown, message: RegExp) =>
    assert.throws(find, { name: "RangeError", message });
  refused(() => statistics.cohensH(none, 0.3), /Cannot use proportion null/);
  refused(() => statistics.powerProportions({ a: 0.3, b: none, n: 20 }), /Cannot use proportion null/);
  refused(() => statistics.reliability([none, 0.3], [true, false]), /item 0 has null/);
});

Deno.test("plattScaling() refuses log-odds that are not finite, of which it would make a line of 0", () => {
  for (const odds of [NaN, Infinity, -Infinity]) {
    assert.throws(() => statistics.plattScaling([1, odds, 2], [true, false, true]), {
      name: "RangeError",
      message: new RegExp(`value 2 of the list of log-odds is ${odds}`),
    });
  }
});
