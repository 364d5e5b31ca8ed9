import assert from "node:assert/strict";
import fc from "fast-check";
import { nonNegative } from "codebias/complexity/nonnegative.ts";
import oracle from "../oracles/nonnegative.json" with { type: "json" };

Deno.test("nonNegative() agrees with SciPy's nnls", () => {
  assert.equal(oracle.cases.length, 60);
  let zeros = 0;
  for (const { columns, y, coefficients, residual } of oracle.cases) {
    const found = nonNegative(columns, y);
    const total = y.reduce((sum, value) => sum + value ** 2, 0);
    assert(Math.abs(found.residual - residual) <= 1e-9 * total, `${found.residual}, ${residual}`);
    for (const [at, value] of found.coefficients.entries()) {
      const size = Math.sqrt(columns[at].reduce((sum, one) => sum + one ** 2, 0));
      assert(
        Math.abs(value - coefficients[at]) * size <= 1e-7 * Math.sqrt(total),
        `${value}, ${coefficients[at]}`,
      );
      if (value === 0) zeros++;
    }
  }
  assert(zeros > 20);
});

Deno.test("nonNegative() finds what costs are made of", () => {
  const n = [1, 2, 3, 5, 8];
  const { coefficients, residual } = nonNegative(
    [n.map(() => 1), n, n.map((n) => n ** 2)],
    n.map((n) => 4 + 0.5 * n ** 2),
  );
  for (const [at, value] of [4, 0, 0.5].entries()) assert(Math.abs(coefficients[at] - value) < 1e-9);
  assert(residual < 1e-18);
});

Deno.test("nonNegative() is never worse than no column, and no column makes it worse", () => {
  const column = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(column, { minLength: 1, maxLength: 4 }), column, column, (columns, other, y) => {
      const total = y.reduce((sum, value) => sum + value ** 2, 0);
      const { residual, coefficients } = nonNegative(columns, y);
      assert(coefficients.every((value) => value >= 0) && residual <= total * (1 + 1e-12));
      assert(nonNegative([...columns, other], y).residual <= residual * (1 + 1e-9) + 1e-12);
    }),
  );
});

Deno.test("nonNegative() does not fail on columns that are 0, or depend on each other", () => {
  const found = nonNegative([[0, 0, 0], [1, 2, 3], [2, 4, 6]], [2, 4, 6]);
  assert(found.residual < 1e-18 && found.coefficients[0] === 0);
});
