import assert from "node:assert/strict";
import fc from "fast-check";
import { mannWhitney } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/mann_whitney.json" with { type: "json" };

const ALTERNATIVES = ["two-sided", "less", "greater"] as const;

const group = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 12 });
const groups = fc.tuple(group, group).filter(([a, b]) => new Set([...a, ...b]).size > 1);

function assertClose(ours: number, theirs: number, what: string): void {
  assert(ours === theirs || Math.abs(ours / theirs - 1) < 1e-12, `${what}: ${ours}, not ${theirs}`);
}

function assertAgrees(
  pair: { a: number[]; b: number[] },
  theirs: { statistic: number; p: Record<typeof ALTERNATIVES[number], number> },
  method: "auto" | "exact" | "asymptotic",
): void {
  for (const alternative of ALTERNATIVES) {
    const ours = mannWhitney(pair.a, pair.b, { alternative, method });
    assert.equal(ours.statistic, theirs.statistic);
    assertClose(ours.p, theirs.p[alternative], `${pair.a} against ${pair.b}, ${alternative}, ${method}`);
  }
}

/** Values of the rule that the oracle's script states. */
function large({ n, m, modulus, shift }: { n: number; m: number; modulus: number; shift: number }) {
  return {
    a: Array.from({ length: n }, (_, i) => Math.floor(i * 7919 % 1009 / modulus)),
    b: Array.from({ length: m }, (_, i) => Math.floor(i * 104729 % 1013 / modulus) + shift),
  };
}

Deno.test("mannWhitney() agrees with SciPy", () => {
  assert.equal(oracle.cases.length, 25);
  for (const each of oracle.cases) assertAgrees(each, each, "auto");
});

Deno.test("mannWhitney() agrees with SciPy where the normal distribution is asked for", () => {
  assert.equal(oracle.asymptotic.length, 25);
  for (const each of oracle.asymptotic) assertAgrees(each, each, "asymptotic");
});

Deno.test("mannWhitney() agrees with SciPy where the exact distribution is asked for", () => {
  assert.equal(oracle.exact.length, 6);
  for (const each of oracle.exact) assertAgrees(each, each, "exact");
});

Deno.test("mannWhitney() agrees with SciPy for large groups and far into the tails", () => {
  assert.equal(oracle.large.length, 8);
  for (const each of oracle.large) assertAgrees(large(each), each, "auto");
  assert(oracle.large.some(({ p }) => p["two-sided"] < 1e-100));
});

Deno.test("mannWhitney() is exact by itself only for a small group without ties", () => {
  const to = (n: number, shift = 0) => Array.from({ length: n }, (_, i) => i + shift);
  assert.equal(mannWhitney(to(8), to(100, 0.5)).method, "exact");
  assert.equal(mannWhitney(to(100), to(8, 0.5)).method, "exact");
  assert.equal(mannWhitney(to(9), to(9, 0.5)).method, "asymptotic");
  assert.equal(mannWhitney(to(8), to(9, 1)).method, "asymptotic");
  assert.equal(mannWhitney([0, 0], [1, 2]).method, "asymptotic");
  assert.equal(mannWhitney(to(9), to(9, 0.5), { method: "exact" }).method, "exact");
});

Deno.test("mannWhitney() falls back on the normal distribution where SciPy would not end", () => {
  const many = Array.from({ length: 400_000 }, (_, i) => i);
  assert.equal(mannWhitney([0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5], many).method, "asymptotic");
  assert.equal(mannWhitney([0.5], many).method, "exact");
});

Deno.test("mannWhitney() has the superiority of b over a, ties counting half", () => {
  fc.assert(fc.property(groups, ([a, b]) => {
    const wins = a.flatMap((x) => b.map((y) => (Math.sign(y - x) + 1) / 2)).reduce((s, w) => s + w, 0);
    const result = mannWhitney(a, b);
    assert.equal(result.statistic, wins);
    assert.equal(result.superiority, wins / (a.length * b.length));
    assert(Math.abs(result.effect - (2 * result.superiority - 1)) < 1e-15);
    assert.deepEqual(result.n, { a: a.length, b: b.length });
  }));
});

Deno.test("mannWhitney() turns around when the groups change places", () => {
  fc.assert(fc.property(groups, ([a, b]) => {
    const [one, other] = [mannWhitney(a, b), mannWhitney(b, a)];
    assert.equal(one.statistic + other.statistic, a.length * b.length);
    assert.equal(one.effect, 0 - other.effect);
    assert(Math.abs(one.p - other.p) < 1e-14);
    const less = mannWhitney(b, a, { alternative: "less" }).p;
    assert(Math.abs(mannWhitney(a, b, { alternative: "greater" }).p - less) < 1e-14);
    assert(one.p >= 0 && one.p <= 1);
  }));
});

Deno.test("mannWhitney() does not change with the order of the values or a monotone transformation", () => {
  fc.assert(fc.property(groups, ([a, b]) => {
    assert.deepEqual(mannWhitney(a.toReversed(), b.toReversed()), mannWhitney(a, b));
    assert.deepEqual(mannWhitney(a.map(Math.exp), b.map(Math.exp)), mannWhitney(a, b));
  }));
});

Deno.test("mannWhitney() counts arrangements as enumeration does", () => {
  const distinct = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 2, maxLength: 9 });
  fc.assert(
    fc.property(distinct, fc.nat(), (values, cut) => {
      const size = 1 + cut % (values.length - 1);
      const { statistic, p } = mannWhitney(values.slice(size), values.slice(0, size), {
        alternative: "greater",
      });
      const sums = subsets(values.map((_, i) => i + 1), size).map((ranks) =>
        ranks.reduce((s, r) => s + r, 0)
      );
      const reached = sums.filter((sum) => sum - size * (size + 1) / 2 >= statistic);
      assert(Math.abs(p - reached.length / sums.length) < 1e-15);
    }),
    { numRuns: 50 },
  );
});

function subsets(items: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, i) => subsets(items.slice(i + 1), size - 1).map((rest) => [item, ...rest]));
}

Deno.test("mannWhitney() refuses what it cannot compare, and says why", () => {
  assert.throws(() => mannWhitney([], [1]), {
    name: "RangeError",
    message: "Cannot compute this: group a has 0 values, at least 1 are needed",
  });
  assert.throws(() => mannWhitney([1], []), /group b has 0 values/);
  assert.throws(() => mannWhitney([1], [NaN]), /value 1 of group b is NaN/);
  assert.throws(() => mannWhitney([1, Infinity], [1]), /value 2 of group a is Infinity/);
  assert.throws(() => mannWhitney([2, 2], [2]), {
    name: "RangeError",
    message: "Cannot rank the groups: all 3 values are 2",
  });
});

Deno.test("mannWhitney() refuses an exact p of ties or of large groups", () => {
  assert.throws(() => mannWhitney([1, 2], [2, 3], { method: "exact" }), {
    name: "RangeError",
    message:
      "Cannot compute an exact p: some values are equal; use the asymptotic method, or a permutation test of the ranks",
  });
  const to = (n: number, shift: number) => Array.from({ length: n }, (_, i) => i + shift);
  assert.throws(() => mannWhitney(to(300, 0), to(300, 0.5), { method: "exact" }), {
    name: "RangeError",
    message:
      "Cannot compute an exact p for 300 and 300 values: min² × max of the sizes must be at most 20000000",
  });
});
