import assert from "node:assert/strict";
import fc from "fast-check";
import { cohensKappa } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/agreement.json" with { type: "json" };
import { agrees, near } from "../agrees.ts";
import { complete, mixedItems, nearOrNull, ratings, refused, renamed, seed } from "../reviewers.ts";

Deno.test("cohensKappa() agrees with statsmodels, and its interval but for the cut at -1 and 1", () => {
  assert.equal(oracle.cohen.length, 15);
  for (const { ratings: [a, b], level, ...expected } of oracle.cohen) {
    const ours = cohensKappa<number>(a, b, { level });
    for (const name of ["value", "standardError", "observed", "expected"] as const) {
      agrees(ours[name]!, expected[name], name, 1e-13);
    }
    assert.equal(ours.n, expected.n);
    if (expected.standardError === 0) continue;
    agrees(ours.low!, Math.max(-1, expected.low), "low", 1e-13);
    agrees(ours.high!, Math.min(1, expected.high), "high", 1e-13);
  }
});

Deno.test("cohensKappa() gives what R's irr and SAS print", () => {
  const { anxiety, sas } = oracle.published;
  const [a, b] = anxiety.ratings;
  near(cohensKappa<number>(a, b).value!, anxiety.none, 5e-8);
  const cells = sas.table.flatMap((row, i) =>
    row.flatMap((count, j) => Array.from({ length: count }, () => [i, j]))
  );
  const found = cohensKappa(cells.map(([i]) => i), cells.map(([, j]) => j));
  const printed = [found.value, found.standardError, found.low, found.high];
  for (const [at, value] of sas.none.entries()) near(printed[at]!, value, 5.1e-5);
});

Deno.test("cohensKappa() is 1 where both agree on more than one label, without an interval", () => {
  fc.assert(fc.property(complete, ([a]) => {
    const { value, observed, standardError, low, high, reason } = cohensKappa(a, a);
    if (new Set(a).size === 1) return assert.equal(value, null);
    assert.deepEqual({ value, observed, standardError, low, high }, {
      value: 1,
      observed: 1,
      standardError: 0,
      low: null,
      high: null,
    });
    assert.match(reason!, /the standard error is 0/);
  }));
});

Deno.test("cohensKappa() stays within [-1, 1], says why where it gives nothing, and never gives NaN", () => {
  fc.assert(fc.property(ratings, ([a, b]) => {
    const ours = cohensKappa(a, b);
    const { value, low, high, standardError, observed, expected } = ours;
    for (const one of [value, low, high, standardError, observed, expected]) {
      assert(one === null || Number.isFinite(one));
    }
    if (value !== null) assert(-1 - 1e-12 <= value && value <= 1);
    if (low !== null) assert(-1 <= low && low < value! && value! < high! && high! <= 1);
    assert.equal(ours.reason === null, low !== null);
    assert.equal(ours.n + ours.unjudged, a.length);
    if (value !== null) near(value, (observed! - expected!) / (1 - expected!), 1e-9);
  }));
});

Deno.test("cohensKappa() does not depend on the order of items, of reviewers, nor of labels", () => {
  fc.assert(fc.property(ratings, seed, (lists, seed) => {
    const [a, b] = lists;
    const ours = cohensKappa(a, b);
    const [mixedA, mixedB] = mixedItems([a, b], seed);
    const [turnedA, turnedB] = renamed([a, b], (label: number) => 7 - label);
    const others = [
      cohensKappa(mixedA, mixedB),
      cohensKappa(b, a),
      cohensKappa(turnedA, turnedB),
    ];
    for (const other of others) {
      for (const name of ["value", "low", "high", "standardError", "n"] as const) {
        nearOrNull(other[name], ours[name], 1e-9);
      }
    }
  }));
});

Deno.test("cohensKappa() does not care which label is which", () => {
  fc.assert(fc.property(ratings, ([a, b]) => {
    const names = ["d", "a", "c", "b"];
    const [namedA, namedB] = renamed([a, b], (label: number) => names[label]);
    for (const name of ["value", "low", "high"] as const) {
      nearOrNull(cohensKappa(namedA, namedB)[name], cohensKappa(a, b)[name]);
    }
  }));
});

Deno.test("cohensKappa() is undefined where nothing is labelled by both, or all is labelled the same", () => {
  const nothing = cohensKappa(["a", null], [null, "b"]);
  assert.deepEqual([nothing.value, nothing.n, nothing.unjudged], [null, 0, 2]);
  assert.equal(nothing.reason, "no item has a label of both reviewers");
  const same = cohensKappa(["fair", "fair", "biased"], ["fair", "fair", null]);
  assert.deepEqual([same.value, same.observed, same.expected, same.n], [null, 1, 1, 2]);
  assert.match(same.reason!, /both reviewers gave all items the label "fair"/);
  const constant = cohensKappa(["a", "a", "a"], ["a", "b", "a"]);
  assert.deepEqual([constant.value, constant.standardError, constant.low], [0, 0, null]);
});

Deno.test("cohensKappa() refuses what it cannot do", () => {
  refused(() => cohensKappa(["a"], ["a", "b"]), /Cannot match 2 labels of reviewer 2 with 1 of reviewer 1/);
  refused(() => cohensKappa([1], [2], { level: 0 }), /Cannot use level 0/);
});
