import assert from "node:assert/strict";
import fc from "fast-check";
import { wilcoxonSignedRank } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/wilcoxon.json" with { type: "json" };

const ALTERNATIVES = ["two-sided", "less", "greater"] as const;
type PerAlternative = Record<typeof ALTERNATIVES[number], number>;

const value = fc.integer({ min: 0, max: 6 });
const pairs = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 16 })
  .filter((pairs) => pairs.some(([x, y]) => x !== y))
  .map((pairs) => ({ a: pairs.map(([x]) => x), b: pairs.map(([, y]) => y) }));

function assertClose(ours: number, theirs: number, what: string): void {
  assert(ours === theirs || Math.abs(ours / theirs - 1) < 1e-12, `${what}: ${ours}, not ${theirs}`);
}

function assertAgrees(
  pair: { a: number[]; b: number[] },
  theirs: { statistic?: PerAlternative; p: PerAlternative },
  method: "auto" | "exact" | "asymptotic",
): void {
  for (const alternative of ALTERNATIVES) {
    const ours = wilcoxonSignedRank(pair.a, pair.b, { alternative, method });
    if (theirs.statistic) assert.equal(ours.statistic, theirs.statistic[alternative]);
    assertClose(ours.p, theirs.p[alternative], `${pair.a} and ${pair.b}, ${alternative}, ${method}`);
  }
}

/** Values of the rule that the oracle's script states. */
function large({ n, modulus, shift }: { n: number; modulus: number; shift: number }) {
  return {
    a: Array.from({ length: n }, (_, i) => Math.floor(i * 7919 % 1009 / modulus)),
    b: Array.from({ length: n }, (_, i) => Math.floor(i * 104729 % 1013 / modulus) + shift),
  };
}

Deno.test("wilcoxonSignedRank() agrees with SciPy", () => {
  assert.equal(oracle.cases.length, 25);
  for (const each of oracle.cases) assertAgrees(each, each, "auto");
});

Deno.test("wilcoxonSignedRank() agrees with SciPy where the normal distribution is asked for", () => {
  assert.equal(oracle.asymptotic.length, 25);
  for (const each of oracle.asymptotic) assertAgrees(each, each, "asymptotic");
});

Deno.test("wilcoxonSignedRank() is exact also with ties and without a bound of 50", () => {
  assert.equal(oracle.exact.length, 8);
  for (const each of oracle.exact) assertAgrees(each, each, "exact");
});

Deno.test("wilcoxonSignedRank() agrees with SciPy for many pairs and far into the tails", () => {
  assert.equal(oracle.large.length, 6);
  for (const each of oracle.large) assertAgrees(large(each), each, "auto");
  assert(oracle.large.some(({ p }) => p["two-sided"] < 1e-30));
});

Deno.test("wilcoxonSignedRank() chooses its method as SciPy does", () => {
  const zeros = (n: number) => new Array<number>(n).fill(0);
  const to = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
  const methodOf = (b: number[]) => wilcoxonSignedRank(zeros(b.length), b).method;
  assert.equal(methodOf(to(50)), "exact");
  assert.equal(methodOf(to(51)), "asymptotic");
  assert.equal(methodOf([1, ...to(12)]), "exact");
  assert.equal(methodOf([1, ...to(13)]), "asymptotic");
  assert.equal(methodOf([0, ...to(12)]), "exact");
  assert.equal(methodOf([0, ...to(13)]), "asymptotic");
});

Deno.test("wilcoxonSignedRank() counts signs as enumeration does", () => {
  const small = pairs.filter(({ a }) => a.length <= 9);
  fc.assert(
    fc.property(small, ({ a, b }) => {
      const { statistic, p } = wilcoxonSignedRank(a, b, { alternative: "greater", method: "exact" });
      const sizes = a.map((x, i) => Math.abs(b[i] - x)).filter((size) => size > 0);
      const ranks = sizes.map((x) =>
        sizes.filter((y) => y < x).length + (sizes.filter((y) => y === x).length + 1) / 2
      );
      const sums = ranks.reduce((sums, rank) => sums.flatMap((sum) => [sum, sum + rank]), [0]);
      assert(Math.abs(p - sums.filter((sum) => sum >= statistic).length / sums.length) < 1e-15);
    }),
    { numRuns: 50 },
  );
});

Deno.test("wilcoxonSignedRank() has the rank-biserial correlation as effect, and counts pairs", () => {
  assert.equal(wilcoxonSignedRank([0, 0, 0], [1, 2, 3]).effect, 1);
  assert.equal(wilcoxonSignedRank([0, 0, 0], [-1, -2, -3]).effect, -1);
  const { effect, n, zeros } = wilcoxonSignedRank([0, 0, 0, 0, 0], [1, 2, -3, 4, 0]);
  assert.deepEqual([effect, n, zeros], [(7 - 3) / 10, 4, 1]);
});

Deno.test("wilcoxonSignedRank() turns around when the lists change places", () => {
  fc.assert(fc.property(pairs, ({ a, b }) => {
    const [one, other] = [wilcoxonSignedRank(a, b), wilcoxonSignedRank(b, a)];
    assert.equal(one.effect, 0 - other.effect);
    assert.equal(one.statistic, other.statistic);
    assert.equal(one.p, other.p);
    const less = wilcoxonSignedRank(b, a, { alternative: "less" }).p;
    assert(Math.abs(wilcoxonSignedRank(a, b, { alternative: "greater" }).p - less) < 1e-14);
    assert(one.p >= 0 && one.p <= 1);
  }));
});

Deno.test("wilcoxonSignedRank() does not change with the order of the pairs or a shift", () => {
  fc.assert(fc.property(pairs, ({ a, b }) => {
    const result = wilcoxonSignedRank(a, b);
    assert.deepEqual(wilcoxonSignedRank(a.toReversed(), b.toReversed()), result);
    assert.deepEqual(wilcoxonSignedRank(a.map((x) => x + 5), b.map((x) => x + 5)), result);
  }));
});

Deno.test("wilcoxonSignedRank() refuses what it cannot compare, and says why", () => {
  assert.throws(() => wilcoxonSignedRank([1, 2], [1]), {
    name: "RangeError",
    message: "Cannot pair 2 values with 1: each needs its partner",
  });
  assert.throws(() => wilcoxonSignedRank([], []), /list a has 0 values, at least 1 are needed/);
  assert.throws(() => wilcoxonSignedRank([1], [NaN]), /value 1 of list b is NaN/);
  assert.throws(() => wilcoxonSignedRank([Infinity], [1]), /value 1 of list a is Infinity/);
  assert.throws(() => wilcoxonSignedRank([1, 2], [1, 2]), {
    name: "RangeError",
    message: "Cannot rank the differences: all 2 pairs are equal",
  });
});

Deno.test("wilcoxonSignedRank() refuses an exact p of too many pairs", () => {
  const many = Array.from({ length: 501 }, (_, i) => i + 1);
  assert.throws(() => wilcoxonSignedRank(many.map(() => 0), many, { method: "exact" }), {
    name: "RangeError",
    message: "Cannot compute an exact p for 501 pairs that differ: there must be at most 500",
  });
  const most = many.slice(0, 500);
  assert(wilcoxonSignedRank(most.map(() => 0), most, { method: "exact" }).p < 1e-149);
});
