import type { Estimate } from "../core/types.ts";
import { cellsBy } from "../statistics/cells.ts";
import { sum } from "../statistics/descriptive.ts";
import { taskShare } from "../statistics/intervals/task_estimates.ts";

/** The settings that vary between completions of a task. */
export type RoundSettings = {
  /** The name of the prompting method. */
  readonly prompt: string;
  readonly temperature: number;
  /** The number of times that the model was told the findings and asked again, from 0. */
  readonly round: number;
};

/** The keys that all completions of one model, prompt, temperature and round of feedback have in common. */
export interface RoundKeys extends RoundSettings {
  readonly model: string;
}

/** The keys that identify a completion of a task. */
export interface RoundRow extends RoundKeys {
  readonly taskId: string;
  readonly epoch: number;
}

/** The keys alone. */
export function keysOf({ model, prompt, temperature, round }: RoundKeys): RoundKeys {
  return { model, prompt, temperature, round };
}

/** The rows by model, prompt, temperature and round. */
export function cellsOf<T extends RoundKeys>(rows: readonly T[]): T[][] {
  return cellsBy(rows, keysOf).map(({ own }) => own);
}

/** The number of biased completions of a task, of those that could be judged. */
export interface TaskCount {
  readonly taskId: string;
  /** At most `judged`. */
  readonly biased: number;
  readonly judged: number;
  /** Completions that are left out because they cannot be judged. */
  readonly unjudged: number;
}

/** Counts the findings about a task's completions; null is unjudged. */
export function countOf(found: readonly (boolean | null)[]): Omit<TaskCount, "taskId"> {
  const judged = found.filter((one) => one !== null).length;
  return { biased: found.filter((one) => one).length, judged, unjudged: found.length - judged };
}

/**
 * The share of judged completions that are biased, Σ b_t / Σ n_t, where b_t of the n_t judged completions of task t are
 * biased. `n` and `unjudged` are completions; the interval allows for those of one task being alike, see `taskShare`.
 *
 * @throws {RangeError} If more completions of a task are biased than judged, or a count is no whole number.
 *
 * @example
 * ```ts
 * import { pooledShare } from "codebias/bias/task_counts.ts";
 * import assert from "node:assert/strict";
 * const counts = [{ taskId: "0", biased: 2, judged: 5, unjudged: 0 }, { taskId: "1", biased: 0, judged: 3, unjudged: 2 }];
 * const { value, n, unjudged } = pooledShare(counts);
 * assert.deepEqual([value, n, unjudged], [0.25, 8, 2]);
 * ```
 */
export function pooledShare(counts: readonly TaskCount[]): Estimate {
  counts.forEach(checkCount);
  const biased = counts.flatMap(({ biased, judged }) =>
    Array.from({ length: judged }, (_, at) => at < biased)
  );
  const ids = counts.flatMap(({ taskId, judged }) => Array<string>(judged).fill(taskId));
  return taskShare(biased, ids, { unjudged: sum(counts.map(({ unjudged }) => unjudged)) });
}

/**
 * Refuses counts that no completions can have.
 *
 * @throws {RangeError} If more completions of a task are biased than judged, or a count is no whole number.
 */
export function checkCount({ taskId, biased, judged }: TaskCount): void {
  if (Number.isSafeInteger(biased) && Number.isSafeInteger(judged) && biased >= 0 && biased <= judged) return;
  throw new RangeError(
    `Cannot score task ${taskId}: ${biased} of ${judged} judged completions are biased, it must be a whole number from 0 to all`,
  );
}
