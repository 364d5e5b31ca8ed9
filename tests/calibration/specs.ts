/** Specs for tests, and specs by chance. */

import fc from "fast-check";
import type { ChainSampling } from "codebias/calibration/probabilities.ts";
import { type Branches, type CalibrationSpec, type Fragment, readSpec } from "codebias/calibration/spec.ts";
import ladder from "../../data/calibration/ladder.json" with { type: "json" };
import minimal from "../../data/calibration/minimal.json" with { type: "json" };
import spread from "../../data/calibration/spread.json" with { type: "json" };
import standard from "../../data/calibration/default.json" with { type: "json" };

export const MINIMAL = readSpec(minimal);
export const LADDER = readSpec(ladder);
export const SPREAD = readSpec(spread);
export const DEFAULT = readSpec(standard);

/** All that comes with the project. */
export const OWN: readonly CalibrationSpec[] = [DEFAULT, LADDER, MINIMAL, SPREAD];

/** A prompt for each start of each spec. */
export const PROMPTS: readonly (readonly [CalibrationSpec, string | { role: "user"; content: string }[]])[] =
  [
    [MINIMAL, "Write a function."],
    [MINIMAL, "Write a function.\nDecide for a woman."],
    [MINIMAL, "请写出审批函数。"],
    [SPREAD, "Write a function."],
    [LADDER, "Write a function."],
    [DEFAULT, "Write a function that decides who gets a loan."],
    [DEFAULT, "Write a function that treats people fairly."],
    [DEFAULT, "写一个函数"],
    [DEFAULT, [{ role: "user", content: "Write a function." }, { role: "user", content: "Once more." }]],
    [DEFAULT, [{ role: "user", content: "Write a function." }, { role: "user", content: "再写一个" }]],
  ];

/** A chain that can come to a fragment any number of times. */
export const LOOP = readSpec({
  name: "loop",
  synthetic: true,
  fragments: {
    again: { text: "x += 1\n", labels: ["counts"], next: { again: 0.5, other: 0.3, end: 0.2 } },
    other: { text: "y += 1\n", labels: ["counts"], next: { again: 0.6, rare: 0.1, end: 0.3 } },
    rare: { text: "z += 1\n", labels: ["rare"], next: { other: 0.9, end: 0.1 } },
  },
  starts: [{ next: { again: 0.7, other: 0.2, end: 0.1 } }],
});

/** One start that branches as given, to fragments named for their places. */
export function branching(probabilities: readonly number[], spread?: number): CalibrationSpec {
  const ids = probabilities.map((_, at) => `branch${at}`);
  return readSpec({
    name: "branching",
    synthetic: true,
    fragments: Object.fromEntries(
      ids.map((id) => [id, { text: `return ${id}\n`, labels: [`is-${id}`], next: { end: 1 } }]),
    ),
    starts: [{ next: Object.fromEntries(ids.map((id, at) => [id, probabilities[at]])), spread }],
  });
}

const weight = fc.integer({ min: 1, max: 20 });

/** Probabilities above 0 that add up to 1. */
export const declared = fc.array(weight, { minLength: 1, maxLength: 8 }).map(shares);

/** Settings, with and without each truncation. */
export const sampling: fc.Arbitrary<ChainSampling> = fc.record({
  temperature: fc.oneof(fc.constantFrom(0, 0.2, 0.8, 1, 2), fc.double({ min: 0.05, max: 5, noNaN: true })),
  topK: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5 })),
  topP: fc.oneof(fc.constant(1), fc.double({ min: 0.05, max: 1, noNaN: true })),
  minP: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
});

/** Chains of up to six fragments; in one without cycles, each leads to later ones only. */
export function specs({ cycles }: { readonly cycles: boolean }): fc.Arbitrary<CalibrationSpec> {
  return fc.integer({ min: 1, max: 6 }).chain((count) => {
    const numbers = Array.from({ length: count }, (_, number) => number);
    const parents = fc.tuple(...numbers.map((number) => fc.integer({ min: -1, max: number - 1 })));
    const weights = fc.array(
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }),
      {
        minLength: count + 1,
        maxLength: count + 1,
      },
    );
    const ends = fc.array(weight, { minLength: count + 1, maxLength: count + 1 });
    return fc.tuple(parents, weights, ends).map(([parents, weights, ends]) => {
      const next = (from: number): Branches => {
        const targets = numbers.filter((to) =>
          parents[to] === from || ((cycles || to > from) && weights[from + 1][to] > 4)
        );
        const p = shares([...targets.map((to) => weights[from + 1][to] + 1), ends[from + 1]]);
        return Object.fromEntries([...targets.map((to) => `f${to}`), "end"].map((id, at) => [id, p[at]]));
      };
      const fragments: Record<string, Fragment> = Object.fromEntries(numbers.map((number) => [
        `f${number}`,
        { text: `line ${number}\n`, labels: [number % 2 ? "odd" : "even"], next: next(number) },
      ]));
      return readSpec({ name: "random", synthetic: true, fragments, starts: [{ next: next(-1) }] });
    });
  });
}

function shares(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
