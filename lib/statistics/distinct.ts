import { sum, tally } from "./descriptive.ts";

/** How far repeated samples differ. */
export type Distinctness = ReturnType<typeof distinct>;

/**
 * How many of the repeated samples of tasks are copies.
 *
 * Within a task of m samples, m_v of them being the text v, the effective number is the inverse Simpson index
 * 1 / Σ (m_v / m)²: 1 if all are copies, m if all differ, and in general the number of equally frequent texts that
 * would coincide as often. Tasks are added up. For samples drawn at temperature 0 it is about the number of
 * tasks, however many epochs were run.
 *
 * It says how varied the texts are, no more. It is not the sample size to use in a standard error: different texts
 * of one task still succeed and fail together, and copies that a model draws independently, because it is sure, are
 * evidence of that. Texts that differ in a space count as different; group them by what matters first.
 *
 * Source: Simpson (1949), Nature 163, 688; Hill (1973), Ecology 54(2), 427-432 (number of order 2).
 *
 * @param values The samples of each task; tasks without samples add nothing. 1 and "1" differ.
 * @throws {RangeError} If there is no sample at all, or a sample is NaN.
 *
 * @example
 * ```ts
 * import { distinct } from "codebias/statistics/distinct.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(distinct([["a", "a", "a", "a"], ["a", "b", "c", "d"]]), {
 *   total: 8,
 *   distinct: 5,
 *   repeated: 0.375,
 *   effective: 5,
 * });
 * ```
 */
export function distinct(values: readonly (readonly (string | number)[])[]) {
  const total = sum(values.map((samples) => samples.length));
  if (total === 0) {
    throw new RangeError("Cannot say how many of 0 samples are distinct: at least 1 is needed");
  }
  const frequencies = values.map(frequenciesOf);
  const different = sum(frequencies.map((counts) => counts.length));
  return {
    /** Number of samples. */
    total,
    /** Number of different samples within each task, summed over tasks. */
    distinct: different,
    /** Share of the samples that repeat another one of their task, 1 − distinct / total, in [0, 1). */
    repeated: (total - different) / total,
    /** Effective number of samples, in [number of tasks, total]. */
    effective: sum(frequencies.map(inverseSimpson)),
  };
}

/** How often each of a task's texts occurs. */
function frequenciesOf(samples: readonly (string | number)[], task: number): number[] {
  if (samples.some(Number.isNaN)) {
    throw new RangeError(
      `Cannot compare NaN: a sample of task ${task + 1} is NaN; leave out what could not be judged`,
    );
  }
  return [...tally(samples).values()];
}

function inverseSimpson(counts: readonly number[]): number {
  if (counts.length === 0) return 0;
  return sum(counts) ** 2 / sum(counts.map((count) => count * count));
}
