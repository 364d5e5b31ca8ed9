import assert from "node:assert/strict";
import fc from "fast-check";
import { shareDistribution, type ShareUnit } from "codebias/statistics/intervals/share_distribution.ts";
import oracle from "../../oracles/share_distribution.json" with { type: "json" };

const unit = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([counted, share]): ShareUnit => ({ counted, hit: counted * share }));

/** Every outcome of some units with its chance: `[hits, counted, chance]`. */
function outcomes(units: readonly ShareUnit[]): [number, number, number][] {
  return units.reduce<[number, number, number][]>(
    (all, { counted, hit }) =>
      all.flatMap(([hits, count, chance]) => [
        [hits, count, chance * (1 - counted)],
        [hits, count + 1, chance * (counted - hit)],
        [hits + 1, count + 1, chance * hit],
      ]),
    [[0, 0, 1]],
  );
}

Deno.test("shareDistribution() of units that are all counted is the Poisson binomial one, as mpmath and SciPy have it", () => {
  assert.equal(oracle.cases.length, 40);
  for (const { p, mean, atLeast } of oracle.cases) {
    const found = shareDistribution(p.map((hit) => ({ counted: 1, hit })));
    assert(Math.abs(found.mean! - mean) < 1e-12);
    for (const [hits, chance] of atLeast.entries()) {
      const ours = found.atLeast(hits / p.length);
      assert(Math.abs(ours - chance) <= 1e-9 * chance, `${hits} of ${p.length}: ${ours}, ${chance}`);
    }
  }
});

Deno.test("shareDistribution() is what all outcomes of its units give", () => {
  fc.assert(fc.property(fc.array(unit, { minLength: 1, maxLength: 6 }), (units) => {
    const found = shareDistribution(units);
    const all = outcomes(units).filter(([, counted]) => counted > 0);
    const total = all.reduce((sum, [, , chance]) => sum + chance, 0);
    fc.pre(total > 1e-3);
    const mean = all.reduce((sum, [hits, counted, chance]) => sum + hits / counted * chance, 0) / total;
    assert(Math.abs(found.mean! - mean) < 1e-9);
    for (const share of [0, 0.2, 1 / 3, 0.5, 2 / 3, 1]) {
      const chance = all.filter(([hits, counted]) => hits / counted >= share - 1e-9)
        .reduce((sum, [, , chance]) => sum + chance, 0) / total;
      assert(Math.abs(found.atLeast(share) - chance) < 1e-9, `${share}`);
    }
  }));
});

Deno.test("shareDistribution() has quantiles that are reached, and no smaller ones", () => {
  const level = fc.double({ min: 0.01, max: 1, noNaN: true });
  fc.assert(fc.property(fc.array(unit, { minLength: 1, maxLength: 12 }), level, (units, p) => {
    fc.pre(units.some(({ counted }) => counted > 1e-3));
    const { quantile, atLeast } = shareDistribution(units);
    const share = quantile(p)!;
    assert(share >= 0 && share <= 1);
    assert(1 - atLeast(share) <= p + 1e-9); // less is not enough
    assert(1 - atLeast(share + 1e-9) >= p - 1e-9); // this is
  }));
});

Deno.test("shareDistribution() of nothing that can be counted has no mean and no quantiles", () => {
  for (const units of [[], [{ counted: 0, hit: 0 }]]) {
    const { mean, quantile, atLeast } = shareDistribution(units);
    assert.deepEqual([mean, quantile(0.5), atLeast(0)], [null, null, 0]);
  }
});

Deno.test("shareDistribution() refuses chances that are none", () => {
  for (const [counted, hit] of [[1.1, 0.5], [0.5, 0.6], [-0.1, 0], [0.5, -0.1], [NaN, 0], [0.5, NaN]]) {
    assert.throws(
      () => shareDistribution([{ counted, hit }]),
      /^RangeError: Cannot have a unit that is counted with/,
    );
  }
  const { quantile } = shareDistribution([{ counted: 1, hit: 0.5 }]);
  for (const p of [0, -1, 1.1, NaN]) {
    assert.throws(() => quantile(p), /^RangeError: Cannot take the quantile/);
  }
});
