import assert from "node:assert/strict";
import fc from "fast-check";
import { brownForsythe, checkAssumptions, shapiroWilk } from "codebias/statistics/mod.ts";

/** Values that lie as those of a normal sample would, about. */
function bell(n: number, scale = 1, center = 0): number[] {
  return Array.from({ length: n }, (_, at) => {
    const share = (at + 0.5) / n;
    return center + scale * (share ** 0.135 - (1 - share) ** 0.135) / 0.1975;
  });
}

/** A long tail to the right. */
function skewed(n: number): number[] {
  return Array.from({ length: n }, (_, at) => Math.exp(8 * (at + 0.5) / n));
}

const named = (a: readonly number[], b: readonly number[], paired = false) =>
  checkAssumptions(a, b, { paired }).map(({ assumption, of }) => `${assumption}: ${of}`);

Deno.test("checkAssumptions() finds nothing wrong with normal values of equal variance", () => {
  for (const n of [3, 10, 30, 100]) {
    assert.deepEqual(checkAssumptions(bell(n), bell(n + 1, 1, 5)), []);
    assert.deepEqual(
      checkAssumptions(bell(n), bell(n).map((value) => 1.5 * value + 3), { paired: true }),
      [],
    );
  }
});

Deno.test("checkAssumptions() names the group that is not normal, with the test and its p", () => {
  const [a, b] = [bell(20), skewed(20).map((value) => value / 800)];
  const [failed, ...others] = checkAssumptions(a, b);
  assert.deepEqual(others, []);
  assert.deepEqual({ ...failed, advice: "" }, {
    assumption: "normality",
    of: "b",
    test: "Shapiro-Wilk test",
    p: shapiroWilk(b).p,
    advice: "",
  });
  assert.match(
    failed.advice,
    /^The 20 values of b are too few .* take Mann-Whitney's test or a permutation test\.$/,
  );
});

Deno.test("checkAssumptions() says that means of 30 values and more are near normal", () => {
  const [few] = checkAssumptions(skewed(29), skewed(29));
  const [many] = checkAssumptions(skewed(30), skewed(30));
  assert.match(few.advice, /too few/);
  assert.match(
    many.advice,
    /^The mean of 30 values is near normal unless a few extreme ones dominate, so t may stand/,
  );
});

Deno.test("checkAssumptions() advises Welch's test if variances differ", () => {
  const [a, b] = [bell(25), bell(40, 4)];
  const [failed, ...others] = checkAssumptions(a, b);
  assert.deepEqual(others, []);
  assert.deepEqual([failed.assumption, failed.of, failed.test], [
    "equal variances",
    "a and b",
    "Brown-Forsythe test",
  ]);
  assert.equal(failed.p, brownForsythe([a, b]).p);
  assert.match(failed.advice, /Welch/);
});

Deno.test("checkAssumptions() of pairs looks at their differences alone", () => {
  const a = skewed(20);
  assert.deepEqual(checkAssumptions(a, bell(20).map((value, at) => value + a[at]), { paired: true }), []);
  const skewedDifferences = bell(20).map((value, at) => value + a[at]);
  const [failed, ...others] = checkAssumptions(bell(20), skewedDifferences, { paired: true });
  assert.deepEqual(others, []);
  assert.deepEqual([failed.assumption, failed.of], ["normality", "b − a"]);
  assert.match(failed.advice, /take Wilcoxon's signed-rank test or a permutation test/);
});

Deno.test("checkAssumptions() sends two-valued data to tests of counts", () => {
  const zeros = new Array<number>(10).fill(0);
  const mixed = [0, 1, 1, 0, 1, 1, 1, 0, 1, 1];
  for (const [a, b] of [[mixed, zeros], [mixed, mixed], [zeros, zeros.map(() => 1)]]) {
    const [apart, ...others] = checkAssumptions(a, b);
    assert.deepEqual(others, []);
    assert.deepEqual([apart.assumption, apart.test, apart.p], ["continuous values", null, null]);
    assert.match(
      apart.advice,
      /normality cannot be tested .* Newcombe's interval and Fisher's exact test\.$/,
    );
    const [pairs, ...more] = checkAssumptions(a, b, { paired: true });
    assert.deepEqual(more, []);
    assert.match(pairs.advice, /Newcombe's interval for pairs and McNemar's test\.$/);
  }
});

Deno.test("checkAssumptions() reports ties rather than the normality they spoil", () => {
  const rates = [0, 0.2, 0.4, 0.4, 0.6, 0.6, 0.6, 0.8, 0.8, 0.8, 1, 1];
  const [failed] = checkAssumptions(rates, bell(12));
  assert.deepEqual([failed.assumption, failed.of, failed.p], ["no ties", "a", null]);
  assert.equal(failed.advice, "The 12 values of a take only 6 different ones: take a permutation test.");
  const many = checkAssumptions([...rates, ...rates, ...rates], bell(36, 0.3));
  assert.match(many[0].advice, /^The mean of 36 values is near normal/);
});

Deno.test("checkAssumptions() takes differences as tied that differ by rounding", () => {
  const a = [0.2, 0.4, 0.6, 0.2, 0.4, 0.6, 0.8, 0.1];
  const b = [0.4, 0.6, 0.8, 0.6, 0.8, 1, 1, 0.3];
  assert(new Set(b.map((value, at) => value - a[at])).size > 4);
  assert.deepEqual(named(a, b, true), ["no ties: b − a"]);
});

Deno.test("checkAssumptions() reports constant values", () => {
  assert.deepEqual(named([1, 1, 1, 1], [1, 1, 1, 1]), ["variation: a", "variation: b"]);
  assert.deepEqual(named([2, 2, 2, 2, 2], bell(5, 0.01)), ["variation: a"]);
  assert.deepEqual(named([1, 2, 3, 5], [2, 3, 4, 6], true), ["variation: b − a"]);
  assert.match(checkAssumptions([1, 2, 3], [1, 2, 3], { paired: true })[0].advice, /t is not defined/);
});

Deno.test("checkAssumptions() says which group has too few values, and tests nothing then", () => {
  assert.deepEqual(named([1, 2], skewed(20)), ["enough values: a"]);
  assert.deepEqual(named([], [1]), ["enough values: a", "enough values: b"]);
  assert.deepEqual(named([1, 2], [3, 5], true), ["enough values: b − a"]);
  assert.match(checkAssumptions([1, 2], [1, 2, 3])[0].advice, /^Only 2 of 3 or more values are there/);
});

Deno.test("checkAssumptions() fails an assumption only below alpha", () => {
  const [a, b] = [bell(25), bell(25, 1.9)];
  const { p } = brownForsythe([a, b]);
  assert.deepEqual(checkAssumptions(a, b, { alpha: p }), []);
  assert.equal(checkAssumptions(a, b, { alpha: p * 1.0001 })[0].assumption, "equal variances");
});

Deno.test("checkAssumptions() does not test more than 5000 values for normality", () => {
  const many = skewed(5001);
  assert.deepEqual(checkAssumptions(many, many), []);
  assert.deepEqual(named(skewed(5000), many), ["normality: a"]);
});

Deno.test("checkAssumptions() answers for any finite values, in one sentence each", () => {
  const values = fc.array(
    fc.oneof(fc.integer({ min: 0, max: 2 }), fc.double({ min: -9, max: 9, noNaN: true })),
    {
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(values, values, fc.boolean(), (a, b, paired) => {
      const n = Math.min(a.length, b.length);
      const found = checkAssumptions(paired ? a.slice(0, n) : a, paired ? b.slice(0, n) : b, { paired });
      for (const { test, p, advice } of found) {
        assert.equal(test === null, p === null);
        assert(p === null || (0 <= p && p < 0.05));
        assert.match(advice, /^[A-Z][^.]*(?:\d\.\d[^.]*)?\.$/);
      }
    }),
    { numRuns: 2000 },
  );
});

Deno.test("checkAssumptions() refuses what it cannot judge, and says why", () => {
  const refusals: [() => unknown, string | RegExp][] = [
    [() => checkAssumptions([1, NaN], [1, 2]), /^Cannot compute with NaN: value 2 of group a is NaN/],
    [
      () => checkAssumptions([1, 2], [Infinity]),
      /^Cannot compute with Infinity: value 1 of group b is Infinity/,
    ],
    [
      () => checkAssumptions([1], [1, 2], { paired: true }),
      "Cannot pair 1 values with 2: each needs its partner",
    ],
    [() => checkAssumptions([1], [2], { alpha: 0 }), "Cannot use level 0: it must be in (0, 1)"],
    [() => checkAssumptions([1], [2], { alpha: 5 }), "Cannot use level 5: it must be in (0, 1)"],
  ];
  for (const [refused, message] of refusals) assert.throws(refused, { name: "RangeError", message });
});

Deno.test("checkAssumptions() finds no variation in pairs whose differences vary by rounding alone", () => {
  const a = [1000.1, 2000.2, 3000.3, 4000.7];
  const failed = checkAssumptions(a, a.map((value) => value + 0.1), { paired: true });
  assert.deepEqual(failed.map(({ assumption, of }) => [assumption, of]), [["variation", "b − a"]]);
});
