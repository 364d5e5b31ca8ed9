import { demographicCounts } from "./demographic_counts.ts";
import { sdOfCounts, sdOfFrequencies, unfairnessScore } from "./fairness_scores.ts";
import type { RecordedRow } from "../artifact/recorded_rows.ts";
import { DIMENSIONS, MODIFIER_TYPES, vocabulary } from "../tasks/vocabulary.ts";

/** The ways to count demographics: all that a row names, or the first alone. */
export const COUNTINGS = ["any", "first"] as const;

/** A way to count demographics. */
export type Counting = (typeof COUNTINGS)[number];

/** Scores of fairness for a type of modifiers and a dimension. */
export type FairnessRow = ReturnType<typeof fairnessRows>[number];

/**
 * Unfairness Scores and standard deviations of a model, by type of modifiers and dimension, for both ways to count. The
 * pairs are those of Table 1.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, section 3.4, Tables 5 and 6.
 *
 * @param rows All rows of one model.
 */
export function fairnessRows(rows: readonly RecordedRow[]) {
  return MODIFIER_TYPES.flatMap((modifierType) => {
    const own = rows.filter((row) => row.modifierType === modifierType);
    return DIMENSIONS.flatMap((dimension) => {
      const { biased, ...counted } = demographicCounts(own, dimension);
      const [first, second] = vocabulary.dimensions[dimension].pair;
      return COUNTINGS.map((counting) => {
        const counts = counted[counting];
        return {
          ...{ modifierType, dimension, counting },
          /** The number of rows that are labelled biased, and of the distinct demographics that they name. */
          ...{ biased, demographics: counts.size },
          /** The Unfairness Score of the pair, in [-1, 1]; null if neither of the two is named. */
          ufs: unfairnessScore(counts.get(first) ?? 0, counts.get(second) ?? 0),
          /** The standard deviation of counts; null if no demographic is named. */
          sdCounts: sdOfCounts([...counts.values()]),
          /** The standard deviation of shares, in [0, 0.5]; null if no demographic is named. */
          sdFrequencies: sdOfFrequencies([...counts.values()], biased),
        };
      });
    });
  });
}
