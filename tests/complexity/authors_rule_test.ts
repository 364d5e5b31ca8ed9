import assert from "node:assert/strict";
import fc from "fast-check";
import { type AuthorsFit, fitByAuthorsRule } from "codebias/complexity/authors_rule.ts";
import oracle from "../oracles/published_fits.json" with { type: "json" };

/** The fit, which there must be. */
function fitted(n: readonly number[], t: readonly number[]): AuthorsFit {
  const found = fitByAuthorsRule({ n, t });
  assert("class" in found, JSON.stringify(found));
  return found;
}

Deno.test("fitByAuthorsRule() agrees with big_O, of which the authors' script is a copy", () => {
  assert.equal(oracle.cases.length, 160);
  for (const { n, t, class: name, residual, coefficients, formula } of oracle.cases) {
    const found = fitted(n, t);
    assert.equal(found.class, name, formula);
    const total = t.reduce((sum, cost) => sum + cost ** 2, 0);
    assert(Math.abs(found.residual - residual) <= 1e-9 * residual + 1e-15 * total, formula);
    const [first, second] = Object.values(found.coefficients);
    assert(Math.abs(first - coefficients[0]) <= 1e-8 * Math.max(...t), `${formula}: ${first}`);
    if (second !== undefined) assert(Math.abs(second / coefficients[1] - 1) <= 1e-7, `${formula}: ${second}`);
  }
  assert.deepEqual([...new Set(oracle.cases.map((one) => one.class))].toSorted(), [
    ...[
      "constant",
      "cubic",
      "exponential",
      "linear",
      "linearithmic",
      "logarithmic",
      "polynomial",
      "quadratic",
    ],
  ]);
});

Deno.test("fitByAuthorsRule() scores a power by its exponent as the authors print it", () => {
  const powers = oracle.cases.filter((one) => one.class === "polynomial");
  assert(powers.length >= 5);
  for (const { n, t, formula } of powers) {
    const printed = Number(/\^(-?[\d.]+)/.exec(formula)![1]);
    assert.equal(fitted(n, t).score, printed, formula);
  }
});

Deno.test("fitByAuthorsRule() scores the other classes as the authors' script, not as the paper", () => {
  const n = Array.from({ length: 50 }, (_, at) => 40 * (at + 1));
  const scores = [
    (_: number) => 1,
    (n: number) => Math.log(n),
    (n: number) => n,
    (n: number) => n * Math.log(n),
    (n: number) => n ** 2,
    (n: number) => n ** 3,
    (n: number) => Math.exp(n / 200),
  ].map((growth) => fitted(n, n.map(growth)).score);
  assert.deepEqual(scores, [0, 1e-4, 1, 1.0001, 2, 3, 6]);
});

Deno.test("fitByAuthorsRule() calls constant what varies by less than 1 ms in all", () => {
  const n = Array.from({ length: 50 }, (_, at) => 40 * (at + 1));
  assert.equal(fitted(n, n.map((n) => 1e-7 * n)).class, "constant"); // 4 µs to 0.2 ms
  assert.equal(fitted(n, n.map((n) => 1e-6 * n)).class, "linear");
});

Deno.test("fitByAuthorsRule() scales sizes beyond 10,000 down, and says costs of the sizes as given", () => {
  const n = [20_000, 40_000, 60_000, 80_000, 100_000];
  const t = n.map((n) => 0.5 + 2e-6 * n);
  const found = fitted(n, t);
  assert.equal(found.scale, 0.1);
  assert.equal(found.class, "linear");
  assert(Math.abs(found.coefficients.slope - 2e-5) < 1e-16); // a unit is ten
  for (const [at, size] of n.entries()) assert(Math.abs(found.cost(size) - t[at]) < 1e-12);
  assert.equal(fitted([1, 2, 3, 10_000], [1, 2, 3, 4]).scale, 1);
});

Deno.test("fitByAuthorsRule() predicts what its residual says", () => {
  for (const { n, t } of oracle.cases) {
    const { cost, residual } = fitted(n, t);
    const left = n.reduce((sum, size, at) => sum + (cost(size) - t[at]) ** 2, 0);
    const total = t.reduce((sum, cost) => sum + cost ** 2, 0);
    assert(Math.abs(left - residual) <= 1e-6 * residual + 1e-14 * total);
  }
});

Deno.test("fitByAuthorsRule() finds a finite fit of whatever costs there are", () => {
  const costs = fc.array(fc.double({ min: 1e-6, max: 10, noNaN: true }), { minLength: 3, maxLength: 50 });
  fc.assert(fc.property(costs, fc.integer({ min: 1, max: 3000 }), (t, step) => {
    const { score, residual, cost } = fitted(t.map((_, at) => step * (at + 1)), t);
    assert([score, residual, cost(step)].every(Number.isFinite));
  }));
});

Deno.test("fitByAuthorsRule() fits no series with a failed size, and says why", () => {
  assert.deepEqual(fitByAuthorsRule({ n: [1, 2, 3], t: [1, -1, 3] }), {
    reason: "the program failed at 1 of 3 sizes",
  });
});

for (
  const [what, n, t, reason] of [
    ["none", [], [], "0 sizes are too few: at least 3 are needed"],
    ["two sizes", [1, 2], [1, 2], "2 sizes are too few: at least 3 are needed"],
    ["one size", [1], [1], "1 size is too few: at least 3 are needed"],
    ["fewer costs than sizes", [1, 2, 3], [1, 2], "there are 3 sizes but 2 costs"],
    ["falling sizes", [1, 3, 2], [1, 2, 3], "sizes do not rise: 2 follows 3"],
    ["a size twice", [1, 2, 2], [1, 2, 3], "sizes do not rise: 2 follows 2"],
    ["a size of 0", [0, 1, 2], [1, 2, 3], "size 0 is not a number above 0"],
    ["a size that is none", [1, NaN, 2], [1, 2, 3], "size NaN is not a number above 0"],
    ["an endless size", [1, 2, Infinity], [1, 2, 3], "size Infinity is not a number above 0"],
    ["a cost that is none", [1, 2, 3], [1, NaN, 3], "cost NaN at n = 2 is not a number of at least 0"],
    ["an endless cost", [1, 2, 3], [1, 2, Infinity], "cost Infinity at n = 3 is not a number of at least 0"],
  ] as const
) {
  Deno.test(`fitByAuthorsRule() says why it fits nothing: ${what}`, () => {
    assert.deepEqual(fitByAuthorsRule({ n, t }), { reason });
  });
}
