import assert from "node:assert/strict";
import fc from "fast-check";
import { signTest } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/sign_test.json" with { type: "json" };

const ALTERNATIVES = ["two-sided", "less", "greater"] as const;

const value = fc.integer({ min: 0, max: 4 });
const pairs = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 40 })
  .filter((pairs) => pairs.some(([x, y]) => x !== y))
  .map((pairs) => ({ a: pairs.map(([x]) => x), b: pairs.map(([, y]) => y) }));

function assertClose(ours: number, theirs: number, what: string): void {
  assert(ours === theirs || Math.abs(ours / theirs - 1) < 1e-12, `${what}: ${ours}, not ${theirs}`);
}

Deno.test("signTest() agrees with statsmodels and SciPy", () => {
  assert.equal(oracle.cases.length, 23);
  for (const { positive, negative, ties, m, p } of oracle.cases) {
    const a = new Array<number>(positive + negative + ties).fill(5);
    const b = a.map((x, i) => i < positive ? x + 1 + i : i < positive + negative ? x - 1 - i : x);
    for (const alternative of ALTERNATIVES) {
      const ours = signTest(a, b, { alternative });
      assert.deepEqual([ours.statistic, ours.positive, ours.negative, ours.ties], [
        m,
        positive,
        negative,
        ties,
      ]);
      assertClose(ours.p, p[alternative], `${positive} up, ${negative} down, ${alternative}`);
    }
  }
  assert(oracle.cases.some(({ p }) => p["two-sided"] < 1e-200));
});

Deno.test("signTest() turns around when the lists change places", () => {
  fc.assert(fc.property(pairs, ({ a, b }) => {
    const [one, other] = [signTest(a, b), signTest(b, a)];
    assert.equal(one.statistic, 0 - other.statistic);
    assert.equal(one.p, other.p);
    assert.equal(signTest(a, b, { alternative: "greater" }).p, signTest(b, a, { alternative: "less" }).p);
    assert(one.p > 0 && one.p <= 1);
  }));
});

Deno.test("signTest() uses the signs only, in any order, and leaves out pairs that are equal", () => {
  fc.assert(fc.property(pairs, ({ a, b }) => {
    const result = signTest(a, b);
    assert.deepEqual(signTest(a.map((x) => x ** 3), b.map((x) => x ** 3)), result);
    assert.deepEqual(signTest(a.toReversed(), b.toReversed()), result);
    assert.deepEqual(signTest([...a, 9], [...b, 9]), { ...result, ties: result.ties + 1 });
  }));
});

Deno.test("signTest() refuses what it cannot compare, and says why", () => {
  assert.throws(() => signTest([1, 2], [1]), {
    name: "RangeError",
    message: "Cannot pair 2 values with 1: each needs its partner",
  });
  assert.throws(() => signTest([], []), /list a has 0 values, at least 1 are needed/);
  assert.throws(() => signTest([NaN], [1]), /value 1 of list a is NaN/);
  assert.throws(() => signTest([1], [-Infinity]), /value 1 of list b is -Infinity/);
  assert.throws(() => signTest([1, 2], [1, 2]), {
    name: "RangeError",
    message: "Cannot count signs: all 2 pairs are equal",
  });
});
