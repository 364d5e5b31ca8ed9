import assert from "node:assert/strict";
import fc from "fast-check";
import { branchProbabilities } from "codebias/calibration/probabilities.ts";
import { near } from "./near.ts";
import { declared, sampling } from "./specs.ts";

const sum = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

function allNear(actual: readonly number[], expected: readonly number[], tolerance = 1e-12): void {
  assert.equal(actual.length, expected.length);
  for (const [at, value] of actual.entries()) near(value, expected[at], tolerance, `branch ${at}:`);
}

Deno.test("branchProbabilities gives the shares that the real engines gave for .3, .6, .1", () => {
  const minimal = [0.3, 0.6, 0.1];
  allNear(branchProbabilities(minimal, { temperature: 0.2 }), [0.0303, 0.9696, 0.0001], 1e-4);
  allNear(branchProbabilities(minimal, { temperature: 0.8 }), [0.275, 0.655, 0.07], 1e-3);
  allNear(branchProbabilities(minimal, { temperature: 2 }), [0.334, 0.473, 0.193], 1e-3);
});

Deno.test("branchProbabilities raises to the power 1/T and renormalises", () => {
  fc.assert(fc.property(declared, fc.double({ min: 0.1, max: 10, noNaN: true }), (declared, temperature) => {
    const powers = declared.map((p) => p ** (1 / temperature));
    const actual = branchProbabilities(declared, { temperature });
    allNear(actual, powers.map((power) => power / sum(powers)), 1e-9);
  }));
});

Deno.test("branchProbabilities leaves what was declared at temperature 1", () => {
  fc.assert(fc.property(declared, (declared) => {
    assert.deepEqual(branchProbabilities(declared, { temperature: 1 }), declared);
  }));
});

Deno.test("branchProbabilities gives a distribution at any settings", () => {
  fc.assert(fc.property(declared, sampling, (declared, sampling) => {
    const actual = branchProbabilities(declared, sampling);
    near(sum(actual), 1, 1e-12);
    assert(actual.every((p) => p >= 0 && p <= 1));
  }));
});

Deno.test("branchProbabilities never lets a less probable branch overtake", () => {
  fc.assert(fc.property(declared, sampling, (declared, sampling) => {
    const actual = branchProbabilities(declared, sampling);
    for (const [a, p] of declared.entries()) {
      for (const [b, q] of declared.entries()) if (p > q) assert(actual[a] >= actual[b]);
    }
  }));
});

Deno.test("branchProbabilities takes the most probable branch at temperature 0 and at topK 1 alike", () => {
  fc.assert(fc.property(declared, sampling, (declared, sampling) => {
    const greedy = branchProbabilities(declared, { ...sampling, temperature: 0 });
    const first = declared.indexOf(Math.max(...declared));
    assert.deepEqual(greedy, declared.map((_, at) => at === first ? 1 : 0));
    assert.deepEqual(branchProbabilities(declared, { ...sampling, topK: 1 }), greedy);
  }));
});

Deno.test("branchProbabilities flattens as the temperature rises", () => {
  const entropy = (values: readonly number[]) => -sum(values.map((p) => p === 0 ? 0 : p * Math.log(p)));
  const temperature = fc.double({ min: 0.05, max: 20, noNaN: true });
  fc.assert(fc.property(declared, sampling, temperature, temperature, (declared, sampling, a, b) => {
    const at = (temperature: number) => entropy(branchProbabilities(declared, { ...sampling, temperature }));
    assert(at(Math.min(a, b)) <= at(Math.max(a, b)) + 1e-12);
  }));
});

Deno.test("branchProbabilities tends to the most probable branches as the temperature falls to 0", () => {
  allNear(branchProbabilities([0.2, 0.4, 0.4], { temperature: 1e-6 }), [0, 0.5, 0.5]);
  allNear(branchProbabilities([0.3, 0.6, 0.1], { temperature: 1e-300 }), [0, 1, 0]);
  allNear(branchProbabilities([1e-12, 1 - 1e-12], { temperature: 1e9 }), [0.5, 0.5], 1e-6);
});

Deno.test("branchProbabilities truncates before it divides by the temperature", () => {
  // The other order would keep one branch of the first and three of the second.
  allNear(branchProbabilities([0.3, 0.6, 0.1], { temperature: 0.2, topP: 0.65 }), [1 / 33, 32 / 33, 0]);
  const two = [Math.SQRT1_2 / (1 + Math.SQRT1_2), 1 / (1 + Math.SQRT1_2), 0];
  allNear(branchProbabilities([0.3, 0.6, 0.1], { temperature: 2, topP: 0.85 }), two);
  allNear(branchProbabilities([0.3, 0.6, 0.1], { temperature: 2, minP: 0.3 }), two);
});

Deno.test("branchProbabilities takes topP's share of what topK left", () => {
  // Of .5 and .3, the first alone is .625.
  assert.deepEqual(branchProbabilities([0.5, 0.3, 0.2], { temperature: 1, topK: 2, topP: 0.6 }), [1, 0, 0]);
  allNear(branchProbabilities([0.5, 0.3, 0.2], { temperature: 1, topP: 0.6 }), [0.625, 0.375, 0]);
});

Deno.test("branchProbabilities counts what is equal but for rounding as reached", () => {
  assert(0.6 + 0.3 < 0.9, "the test would show nothing");
  allNear(branchProbabilities([0.6, 0.3, 0.1], { temperature: 1, topP: 0.9 }), [2 / 3, 1 / 3, 0]);
  assert(0.11 < 0.2 * 0.55, "the test would show nothing");
  allNear(branchProbabilities([0.55, 0.34, 0.11], { temperature: 1, minP: 0.2 }), [0.55, 0.34, 0.11]);
});

Deno.test("branchProbabilities prefers the branch that was declared first among equals", () => {
  assert.deepEqual(branchProbabilities([0.2, 0.4, 0.4], { temperature: 0 }), [0, 1, 0]);
  allNear(branchProbabilities([0.25, 0.25, 0.25, 0.25], { temperature: 1, topK: 2 }), [0.5, 0.5, 0, 0]);
  allNear(branchProbabilities([0.25, 0.25, 0.25, 0.25], { temperature: 1, topP: 0.7 }), [
    1 / 3,
    1 / 3,
    1 / 3,
    0,
  ]);
});

Deno.test("branchProbabilities keeps at least one branch under any truncation", () => {
  assert.deepEqual(branchProbabilities([0.6, 0.4], { temperature: 1, topP: 1e-9 }), [1, 0]);
  assert.deepEqual(branchProbabilities([0.6, 0.4], { temperature: 1, minP: 1 }), [1, 0]);
});

Deno.test("branchProbabilities refuses settings out of their range and names them", () => {
  const wrong = [
    [{ temperature: -1 }, /temperature -1: it must be at least 0/],
    [{ temperature: NaN }, /temperature NaN/],
    [{ temperature: Infinity }, /temperature Infinity/],
    [{ temperature: 1, topK: -1 }, /topK -1: it must be an integer >= 0/],
    [{ temperature: 1, topK: 1.5 }, /topK 1.5/],
    [{ temperature: 1, topP: 0 }, /topP 0: it must be above 0 and at most 1/],
    [{ temperature: 1, topP: 1.01 }, /topP 1.01/],
    [{ temperature: 1, minP: -0.1 }, /minP -0.1: it must be from 0 to 1/],
    [{ temperature: 1, minP: NaN }, /minP NaN/],
    [{ temperature: 1, repeatPenalty: 1.1 }, /repeatPenalty 1.1: it must be 1/],
    [{ temperature: 1, maxTokens: 0 }, /maxTokens 0: it must be an integer >= 1/],
    [{ temperature: 1, maxTokens: 2.5 }, /maxTokens 2.5/],
    [{ temperature: 1, stop: ["a", ""] }, /empty stop text/],
  ] as const;
  for (const [sampling, message] of wrong) {
    assert.throws(() => branchProbabilities([0.5, 0.5], sampling), { name: "RangeError", message });
  }
});
