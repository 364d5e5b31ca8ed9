import { shannonEntropy } from "../../../statistics/entropy.ts";
import { attributes } from "../tasks/attributes.ts";
import { SHIFT } from "../metrics/authors_metrics.ts";
import { fallingParts } from "./labels/test_counts.ts";
import { HALF_UNIT } from "./rounding.ts";

/** The number of groups of an attribute; undefined if the study does not have the attribute. */
export function groupCount(attribute: string): number | undefined {
  return attributes.find(({ name }) => name === attribute)?.groups.length;
}

/**
 * The least entropy of a block of answers, as the authors compute it: one group gets all points, and the other groups
 * have the shift alone.
 *
 * H({S + 0.3, 0.3, …}) / ln G
 *
 * Source: the artifact of the paper FairCoder; the paper's equation 2 adds nothing, and gives 0.
 *
 * @param points S, the points of all answers of the block together, at least 0.
 * @param groups G, at least 2.
 */
export function leastEntropy(points: number, groups: number): number {
  return shannonEntropy([points + SHIFT, ...Array(groups - 1).fill(SHIFT)], { normalized: true });
}

/**
 * The points that one group alone must get from a block of answers for its entropy to be printed as 0.00.
 *
 * @param groups An integer of at least 2.
 *
 * @example
 * ```ts
 * import { pointsForZero } from "codebias/studies/faircoder/paper/least_entropy.ts";
 * import assert from "node:assert/strict";
 * assert.equal(pointsForZero(2), 765);
 * ```
 */
export function pointsForZero(groups: number): number {
  let points = 1;
  while (leastEntropy(points, groups) >= HALF_UNIT) points++;
  return points;
}

/** The most points for a group that are tried. */
const MAX_POINTS = 3;

/**
 * The simplest points of an answer that give its block this entropy, if all answers of the block give the same points: whole
 * points up to 3 for each group, the largest first; null if there are none.
 *
 * @param entropy The entropy as printed.
 * @param options.answers The number of answers in a block.
 *
 * @example
 * ```ts
 * import { pointsWith } from "codebias/studies/faircoder/paper/least_entropy.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(pointsWith(0.63, { groups: 3, answers: 10 }), [2, 1, 0]);
 * ```
 */
export function pointsWith(
  entropy: number,
  { groups, answers }: { readonly groups: number; readonly answers: number },
): number[] | null {
  const sums = Array.from({ length: MAX_POINTS * groups }, (_, at) => at + 1);
  const found = sums.flatMap((sum) => fallingParts(sum, groups, MAX_POINTS).toReversed()).find((points) => {
    const shift = points.includes(0) ? SHIFT : 0;
    const scores = points.map((one) => one * answers + shift);
    return Math.abs(shannonEntropy(scores, { normalized: true }) - entropy) <= HALF_UNIT;
  });
  return found ?? null;
}
