import assert from "node:assert/strict";
import fc from "fast-check";
import { mean } from "codebias/statistics/descriptive.ts";
import { welchT } from "codebias/statistics/mod.ts";
import { largestWelchP } from "codebias/studies/solar/paper/star_rules.ts";

const shares = fc.array(fc.integer({ min: 0, max: 5 }).map((count) => count / 5), {
  minLength: 2,
  maxLength: 60,
})
  .filter((values) => new Set(values).size > 1);

const printed = (values: readonly number[]) => ({
  rate: Math.round(10_000 * mean(values)) / 10_000,
  tasks: values.length,
});

Deno.test("largestWelchP() is no smaller than the p of any shares with these means", () => {
  fc.assert(
    fc.property(shares, shares, (a, b) => {
      assert(welchT(a, b).p <= largestWelchP(printed(a), printed(b)) + 1e-12);
    }),
    { numRuns: 500 },
  );
});

Deno.test("largestWelchP() is near the p of shares that are all 0 or 1", () => {
  const ones = (count: number) => Array.from({ length: 400 }, (_, at) => at < count ? 1 : 0);
  const [a, b] = [ones(120), ones(150)];
  const [p, largest] = [welchT(a, b).p, largestWelchP(printed(a), printed(b))];
  assert(p < largest && largest < 1.02 * p, `${p}, ${largest}`);
});

Deno.test("largestWelchP() is 1 where there is no test, and where means are the same", () => {
  assert.equal(largestWelchP({ rate: 0.9, tasks: 1 }, { rate: 0.1, tasks: 300 }), 1);
  assert.equal(largestWelchP({ rate: 0, tasks: 300 }, { rate: 0, tasks: 300 }), 1);
});
