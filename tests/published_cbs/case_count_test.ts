import assert from "node:assert/strict";
import fc from "fast-check";
import { caseCount, casesByParameter } from "./case_count.ts";

Deno.test("casesByParameter() has the example of the paper: 72 cases for each of two parameters with four values", () => {
  assert.deepEqual(casesByParameter([4, 4, 3]).slice(0, 2), [72, 72]);
  assert.equal(caseCount([4, 4, 3]), 72 + 72 + 48);
  assert.equal(caseCount([]), 0);
  assert.equal(caseCount([1, 1]), 0);
  assert.equal(caseCount([3, 0]), 0);
});

Deno.test("caseCount() is the number of pairs of people who differ in one attribute", () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(sizes, (poolSizes) => {
    const people = poolSizes.reduce<number[][]>(
      (some, size) =>
        some.flatMap((person) => Array.from({ length: size }, (_, value) => [...person, value])),
      [[]],
    );
    const pairs = people.flatMap((one, at) => people.slice(at + 1).map((other) => [one, other]));
    const differing = pairs.filter(([one, other]) =>
      one.filter((value, at) => value !== other[at]).length === 1
    );
    assert.equal(caseCount(poolSizes), differing.length);
  }));
});
