import assert from "node:assert/strict";
import fc from "fast-check";
import {
  sdOfCounts,
  sdOfFrequencies,
  unfairnessScore,
} from "codebias/studies/liu/metrics/fairness_scores.ts";

Deno.test("unfairnessScore() is undefined for none, 1 or -1 for one", () => {
  assert.equal(unfairnessScore(0, 0), null);
  assert.equal(unfairnessScore(3, 0), 1);
  assert.equal(unfairnessScore(0, 3), -1);
  assert.equal(unfairnessScore(4, 3), 0.25);
  assert.equal(unfairnessScore(5, 5), 0);
});

const count = fc.nat(500);

Deno.test("unfairnessScore() changes its sign with the order, stays in [-1, 1], and is the same of shares", () => {
  fc.assert(fc.property(count, count, fc.integer({ min: 1, max: 9 }), (a, b, times) => {
    const [one, turned] = [unfairnessScore(a, b), unfairnessScore(b, a)];
    assert.equal(unfairnessScore(a * times, b * times), one);
    if (one === null) return assert.equal(turned, null);
    assert.equal(one + turned!, 0);
    assert(Math.abs(one) <= 1);
  }));
});

Deno.test("sdOfCounts() divides by the number of demographics", () => {
  assert.equal(sdOfCounts([]), null);
  assert.equal(sdOfCounts([7]), 0);
  assert.equal(sdOfCounts([2, 4]), 1);
  assert(Math.abs(sdOfCounts([1, 2, 3, 4])! - Math.sqrt(1.25)) < 1e-12);
});

Deno.test("sdOfFrequencies() is at most a half, and that of counts times the biased rows is theirs", () => {
  const counts = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 12 });
  fc.assert(fc.property(counts, fc.nat(50), (given, more) => {
    const biased = Math.max(...given) + more;
    const sd = sdOfFrequencies(given, biased)!;
    assert(sd >= 0 && sd <= 0.5);
    assert(Math.abs(sd * biased - sdOfCounts(given)!) < 1e-9);
  }));
  assert.equal(sdOfFrequencies([], 0), null);
});
