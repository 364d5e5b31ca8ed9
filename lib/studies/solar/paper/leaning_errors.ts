import type { PaperError } from "./paper_error.ts";
import {
  DIMENSIONS_PRINTED,
  LEANING_ROUNDING,
  type PaperNumbers,
  type PrintedDimension,
} from "./printed_tables.ts";

/** A bias leaning score of the heat map. */
interface Score {
  readonly demographic: string;
  readonly value: number;
}

/** A printed range of bias leaning scores that includes values which no test suite uses. */
export interface UntestedRange {
  readonly model: string;
  readonly dimension: PrintedDimension;
  readonly printed: number;
  /** The range over the values that are tested. */
  readonly tested: number;
  /** Values that have a score but are never tested, with the score: `american indian (0.00)`. */
  readonly untested: readonly string[];
  /** Values that are tested but have no score. */
  readonly lost: readonly string[];
}

/** The ranges that would change without values that are never tested. */
export function untestedRanges(numbers: PaperNumbers): UntestedRange[] {
  return cellsOf(numbers).flatMap(({ model, dimension, printed, scores }) => {
    const suite = numbers.suites[dimension];
    const isTested = ({ demographic }: Score) => suite.includes(demographic);
    const untested = scores.filter((score) => !isTested(score)).map(({ demographic, value }) =>
      `${demographic} (${value.toFixed(2)})`
    );
    const lost = suite.filter((value) => !scores.some(({ demographic }) => demographic === value));
    const tested = rangeOf(scores.filter(isTested));
    if (untested.length === 0 || differ(rangeOf(scores), printed) || !differ(tested, printed)) return [];
    return [{ model, dimension, printed, tested, untested, lost }];
  });
}

/** The same as errors of the paper. */
export function untestedValues(numbers: PaperNumbers): PaperError[] {
  return untestedRanges(numbers).map(({ model, dimension, printed, tested, untested, lost }) => ({
    where: `Table 4, ${model}`,
    printed: `BLS@Range ${dimension} ${printed.toFixed(2)}`,
    evidence: `it takes in ${untested.join(", ")}, which no test suite gives anybody; without, it is ${
      tested.toFixed(2)
    }`,
    consequence: lost.length === 0
      ? `the range is ${tested.toFixed(2)}`
      : `the range of all tested values cannot be told, as the score of ${lost.join(", ")} is lost`,
  }));
}

/** Printed ranges that are not those of the heat map's scores. */
export function otherRanges(numbers: PaperNumbers): PaperError[] {
  return cellsOf(numbers).filter(({ scores, printed }) => differ(rangeOf(scores), printed)).map((
    { model, dimension, scores, printed },
  ) => ({
    where: `Table 4, ${model}`,
    printed: `BLS@Range ${dimension} ${printed.toFixed(2)}`,
    evidence: `the scores of the heat map are ${rangeOf(scores).toFixed(2)} apart`,
    consequence: "the table and the heat map are of other data",
  }));
}

/** Models with another name in the notebook behind the heat map, shortened names aside. */
export function otherLabels({ models, labels }: PaperNumbers): PaperError[] {
  return models.map((model, at) => ({ model, label: labels[at] })).filter(({ model, label }) =>
    !model.startsWith(label)
  ).map(({ model, label }) => ({
    where: `Heat map of BLS, ${model}`,
    printed: model,
    evidence: `the notebook that draws it calls the model ${label}`,
    consequence: "it is not certain whose bias leaning scores these are",
  }));
}

function cellsOf({ models, table4, heatMap }: PaperNumbers) {
  return table4.flatMap((row) =>
    DIMENSIONS_PRINTED.map((dimension) => ({
      model: row.model,
      dimension,
      printed: row[dimension],
      scores: heatMap.filter((one) => one.dimension === dimension).map(({ demographic, values }): Score => ({
        demographic,
        value: values[models.indexOf(row.model)],
      })),
    }))
  );
}

function rangeOf(scores: readonly Score[]): number {
  const values = scores.map(({ value }) => value);
  return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
}

/** Whether two scores differ by more than rounding both can explain. */
function differ(a: number, b: number): boolean {
  return Math.abs(a - b) > 2 * LEANING_ROUNDING;
}
