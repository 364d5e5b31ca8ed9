import assert from "node:assert/strict";
import fc from "fast-check";
import { majorityLabels } from "codebias/statistics/mod.ts";
import { mixedItems, ratings, refused, renamed, seed, shuffled } from "../reviewers.ts";

Deno.test("majorityLabels() gives the label of more than half of an item's labels, and no other", () => {
  fc.assert(fc.property(ratings, (lists) => {
    const found = majorityLabels(lists);
    assert.equal(found.length, lists[0].length);
    for (const [item, { label, conflict, n, votes }] of found.entries()) {
      const given = lists.map((labels) => labels[item]).filter((one) => one !== null);
      const times = given.map((one) => given.filter((other) => other === one).length);
      assert.deepEqual([n, votes], [given.length, Math.max(0, ...times)]);
      assert.equal(conflict, n > 0 && votes <= n / 2);
      assert.equal(label, given[times.findIndex((count) => count > n / 2)] ?? null);
    }
  }));
});

Deno.test("majorityLabels() does not depend on the order of reviewers, and follows items and names", () => {
  fc.assert(fc.property(ratings, seed, (lists, seed) => {
    const found = majorityLabels(lists);
    assert.deepEqual(majorityLabels(shuffled(lists, seed)), found);
    assert.deepEqual(majorityLabels(mixedItems(lists, seed)), shuffled(found, seed));
    const named = found.map((one) => ({ ...one, label: one.label === null ? null : `label ${one.label}` }));
    assert.deepEqual(majorityLabels(renamed(lists, (label) => `label ${label}`)), named);
  }));
});

Deno.test("majorityLabels() calls half of the labels, and most of three kinds, a conflict", () => {
  const found = majorityLabels([
    ["a", "a", "a", null, false],
    ["a", "b", "a", null, false],
    ["b", null, "b", null, null],
    [null, null, "c", null, null],
  ].map((labels) => labels.slice(0, 4) as (string | null)[]));
  assert.deepEqual(found.map(({ label, conflict }) => [label, conflict]), [
    ["a", false],
    [null, true],
    [null, true],
    [null, false],
  ]);
  assert.deepEqual(majorityLabels([[false, null]]).map(({ label }) => label), [false, null]);
  refused(() => majorityLabels([]), /labels of 0 reviewers: at least 1/);
});
