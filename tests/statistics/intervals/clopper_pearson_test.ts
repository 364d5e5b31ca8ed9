import assert from "node:assert/strict";
import fc from "fast-check";
import { clopperPearson, wilson } from "codebias/statistics/mod.ts";
import { binomialAtMost } from "codebias/statistics/tests/tails.ts";
import oracle from "../../oracles/clopper_pearson.json" with { type: "json" };
import { binomialAtLeast } from "../binomial.ts";

const TOLERANCE = 1e-12;

const counts = fc.integer({ min: 1, max: 100_000 }).chain((n) =>
  fc.record({ n: fc.constant(n), successes: fc.integer({ min: 0, max: n }) })
);
const level = fc.double({ min: 0.01, max: 0.9999, noNaN: true });

Deno.test("clopperPearson() agrees with statsmodels and SciPy", () => {
  assert.equal(oracle.cases.length, 125);
  for (const { successes, n, level, low, high } of oracle.cases) {
    const ours = clopperPearson(successes, n, { level });
    const what = `${successes} of ${n} at ${level}: ${JSON.stringify(ours)}`;
    assert(Math.abs(ours.low - low) <= TOLERANCE * low, what);
    assert(Math.abs(ours.high - high) <= TOLERANCE * high, what);
    assert.equal(ours.level, level);
  }
});

Deno.test("clopperPearson() has bounds under which the count is as unlikely as it says", () => {
  fc.assert(
    fc.property(counts, level, ({ successes, n }, level) => {
      const { low, high } = clopperPearson(successes, n, { level });
      const tail = (1 - level) / 2;
      // A bound near 1 has few digits left of what it lacks to 1, so the next number on either side stands for it too.
      const reached = (chance: (successes: number, n: number, p: number) => number, bound: number) => {
        const beside = [bound * (1 - 2 ** -52), Math.min(1, bound * (1 + 2 ** -52))];
        const [less, more] = beside.map((p) => chance(successes, n, p)).toSorted((one, other) => one - other);
        assert(less <= tail * (1 + 1e-8) && more >= tail * (1 - 1e-8), `${successes} of ${n} at ${level}`);
      };
      if (successes > 0) reached(binomialAtLeast, low);
      if (successes < n) reached(binomialAtMost, high);
    }),
    { examples: [[{ successes: 99_999, n: 100_000 }, 0.9999], [{ successes: 99_990, n: 100_000 }, 0.01]] },
  );
});

Deno.test("clopperPearson() covers with at least its level, whatever the proportion", () => {
  const n = 25;
  const intervals = Array.from({ length: n + 1 }, (_, k) => clopperPearson(k, n, { level: 0.9 }));
  let least = 1;
  for (let p = 0.002; p < 1; p += 0.002) {
    const covering = intervals.flatMap(({ low, high }, k) => low <= p && p <= high ? [k] : []);
    const coverage = binomialAtMost(covering.at(-1) as number, n, p) - binomialAtMost(covering[0] - 1, n, p);
    least = Math.min(least, coverage);
  }
  assert(least >= 0.9 && least < 0.92, `${least}`);
});

Deno.test("clopperPearson() contains the proportion, stays within [0, 1] and widens with the level", () => {
  fc.assert(fc.property(counts, level, ({ successes, n }, level) => {
    const { low, high } = clopperPearson(successes, n, { level });
    assert(0 <= low && low <= successes / n && successes / n <= high && high <= 1);
    const wide = clopperPearson(successes, n, { level: (1 + level) / 2 });
    assert(wide.low <= low && high <= wide.high && wide.high - wide.low > high - low);
  }));
});

Deno.test("clopperPearson() is mirrored when successes and failures change places", () => {
  fc.assert(fc.property(counts, level, ({ successes, n }, level) => {
    const one = clopperPearson(successes, n, { level });
    const other = clopperPearson(n - successes, n, { level });
    assert(Math.abs(one.low + other.high - 1) < 1e-12 && Math.abs(one.high + other.low - 1) < 1e-12);
  }));
});

Deno.test("clopperPearson() reaches 0 and 1 exactly, and uses 95 % unless told otherwise", () => {
  assert.equal(clopperPearson(0, 7).low, 0);
  assert.equal(clopperPearson(7, 7).high, 1);
  assert.deepEqual(clopperPearson(3, 7), clopperPearson(3, 7, { level: 0.95 }));
  const exact = clopperPearson(3, 7);
  assert(exact.high - exact.low > wilson(3, 7).high - wilson(3, 7).low);
});

Deno.test("clopperPearson() refuses counts and levels that make no sense, and says why", () => {
  const refusals: [() => unknown, string][] = [
    [() => clopperPearson(0, 0), "Cannot use 0 as number of trials: it must be an integer >= 1"],
    [() => clopperPearson(1, 2.5), "Cannot use 2.5 as number of trials: it must be an integer >= 1"],
    [() => clopperPearson(1, NaN), "Cannot use NaN as number of trials: it must be an integer >= 1"],
    [() => clopperPearson(-1, 5), "Cannot use -1 as number of successes: it must be an integer in [0, 5]"],
    [() => clopperPearson(6, 5), "Cannot use 6 as number of successes: it must be an integer in [0, 5]"],
    [() => clopperPearson(0.5, 5), "Cannot use 0.5 as number of successes: it must be an integer in [0, 5]"],
    [() => clopperPearson(1, 5, { level: 0 }), "Cannot use level 0: it must be in (0, 1)"],
    [() => clopperPearson(1, 5, { level: 95 }), "Cannot use level 95: it must be in (0, 1)"],
    [() => clopperPearson(1, 5, { level: NaN }), "Cannot use level NaN: it must be in (0, 1)"],
  ];
  for (const [refused, message] of refusals) assert.throws(refused, { name: "RangeError", message });
});
