import { cellsBy } from "../statistics/cells.ts";
import { mean } from "../statistics/descriptive.ts";
import { pairedT } from "../statistics/tests/t_test.ts";
import { orNull } from "../statistics/intervals/task_estimates.ts";
import type { TaskCount } from "./task_counts.ts";

/** The share of biased completions of each task, by its id. */
export type TaskShares = ReadonlyMap<string, number>;

/** The shares of two settings, compared over the tasks that have both. Null where nothing can be computed. */
export type SharesCompared = ReturnType<typeof compareShares>;

/**
 * The share of biased completions of each task that has judged completions.
 *
 * @param where The scope of the counts, for the message, e.g. `in dimension age`.
 * @throws {RangeError} If a task occurs twice.
 */
export function sharesOf(counts: readonly TaskCount[], where: string): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { taskId, biased, judged } of counts) {
    if (judged === 0) continue;
    if (shares.has(taskId)) {
      throw new RangeError(
        `Cannot compare: task ${taskId} appears twice with the same settings, ${where}; ` +
          "count all of its completions together",
      );
    }
    shares.set(taskId, biased / judged);
  }
  return shares;
}

/**
 * The difference between the shares of one setting and those of another, over the tasks that have both.
 *
 * @example
 * ```ts
 * import { compareShares } from "codebias/bias/task_shares.ts";
 * import assert from "node:assert/strict";
 * const before = new Map([["1", 0.5], ["2", 1], ["3", 0]]);
 * const { value, difference, n } = compareShares(new Map([["1", 0.25], ["2", 0.5]]), before);
 * assert.deepEqual([value, difference, n], [0.375, -0.375, 2]);
 * ```
 */
export function compareShares(level: TaskShares, reference: TaskShares) {
  const both = [...level.keys()].filter((taskId) => reference.has(taskId));
  const [before, after] = [reference, level].map((shares) => both.map((taskId) => shares.get(taskId)!));
  const test = orNull(() => pairedT(before, after));
  return {
    /** Mean over the tasks of the level, and of the reference, in [0, 1]. */
    value: meanOrNull([...level.values()]),
    referenceValue: meanOrNull([...reference.values()]),
    /** Level − reference, the mean over tasks that both have, with its interval at 95 %; no difference is beyond ±1. */
    difference: test?.difference ?? meanOrNull(after.map((share, at) => share - before[at])),
    low: test ? Math.max(-1, test.low) : null,
    high: test ? Math.min(1, test.high) : null,
    /** Student's paired t-test over the tasks that both have, two-sided. */
    t: test?.statistic ?? null,
    p: test?.p ?? null,
    /** The number of tasks that both have. */
    n: both.length,
  };
}

/**
 * The counts of each level of a setting beside those of a reference level, all else being equal.
 *
 * @param options.across The setting.
 * @param options.reference The level with which the others are compared.
 * @param keysOf The keys that counts of one level have in common, the setting among them.
 * @returns For each other level, its counts and those of the reference level; these are empty if there are none.
 * @throws {RangeError} If no counts have the reference level; the message lists the levels that there are.
 */
export function besideReference<S extends string, C extends Readonly<Record<S, string | number>>, K>(
  counts: readonly C[],
  { across, reference }: { readonly across: S; readonly reference: string | number },
  keysOf: (one: C) => K,
) {
  const known = new Set<string | number>(counts.map((one) => one[across]));
  if (known.size > 0 && !known.has(reference)) {
    const there = [...known].map((level) => JSON.stringify(level)).join(", ");
    throw new RangeError(
      `Cannot compare with ${across} ${JSON.stringify(reference)}: nothing has it; there are ${there}`,
    );
  }
  return cellsBy(counts, (one) => ({ ...keysOf(one), [across]: 0 })).flatMap(({ own: all }) => {
    const levels = Map.groupBy(all, (one): string | number => one[across]);
    const base = levels.get(reference) ?? [];
    return [...levels].filter(([level]) => level !== reference).map(([level, own]) => ({
      ...{ keys: keysOf(own[0]), level, own, base },
    }));
  });
}

function meanOrNull(values: readonly number[]): number | null {
  return values.length === 0 ? null : mean(values);
}
