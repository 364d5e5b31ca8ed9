import assert from "node:assert/strict";
import fc from "fast-check";
import type { Alternative } from "codebias/statistics/checks.ts";
import { mean } from "codebias/statistics/descriptive.ts";
import { pairedBootstrap } from "codebias/statistics/mod.ts";
import { sized } from "../../long.ts";
import oracle from "../../oracles/paired_bootstrap.json" with { type: "json" };
import { agrees, near } from "../agrees.ts";

const ALTERNATIVES: readonly Alternative[] = ["two-sided", "greater", "less"];
const A = [2, 5, 3, 8, 4, 6, 1];
const B = [3, 5, 6, 9, 2, 9, 4];

const pairs = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
  minLength: 4,
  maxLength: 12,
}).filter((pairs) => new Set(pairs.map(([a, b]) => b - a)).size > 2)
  .map((pairs) => ({ a: pairs.map(([a]) => a), b: pairs.map(([, b]) => b) }));

Deno.test("pairedBootstrap() of all resamples agrees with an enumeration in fractions, and SciPy's bounds of it", () => {
  assert.equal(oracle.exact.length, 24);
  for (const { a, b, level, ...expected } of oracle.exact) {
    for (const alternative of ALTERNATIVES) {
      const ours = pairedBootstrap(a, b, { draws: "all", level, alternative });
      agrees(ours.statistic, expected.statistic, "statistic", 1e-12);
      agrees(ours.standardError, expected.standardError, "standard error");
      agrees(ours.p, expected.p[alternative], `p, ${alternative}`);
      assert.deepEqual([ours.draws, ours.n, ours.method], [expected.draws, a.length, "exact"]);
    }
    for (const method of ["percentile", "bca"] as const) {
      const { low, high } = pairedBootstrap(a, b, { draws: "all", level, method });
      // SciPy was given replicates that are rounded to 12 decimals.
      agrees(low, expected[method][0], `low, ${method}`, 1e-11);
      agrees(high, expected[method][1], `high, ${method}`, 1e-11);
    }
  }
});

Deno.test("pairedBootstrap() agrees with NumPy within 5 standard errors of the draws", () => {
  assert.equal(oracle.drawn.length, 21);
  for (const { a, b, labels, level, draws, ...expected } of oracle.drawn) {
    const options = { draws, level, clusters: labels ?? undefined };
    const ours = pairedBootstrap(a, b, options);
    near(ours.statistic, expected.statistic, 1e-12);
    for (const name of ["low", "high", "standardError"] as const) {
      const [least, most] = expected[name];
      assert(least < ours[name] && ours[name] < most, `${name} ${ours[name]} is not in [${least}, ${most}]`);
    }
    near(
      pairedBootstrap(a, b, { ...options, alternative: "greater" }).p,
      expected.greater,
      expected.greaterError,
    );
  }
});

Deno.test("pairedBootstrap() describes b - a: swapping turns it, and keeps the two-sided p-value", () => {
  fc.assert(
    fc.property(pairs, fc.integer(), ({ a, b }, seed) => {
      const options = { draws: 100, seed };
      const one = pairedBootstrap(a, b, options);
      const other = pairedBootstrap(b, a, options);
      near(other.statistic, -one.statistic, 1e-12);
      near(other.low, -one.high, 1e-12);
      near(other.high, -one.low, 1e-12);
      assert.equal(other.p, one.p);
      assert.equal(
        pairedBootstrap(a, b, { ...options, alternative: "greater" }).p,
        pairedBootstrap(b, a, { ...options, alternative: "less" }).p,
      );
      assert(one.p > 0 && one.p <= 1);
    }),
    { numRuns: 50 },
  );
});

Deno.test("pairedBootstrap() of all resamples does not depend on the order of pairs", () => {
  const some = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
    minLength: 5,
    maxLength: 5,
  }).filter((pairs) => new Set(pairs.map(([a, b]) => b - a)).size > 3);
  fc.assert(
    fc.property(some, (pairs) => {
      const find = (pairs: [number, number][]) =>
        pairedBootstrap(pairs.map(([a]) => a / 7), pairs.map(([, b]) => b / 7), {
          draws: "all",
          method: "bca",
        });
      const [one, other] = [find(pairs), find([pairs[3], pairs[0], pairs[4], pairs[1], pairs[2]])];
      near(other.low, one.low, 1e-9);
      near(other.high, one.high, 1e-9);
      assert.equal(other.p, one.p);
    }),
    { numRuns: sized({ small: 5, long: 15 }) },
  );
});

Deno.test("pairedBootstrap() gives p-values that invert the percentile interval", () => {
  fc.assert(
    fc.property(pairs, fc.integer(), ({ a, b }, seed) => {
      const draws = 199;
      const { p } = pairedBootstrap(a, b, { draws, seed });
      // The added 1 and interpolation between replicates shift the level by up to 2 replicates on each side.
      const contains = (level: number) => {
        const { low, high } = pairedBootstrap(a, b, { draws, seed, level });
        return low <= 0 && 0 <= high;
      };
      const margin = 6 / (draws + 1);
      if (p > margin + 0.01 && p < 1) assert(contains(1 - p + margin), `${p}`);
      if (p < 0.9 - margin) assert(!contains(1 - p - margin), `${p}`);
    }),
    { numRuns: 50 },
  );
});

Deno.test("pairedBootstrap() counts replicates that are the null value but for rounding on both sides", () => {
  const a = [0.1, 0.2, 0.3, 0.7];
  const b = [0.3, 0.1, 0.2, 0.7];
  const scaled = pairedBootstrap(a.map((x) => Math.round(x * 10)), b.map((x) => Math.round(x * 10)), {
    draws: "all",
  });
  assert.equal(pairedBootstrap(a, b, { draws: "all" }).p, scaled.p);
});

Deno.test("pairedBootstrap() takes any statistic with its null value, and draws partners together", () => {
  const ratio = (a: number[], b: number[]) => {
    for (const [at, value] of a.entries()) assert.equal(B[A.indexOf(value)], b[at]);
    return mean(b) / mean(a);
  };
  const ours = pairedBootstrap(A, B, { statistic: ratio, nullValue: 1 });
  near(ours.statistic, mean(B) / mean(A), 1e-12);
  assert.equal(ours.p, pairedBootstrap(A, B).p);
  assert(ours.low < ours.statistic && ours.statistic < ours.high && ours.high > 1);
});

Deno.test("pairedBootstrap() never gives a p-value of 0", () => {
  const { p } = pairedBootstrap(A, A.map((x) => x * 2 + 10), { draws: 99 });
  assert.equal(p, 2 / 100);
  assert.equal(
    pairedBootstrap(A, A.map((x) => x * 2 + 10), { draws: 99, alternative: "greater" }).p,
    1 / 100,
  );
  assert.equal(pairedBootstrap(A, A.map((x) => x * 2 + 10), { draws: 99, alternative: "less" }).p, 1);
});

Deno.test("pairedBootstrap() draws whole clusters of pairs", () => {
  const a = new Array(60).fill(0);
  const b = a.map((_, at) => Math.floor(at / 6) % 4);
  const clusters = a.map((_, at) => `task/${Math.floor(at / 6)}`);
  const clustered = pairedBootstrap(a, b, { clusters });
  assert.equal(clustered.clusters, 10);
  assert(clustered.standardError > 2 * pairedBootstrap(a, b).standardError);
});

Deno.test("pairedBootstrap() refuses what it cannot do, and says why", () => {
  const refused = (run: () => unknown, message: RegExp) =>
    assert.throws(run, { name: "RangeError", message });
  refused(() => pairedBootstrap([1, 2], [1, 2, 3]), /Cannot pair 2 values with 3: each needs its partner/);
  refused(() => pairedBootstrap([], []), /a has 0 values, at least 2 are needed/);
  refused(() => pairedBootstrap([1], [2]), /a has 1 value, at least 2/);
  refused(() => pairedBootstrap([1, 2], [2, NaN]), /value 2 of b is NaN/);
  refused(() => pairedBootstrap([1, 2, 3], [2, 3, 4]), /the statistic is 1 in every resample/);
  refused(() => pairedBootstrap(A, B, { nullValue: NaN }), /value 1 of the null value is NaN/);
  refused(() => pairedBootstrap(A, B, { clusters: ["s"] }), /Cannot cluster 7 values by 1 names/);
  refused(() => pairedBootstrap(A, B, { draws: "all" }), /Cannot list all resamples of 7 units/);
  refused(() => pairedBootstrap(A, B, { draws: 10 }), /has 10 values, at least 39 are needed/);
  refused(() => pairedBootstrap(A, B, { level: 0 }), /Cannot use level 0/);
  refused(
    () => pairedBootstrap(A, B, { statistic: () => Infinity }),
    /the statistic of all rows is Infinity/,
  );
});

Deno.test("pairedBootstrap() refuses differences that are all the same but for rounding", () => {
  const a = [1000.1, 2000.2, 3000.3, 4000.7];
  const b = a.map((value) => value + 0.1);
  assert.throws(() => pairedBootstrap(a, b, { draws: 39 }), {
    name: "RangeError",
    message: "Cannot give an interval: all differences are 0.1, but for rounding",
  });
});

Deno.test("the p of pairedBootstrap() is about as much too small as its documentation says", () => {
  for (const [n, share] of [[8, 0.11], [40, 0.065]]) {
    const random = seededNormal();
    const runs = 600;
    let significant = 0;
    for (let run = 0; run < runs; run += 1) {
      const b = Array.from({ length: n }, random);
      if (pairedBootstrap(b.map(() => 0), b, { draws: 199, seed: run }).p <= 0.05) significant += 1;
    }
    // Three standard errors.
    assert(
      Math.abs(significant / runs - share) < 3 * Math.sqrt(share * (1 - share) / runs),
      `${significant}`,
    );
  }
});

/** Standard normal values by Box and Muller from a generator of Lehmer's. */
function seededNormal(): () => number {
  let state = 7;
  const uniform = () => (state = state * 48_271 % 2_147_483_647) / 2_147_483_647;
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
