import assert from "node:assert/strict";
import fc from "fast-check";
import { passAtK } from "codebias/statistics/mod.ts";
import oracle from "../oracles/pass_at_k.json" with { type: "json" };

const draws = fc.integer({ min: 1, max: 2000 }).chain((n) =>
  fc.record({ n: fc.constant(n), c: fc.integer({ min: 0, max: n }), k: fc.integer({ min: 1, max: n }) })
);

Deno.test("passAtK() agrees with exact fractions", () => {
  assert.equal(oracle.cases.length, 115);
  for (const { n, c, k, pass } of oracle.cases) {
    const ours = passAtK(n, c, k);
    assert(Math.abs(ours - pass) <= 1e-15 * pass, `pass@${k} of ${c} in ${n}: ${ours}, not ${pass}`);
  }
});

Deno.test("passAtK() is the share of choices that hold a pass", () => {
  const passing = [true, false, true, false, false, false];
  let [holding, all] = [0, 0];
  for (let i = 0; i < 6; i++) {
    for (let j = i + 1; j < 6; j++) {
      for (let l = j + 1; l < 6; l++) {
        all++;
        if (passing[i] || passing[j] || passing[l]) holding++;
      }
    }
  }
  assert(Math.abs(passAtK(6, 2, 3) - holding / all) < 1e-15);
});

Deno.test("passAtK() is unbiased, exactly enumerated", () => {
  const [n, k, rate] = [9, 4, 0.3];
  let [mean, ways] = [0, 1];
  for (let c = 0; c <= n; c++) {
    mean += ways * rate ** c * (1 - rate) ** (n - c) * passAtK(n, c, k);
    ways = ways * (n - c) / (c + 1);
  }
  assert(Math.abs(mean - (1 - (1 - rate) ** k)) < 1e-14);
});

Deno.test("passAtK() is c / n for one draw, 0 without passes, 1 if every choice must hold one", () => {
  fc.assert(fc.property(draws, ({ n, c, k }) => {
    assert.equal(passAtK(n, c, 1), c / n);
    assert.equal(passAtK(n, 0, k), 0);
    assert.equal(passAtK(n, n, k), 1);
    assert.equal(passAtK(n, c, n), c > 0 ? 1 : 0);
  }));
});

Deno.test("passAtK() is in [0, 1], and rises with k and with c", () => {
  fc.assert(fc.property(draws, ({ n, c, k }) => {
    const pass = passAtK(n, c, k);
    assert(0 <= pass && pass <= 1);
    if (k < n) assert(passAtK(n, c, k + 1) >= pass - 1e-14);
    if (c < n) assert(passAtK(n, c + 1, k) >= pass - 1e-14);
  }));
});

Deno.test("passAtK() refuses what cannot be estimated, and says why", () => {
  const refusals: [() => unknown, string][] = [
    [() => passAtK(5, 2, 6), "Cannot estimate pass@6 from 5 samples: at least 6 are needed"],
    [() => passAtK(0, 0, 1), "Cannot use 0 as number of samples: it must be an integer >= 1"],
    [() => passAtK(5, 6, 1), "Cannot use 6 as number of samples that pass: it must be an integer in [0, 5]"],
    [
      () => passAtK(5, -1, 1),
      "Cannot use -1 as number of samples that pass: it must be an integer in [0, 5]",
    ],
    [
      () => passAtK(5, NaN, 1),
      "Cannot use NaN as number of samples that pass: it must be an integer in [0, 5]",
    ],
    [() => passAtK(5, 2, 0), "Cannot use 0 as number of draws k: it must be an integer in [1, 5]"],
    [() => passAtK(5, 2, 1.5), "Cannot use 1.5 as number of draws k: it must be an integer in [1, 5]"],
    [() => passAtK(5, 2, NaN), "Cannot use NaN as number of draws k: it must be an integer in [1, 5]"],
  ];
  for (const [refused, message] of refusals) assert.throws(refused, { name: "RangeError", message });
});
