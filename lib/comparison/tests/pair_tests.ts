import { isConstant } from "../../statistics/descriptive.ts";
import type { CompareOptions } from "../compared_samples.ts";
import type { RowResult } from "../comparison_frame.ts";
import { checkFinite, knownOf, type Outcome, type Question, UNTESTED } from "../outcome.ts";
import { fisherOfRows, hits, mcnemarOfPairs } from "./boolean_tests.ts";
import { permutation, rankSum, sign, signedRank } from "./rank_tests.ts";
import { clusteredDifference, clusteredPairs, separateShares, tTest } from "./t_tests.ts";
import type { TestName } from "./test_names.ts";
import { areSeparate, pairUnits, rowsAsUnits, separateUnits, tasksOf } from "../units.ts";
import type { Level, Measured, Side, Sides, Unpaired } from "../units.ts";
import { newcombe } from "../../statistics/intervals/newcombe.ts";
import { orElse } from "../../statistics/intervals/task_estimates.ts";
import { tQuantile } from "../../statistics/distributions/student_t.ts";

/** A test of two levels. */
type PairTest = Exclude<TestName, "trend">;

/** The tests, and the one that shares get where the analyst names none. */
type Answered = PairTest | "score";

/** The options for comparing two levels. */
interface PairOptions extends Omit<CompareOptions, "test"> {
  readonly test?: PairTest;
}

/**
 * Compares two levels; what cannot be tested is an outcome without p that says why.
 *
 * @throws {RangeError} If rows cannot be paired.
 */
export function askPair(
  a: Level,
  b: Level,
  measured: Measured,
  options: PairOptions,
): Omit<RowResult, "within"> {
  const { pairedBy, unpaired = "refuse", alternative = "two-sided", level = 0.95, seed = 1 } = options;
  const isPaired = pairedBy !== undefined;
  const usual = options.test ?? (isPaired ? "paired" : "welch");
  const isClustered = measured.cluster !== undefined;
  const sides = sidesFor(usual, [a, b], measured, { isPaired, unpaired });
  const question: Question = { sides, alternative, level, seed };
  const isOfShares = options.test === undefined && measured.metric.boolean;
  const test = isOfShares && isClustered && !isPaired && areSeparate(sides) ? "score" : usual;
  const named = answerFor(test, question, { isPaired, isClustered });
  const answer = isOfShares && test !== "score" ? withShareInterval(named, question, isPaired) : named;
  return {
    levelA: a.level,
    levelB: b.level,
    test: test === "paper" ? PAPER_TEST : isClustered ? `${test}, clustered` : test,
    outcome: { ...answer, remarks: [...sides.remarks, ...answer.remarks] },
    nA: sides.a.values.length,
    nB: sides.b.values.length,
    unjudged: sides.a.unjudged + sides.b.unjudged,
  };
}

const PAIRED: readonly PairTest[] = ["paired", "wilcoxon", "sign", "mcnemar", "permutation"];

function sidesFor(
  test: PairTest,
  [a, b]: readonly [Level, Level],
  measured: Measured,
  { isPaired, unpaired }: { readonly isPaired: boolean; readonly unpaired: Unpaired },
): Sides {
  if (!isPaired || test === "fisher") {
    return { a: rowsAsUnits(a, measured), b: rowsAsUnits(b, measured), remarks: [] };
  }
  if (test === "mcnemar") { for (const level of [a, b]) refuseRepeats(level, measured); }
  return PAIRED.includes(test) ? pairUnits(a, b, measured, unpaired) : separateUnits(a, b, measured);
}

/** McNemar's test counts pairs of true and false; an average is neither. */
function refuseRepeats({ level, rows }: Level, measured: Measured): void {
  for (const [id, group] of Map.groupBy(rows, (row) => measured.id!.values[row])) {
    if (group.length === 1) continue;
    throw new RangeError(
      `Cannot run the test mcnemar: id ${id} has ${group.length} rows at level ${level}, expected one; ` +
        `keep one row of each (one epoch), or take the test paired, which averages them`,
    );
  }
}

/** The outcome of a test, or the reason why there is none. */
function answerFor(
  test: Answered,
  question: Question,
  { isPaired, isClustered }: { readonly isPaired: boolean; readonly isClustered: boolean },
): Outcome {
  const { a, b } = question.sides;
  if (a.values.length === 0 || b.values.length === 0) {
    return untested(question, `Cannot test: ${emptyOf(question.sides)}`);
  }
  const answer = (isClustered ? OF_CLUSTERS[test] : undefined) ?? ANSWERS[test];
  return orElse(
    () => checkFinite(answer(question, isPaired)),
    ({ message }) => untested(question, message),
  );
}

function emptyOf({ a, b }: Sides): string {
  if (a.judged > 0 && b.judged > 0) return "no id was judged at both levels";
  if (a.judged === b.judged) return "neither level has a judged value";
  return `the ${a.judged > 0 ? "higher" : "lower"} level has no judged value`;
}

/** How each test of two levels is made. */
const ANSWERS: Readonly<Record<Answered, (question: Question, isPaired: boolean) => Outcome>> = {
  "score": separateShares,
  "welch": tTest("welch"),
  "pooled": tTest("pooled"),
  "paired": tTest("paired"),
  "mann-whitney": rankSum,
  "wilcoxon": signedRank,
  "sign": sign,
  "mcnemar": mcnemarOfPairs,
  "fisher": fisherOfRows,
  "permutation": permutation,
  "paper": (question, isPaired) => {
    const outcome = tTest("welch")(question);
    return { ...outcome, assumptions: [paperRemark(isPaired), ...outcome.assumptions] };
  },
};

/** The same for the few tests that can take clusters. */
const OF_CLUSTERS: { readonly [test in Answered]?: (question: Question) => Outcome } = {
  welch: clusteredDifference,
  pooled: clusteredDifference,
  paired: clusteredPairs,
};

/** The estimates without a test. */
function untested({ sides: { a, b } }: Question, reason: string): Outcome {
  const assumptions = a.values.length > 0 && isConstant([...a.values, ...b.values])
    ? [`all values are ${a.values[0]}: they say nothing about chance`]
    : [];
  return { ...UNTESTED, ...knownOf(a.values, b.values), assumptions, remarks: [reason] };
}

/**
 * The name of the papers' test of differences between temperatures and prompts.
 *
 * Source: Solar's notebooks compare the tasks' ratios of two settings by Welch's t-test, two-sided, without pairs,
 * clusters or correction. (The Linguistic paper's two p-values are one-sided paired t-tests over the models of its
 * Table 3: `test: "paired", alternative: "greater"` with the models as pairs.)
 */
const PAPER_TEST = "paper (welch)";

/**
 * A sentence on why another test is better.
 *
 * @param isPaired Whether the levels' ids are known.
 */
function paperRemark(isPaired: boolean): string {
  return isPaired
    ? "the papers' test takes the tasks of the two levels as different tasks; they are the same ones, so that the " +
      "test paired is right, and usually sees smaller differences"
    : "the papers' test takes every row as independent; rows of one task are not: name the tasks (pairedBy) and take " +
      "the test paired";
}

/** With fewer tasks at a level, or fewer that have the rarer of true and false at either, intervals miss their level. */
const [FEWEST, FEWEST_WITH_RARER] = [8, 5];

/**
 * The outcome of the usual test of shares with an interval that holds: Newcombe's where rows are independent, else that of the
 * test where there are enough tasks, and none with its reason where there are not. Where one level lacks tasks of the other, its t
 * has the degrees of freedom of the level with the fewest.
 *
 * `tests/comparison/coverage.md` has how often it covers.
 *
 * @param isPaired Whether values at the same place are of the same task.
 */
function withShareInterval(outcome: Outcome, question: Question, isPaired: boolean): Outcome {
  const { sides: { a, b }, level } = question;
  if (!isPaired && !a.clusters) {
    if (a.values.length === 0 || b.values.length === 0) return outcome;
    const { low, high } = newcombe(hits(a.values), a.values.length, hits(b.values), b.values.length, {
      level,
    });
    return { ...outcome, low, high };
  }
  if (outcome.low === null || outcome.high === null) return outcome;
  const fewest = Math.min(tasksOf(a).size, tasksOf(b).size);
  const withRarer = Math.min(...[0, 1].map((other) => tasksWithout(other, [a, b])));
  const few = fewest < FEWEST
    ? `${fewest} tasks are too few for one, ${FEWEST} are needed at each level`
    : withRarer < FEWEST_WITH_RARER
    ? `the rarer outcome is in ${withRarer} tasks, and ${FEWEST_WITH_RARER} are needed`
    : undefined;
  if (few !== undefined) {
    return { ...outcome, low: null, high: null, remarks: [...outcome.remarks, `no interval: ${few}`] };
  }
  if (fewest - 1 === outcome.df) return outcome;
  const quantile = (df: number) => tQuantile((1 - level) / 2, df);
  const reach = (outcome.high - outcome.low) / 2 * quantile(fewest - 1) / quantile(outcome.df!);
  return { ...outcome, low: outcome.difference! - reach, high: outcome.difference! + reach };
}

/** How many tasks have a value that is not wholly true (1) or false (0) at one of the levels. */
function tasksWithout(value: number, sides: readonly Side[]): number {
  return new Set(
    sides.flatMap(({ values, clusters }) =>
      values.flatMap((one, at) => one === value ? [] : [clusters?.[at] ?? at])
    ),
  ).size;
}
