import assert from "node:assert/strict";
import fc from "fast-check";
import { clusteredProportion, percentAgreement, wilson } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/agreement.json" with { type: "json" };
import { agrees, near } from "../agrees.ts";
import { complete, mixedItems, nearOrNull, ratings, refused, renamed, seed, shuffled } from "../reviewers.ts";

Deno.test("percentAgreement() agrees with pairs counted in fractions, and bounds by statsmodels and SciPy", () => {
  assert.equal(oracle.percent.length, 19);
  for (const { ratings, level, ...expected } of oracle.percent) {
    const ours = percentAgreement(ratings, { level });
    assert.equal(ours.n, expected.n);
    assert.equal(ours.unjudged, ratings[0].length - expected.n);
    assert.equal(ours.reason, null);
    for (const name of ["value", "low", "high"] as const) agrees(ours[name]!, expected[name], name, 1e-14);
  }
});

Deno.test("percentAgreement() of two reviewers has Wilson's interval, whoever else labelled nothing", () => {
  const a = ["x", "y", "x", "x", null, "y", "y"];
  const b = ["x", "y", "y", "x", "x", "y", null];
  const { value, low, high, n, unjudged } = percentAgreement([a, b]);
  assert.deepEqual({ value, low, high, n, unjudged }, { value: 0.8, ...wilson(4, 5), n: 5, unjudged: 2 });
  assert.equal(percentAgreement([a, b, a.map(() => null)]).low, low);
});

Deno.test("percentAgreement() of as many labels each nearly is clusteredProportion() of the pairs", () => {
  const lists = [0, 1, 2].map((reviewer) =>
    Array.from({ length: 200 }, (_, item) => (item * 7919 + reviewer * item * item) % 11 < 8)
  );
  const pairs = lists[0].flatMap((_, item) =>
    [[0, 1], [0, 2], [1, 2]].map(([a, b]) => lists[a][item] === lists[b][item])
  );
  const clustered = clusteredProportion(pairs, pairs.map((_, at) => Math.floor(at / 3)));
  const ours = percentAgreement(lists);
  near(ours.value!, clustered.value, 1e-12);
  near(ours.low!, clustered.low, 1e-3);
  near(ours.high!, clustered.high, 1e-3);
});

Deno.test("percentAgreement() is 1 where all agree, and its interval says how little that is", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 2, max: 5 }), (items, reviewers) => {
      const labels = Array.from({ length: items }, (_, at) => at % 3);
      const { value, low, high } = percentAgreement(Array.from({ length: reviewers }, () => labels));
      assert.deepEqual([value, high], [1, 1]);
      assert(low! > 0 && low! < 1 - 1 / items);
    }),
  );
});

Deno.test("percentAgreement() stays within [0, 1], and does not depend on orders and names", () => {
  fc.assert(fc.property(ratings, seed, (lists, seed) => {
    const ours = percentAgreement(lists);
    if (ours.value !== null) assert(0 <= ours.value && ours.value <= 1);
    if (ours.low !== null) {
      assert(0 <= ours.low && ours.low <= ours.value! && ours.value! <= ours.high! && ours.high! <= 1);
    }
    assert.equal(ours.n + ours.unjudged, lists[0].length);
    assert.equal(ours.reason === null, ours.low !== null);
    const others = [
      mixedItems(lists, seed),
      shuffled(lists, seed),
      renamed(lists, (label) => `label ${5 - label}`),
    ];
    for (const other of others) {
      const turned = percentAgreement<string | number>(other);
      for (const name of ["value", "low", "high", "n"] as const) nearOrNull(turned[name], ours[name]);
    }
  }));
});

Deno.test("percentAgreement() is the mean over the pairs of reviewers where nobody skipped an item", () => {
  fc.assert(fc.property(complete, (lists) => {
    const pairs = lists.flatMap((a, at) => lists.slice(at + 1).map((b) => percentAgreement([a, b]).value!));
    near(percentAgreement(lists).value!, pairs.reduce((total, one) => total + one, 0) / pairs.length, 1e-12);
  }));
});

Deno.test("percentAgreement() of items without pairs has no value, and of one item with three labels no interval", () => {
  const none = percentAgreement([["a", null], [null, "b"]]);
  assert.deepEqual(none, {
    value: null,
    low: null,
    high: null,
    n: 0,
    unjudged: 2,
    level: 0.95,
    reason: "no item has two labels",
  });
  const one = percentAgreement([["a"], ["a"], ["b"]]);
  near(one.value!, 1 / 3, 1e-15);
  assert.deepEqual([one.low, one.high, one.reason], [null, null, "one item does not tell how items vary"]);
});

Deno.test("percentAgreement() refuses what it cannot do", () => {
  refused(() => percentAgreement([["a"]]), /labels of 1 reviewer/);
  refused(() => percentAgreement([["a"], ["a"]], { level: 95 }), /Cannot use level 95/);
});
