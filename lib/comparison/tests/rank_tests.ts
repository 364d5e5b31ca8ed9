import { mannWhitney } from "../../statistics/tests/mann_whitney.ts";
import { permutationTest } from "../../statistics/tests/permutation_test.ts";
import { signTest } from "../../statistics/tests/sign_test.ts";
import type { TestResult } from "../../statistics/tests/test_result.ts";
import { pairedT, welchT } from "../../statistics/tests/t_test.ts";
import { wilcoxonSignedRank } from "../../statistics/tests/wilcoxon.ts";
import { boundsOrNone, type Effect, estimatesOf, type Outcome, type Question } from "../outcome.ts";
import { effectOf } from "./t_tests.ts";

/** The Mann-Whitney test: whether values of one level tend to be greater. */
export function rankSum(question: Question): Outcome {
  const { sides: { a, b }, alternative } = question;
  const test = mannWhitney(a.values, b.values, { alternative });
  const effect = { name: "rank-biserial correlation", value: test.effect };
  return outcomeOf(question, test, { effect, isPaired: false });
}

/** Wilcoxon's signed-rank test of the differences of pairs. */
export function signedRank(question: Question): Outcome {
  const { sides: { a, b }, alternative } = question;
  const test = wilcoxonSignedRank(a.values, b.values, { alternative });
  const effect = { name: "rank-biserial correlation (paired)", value: test.effect };
  return outcomeOf(question, test, { effect, isPaired: true, remarks: tied(test.zeros) });
}

/** The sign test of the differences of pairs. */
export function sign(question: Question): Outcome {
  const { sides: { a, b }, alternative } = question;
  const test = signTest(a.values, b.values, { alternative });
  return outcomeOf(question, test, { isPaired: true, remarks: tied(test.ties) });
}

/** The permutation test of the difference of the means; for pairs, by flipping their signs. */
export function permutation(question: Question, isPaired: boolean): Outcome {
  const { sides: { a, b }, alternative, seed } = question;
  const [left, right] = inOrder(a.values, b.values, isPaired);
  const test = permutationTest(left, right, { paired: isPaired, alternative, seed });
  const effect = effectOf(a.values, b.values, isPaired);
  const remarks = test.method === "exact" ? [] : ["p is from random permutations and has their error"];
  return outcomeOf(question, test, { effect, isPaired, remarks });
}

/** The values sorted, so that random permutations do not depend on the order of rows. */
function inOrder(a: readonly number[], b: readonly number[], isPaired: boolean): [number[], number[]] {
  if (!isPaired) return [a.toSorted((x, y) => x - y), b.toSorted((x, y) => x - y)];
  const order = [...a.keys()].sort((i, j) => a[i] - a[j] || b[i] - b[j]);
  return [order.map((at) => a[at]), order.map((at) => b[at])];
}

function tied(count: number): string[] {
  if (count === 0) return [];
  return [`${count} ${count === 1 ? "pair is" : "pairs are"} equal and left out by the test`];
}

/** The outcome of a test without an interval of its own, with Student's t interval of the difference of the means. */
function outcomeOf(
  { sides, level }: Question,
  { statistic, df, p }: TestResult,
  { effect, isPaired, remarks = [] }: Readonly<{ effect?: Effect; isPaired: boolean; remarks?: string[] }>,
): Outcome {
  const { a, b } = sides;
  return {
    ...estimatesOf(sides),
    ...boundsOrNone(() => (isPaired ? pairedT : welchT)(a.values, b.values, { level })),
    statistic,
    df,
    p,
    effect,
    clusters: isPaired ? a.values.length : null,
    assumptions: [],
    remarks,
  };
}
