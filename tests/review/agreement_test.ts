import assert from "node:assert/strict";
import { agreementOf } from "codebias";
import { cohensKappa, fleissKappa, krippendorffAlpha } from "codebias/statistics/mod.ts";
import { reviewItems } from "./review_items.ts";

/** Labels as texts of one letter an item, `.` for none. */
function joined(labels: Readonly<Record<string, string>>) {
  const values: Readonly<Record<string, string>> = { b: "biased", f: "fair", u: "unclear" };
  const [first] = Object.values(labels);
  return {
    items: reviewItems(first.length),
    reviewers: Object.keys(labels),
    ratings: Object.values(labels).map((text) => [...text].map((letter) => values[letter] ?? null)),
  };
}

const two = joined({ Ada: "bbbbffffff", Bo: "bbbfffffff" });
const three = joined({ Ada: "bbffuf.b", Bo: "bfffbf.b", Cy: "bbfbf.f." });

Deno.test("agreementOf() two reviewers is what one computes by hand", () => {
  const { percent, pairs, fleiss, alpha, disagreements, conflicts } = agreementOf(two);
  assert.deepEqual([percent.value, percent.n], [0.9, 10]);
  const kappa = (0.9 - (0.4 * 0.3 + 0.6 * 0.7)) / (1 - (0.4 * 0.3 + 0.6 * 0.7));
  const scott = (0.9 - (0.35 ** 2 + 0.65 ** 2)) / (1 - (0.35 ** 2 + 0.65 ** 2));
  const close = (a: number | null, b: number) => assert.ok(Math.abs(a! - b) < 1e-12, `${a} ${b}`);
  close(pairs[0].value, kappa);
  close(fleiss!.value, scott);
  close(alpha.value, 1 - 0.1 * 19 / (2 * 7 * 13 / 20)); // observed 0.1, expected 2 · 7 · 13 / (20 · 19)
  for (const { value, low, high } of [percent, pairs[0], fleiss!, alpha]) {
    assert.ok(low! <= value! && value! <= high!);
  }
  assert.deepEqual(disagreements.map(({ id, labels }) => [id, labels]), [["item-4", {
    Ada: "biased",
    Bo: "fair",
  }]]);
  assert.deepEqual(conflicts, disagreements);
});

Deno.test("agreementOf() three reviewers takes what there is of each measure", () => {
  const { pairs, fleiss, alpha, percent } = agreementOf(three, { seed: 5, level: 0.9 });
  const [a, b, c] = three.ratings;
  assert.deepEqual(pairs.map(({ reviewers }) => reviewers.join()), ["Ada,Bo", "Ada,Cy", "Bo,Cy"]);
  assert.deepEqual(pairs[1], { reviewers: ["Ada", "Cy"], ...cohensKappa(a, c, { level: 0.9 }) });
  assert.deepEqual(alpha, krippendorffAlpha([a, b, c], { seed: 5, level: 0.9 }));
  const whole = three.ratings.map((labels) => labels.slice(0, 5));
  assert.deepEqual(fleiss, fleissKappa(whole, { seed: 5, level: 0.9 }));
  assert.deepEqual([fleiss!.n, percent.n, percent.level], [5, 7, 0.9]); // item 7 has one label
});

Deno.test("agreementOf() tells majorities from conflicts", () => {
  const { items, disagreements, conflicts } = agreementOf(three);
  assert.deepEqual(items.map(({ majority }) => majority), [
    "biased",
    "biased",
    "fair",
    "fair",
    null,
    "fair",
    "fair",
    "biased",
  ]);
  assert.deepEqual(disagreements.map(({ id }) => id), ["item-2", "item-4", "item-5"]);
  assert.deepEqual(conflicts.map(({ id }) => id), ["item-5"]);
  assert.deepEqual(items[6], { id: "item-7", labels: { Cy: "fair" }, majority: "fair", conflict: false });
});

Deno.test("agreementOf() is the same for the same seed", () => {
  assert.deepEqual(agreementOf(three, { seed: 3 }), agreementOf(three, { seed: 3 }));
  assert.notDeepEqual(agreementOf(three, { seed: 3 }).alpha, agreementOf(three, { seed: 4 }).alpha);
});

Deno.test("agreementOf() refuses reviewers whose items do not overlap, and names them", () => {
  const message =
    "Cannot compare Ada with Bo: they labelled no item in common; have them label some of the same ones";
  assert.throws(() => agreementOf(joined({ Ada: "bf..", Bo: "..bf" })), { name: "RangeError", message });
  const apart = joined({ Ada: "bf..", Bo: "bf..", Cy: "..bf" });
  assert.throws(() => agreementOf(apart), {
    name: "RangeError",
    message: /^Cannot compare Cy with Ada or Bo: /,
  });
  assert.throws(() => agreementOf(joined({ Ada: "bf", Bo: ".." })), {
    name: "RangeError",
    message: /Ada with Bo/,
  });
});

Deno.test("agreementOf() says nothing of two who share no item, if a third shares some with each", () => {
  const { pairs, fleiss, alpha } = agreementOf(joined({ Ada: "bbff..", Bo: "bbffbf", Cy: "....bf" }));
  assert.deepEqual([pairs[1].value, pairs[1].n], [null, 0]);
  assert.equal(pairs[1].reason, "no item has a label of both reviewers");
  assert.equal(fleiss, null);
  assert.equal(alpha.value, 1);
});

Deno.test("agreementOf() refuses one reviewer alone, and a level that is none", () => {
  const message = /Cannot compute agreement of 1 reviewer/;
  assert.throws(() => agreementOf(joined({ Ada: "bf" })), { name: "RangeError", message });
  assert.throws(() => agreementOf(two, { level: 1 }), { name: "RangeError", message: /level/ });
});

Deno.test("agreementOf() reviewers who all say the same has no kappa and says why", () => {
  const { percent, pairs, alpha } = agreementOf(joined({ Ada: "ffff", Bo: "ffff" }));
  assert.deepEqual([percent.value, pairs[0].value, alpha.value], [1, null, null]);
  assert.ok(pairs[0].reason && alpha.reason);
});
