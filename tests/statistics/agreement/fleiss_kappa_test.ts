import assert from "node:assert/strict";
import fc from "fast-check";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { cohensKappa, fleissKappa, percentAgreement } from "codebias/statistics/mod.ts";
import { variance } from "codebias/statistics/descriptive.ts";
import oracle from "../../oracles/agreement.json" with { type: "json" };
import { agrees, near } from "../agrees.ts";
import { agreesTo } from "../two_lists.ts";
import { complete, mixedItems, nearOrNull, refused, renamed, seed, shuffled } from "../reviewers.ts";

const FEW = { resamples: 39 };

Deno.test("fleissKappa() agrees with statsmodels, and its error at zero with fractions", () => {
  assert.equal(oracle.fleiss.length, 9);
  for (const { ratings, ...expected } of oracle.fleiss) {
    const ours = fleissKappa<number>(ratings, FEW);
    for (const name of ["value", "standardErrorAtZero", "z"] as const) {
      agrees(ours[name]!, expected[name], name, 1e-13);
    }
    agreesTo(1e-8, ours.p!, expected.p, "p");
  }
});

Deno.test("fleissKappa() of Fleiss' patients is what he and R's irr print", () => {
  const { ratings, value, irr, irrOfThree } = oracle.published.fleiss;
  const ours = fleissKappa<number>(ratings);
  near(ours.value!, value, 5e-4);
  near(ours.value!, irr.value, 5e-8);
  near(ours.z!, irr.z, 5e-6);
  const ofThree = fleissKappa<number>(ratings.slice(0, 3));
  near(ofThree.value!, irrOfThree.value, 5e-4);
  near(ofThree.z!, irrOfThree.z, 5e-3);
  assert.deepEqual([ours.n, ours.labelsPerItem, ours.reason], [30, 6, null]);
  assert(ours.low! < 0.36 && ours.low! > 0.2 && ours.high! > 0.5 && ours.high! < 0.6);
});

Deno.test("fleissKappa() has the interval and error of NumPy's resamples within 5 standard errors", () => {
  const cases = oracle.bootstrap.filter(({ name }) => name === "fleiss");
  assert.equal(cases.length, 1);
  for (const { ratings, level, draws, ...expected } of cases) {
    const ours = fleissKappa<number>(ratings, { level, resamples: draws });
    for (const name of ["low", "high", "standardError"] as const) {
      const [least, most] = expected[name];
      assert(
        least < ours[name]! && ours[name]! < most,
        `${name} ${ours[name]} is not in [${least}, ${most}]`,
      );
    }
  }
});

Deno.test("fleissKappa() of labels given at random varies as its error at zero says", () => {
  const random = xoroshiro128plus(5);
  const label = () => ["a", "b", "b", "c", "c", "c"][Math.floor(6 * uniformFloat64(random))];
  const runs = Array.from({ length: 1500 }, () => {
    const ratings = Array.from({ length: 4 }, () => Array.from({ length: 40 }, label));
    return fleissKappa(ratings, FEW);
  });
  const spread = Math.sqrt(variance(runs.map(({ value }) => value!)));
  const stated = runs.map(({ standardErrorAtZero }) => standardErrorAtZero!);
  assert(Math.abs(spread / stated[0] - 1) < 0.08, `${spread} is not ${stated[0]}`);
  const rejected = runs.filter(({ p }) => p! < 0.05).length / runs.length;
  assert(rejected > 0.03 && rejected < 0.07, `${rejected}`);
});

Deno.test("fleissKappa() compares percentAgreement() with chance", () => {
  fc.assert(fc.property(complete, (lists) => {
    const { value, observed, expected } = fleissKappa(lists, FEW);
    near(observed!, percentAgreement(lists).value!, 1e-12);
    if (value !== null) near(value, (observed! - expected!) / (1 - expected!), 1e-9);
  }));
});

Deno.test("fleissKappa() of two reviewers who give labels as often each is Cohen's", () => {
  fc.assert(fc.property(complete, seed, ([labels], seed) => {
    const other = shuffled(labels, seed);
    nearOrNull(fleissKappa([labels, other], FEW).value, cohensKappa(labels, other).value, 1e-9);
  }));
});

Deno.test("fleissKappa() is 1 where all agree on more than one label, without an interval", () => {
  fc.assert(fc.property(complete, ([labels]) => {
    const { value, low, reason, expected } = fleissKappa([labels, labels, labels], FEW);
    assert.equal(low, null);
    if (new Set(labels).size === 1) {
      assert.deepEqual([value, expected], [null, 1]);
      return assert.match(reason!, /all labels are \d, which says nothing about chance/);
    }
    assert.equal(value, 1);
    assert.match(reason!, /however the items are resampled|more than 5 %/);
  }));
});

Deno.test("fleissKappa() is at least -1 / (m - 1), and does not depend on orders and names", () => {
  fc.assert(fc.property(complete, seed, (lists, seed) => {
    const ours = fleissKappa(lists, FEW);
    if (ours.value !== null) assert(-1 / (lists.length - 1) - 1e-12 <= ours.value && ours.value <= 1);
    if (ours.low !== null) assert(ours.low <= ours.high!);
    for (const number of [ours.value, ours.low, ours.high, ours.z, ours.p]) {
      assert(number === null || Number.isFinite(number));
    }
    assert.equal(ours.reason === null, ours.low !== null);
    const names = ["d", "a", "c", "b"];
    const others = [
      mixedItems(lists, seed),
      shuffled(lists, seed),
      renamed(lists, (label: number) => names[label]),
    ];
    for (const other of others) {
      const turned = fleissKappa<string | number>(other, FEW);
      for (const name of ["value", "standardErrorAtZero", "z"] as const) {
        nearOrNull(turned[name], ours[name], 1e-9);
      }
    }
    // The same resamples, as long as the items are in the same order.
    for (const other of others.slice(1)) {
      nearOrNull(fleissKappa<string | number>(other, FEW).low, ours.low, 1e-9);
    }
  }));
});

Deno.test("fleissKappa() takes labels from any of the reviewers, and leaves out items without", () => {
  const full = [["a", "b", "a"], ["a", "b", "b"]];
  const spread = [["a", null, null, "a"], [null, "b", null, "b"], ["a", "b", null, null]];
  const [one, other] = [fleissKappa(full, FEW), fleissKappa(spread, FEW)];
  assert.deepEqual([one.value, one.n, one.unjudged], [other.value, 3, 0]);
  assert.deepEqual([other.n, other.unjudged, other.low], [3, 1, one.low]);
});

Deno.test("fleissKappa() is a function of its seed", () => {
  const { ratings } = oracle.published.fleiss;
  const find = (seed: number) => fleissKappa<number>(ratings, { seed, resamples: 200 });
  assert.deepEqual(find(4), find(4));
  assert.notEqual(find(4).low, find(5).low);
});

Deno.test("fleissKappa() refuses what it cannot do, and names Krippendorff's alpha", () => {
  refused(
    () => fleissKappa([["a", "b"], ["a", null]]),
    /some items have 2 labels and some 1.*use krippendorffAlpha/,
  );
  refused(() => fleissKappa([["a", null], [null, "b"]]), /each item has 1 label, at least 2 are needed/);
  refused(() => fleissKappa([["a"], ["b"]], { level: 2 }), /Cannot use level 2/);
  refused(
    () => fleissKappa([["a", "b"], ["b", "b"]], { resamples: 5 }),
    /Cannot use 5 as number of resamples/,
  );
  assert.equal(fleissKappa([[null], [null]]).reason, "no item has a label");
});
