import assert from "node:assert/strict";
import fc from "fast-check";
import { entropyInterval, shannonEntropy } from "codebias/statistics/mod.ts";

/** The chance of k among n. */
function binomial(n: number, k: number, p: number): number {
  let chance = p === 1 ? (k === n ? 1 : 0) : (1 - p) ** n;
  for (let at = 0; p < 1 && at < k; at++) chance *= (n - at) / (at + 1) * p / (1 - p);
  return chance;
}

const entropyOf = (counts: readonly number[]) => shannonEntropy(counts, { normalized: true });

/** The bounds for two categories from the exact distribution of the entropy, each by a fine grid of shares. */
function exactBounds(count: number, n: number): { readonly low: number; readonly high: number } {
  const observed = entropyOf([count, n - count]);
  const tail = (share: number, side: 1 | -1) => {
    let sum = 0;
    for (let k = 0; k <= n; k++) {
      const by = side * (entropyOf([k, n - k]) - observed);
      sum += by < -1e-9 ? binomial(n, k, share) : by <= 1e-9 ? binomial(n, k, share) / 2 : 0;
    }
    return sum;
  };
  const larger = Math.max(count, n - count) / n;
  const grid = Array.from({ length: 4000 }, (_, at) => at / 4000);
  const towards = (end: number, side: 1 | -1) => {
    const shares = [...grid.map((way) => larger + way * (end - larger)), end];
    const inside = shares.filter((share) => tail(share, side) >= 0.025);
    return entropyOf([inside.at(-1)!, 1 - inside.at(-1)!]);
  };
  return { low: towards(1, -1), high: towards(0.5, 1) };
}

Deno.test("bounds for two categories are those of the exact distribution", () => {
  for (const [count, n] of [[15, 20], [9, 10], [20, 20], [10, 20], [50, 60], [33, 60]]) {
    const { low, high } = entropyInterval([count, n - count], { draws: 8000 });
    const exact = exactBounds(count, n);
    assert.ok(Math.abs(low - exact.low) < 0.03, `${count} of ${n}: ${low}, not ${exact.low}`);
    assert.ok(Math.abs(high - exact.high) < 0.03, `${count} of ${n}: ${high}, not ${exact.high}`);
  }
});

Deno.test("the interval has the entropy of the sample, is the same in any order, and has equal shares where they may be", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(12), { minLength: 2, maxLength: 4 }).filter((counts) =>
        counts.some((count) => count > 0)
      ),
      (counts) => {
        const observed = entropyOf(counts);
        const { low, high } = entropyInterval(counts, { draws: 200 });
        assert.ok(0 <= low && low <= observed && observed <= high && high <= 1, `${low} ${observed} ${high}`);
        assert.deepEqual(entropyInterval(counts.toReversed(), { draws: 200 }), { low, high });
      },
    ),
    { numRuns: 60 },
  );
  assert.equal(entropyInterval([25, 24, 26, 25]).high, 1);
  assert.ok(entropyInterval([60, 20, 10, 10]).high < 1);
});

Deno.test("nothing but one category leaves open what else there may be, the less so the more there is of it", () => {
  const highs = [1, 5, 20, 100].map((n) => {
    const { low, high } = entropyInterval([n, 0]);
    assert.equal(low, 0);
    return high;
  });
  assert.equal(highs[0], 1);
  assert.deepEqual(highs, highs.toSorted((a, b) => b - a));
  // Half of those with none: (1 - x)^100 = .05.
  assert.ok(Math.abs(highs[3] - entropyOf([0.97049, 0.02951])) < 0.02);
});

Deno.test("intervals cover the entropy of the distribution, also where those of a bootstrap are too low", () => {
  let seed = 11;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const shares = [0.55, 0.2, 0.15, 0.1];
  const truth = entropyOf(shares);
  const found = new Map<string, { readonly low: number; readonly high: number }>();
  let covered = 0;
  for (let run = 0; run < 300; run++) {
    const counts = shares.map(() => 0);
    for (let at = 0; at < 20; at++) {
      let u = random();
      counts[Math.max(0, shares.findIndex((share) => (u -= share) < 0))]++;
    }
    const key = counts.toSorted((a, b) => b - a).join();
    const bounds = found.get(key) ?? entropyInterval(counts, { draws: 1000 });
    found.set(key, bounds);
    if (bounds.low <= truth && truth <= bounds.high) covered++;
  }
  assert.ok(covered >= 273 && covered <= 297, `${covered} of 300`); // 91 to 99 %
});

Deno.test("counts that are none are refused", () => {
  for (const counts of [[0, 0], [3], [1.5, 2], [-1, 2], []]) {
    assert.throws(() => entropyInterval(counts), RangeError);
  }
  assert.throws(() => entropyInterval([1, 2], { draws: 10 }), /draws/);
  assert.throws(() => entropyInterval([1, 2], { level: 1 }), RangeError);
});
