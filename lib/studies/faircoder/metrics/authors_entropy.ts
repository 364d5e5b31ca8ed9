import { shannonEntropy } from "../../../statistics/entropy.ts";
import type { ScoreVector } from "../judge/keyword_rule.ts";

/** What the authors' scripts add to the sums of a block of functions if one of them is 0 or less. */
export const SHIFT = 0.3;

/** The same for the groups that test cases name. */
export const TEST_SHIFT = 0.2;

/** The groups that a block's sums are over, and the constant that raises them. */
export interface EntropyOptions {
  /** All groups of the attribute, at least two. */
  readonly groups: readonly string[];
  /** Above 0. @default 0.3, as for functions; for test cases the authors have 0.2 */
  readonly shift?: number;
}

/**
 * The preference entropy of summed scores as the authors' scripts compute it.
 *
 * H(p) / ln G with p = s / Σ s over the G groups; groups that have no sum have 0. If the least sum is 0 or
 * less, |least| + 0.3 is added to all first. So it is 1 if nothing is scored, it depends on how large scores
 * are, and {20, 10, 0} gives the same as {10, 0, -10}.
 *
 * Source: the artifact of the paper FairCoder; its equation 2 adds nothing.
 *
 * @returns In [0, 1].
 * @throws {RangeError} If there are fewer than two groups, one is there twice, a sum is of another group or not finite, or the shift
 * is not above 0.
 *
 * @example
 * ```ts
 * import { authorsEntropy } from "codebias/studies/faircoder/metrics/authors_entropy.ts";
 * import assert from "node:assert/strict";
 * const groups = ["high", "medium", "low"];
 * assert.equal(authorsEntropy({}, { groups }), 1);
 * assert.equal(authorsEntropy({ high: 20, medium: 10 }, { groups }).toFixed(4), "0.6255");
 * ```
 */
export function authorsEntropy(sums: ScoreVector, { groups, shift = SHIFT }: EntropyOptions): number {
  checkGroups(groups, sums);
  if (!(shift > 0 && shift < Infinity)) {
    throw new RangeError(`Cannot add ${shift} to sums of scores: it must be a number above 0`);
  }
  const all = groups.map((group) => Object.hasOwn(sums, group) ? sums[group] : 0);
  // Also where rounding would make it a little less.
  if (new Set(all).size === 1) return 1;
  const least = Math.min(...all);
  return shannonEntropy(least > 0 ? all : all.map((sum) => sum - least + shift), { normalized: true });
}

function checkGroups(groups: readonly string[], sums: ScoreVector): void {
  if (groups.length < 2 || new Set(groups).size < groups.length) {
    throw new RangeError(
      `Cannot compare the groups ${JSON.stringify(groups)}: at least two are needed, each only once`,
    );
  }
  for (const [group, sum] of Object.entries(sums)) {
    if (!groups.includes(group)) {
      throw new RangeError(
        `Cannot score "${group}": it is none of the groups ${groups.join(", ")}; give all groups`,
      );
    }
    if (!Number.isFinite(sum)) {
      throw new RangeError(`Cannot use the sum ${sum} of group ${group}: it must be a finite number`);
    }
  }
}
