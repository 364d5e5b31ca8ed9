import assert from "node:assert/strict";
import * as statistics from "codebias/statistics/mod.ts";
import { hasDefinedF } from "codebias/statistics/tests/brown_forsythe.ts";
import { type Alternative, checkAlternative, checkChoice } from "codebias/statistics/checks.ts";
import { meanDifference } from "codebias/statistics/intervals/mean_difference.ts";
import { normalP } from "codebias/statistics/distributions/normal.ts";
import { signP } from "codebias/statistics/tests/sign_test.ts";
import { tP } from "codebias/statistics/distributions/student_t.ts";

const [A, B] = [[1, 2, 3, 4, 6], [3, 4, 5, 6, 9]];
const [X, Y, TASKS] = [[0, 1, 0, 1, 0, 1], [1, 2, 2, 4, 3, 6], ["s", "s", "t", "t", "u", "u"]];
const LEVELS = [{ score: 0, successes: 2, n: 10 }, { score: 1, successes: 8, n: 10 }];

/** Each function that has an alternative. */
const DIRECTED: Record<string, (alternative: Alternative) => unknown> = {
  welchT: (alternative) => statistics.welchT(A, B, { alternative }),
  pooledT: (alternative) => statistics.pooledT(A, B, { alternative }),
  pairedT: (alternative) => statistics.pairedT(A, B, { alternative }),
  oneSampleT: (alternative) => statistics.oneSampleT(A, { alternative }),
  "mannWhitney, exact": (alternative) => statistics.mannWhitney([1, 2], [3, 4], { alternative }),
  "mannWhitney, asymptotic": (alternative) => statistics.mannWhitney(A, B, { alternative }),
  "wilcoxonSignedRank, exact": (alternative) => statistics.wilcoxonSignedRank(A, B, { alternative }),
  "wilcoxonSignedRank, asymptotic": (alternative) =>
    statistics.wilcoxonSignedRank(A, B, { alternative, method: "asymptotic" }),
  signTest: (alternative) => statistics.signTest(A, B, { alternative }),
  permutationTest: (alternative) => statistics.permutationTest(A, B, { alternative }),
  "permutationTest, drawn": (alternative) =>
    statistics.permutationTest(A, B, { alternative, exactUpTo: 0, draws: 9 }),
  mcnemar: (alternative) => statistics.mcnemar([true, false], [false, false], { alternative }),
  mcnemarExact: (alternative) => statistics.mcnemarExact(2, 8, { alternative }),
  "mcnemarExact, none": (alternative) => statistics.mcnemarExact(0, 0, { alternative }),
  fisher: (alternative) => statistics.fisher([true, false], [true, false], { alternative }),
  fisherExact: (alternative) => statistics.fisherExact([[8, 2], [1, 5]], { alternative }),
  cochranArmitage: (alternative) => statistics.cochranArmitage(LEVELS, { alternative }),
  clusteredProportionDifference: (alternative) =>
    statistics.clusteredProportionDifference(
      { successes: [0, 1, 0], clusters: ["s", "t", "u"] },
      { successes: [1, 1, 0], clusters: ["x", "y", "z"] },
      { alternative },
    ),
  clusteredMeanDifference: (alternative) =>
    statistics.clusteredMeanDifference(
      { values: [0, 1, 0], clusters: ["s", "t", "u"] },
      { values: [2, 1, 0], clusters: ["x", "y", "z"] },
      { alternative },
    ),
  clusteredSlope: (alternative) => statistics.clusteredSlope(X, Y, TASKS, { alternative }),
  pearson: (alternative) => statistics.pearson(A, B, { alternative }),
  spearman: (alternative) => statistics.spearman(A, [3, 4, 9, 5, 6], { alternative }),
  powerT: (alternative) => statistics.powerT({ d: 0.5, n: 64, alternative }),
  detectableD: (alternative) => statistics.detectableD({ n: 64, alternative }),
  neededN: (alternative) => statistics.neededN({ d: alternative === "less" ? -0.5 : 0.5, alternative }),
  powerProportions: (alternative) => statistics.powerProportions({ a: 0.3, b: 0.5, n: 100, alternative }),
  tP: (alternative) => tP(2, 5, alternative),
  normalP: (alternative) => normalP(2, alternative),
  signP: (alternative) => signP(2, 5, alternative),
};

for (const [name, run] of Object.entries(DIRECTED)) {
  Deno.test(`${name} takes its alternatives and refuses all others`, () => {
    for (const known of ["two-sided", "less", "greater"] as const) run(known);
    for (const unknown of ["larger", "two.sided", "Greater", "", "toString"]) {
      assert.throws(() => run(unknown as Alternative), {
        name: "RangeError",
        message: `Cannot use alternative "${unknown}": expected two-sided, less or greater`,
      });
    }
    assert.throws(() => run(null as unknown as Alternative), {
      name: "RangeError",
      message: "Cannot use alternative null: expected two-sided, less or greater",
    });
  });
}

const METHODS = "auto, exact or asymptotic";
const KINDS = "two-sample, paired or one-sample";
const COMPARISONS = "welch, pooled or paired";

/** Each other option that is one of several words: its name, what it may be, and a call. */
const CHOICES: [string, string, string, (choice: never) => unknown][] = [
  ["mannWhitney", "method", METHODS, (method) => statistics.mannWhitney([1, 2], [3, 4], { method })],
  ["wilcoxonSignedRank", "method", METHODS, (method) => statistics.wilcoxonSignedRank(A, B, { method })],
  ["equivalenceT", "kind", COMPARISONS, (kind) => statistics.equivalenceT(A, B, { margin: 1, kind })],
  ["meanDifference", "kind", COMPARISONS, (kind) => meanDifference(A, B, kind)],
  ["cohensD", "kind", "pooled or paired", (kind) => statistics.cohensD(A, B, { kind })],
  ["powerT", "kind", KINDS, (kind) => statistics.powerT({ d: 0.5, n: 64, kind })],
  ["detectableD", "kind", KINDS, (kind) => statistics.detectableD({ n: 64, kind })],
  ["neededN", "kind", KINDS, (kind) => statistics.neededN({ d: 0.5, kind })],
  ["brownForsythe", "center", "median or mean", (center) => statistics.brownForsythe([A, B], { center })],
  ["hasDefinedF", "center", "median or mean", (center) => hasDefinedF([A, B], center)],
];

for (const [name, option, expected, run] of CHOICES) {
  Deno.test(`${name}() takes each ${option} that it knows and refuses all others`, () => {
    for (const known of expected.split(/, | or /)) run(known as never);
    for (const unknown of ["bogus", "valueOf"]) {
      assert.throws(() => run(unknown as never), {
        name: "RangeError",
        message: `Cannot use ${option} "${unknown}": expected ${expected}`,
      });
    }
  });
}

Deno.test("cohensD() does not take the kind of a t-test whose d it does not compute", () => {
  assert.throws(() => statistics.cohensD(A, B, { kind: "welch" as "pooled" }), /Cannot use kind "welch"/);
});

Deno.test("checkChoice() and checkAlternative() say what was given, whatever it is", () => {
  checkChoice("kind", "b", ["a", "b"]);
  checkAlternative("less");
  const message = (given: string) => `Cannot use kind ${given}: expected a, b or c`;
  for (
    const [value, given] of [[undefined, "undefined"], [7, "7"], ['a"', '"a\\""'], [["a"], "a"]] as const
  ) {
    assert.throws(() => checkChoice("kind", value, ["a", "b", "c"]), {
      name: "RangeError",
      message: message(given),
    });
  }
});
