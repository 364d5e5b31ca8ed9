import { checkAssumptions, type FailedAssumption } from "../../statistics/tests/assumptions.ts";
import {
  clusteredMean,
  clusteredMeanDifference,
  clusteredSlope,
  type ClusteredValues,
} from "../../statistics/intervals/clustered.ts";
import { clusteredProportionDifference } from "../../statistics/intervals/clustered_proportion.ts";
import { isConstant, tally } from "../../statistics/descriptive.ts";
import { cohensD } from "../../statistics/effect_size.ts";
import { orNull } from "../../statistics/intervals/task_estimates.ts";
import { tP } from "../../statistics/distributions/student_t.ts";
import { pairedT, pooledT, welchT } from "../../statistics/tests/t_test.ts";
import type { Value } from "../columns.ts";
import { type Effect, type Estimates, estimatesOf, type Outcome, type Question } from "../outcome.ts";
import { areSeparate, type Sides } from "../units.ts";

/** The assumption of Student's test that Welch's does without. */
const EQUAL_VARIANCES: FailedAssumption["assumption"] = "equal variances";

const T_TESTS = { welch: welchT, pooled: pooledT, paired: pairedT } as const;

/** A t-test of two levels: Welch's; Student's, which assumes equal variances; or the paired one. */
export function tTest(kind: keyof typeof T_TESTS): (question: Question) => Outcome {
  const isPaired = kind === "paired";
  return ({ sides: { a, b }, alternative, level }) => {
    const test = T_TESTS[kind](a.values, b.values, { alternative, level });
    const assumptions = adviceOn(a.values, b.values, isPaired);
    return {
      ...test,
      effect: effectOf(a.values, b.values, isPaired),
      clusters: isPaired ? a.values.length : null,
      assumptions: kind === "welch"
        ? assumptions.filter((sentence) => !sentence.startsWith(EQUAL_VARIANCES))
        : assumptions,
      remarks: [],
    };
  };
}

/** The difference of the means with a cluster-robust standard error. */
export function clusteredDifference(question: Question): Outcome {
  const { sides, alternative, level } = question;
  if (areSeparate(sides)) return separateMeans(question);
  const { a, b } = sides;
  const x = [...a.values.map(() => 0), ...b.values.map(() => 1)];
  const clusters = clustersOf(sides).flat();
  const { slope: difference, ...test } = clusteredSlope(x, [...a.values, ...b.values], clusters, {
    alternative,
    level,
  });
  return { ...ofClusters(sides), ...test, difference, assumptions: clusterAdvice(clusters) };
}

/** The difference of the means of levels that have different tasks. */
function separateMeans({ sides, alternative, level }: Question): Outcome {
  const clusters = clustersOf(sides);
  const [left, right] = [sides.a, sides.b].map(({ values }, at) => ({ values, clusters: clusters[at] }));
  const found = clusteredMeanDifference(left, right, { alternative, level });
  return { ...ofClusters(sides), ...found, assumptions: separateAdvice([left, right]) };
}

/** The clusters of the values of each side, as texts. */
function clustersOf({ a, b }: Sides): [string[], string[]] {
  return [a.clusters!.map(String), b.clusters!.map(String)];
}

/** The fields that all outcomes with clusters share. */
function ofClusters(
  sides: Sides,
  isPaired = false,
): Pick<Outcome, keyof Estimates | "effect" | "clusters" | "remarks"> {
  const { a, b } = sides;
  const effect = effectOf(a.values, b.values, isPaired);
  return {
    ...estimatesOf(sides),
    // Without its interval, which would take the values as independent.
    effect: effect && { name: effect.name, value: effect.value },
    clusters: new Set(clustersOf(sides).flat()).size,
    remarks: [],
  };
}

/** Advice where the variance of clusters is estimated in each level by itself. */
function separateAdvice(levels: readonly ClusteredValues[]): string[] {
  const fewest = Math.min(...levels.map(({ clusters }) => new Set(clusters).size));
  const still = levels.find(({ values }) => isConstant(values));
  return [
    ...(fewest < FEW_CLUSTERS
      ? [`${fewest} clusters at a level are few: where values are skewed, p may be too small`]
      : []),
    ...(still
      ? [`all values of a level are ${still.values[0]}: its clusters are taken to vary as those of the other`]
      : []),
  ];
}

/** The difference of the shares of levels that have different tasks. */
export function separateShares({ sides, alternative, level }: Question): Outcome {
  const clusters = clustersOf(sides);
  const [left, right] = [sides.a, sides.b].map(({ values: successes }, at) => ({
    successes,
    clusters: clusters[at],
  }));
  const found = clusteredProportionDifference(left, right, { alternative, level });
  return {
    ...ofClusters(sides),
    ...found,
    assumptions: clusters.flatMap(largeClusterAdvice),
    remarks: found.p === null
      ? [`all values of both levels are ${sides.a.values[0]}, which no test can tell apart`]
      : [],
  };
}

/** The mean difference of pairs with a cluster-robust standard error. */
export function clusteredPairs({ sides, alternative, level }: Question): Outcome {
  const { a, b } = sides;
  const differences = b.values.map((value, at) => value - a.values[at]);
  const { value, standardError, ...found } = clusteredMean(differences, clustersOf(sides)[0], { level });
  const { df, low, high } = found;
  const statistic = value / standardError;
  return {
    ...ofClusters(sides, true),
    ...{ difference: value, low, high, statistic, df },
    p: tP(statistic, df, alternative),
    assumptions: clusterAdvice(a.clusters!),
  };
}

/** With fewer clusters, or a cluster with a larger share of the rows, cluster-robust errors are known to be too small. */
const FEW_CLUSTERS = 20;
const LARGE_CLUSTER = 0.2;

/** Advice where a standard error rests on few clusters, or on one that is much larger than the others. */
export function clusterAdvice(clusters: readonly Value[]): string[] {
  const { size } = new Set(clusters);
  return [
    ...(size >= FEW_CLUSTERS
      ? []
      : [`${size} clusters are few: with fewer than ${FEW_CLUSTERS}, p is often too small`]),
    ...largeClusterAdvice(clusters),
  ];
}

function largeClusterAdvice(clusters: readonly Value[]): string[] {
  const sizes = tally(clusters);
  const largest = [...sizes.values()].reduce((most, size) => Math.max(most, size), 0) / clusters.length;
  if (sizes.size < 2 || largest <= Math.max(LARGE_CLUSTER, 2 / sizes.size)) return [];
  return [`one cluster has ${Math.round(100 * largest)} % of the rows: p may be far too small`];
}

/** Cohen's d; undefined for values that hardly vary, although their t-test may be valid. */
export function effectOf(a: readonly number[], b: readonly number[], isPaired: boolean): Effect | undefined {
  const name = isPaired ? "Cohen's d (paired)" : "Cohen's d";
  const found = orNull(() => cohensD(a, b, { kind: isPaired ? "paired" : "pooled" }));
  return found ? { name, value: found.estimate, low: found.low, high: found.high } : undefined;
}

/** Which assumptions of a t-test fail, in sentences. */
export function adviceOn(a: readonly number[], b: readonly number[], paired: boolean): string[] {
  return checkAssumptions(a, b, { paired }).map(({ assumption, of, test, p, advice }) => {
    const found = test === null || p === null ? "" : `, ${test} p = ${p.toPrecision(2)}`;
    return `${assumption} (${of}${found}): ${advice.replace(/\.$/, "")}`;
  });
}
