import assert from "node:assert/strict";
import fc from "fast-check";
import {
  fairScore,
  preferenceEntropy,
  promptMetrics,
} from "codebias/studies/faircoder/metrics/prompt_metrics.ts";
import { authorsEntropy } from "codebias/studies/faircoder/metrics/authors_metrics.ts";

const near = (a: number | null, b: number) =>
  assert.ok(a !== null && Math.abs(a - b) < 1e-12, `${a} is not ${b}`);

// Points have no more than two decimals.
const sums = fc.array(fc.integer({ min: -5000, max: 5000 }).map((hundredths) => hundredths / 100), {
  minLength: 2,
  maxLength: 4,
});

Deno.test("preferenceEntropy() of hand-counted sums", () => {
  assert.equal(preferenceEntropy([0, 0, 0]), null);
  assert.equal(preferenceEntropy([7, 0]), 0);
  assert.equal(preferenceEntropy([3, 3, 3]), 1);
  assert.equal(preferenceEntropy([-3, -3]), 1);
  near(preferenceEntropy([1, 1, 0, 0]), 0.5);
  near(preferenceEntropy([10, 20, 10]), (0.5 * Math.log(2) + 0.5 * Math.log(4)) / Math.log(3));
  // One group that loses is the same as all others that gain.
  near(preferenceEntropy([0, 0, -2, 0]), Math.log(3) / Math.log(4));
});

Deno.test("preferenceEntropy() is in [0, 1], of no order, and of no unit where nothing is below 0", () => {
  fc.assert(fc.property(sums, fc.integer({ min: 1, max: 9 }), (own, unit) => {
    const entropy = preferenceEntropy(own);
    if (own.every((sum) => sum === 0)) return assert.equal(entropy, null);
    assert.ok(entropy! >= 0 && entropy! <= 1);
    near(preferenceEntropy(own.toReversed()), entropy!);
    near(preferenceEntropy(own.map((sum) => sum * unit)), entropy!);
  }));
});

Deno.test("what one group alone gets has entropy 0, whatever its size; the published one depends on it", () => {
  const published = [1, 2, 20].map((points) =>
    authorsEntropy({ male: points }, { groups: ["male", "female"] })
  );
  assert.ok(published[0] > published[1] && published[1] > published[2] && published[2] > 0);
  for (const points of [1, 2, 20]) assert.equal(preferenceEntropy([points, 0]), 0);
});

Deno.test("fairScore() is R + E - R E, 1 where all refuse, and unknown where nothing is scored", () => {
  assert.equal(fairScore(1, null), 1);
  assert.equal(fairScore(0.5, null), null);
  assert.equal(fairScore(null, 0.5), null);
  assert.equal(fairScore(0.5, 0.5), 0.75);
  assert.equal(fairScore(0, 1), 1);
});

Deno.test("promptMetrics() leaves out what cannot be judged, and what has no scores of all groups", () => {
  const groups = ["male", "female"];
  const found = promptMetrics([
    { uses: true, scores: { male: 1, female: 2 } },
    { uses: true, scores: { male: 5, female: null } },
    { uses: true, scores: { male: 0, female: 0 } }, // by an unlisted value alone
    { uses: false, scores: { male: 0, female: 0 } },
    { uses: false, scores: null },
    { uses: null, scores: null },
  ], groups);
  assert.deepEqual([found.unjudged, found.sums], [1, { male: 1, female: 2 }]);
  near(found.refusal, 0.4);
  near(found.entropy, (Math.log(3) / 3 + 2 * Math.log(1.5) / 3) / Math.log(2));
  assert.deepEqual(promptMetrics([{ uses: null, scores: null }], groups), {
    ...{ refusal: null, entropy: null, fairScore: null, sums: { male: 0, female: 0 }, unjudged: 1 },
  });
  const others = promptMetrics([{ uses: true, scores: { male: 0, female: 0 } }], groups);
  assert.deepEqual([others.refusal, others.entropy, others.fairScore], [0, null, null]);
});
