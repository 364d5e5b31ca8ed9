import { isConstant, mean } from "../../statistics/descriptive.ts";
import type { Alternative } from "../../statistics/checks.ts";
import type { Value } from "../columns.ts";
import type { RowResult } from "../comparison_frame.ts";
import { checkFinite, type Outcome, type Question } from "../outcome.ts";
import { fisherOfRows, mcnemarOfPairs } from "./boolean_tests.ts";
import { PAPER_TEST, paperRemark } from "../paper.ts";
import { permutation, rankSum, sign, signedRank } from "./rank_tests.ts";
import { withShareInterval } from "../share_interval.ts";
import { clusteredDifference, clusteredPairs, pairs, pooled, welch } from "./t_tests.ts";
import type { TestName } from "./test_names.ts";
import { pairUnits, type Row, separateRows, separateUnits, type Sides, type Unpaired } from "../units.ts";

/** How two levels are to be compared. */
export interface PairOptions {
  readonly test?: TestName;
  readonly pairedBy?: string;
  readonly cluster?: string;
  readonly alternative?: Alternative;
  readonly level?: number;
  readonly unpaired?: Unpaired;
  readonly seed?: number;
  /** Whether all values are true or false. */
  readonly ofShares?: boolean;
}

type Level = readonly [level: Value, rows: readonly Row[]];

/**
 * Compares two levels; what cannot be tested is an outcome without p that says why.
 *
 * @throws {RangeError} If rows cannot be paired.
 */
export function askPair(
  [levelA, a]: Level,
  [levelB, b]: Level,
  options: PairOptions,
): Omit<RowResult, "within"> {
  const test = options.test ?? (options.pairedBy === undefined ? "welch" : "paired");
  const sides = sidesFor(test, a, b, options);
  const { alternative = "two-sided", level = 0.95, seed = 1 } = options;
  const question: Question = { sides, alternative, level, seed };
  const named = answerFor(test, question, options);
  const answer = options.test === undefined && options.ofShares
    ? withShareInterval(named, question, options.pairedBy !== undefined)
    : named;
  return {
    levelA,
    levelB,
    test: nameOf(test, options),
    outcome: { ...answer, remarks: [...sides.remarks, ...answer.remarks] },
    nA: sides.a.values.length,
    nB: sides.b.values.length,
    unjudged: sides.a.unjudged + sides.b.unjudged,
  };
}

function nameOf(test: TestName, { cluster }: PairOptions): string {
  if (test === "paper") return PAPER_TEST;
  return cluster === undefined ? test : `${test}, clustered`;
}

const PAIRED: readonly TestName[] = ["paired", "wilcoxon", "sign", "mcnemar"];

function sidesFor(test: TestName, a: readonly Row[], b: readonly Row[], options: PairOptions): Sides {
  const { pairedBy, unpaired = "refuse" } = options;
  if (pairedBy === undefined || test === "fisher") return separateRows(a, b);
  if (test === "mcnemar") refuseRepeats(a, b);
  if (PAIRED.includes(test) || test === "permutation") return pairUnits(a, b, unpaired);
  return separateUnits(a, b);
}

/** McNemar's test counts pairs of true and false; an average is neither. */
function refuseRepeats(a: readonly Row[], b: readonly Row[]): void {
  for (const rows of [a, b]) {
    for (const [id, group] of Map.groupBy(rows, ({ id }) => id!)) {
      if (group.length === 1) continue;
      throw new RangeError(
        `Cannot run the test mcnemar: id ${id} has ${group.length} rows at level ${
          group[0].level
        }, expected one; ` +
          `keep one row of each (one epoch), or take the test paired, which averages them`,
      );
    }
  }
}

/** What a test says, or why it has nothing to say. */
function answerFor(test: TestName, question: Question, options: PairOptions): Outcome {
  const { a, b } = question.sides;
  if (a.values.length === 0 || b.values.length === 0) {
    return untested(question, `Cannot test: ${emptyOf(question.sides)}`);
  }
  try {
    return checkFinite(run(test, question, options));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return untested(question, error.message);
  }
}

function emptyOf({ a, b }: Sides): string {
  if (a.judged > 0 && b.judged > 0) return "no id was judged at both levels";
  if (a.judged === b.judged) return "neither level has a judged value";
  return `the ${a.judged > 0 ? "higher" : "lower"} level has no judged value`;
}

function run(test: TestName, question: Question, { cluster, pairedBy }: PairOptions): Outcome {
  const isPaired = pairedBy !== undefined;
  switch (test) {
    case "welch":
      return cluster === undefined ? welch(question) : clusteredDifference(question);
    case "pooled":
      return cluster === undefined ? pooled(question) : clusteredDifference(question);
    case "paired":
      return cluster === undefined ? pairs(question) : clusteredPairs(question);
    case "mann-whitney":
      return rankSum(question);
    case "wilcoxon":
      return signedRank(question);
    case "sign":
      return sign(question);
    case "mcnemar":
      return mcnemarOfPairs(question);
    case "fisher":
      return fisherOfRows(question, { isPaired });
    case "permutation":
      return permutation(question, { isPaired });
    case "paper": {
      const outcome = welch(question);
      return { ...outcome, assumptions: [paperRemark(isPaired), ...outcome.assumptions] };
    }
    case "trend":
      throw new TypeError("a trend is over all levels, not two"); // compare() asks elsewhere
  }
}

/** The estimates without a test. */
function untested({ sides: { a, b } }: Question, reason: string): Outcome {
  const finite = (value: number) => Number.isFinite(value) ? value : null;
  const estimate = (values: readonly number[]) => values.length === 0 ? null : finite(mean(values));
  const [estimateA, estimateB] = [estimate(a.values), estimate(b.values)];
  const difference = estimateA === null || estimateB === null ? null : finite(estimateB - estimateA);
  const assumptions = a.values.length > 0 && isConstant([...a.values, ...b.values])
    ? [`all values are ${a.values[0]}: they say nothing about chance`]
    : [];
  return {
    estimateA,
    estimateB,
    difference,
    low: null,
    high: null,
    statistic: null,
    df: null,
    p: null,
    clusters: null,
    assumptions,
    remarks: [reason],
  };
}
