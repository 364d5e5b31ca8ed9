import type { CompareOptions } from "../compared_samples.ts";
import { clusteredSlope } from "../../statistics/intervals/clustered.ts";
import { orElse } from "../../statistics/intervals/task_estimates.ts";
import { cochranArmitage } from "../../statistics/tests/cochran_armitage.ts";
import { sum } from "../../statistics/descriptive.ts";
import { hits } from "./boolean_tests.ts";
import { type Value, written } from "../columns.ts";
import type { RowResult } from "../comparison_frame.ts";
import { checkFinite, knownOf, type Outcome, UNTESTED } from "../outcome.ts";
import { clusterAdvice } from "./t_tests.ts";
import { type Level, type Measured, rowsAsUnits, type Side } from "../units.ts";

/** A level with its score and its values. */
interface Step {
  readonly level: Value;
  readonly score: number;
  readonly side: Side;
}

/**
 * Whether the share of true rises or falls with the level: Cochran and Armitage's test, or, with clusters, the slope of a
 * straight line with a cluster-robust error. Levels that are numbers are their own scores; others count 0, 1, 2.
 *
 * The estimates are those of the lowest and the highest level; the difference with its interval is what the line changes between
 * them.
 */
export function askTrend(
  levels: readonly Level[],
  measured: Measured,
  options: CompareOptions,
): Omit<RowResult, "within"> {
  const numeric = levels.every(({ level }) => typeof level === "number");
  const all = levels.map((one, at): Step => ({
    level: one.level,
    score: numeric ? one.level as number : at,
    side: rowsAsUnits(one, measured),
  }));
  const steps = all.filter(({ side }) => side.values.length > 0);
  const [first, last] = [steps[0] ?? all[0], steps.at(-1) ?? all.at(-1)!];
  const places = all.map(({ level, score }) => `${written(level)} ${score}`).join(", ");
  const scored = numeric ? [] : [`levels are scored in their order: ${places}`];
  const outcome = answer(steps, options);
  return {
    levelA: first.level,
    levelB: last.level,
    test: options.cluster === undefined ? "trend" : "trend, clustered",
    outcome: { ...outcome, remarks: [...scored, ...outcome.remarks] },
    nA: first.side.values.length,
    nB: last.side.values.length,
    unjudged: sum(all.map(({ side }) => side.unjudged)),
  };
}

function answer(steps: readonly Step[], options: CompareOptions): Outcome {
  const [lowest, ...others] = steps.map(({ side }) => side.values);
  const ends = knownOf(lowest, others.at(-1));
  return orElse(() => {
    checkScores(steps);
    const { statistic, df, p, slope, clusters, assumptions } = options.cluster === undefined
      ? trendOfCounts(steps, options)
      : trendOfClusters(steps, options);
    const width = steps.at(-1)!.score - steps[0].score;
    const [difference, low, high] = [slope.value, slope.low, slope.high].map((one) => one * width);
    return checkFinite({
      ...{ ...ends, statistic, df, p, difference, low, high, clusters, assumptions },
      ...{ effect: { name: "slope per unit", ...slope }, remarks: [] },
    });
  }, ({ message }) => ({ ...UNTESTED, ...ends, remarks: [message] }));
}

function checkScores(steps: readonly Step[]): void {
  const far = steps.find(({ score }) => !Number.isFinite(score * score * score));
  if (far) {
    throw new RangeError(`Cannot test a trend: the level ${far.score} is too large a score to compute with`);
  }
}

function trendOfCounts(
  steps: readonly Step[],
  { alternative, pairedBy, level = 0.95 }: CompareOptions,
) {
  const counts = steps.map(({ score, side: { values } }) => ({
    ...{ score, successes: hits(values), n: values.length },
  }));
  const { effect: value, low, high, ...test } = cochranArmitage(counts, { alternative, level });
  const assumptions = pairedBy === undefined ? [] : [
    "rows of one id at several levels are not independent, as this test takes them: name the column as cluster",
  ];
  return { ...test, slope: { value, low, high }, clusters: null, assumptions };
}

function trendOfClusters(steps: readonly Step[], { alternative, level = 0.95 }: CompareOptions) {
  const x = steps.flatMap(({ score, side }) => side.values.map(() => score));
  const y = steps.flatMap(({ side }) => side.values);
  const clusters = steps.flatMap(({ side }) => side.clusters!.map(String));
  const { slope: value, low, high, ...test } = clusteredSlope(x, y, clusters, { alternative, level });
  return { ...test, slope: { value, low, high }, assumptions: clusterAdvice(clusters) };
}
