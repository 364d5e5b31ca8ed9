import { brownForsythe, hasDefinedF } from "./brown_forsythe.ts";
import { checkLevel, checkPairs, checkValues, optionsOf } from "../checks.ts";
import { shapiroWilk } from "./shapiro_wilk.ts";
import { largestSize, varies } from "../scale.ts";

/** An assumption of a t-test that the values do not bear out. */
export interface FailedAssumption {
  readonly assumption:
    | "enough values"
    | "continuous values"
    | "variation"
    | "no ties"
    | "normality"
    | "equal variances";
  /** Which values fail it. */
  readonly of: "a" | "b" | "b − a" | "a and b";
  /** The test that found it; null if it is plain to see. */
  readonly test: string | null;
  readonly p: number | null;
  /** What to do, in one sentence. */
  readonly advice: string;
}

/** Fewest values from which the shape of a distribution can be judged at all. */
const FEWEST_VALUES = 3;

/** From this many values on, means are about normal, unless a few extreme values dominate. */
const MANY_VALUES = 30;

/** Most values that the test of Shapiro and Wilk takes. */
const MAX_FOR_SHAPE = 5000;

/**
 * Which assumptions of a t-test the values fail, each with advice; an empty list if none was found.
 *
 * Unpaired, both groups are tested for normality (Shapiro-Wilk) and for equal variances (Brown-Forsythe); paired, the
 * differences b − a for normality. Where most values repeat another one, that is reported in place of normality, since
 * rounding alone then makes normality fail. Where there are only two different values, such as 0 and 1, they
 * are not tested: they are counts, and a t-test is not for them. Groups of more than 5000 values are not
 * tested for normality.
 *
 * An empty list does not show that the assumptions hold: with few values these tests find little. Nor can values show
 * whether they are independent; repeated samples of one task are not: average them per task first.
 *
 * @param a Values of group a, all finite.
 * @param b Values of group b, all finite.
 * @param options.paired Whether the i-th value of b belongs to the i-th of a. Defaults to false.
 * @param options.alpha An assumption fails if its p is below this, in (0, 1). Defaults to 0.05.
 * @throws {RangeError} If a value is not finite, pairs are incomplete, or alpha is out of range.
 *
 * @example
 * ```ts
 * import { checkAssumptions } from "codebias/statistics/tests/assumptions.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(checkAssumptions([1, 3, 4, 6, 7], [2, 4, 5, 6, 9]), []);
 * const [failed] = checkAssumptions([0, 1, 1, 0], [1, 1, 1, 0]);
 * assert.equal(failed.assumption, "continuous values");
 * assert.match(failed.advice, /Newcombe/);
 * ```
 */
export function checkAssumptions(
  a: readonly number[],
  b: readonly number[],
  options: { readonly paired?: boolean; readonly alpha?: number } = {},
): FailedAssumption[] {
  const { paired, alpha } = optionsOf(options, { paired: false, alpha: 0.05 });
  checkLevel(alpha);
  checkValues("group a", a, 0);
  checkValues("group b", b, 0);
  if (paired) checkPairs(a, b);
  const samples: Sample[] = paired
    ? [{ of: "b − a", values: b.map((value, at) => value - a[at]), from: [...a, ...b] }]
    : [{ of: "a", values: a }, { of: "b", values: b }];
  const few = samples.filter(({ values }) => values.length < FEWEST_VALUES).map(tooFew);
  if (few.length > 0) return few;
  if (new Set([...a, ...b]).size === 2) return [twoValued(paired)];
  const shapes = samples.flatMap((sample) => shapeOf(sample, { paired, alpha }));
  return paired ? shapes : [...shapes, ...spreadOf(a, b, alpha)];
}

interface Sample {
  readonly of: FailedAssumption["of"];
  readonly values: readonly number[];
  /** What the values were computed from. */
  readonly from?: readonly number[];
}

function tooFew({ of, values }: Sample): FailedAssumption {
  const advice = `Only ${values.length} of ${FEWEST_VALUES} or more values are there to judge ${of} by: ` +
    "gather more before testing anything.";
  return { assumption: "enough values", of, test: null, p: null, advice };
}

function twoValued(paired: boolean): FailedAssumption {
  const instead = paired
    ? "Newcombe's interval for pairs and McNemar's test"
    : "Newcombe's interval and Fisher's exact test";
  const advice =
    "There are only two different values, so normality cannot be tested and means are proportions: " +
    `take ${instead}.`;
  return { assumption: "continuous values", of: "a and b", test: null, p: null, advice };
}

function shapeOf(sample: Sample, how: { paired: boolean; alpha: number }): FailedAssumption[] {
  const { of, values, from } = sample;
  if (!varies(values, from)) return [constant(of)];
  const instead = how.paired ? "Wilcoxon's signed-rank test" : "Mann-Whitney's test";
  const mean =
    `The mean of ${values.length} values is near normal unless a few extreme ones dominate, so t may stand`;
  const distinct = differentValues(values);
  if (distinct <= Math.ceil(values.length / 2)) {
    const advice = values.length >= MANY_VALUES
      ? `${mean}; confirm it by a permutation test.`
      : `The ${values.length} values of ${of} take only ${distinct} different ones: take a permutation test.`;
    return [{ assumption: "no ties", of, test: null, p: null, advice }];
  }
  if (values.length > MAX_FOR_SHAPE) return [];
  const { test, p } = shapiroWilk(values);
  if (p >= how.alpha) return [];
  const advice = values.length >= MANY_VALUES
    ? `${mean}; confirm it by a permutation test or ${instead}.`
    : `The ${values.length} values of ${of} are too few to make up for it: take ${instead} or a permutation test.`;
  return [{ assumption: "normality", of, test, p, advice }];
}

/** Differences such as 0.6 − 0.4 and 0.4 − 0.2 are the same, although not to the last digit. */
function differentValues(values: readonly number[]): number {
  const largest = largestSize(values);
  return new Set(values.map((value) => Math.round(1e12 * (value / largest)))).size;
}

function constant(of: FailedAssumption["of"]): FailedAssumption {
  const advice = of === "b − a"
    ? "All differences are the same, so t is not defined: report the difference itself."
    : `All values of ${of} are the same, so t cannot tell how far they would vary: take a permutation test.`;
  return { assumption: "variation", of, test: null, p: null, advice };
}

function spreadOf(a: readonly number[], b: readonly number[], alpha: number): FailedAssumption[] {
  if (!varies(a) || !varies(b) || !hasDefinedF([a, b], "median")) return [];
  const { test, p } = brownForsythe([a, b]);
  if (p >= alpha) return [];
  const advice = "The groups spread differently: take Welch's t-test, which allows for it, not Student's.";
  return [{ assumption: "equal variances", of: "a and b", test, p, advice }];
}
