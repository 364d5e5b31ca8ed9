import assert from "node:assert/strict";
import fc from "fast-check";
import { pairedDifferences } from "codebias/statistics/scale.ts";
import { permutationTest, signTest, wilcoxonSignedRank } from "codebias/statistics/mod.ts";

/** Tenths and the same tenths as sums, of which some differ in the last digit. */
const TENTHS = [0.3, 0.6, 0.7, 0.9, 0.3, 0.3];
const SUMS = [0.1 + 0.2, 0.1 + 0.2 + 0.3, 0.1 + 0.2 + 0.4, 0.3 + 0.6, 0.1 + 0.2, 0.1 + 0.2];

Deno.test("pairedDifferences() are 0 up to ten units of relative precision, and exact beyond", () => {
  assert(SUMS.some((value, at) => value !== TENTHS[at]));
  assert.deepEqual(pairedDifferences(TENTHS, SUMS), [0, 0, 0, 0, 0, 0]);
  const [within, beyond] = [1 + 10 * Number.EPSILON, 1 + 11 * Number.EPSILON];
  assert.deepEqual(pairedDifferences([1, 1, 0, 1e-300], [within, beyond, 1e-300, 0]), [
    0,
    11 * Number.EPSILON,
    1e-300,
    -1e-300,
  ]);
});

Deno.test("pairedDifferences() change their sign when the lists change places", () => {
  const lists = fc.array(fc.tuple(fc.double({ noNaN: true }), fc.double({ noNaN: true })))
    .map((pairs) => pairs.filter((pair) => pair.every(Number.isFinite)));
  fc.assert(fc.property(lists, (pairs) => {
    const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
    const turned = pairedDifferences(b, a).map((difference) => 0 - difference);
    assert.deepEqual(pairedDifferences(a, b), turned);
  }));
});

Deno.test("signTest(), wilcoxonSignedRank() and permutationTest() take pairs equal but for rounding for ties", () => {
  const [a, b] = [[...TENTHS, 0.1, 0.2], [...SUMS, 0.3, 0.5]];
  const [whole, other] = [a, b].map((list) => list.map((value) => Math.round(10 * value)));
  assert.deepEqual(signTest(a, b), signTest(whole, other));
  assert.equal(signTest(a, b).ties, 6);
  assert.deepEqual(wilcoxonSignedRank(a, b), wilcoxonSignedRank(whole, other));
  const ours = permutationTest(a, b, { paired: true });
  const { p, arrangements } = permutationTest(whole, other, { paired: true });
  assert.deepEqual([ours.p, ours.arrangements], [p, arrangements]);
});

Deno.test("the tests of pairs find no difference in pairs that are all equal but for rounding", () => {
  assert.throws(() => signTest(TENTHS, SUMS), /^RangeError: Cannot count signs: all 6 pairs are equal$/);
  assert.throws(() => wilcoxonSignedRank(TENTHS, SUMS), /^RangeError: .*: all 6 pairs are equal$/);
  const { p, difference } = permutationTest(TENTHS, SUMS, { paired: true });
  assert.deepEqual([p, difference], [1, 0]);
});

Deno.test("wilcoxonSignedRank() refuses differences beyond the range of numbers; signTest() has their signs", () => {
  const [a, b] = [[1e308, -1e308, 1], [-1e308, 1e308, -1e308]];
  assert.throws(() => wilcoxonSignedRank(a, b), {
    name: "RangeError",
    message: "Cannot compute a difference of values this large: it exceeds the range of numbers",
  });
  assert.deepEqual([signTest(a, b).positive, signTest(a, b).negative], [1, 2]);
});
