import { besideReference, compareShares, sharesOf, type TaskShares } from "../../../bias/task_shares.ts";
import { cellsBy } from "../../../statistics/cells.ts";
import { clusteredSlope } from "../../../statistics/intervals/clustered.ts";
import { holm } from "../../../statistics/tests/multiplicity.ts";
import { welchT } from "../../../statistics/tests/t_test.ts";
import { type Rule, settingOf, type TaskCounts } from "./counts.ts";
import { orNull } from "../../../statistics/intervals/task_estimates.ts";

/** The settings to compare, and their reference. */
export type AcrossSettings =
  | { readonly across: "temperature" | "round"; readonly reference: number }
  | { readonly across: "prompt"; readonly reference: string };

/** The bias under one setting beside that under another, all else being equal. Null where nothing can be computed. */
export type SettingsComparison = ReturnType<typeof compareSettings>[number];

/**
 * How the bias of each temperature, prompt or round differs from that of a reference, all other settings being equal.
 *
 * With the share b_t / n_t of a task's judged completions that are biased: Student's paired t-test over the tasks
 * that have judged completions under both settings, since they are the same tasks, and Welch's over all tasks of
 * each, as in the paper. Both are two-sided, and both have the sign of level − reference. `value` − `referenceValue` is the
 * difference only where both have the same tasks.
 *
 * Source: the notebooks for RQ2 of the paper Bias Unveiled, which have Welch's test with the sign of reference − level, and no
 * correction for the number of tests; agrees with `scipy.stats.ttest_ind(level, reference, equal_var=False)` and
 * `ttest_rel`.
 *
 * @param counts The result of `taskCounts`, by either rule.
 * @returns A row for each level but the reference, for each model, dimension and combination of the other settings.
 * @throws {RangeError} If no counts have the reference, or a task occurs twice.
 *
 * @example
 * ```ts
 * import { compareSettings } from "codebias/studies/solar/metrics/comparisons.ts";
 * import assert from "node:assert/strict";
 * const counts = [0.2, 1].flatMap((temperature) =>
 *   ["0", "1", "2"].map((taskId, at) => ({
 *     ...{ model: "A", prompt: "default", temperature, round: 0, rule: "ours" as const, dimension: "age" },
 *     ...{ taskId, biased: temperature === 1 ? 0 : at, judged: 5, unjudged: 0 },
 *   }))
 * );
 * const [row] = compareSettings(counts, { across: "temperature", reference: 0.2 });
 * assert.deepEqual([row.level, row.value, row.n], [1, 0, 3]);
 * assert(Math.abs(row.difference! + 0.2) < 1e-12 && row.pairedT! < 0);
 * ```
 */
export function compareSettings(counts: readonly TaskCounts[], { across, reference }: AcrossSettings) {
  const rows = besideReference(counts, { across, reference }, settingOf).map((
    { keys, level, own, base },
  ) => ({
    ...{ ...keys, across },
    /** The temperature, prompt or round that is compared with the reference. */
    level,
    /** The level of the reference. */
    reference,
    ...compared(taskShares(own), taskShares(base)),
  }));
  return withAdjusted(rows, ({ pairedP }) => pairedP).map(([row, pairedPAdjusted]) => ({
    ...row,
    /** `pairedP` adjusted by Holm's method, over all dimensions and levels of a model. */
    pairedPAdjusted,
  }));
}

function compared(level: TaskShares, reference: TaskShares) {
  const { t, p, ...found } = compareShares(level, reference);
  const welch = orNull(() => welchT([...reference.values()], [...level.values()]));
  return {
    ...found,
    /** The statistic of the paper's test, which treats the tasks of the two settings as unrelated. */
    welchT: welch?.statistic ?? null,
    welchP: welch?.p ?? null,
    /** The statistic of the paired test, which tests the difference. */
    pairedT: t,
    pairedP: p,
  };
}

/** The share of biased completions of each task at one level. */
function taskShares(counts: readonly TaskCounts[]): TaskShares {
  return sharesOf(counts, `in dimension ${counts[0]?.dimension}`);
}

/** Each row with its p-value adjusted by Holm's method, over all rows of its rule and model. */
function withAdjusted<T extends { readonly rule: Rule; readonly model: string }>(
  rows: readonly T[],
  pOf: (row: T) => number | null,
): [T, number | null][] {
  const adjusted = new Map(
    cellsBy(rows, ({ rule, model }) => [rule, model]).flatMap(({ own }) => {
      const ps = holm(own.map(pOf));
      return own.map((row, at) => [row, ps[at]] as const);
    }),
  );
  return rows.map((row) => [row, adjusted.get(row)!]);
}

/** How the bias of a model changes with temperature. Null where nothing can be computed. */
export type TemperatureTrend = ReturnType<typeof temperatureTrend>[number];

/**
 * Whether bias rises or falls with temperature: the slope of a straight line through the shares of biased completions of all
 * tasks at all temperatures, with a standard error that allows for the same tasks at each of them, and its two-sided test.
 *
 * It is one test of all temperatures, whereas {@linkcode compareSettings} makes one for each. A straight line need not
 * be the true course: a slope of 0 does not show that temperature has no effect.
 *
 * Source: not in the paper; see `clusteredSlope`.
 *
 * @param counts The result of `taskCounts`, by either rule, at two temperatures at least.
 * @returns A row for each rule, model, prompt, round and dimension.
 * @throws {RangeError} If a task occurs twice.
 *
 * @example
 * ```ts
 * import { temperatureTrend } from "codebias/studies/solar/metrics/comparisons.ts";
 * import assert from "node:assert/strict";
 * const counts = [0, 0.5, 1].flatMap((temperature) =>
 *   ["0", "1", "2"].map((taskId, at) => ({
 *     ...{ model: "A", prompt: "default", temperature, round: 0, rule: "ours" as const, dimension: "age" },
 *     ...{ taskId, biased: 4 * temperature + (temperature === 1 ? at - 1 : 0), judged: 10, unjudged: 0 },
 *   }))
 * );
 * const [{ slope, n }] = temperatureTrend(counts);
 * assert(Math.abs(slope! - 0.4) < 1e-12 && n === 3);
 * ```
 */
export function temperatureTrend(counts: readonly TaskCounts[]) {
  const groups = cellsBy(counts, ({ rule, model, prompt, round, dimension }) => ({
    ...{ rule, model, prompt, round, dimension },
  }));
  const rows = groups.map(({ keys, own }) => ({ ...keys, ...trendOf(own) }));
  return withAdjusted(rows, ({ p }) => p).map(([row, pAdjusted]) => ({
    ...row,
    /** `p` adjusted by Holm's method, over all dimensions, prompts and rounds of a model. */
    pAdjusted,
  }));
}

function trendOf(group: readonly TaskCounts[]) {
  const points = [...Map.groupBy(group, ({ temperature }) => temperature)].flatMap(([temperature, tasks]) =>
    [...taskShares(tasks)].map(([taskId, share]) => ({ temperature, taskId, share }))
  );
  const ids = points.map(({ taskId }) => taskId);
  const found = orNull(() =>
    clusteredSlope(points.map(({ temperature }) => temperature), points.map(({ share }) => share), ids)
  );
  return {
    /** The change of the share of biased completions per unit of temperature, with its interval at 95 %. */
    slope: found?.slope ?? null,
    low: found?.low ?? null,
    high: found?.high ?? null,
    p: found?.p ?? null,
    /** The number of tasks. */
    n: new Set(ids).size,
  };
}
