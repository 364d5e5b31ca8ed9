import { newcombe } from "../statistics/intervals/newcombe.ts";
import { tQuantile } from "../statistics/distributions/student_t.ts";
import { hits } from "./tests/boolean_tests.ts";
import type { Value } from "./columns.ts";
import type { Outcome, Question } from "./outcome.ts";
import type { Side } from "./units.ts";

/** With fewer tasks at a level, or fewer that have the rarer of true and false at either, intervals miss their level. */
const [FEWEST, FEWEST_WITH_RARER] = [8, 5];

/**
 * The outcome of the usual test of shares with an interval that holds: Newcombe's where rows are independent, else that of the
 * test where there are enough tasks, and none with its reason where there are not. Where the levels have different tasks, its t
 * has the degrees of freedom of the level with the fewest.
 *
 * `tests/comparison/coverage.md` has how often it covers.
 *
 * @param isPaired Whether values at the same place are of the same task.
 */
export function withShareInterval(outcome: Outcome, question: Question, isPaired: boolean): Outcome {
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

function tasksOf({ values, clusters }: Side): Set<Value> {
  return new Set(clusters ?? values.keys());
}

/** How many tasks have a value that is not wholly true (1) or false (0) at one of the levels. */
function tasksWithout(value: number, sides: readonly Side[]): number {
  return new Set(
    sides.flatMap(({ values, clusters }) =>
      values.flatMap((one, at) => one === value ? [] : [clusters?.[at] ?? at])
    ),
  ).size;
}
