import { equal, rule, type Rules } from "../../../paper/rules.ts";
import { DIMENSIONS_PRINTED, LEANING_ROUNDING, type PaperNumbers } from "./printed_tables.ts";
import type { PaperEvidence } from "./star_rules.ts";

/** Rules that compare the ranges of bias leaning scores with the heat map and the authors' test suites. */
export const leaningRules: Rules<PaperEvidence> = {
  "a range of scores is over values that somebody has in the tests": rule(untestedRanges, (range) => ({
    where: `Table 4, ${range.model}`,
    printed: `BLS@Range ${range.dimension} ${range.printed.toFixed(2)}`,
    evidence: [
      `it takes in ${range.untested.join(", ")}, which no test suite gives anybody`,
      `without, it is ${range.tested.toFixed(2)}`,
    ],
    consequence: range.lost.length === 0
      ? `the range is ${range.tested.toFixed(2)}`
      : `the range of all tested values cannot be told, as the score of ${range.lost.join(", ")} is lost`,
  })),
  "a range of scores is that of the heat map": equal((numbers) =>
    cellsOf(numbers).map(({ model, dimension, printed, scores }) => ({
      where: `Table 4, ${model}`,
      ...{ value: printed, other: rangeOf(scores), rounding: 2 * LEANING_ROUNDING },
      printed: `BLS@Range ${dimension} ${printed.toFixed(2)}`,
      evidence: `the scores of the heat map are ${rangeOf(scores).toFixed(2)} apart`,
      consequence: "the table and the heat map are of other data",
    }))
  ),
  "the notebook behind the heat map calls a model by its name, or the beginning of it": rule(
    ({ models, labels }) => models.map((model, at) => ({ model, label: labels[at] })),
    ({ model, label }) =>
      !model.startsWith(label) && {
        ...{ where: `Heat map of BLS, ${model}`, printed: model },
        evidence: `the notebook that draws it calls the model ${label}`,
        consequence: "it is not certain whose bias leaning scores these are",
      },
  ),
};

/** The printed ranges of bias leaning scores that would change without the values that are never tested. */
export function untestedRanges(numbers: PaperNumbers) {
  return cellsOf(numbers).flatMap(({ model, dimension, printed, scores }) => {
    const suite = numbers.suites[dimension];
    const isTested = ({ demographic }: Score) => suite.includes(demographic);
    const written = ({ demographic, value }: Score) => `${demographic} (${value.toFixed(2)})`;
    const untested = scores.filter((score) => !isTested(score)).map(written);
    const lost = suite.filter((value) => !scores.some(({ demographic }) => demographic === value));
    const tested = rangeOf(scores.filter(isTested));
    if (untested.length === 0 || differ(rangeOf(scores), printed) || !differ(tested, printed)) return [];
    return [{
      ...{ model, dimension, printed },
      /** The range over the tested values. */
      tested,
      /** Values that have a score but are never tested, with the score: `american indian (0.00)`. */
      untested,
      /** Values that are tested but have no score. */
      lost,
    }];
  });
}

/** A bias leaning score of the heat map. */
interface Score {
  readonly demographic: string;
  readonly value: number;
}

function cellsOf({ models, table4, heatMap }: PaperNumbers) {
  return table4.flatMap(({ model, ...ranges }) =>
    DIMENSIONS_PRINTED.map((dimension) => {
      const own = heatMap.filter((one) => one.dimension === dimension);
      const scores = own.map(({ demographic, values }) => ({
        demographic,
        value: values[models.indexOf(model)],
      }));
      return { model, dimension, printed: ranges[dimension], scores };
    })
  );
}

function rangeOf(scores: readonly Score[]): number {
  const values = scores.map(({ value }) => value);
  return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
}

/** Whether two scores differ by more than the rounding of both can explain. */
function differ(a: number, b: number): boolean {
  return Math.abs(a - b) > 2 * LEANING_ROUNDING;
}
