import { clusteredMean } from "./clustered.ts";
import { clusteredProportion } from "./clustered_proportion.ts";
import { mean, sum } from "../descriptive.ts";
import type { Estimate } from "../../core/types.ts";

/** A mean of values in [0, 1] that are alike within a task. */
export interface TaskMean extends Estimate {
  /** Null where the tasks do not tell it: there is one, or they do not vary. */
  readonly standardError: number | null;
  /** Number of tasks with a value. */
  readonly tasks: number;
}

/**
 * A share of completions that are alike within a task, with the interval of {@linkcode clusteredProportion}.
 *
 * @param counted Whether each completion counts; null for one that cannot be judged, which is left out.
 * @param tasks The task of each.
 * @param options.unjudged Number of further completions left out. Defaults to 0.
 * @returns Without value where there are no completions, without interval where there is one task.
 *
 * @example
 * ```ts
 * import { taskShare } from "codebias/statistics/intervals/task_estimates.ts";
 * import assert from "node:assert/strict";
 * const { value, n, unjudged } = taskShare([true, false, false, false, null], ["0", "0", "1", "1", "1"]);
 * assert.deepEqual([value, n, unjudged], [0.25, 4, 1]);
 * ```
 */
export function taskShare(
  counted: readonly (boolean | null)[],
  tasks: readonly string[],
  options: { unjudged?: number } = {},
): Estimate {
  const judged = counted.filter((one) => one !== null);
  const n = judged.length;
  const unjudged = (options.unjudged ?? 0) + counted.length - n;
  if (n === 0) return { value: null, low: null, high: null, n, unjudged };
  const ids = tasks.filter((_, at) => counted[at] !== null);
  const found = orNull(() => clusteredProportion(judged, ids));
  const value = sum(judged.map(Number)) / n;
  return { value, low: found?.low ?? null, high: found?.high ?? null, n, unjudged };
}

/**
 * A mean of values in [0, 1] that are alike within a task, with the interval of {@linkcode clusteredMean},
 * cut off at 0 and 1.
 *
 * @param values One for each completion, or one for each task.
 * @param tasks The task of each.
 * @param options.n Number of completions behind the values. Defaults to the number of values.
 * @param options.unjudged Number of completions left out. Defaults to 0.
 *
 * @example
 * ```ts
 * import { taskMean } from "codebias/statistics/intervals/task_estimates.ts";
 * import assert from "node:assert/strict";
 * const { value, low, n, tasks } = taskMean([1, 0.5], ["0", "1"], { n: 10 });
 * assert.deepEqual([value, low, n, tasks], [0.75, 0, 10, 2]);
 * ```
 */
export function taskMean(
  values: readonly number[],
  tasks: readonly string[],
  options: { n?: number; unjudged?: number } = {},
): TaskMean {
  const { n = values.length, unjudged = 0 } = options;
  const nothing = { value: null, low: null, high: null, standardError: null };
  if (values.length === 0) return { ...nothing, n, unjudged, tasks: 0 };
  const found = orNull(() => clusteredMean(values, tasks));
  return {
    value: mean(values),
    low: found && Math.max(0, found.low),
    high: found && Math.min(1, found.high),
    n,
    unjudged,
    standardError: found?.standardError ?? null,
    tasks: new Set(tasks).size,
  };
}

/**
 * What is computed, or null where the values do not allow it: too few, or all the same.
 *
 * @param compute Throws a `RangeError` where it cannot be computed.
 */
export function orNull<T>(compute: () => T): T | null {
  return orElse(compute, () => null);
}

/**
 * What is computed, or what is said otherwise.
 *
 * @param compute Throws a `RangeError` where it cannot be computed.
 * @param otherwise Called with that error.
 */
export function orElse<T, U>(compute: () => T, otherwise: (error: RangeError) => U): T | U {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return otherwise(error);
  }
}
