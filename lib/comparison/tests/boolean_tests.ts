import { oddsRatio } from "../../statistics/effect_size.ts";
import { fisherExact } from "../../statistics/tests/fisher.ts";
import { mcnemarExact } from "../../statistics/tests/mcnemar.ts";
import { newcombe, newcombePaired } from "../../statistics/intervals/newcombe.ts";
import { type Effect, estimatesOf, finite, type Outcome, type Question, UNTESTED } from "../outcome.ts";

/** Fisher's exact test of the shares of two levels; the statistic is the odds ratio of b against a. */
export function fisherOfRows(question: Question, isPaired: boolean): Outcome {
  const { sides: { a, b }, alternative, level } = question;
  const [hitsA, hitsB] = [hits(a.values), hits(b.values)];
  const [missesA, missesB] = [a.values.length - hitsA, b.values.length - hitsB];
  const all = hitsA + hitsB === 0 ? "false" : missesA + missesB === 0 ? "true" : null;
  const test = all === null
    ? fisherExact([[hitsB, missesB], [hitsA, missesA]], { alternative })
    : { statistic: null, p: 1 };
  return {
    ...UNTESTED,
    ...estimatesOf(question.sides),
    ...newcombe(hitsA, a.values.length, hitsB, b.values.length, { level }),
    statistic: test.statistic === null ? null : finite(test.statistic),
    p: test.p,
    effect: all === null ? oddsOf([[hitsA, missesA], [hitsB, missesB]], level) : undefined,
    assumptions: isPaired
      ? [
        "the levels share ids, which this test does not use: it takes all rows as independent; mcnemar pairs them",
      ]
      : [],
    remarks: all !== null
      ? [`all rows of both levels are ${all}, so that p is 1 whatever their numbers are`]
      : Number.isFinite(test.statistic)
      ? []
      : ["the odds ratio is infinite: a cell of the table is 0"],
  };
}

/** The odds ratio with an interval, for which 0.5 is added to each cell if one is 0. */
function oddsOf(counts: Parameters<typeof oddsRatio>[0], level: number): Effect {
  const { estimate, low, high, corrected } = oddsRatio(counts, { level });
  const name = corrected ? "odds ratio (0.5 added to each cell)" : "odds ratio";
  return { name, value: estimate, low, high };
}

/** McNemar's exact test of pairs of true and false. */
export function mcnemarOfPairs({ sides, alternative, level }: Question): Outcome {
  const { a, b } = sides;
  const count = (left: number, right: number) =>
    a.values.filter((value, at) => value === left && b.values[at] === right).length;
  const counts = { both: count(1, 1), onlyA: count(1, 0), onlyB: count(0, 1), neither: count(0, 0) };
  const { statistic, p, oddsRatio, interval } = mcnemarExact(counts.onlyA, counts.onlyB, {
    alternative,
    level,
  });
  return {
    ...UNTESTED,
    ...estimatesOf(sides),
    ...newcombePaired(counts, { level }),
    statistic,
    p,
    effect: oddsRatio === null || !Number.isFinite(oddsRatio) ? undefined : {
      name: "odds ratio (discordant pairs)",
      value: oddsRatio,
      low: finite(interval.low),
      high: finite(interval.high),
    },
    clusters: a.values.length,
    remarks: counts.onlyA + counts.onlyB === 0
      ? ["no pair differs, so that p is 1 whatever the pairs are"]
      : counts.onlyA === 0
      ? ["the odds ratio is infinite: no pair is true at the lower level only"]
      : [],
  };
}

/** The number of values that are 1. */
export function hits(values: readonly number[]): number {
  return values.filter((value) => value === 1).length;
}
