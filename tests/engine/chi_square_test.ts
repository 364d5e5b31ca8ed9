import assert from "node:assert/strict";
import { chiSquareTest } from "./chi_square.ts";

/** As many outcomes of each kind. */
function outcomes(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([outcome, count]) => Array<string>(count).fill(outcome));
}

Deno.test("chiSquareTest() agrees with R's chisq.test", () => {
  const { n, chiSquare, df, p } = chiSquareTest(outcomes({ a: 50, b: 80, c: 20 }), {
    a: 0.3,
    b: 0.6,
    c: 0.1,
  });
  assert.deepEqual([n, df], [150, 2]);
  assert.ok(Math.abs(chiSquare - 3.3333) < 1e-4 && Math.abs(p - 0.18888) < 1e-5, `${chiSquare} ${p}`);
});

Deno.test("chiSquareTest() takes rare outcomes together, and refuses impossible ones", () => {
  const shares = { a: 0.97, b: 0.02, c: 0.005, d: 0.005, e: 0 };
  assert.equal(chiSquareTest(outcomes({ a: 980, b: 20 }), shares).df, 3);
  assert.equal(chiSquareTest(outcomes({ a: 194, b: 1, c: 5 }), shares).df, 1);
  assert.throws(() => chiSquareTest(outcomes({ a: 97, b: 3 }), shares), /Cannot test 100 outcomes/);
  assert.equal(chiSquareTest(outcomes({ a: 99, e: 1 }), shares).p, 0);
  assert.equal(chiSquareTest(outcomes({ a: 99, f: 1 }), shares).p, 0);
});

Deno.test("chiSquareTest() finds shares that are not those expected", () => {
  assert.ok(chiSquareTest(outcomes({ a: 400, b: 600 }), { a: 0.5, b: 0.5 }).p < 1e-9);
});
