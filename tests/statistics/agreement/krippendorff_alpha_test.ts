import assert from "node:assert/strict";
import fc from "fast-check";
import { fleissKappa, krippendorffAlpha } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/agreement.json" with { type: "json" };
import { agrees, near } from "../agrees.ts";
import { complete, mixedItems, nearOrNull, ratings, refused, renamed, seed, shuffled } from "../reviewers.ts";

const FEW = { resamples: 39 };

Deno.test("krippendorffAlpha() agrees with the package krippendorff and with the definition in fractions", () => {
  assert.equal(oracle.alpha.length, 18);
  for (const { ratings, value, n, pairable } of oracle.alpha) {
    const ours = krippendorffAlpha<number>(ratings, FEW);
    agrees(ours.value!, value, "alpha", 1e-13);
    assert.deepEqual([ours.n, ours.pairable, ours.unjudged], [n, pairable, ratings[0].length - n]);
  }
});

Deno.test("krippendorffAlpha() of Krippendorff's four observers is what he prints", () => {
  const { ratings, pairable, nominal } = oracle.published.krippendorff;
  const ours = krippendorffAlpha<number>(ratings);
  near(ours.value!, nominal, 5.1e-4);
  assert.deepEqual([ours.n, ours.pairable], [11, pairable]);
});

Deno.test("krippendorffAlpha() has the interval and error of NumPy's resamples within 5 standard errors", () => {
  const cases = oracle.bootstrap.filter(({ name }) => name === "nominal");
  assert.equal(cases.length, 1);
  for (const { ratings, level, draws, ...expected } of cases) {
    const ours = krippendorffAlpha<number>(ratings, { level, resamples: draws });
    for (const name of ["low", "high", "standardError"] as const) {
      const [least, most] = expected[name];
      assert(
        least <= ours[name]! && ours[name]! <= most,
        `${name} ${ours[name]} is not in [${least}, ${most}]`,
      );
    }
  }
});

Deno.test("krippendorffAlpha() of complete nominal labels is Fleiss' kappa but for the number of labels", () => {
  fc.assert(fc.property(complete, (lists) => {
    const [{ value, pairable }, kappa] = [krippendorffAlpha(lists, FEW), fleissKappa(lists, FEW).value];
    if (value === null) return assert.equal(kappa, null);
    near(1 - value, (1 - kappa!) * (pairable - 1) / pairable, 1e-9);
  }));
});

Deno.test("krippendorffAlpha() is 1 where all agree on more than one label, without an interval", () => {
  fc.assert(fc.property(complete, ([labels]) => {
    const { value, low, reason } = krippendorffAlpha([labels, labels, labels], FEW);
    assert.equal(low, null);
    assert.equal(value, new Set(labels).size === 1 ? null : 1);
    assert.match(reason!, /says nothing about chance|however the items are resampled|more than 5 %/);
  }));
});

Deno.test("krippendorffAlpha() is in [-1, 1], says why where it gives nothing, and never gives NaN", () => {
  fc.assert(fc.property(ratings, (lists) => {
    const { value, low, high, standardError, reason, n, unjudged } = krippendorffAlpha(lists, FEW);
    for (const number of [value, low, high, standardError]) {
      assert(number === null || Number.isFinite(number));
    }
    if (value !== null) assert(-1 <= value && value <= 1);
    if (low !== null) assert(-1 <= low && low <= high! && high! <= 1);
    assert.equal(reason === null, low !== null);
    assert.equal(n + unjudged, lists[0].length);
  }));
});

Deno.test("krippendorffAlpha() does not depend on the order of items and reviewers, nor on single labels", () => {
  fc.assert(fc.property(ratings, seed, (lists, seed) => {
    const ours = krippendorffAlpha(lists, FEW);
    const single = lists.map((labels, reviewer) => [...labels, reviewer === 0 ? 3 : null]);
    for (const other of [mixedItems(lists, seed), shuffled(lists, seed), single]) {
      nearOrNull(krippendorffAlpha(other, FEW).value, ours.value, 1e-9);
    }
    nearOrNull(krippendorffAlpha(shuffled(lists, seed), FEW).low, ours.low, 1e-9);
  }));
});

Deno.test("krippendorffAlpha() does not depend on the names of labels", () => {
  fc.assert(fc.property(ratings, (lists) => {
    const other = krippendorffAlpha(renamed(lists, (label: number) => [7, -2, 5, 0][label]), FEW);
    const ours = krippendorffAlpha(lists, FEW);
    for (const name of ["value", "low", "high"] as const) nearOrNull(other[name], ours[name], 1e-9);
  }));
});

Deno.test("krippendorffAlpha() is undefined without pairs and where all labels are the same", () => {
  const none = krippendorffAlpha([["a", null], [null, "b"]]);
  assert.deepEqual([none.value, none.n, none.unjudged, none.reason], [null, 0, 2, "no item has two labels"]);
  // The other label has no partner.
  const same = krippendorffAlpha([["a", "a", "b"], ["a", "a", null]]);
  assert.deepEqual([same.value, same.low, same.pairable], [null, null, 4]);
  assert.equal(same.reason, 'all labels are "a", which says nothing about chance');
});

Deno.test("krippendorffAlpha() is a function of its seed", () => {
  const { ratings } = oracle.published.krippendorff;
  const find = (seed: number) => krippendorffAlpha<number>(ratings, { seed, resamples: 200 });
  assert.deepEqual(find(4), find(4));
  assert.notEqual(find(4).low, find(5).low);
});

Deno.test("krippendorffAlpha() refuses what it cannot do", () => {
  const words = [["a", "b"], ["a", "a"]];
  refused(() => krippendorffAlpha(words, { level: -1 }), /Cannot use level -1/);
  refused(() => krippendorffAlpha([["a"]]), /at least 2 are needed/);
});
