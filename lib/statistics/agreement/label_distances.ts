import { type Label, shown } from "./ratings.ts";

/** What labels are: names, ranks, numbers with differences, numbers with ratios. */
export type AlphaMetric = "nominal" | "ordinal" | "interval" | "ratio";

/** Every metric. */
export const METRICS: readonly AlphaMetric[] = ["nominal", "ordinal", "interval", "ratio"];

/** Labels by their places in a list, and how often each occurs. */
export type LabelCounts = readonly (readonly [place: number, count: number])[];

/**
 * Sums the squared distances δ² of all ordered pairs of counted labels, as Krippendorff's alpha needs them.
 *
 * Ordinal distances depend on how often labels occur among all items, which is why the pool comes first: a label is placed
 * at the number of labels below it and half of those equal to it, and δ is the difference of two places. Differences of
 * numbers are counted in units of the number farthest from 0, lest their squares exceed the range of numbers.
 *
 * @param labels All labels, ascending for ordinal ones; those of interval and ratio are numbers, of ratio none below 0.
 * @returns A function of the counts of all items' labels, that gives a function of the counts of some labels.
 * @throws {RangeError} If the labels do not suit the metric.
 *
 * @example
 * ```ts
 * import { pairDistances } from "codebias/statistics/agreement/label_distances.ts";
 * import assert from "node:assert/strict";
 * const counts = [[0, 2], [1, 1]] as const; // 1, 1 and 4
 * assert.equal(pairDistances([1, 4], "nominal")(counts)(counts), 4); // (1, 4) and (4, 1), twice each
 * ```
 */
export function pairDistances(
  labels: readonly Label[],
  metric: AlphaMetric,
): (pool: LabelCounts) => (counts: LabelCounts) => number {
  if (metric === "nominal") return () => differing;
  if (metric === "ordinal") {
    return (pool) => {
      const places = placesOf(pool, labels.length);
      return (counts) => squaredDifferences(counts, places);
    };
  }
  const numbers = labels.map((label) => numberOf(label, metric));
  if (metric === "interval") {
    const unit = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0) || 1;
    const scaled = numbers.map((number) => number / unit);
    return () => (counts) => squaredDifferences(counts, scaled);
  }
  return () => (counts) => squaredRatios(counts, numbers);
}

function numberOf(label: Label, metric: AlphaMetric): number {
  if (typeof label !== "number") {
    throw new RangeError(`Cannot use the metric ${metric} with the label ${shown(label)}: it needs numbers`);
  }
  if (metric === "ratio" && label < 0) {
    throw new RangeError(`Cannot use the metric ratio with the label ${label}: it needs numbers >= 0`);
  }
  return label;
}

function differing(counts: LabelCounts): number {
  let [size, squares] = [0, 0];
  for (const [, count] of counts) {
    size += count;
    squares += count * count;
  }
  return size * size - squares;
}

/** Σ_a Σ_b (s_a − s_b)² = 2 m Σ_a (s_a − s̄)². */
function squaredDifferences(counts: LabelCounts, scores: ArrayLike<number>): number {
  let [size, total] = [0, 0];
  for (const [place, count] of counts) {
    size += count;
    total += count * scores[place];
  }
  let squares = 0;
  for (const [place, count] of counts) squares += count * (scores[place] - total / size) ** 2;
  return counts.length === 1 ? 0 : 2 * size * squares;
}

function squaredRatios(counts: LabelCounts, numbers: readonly number[]): number {
  let total = 0;
  for (const [a, countA] of counts) {
    for (const [b, countB] of counts) {
      if (a === b) continue;
      const most = Math.max(numbers[a], numbers[b]);
      const ratio = Math.min(numbers[a], numbers[b]) / most;
      total += countA * countB * ((1 - ratio) / (1 + ratio)) ** 2;
    }
  }
  return total;
}

function placesOf(pool: LabelCounts, labels: number): Float64Array {
  const places = new Float64Array(labels);
  let below = 0;
  for (const [place, count] of pool) {
    places[place] = below + count / 2;
    below += count;
  }
  return places;
}
