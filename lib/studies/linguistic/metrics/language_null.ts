import { cellsBy } from "../../../statistics/cells.ts";
import { holm } from "../../../statistics/tests/multiplicity.ts";
import { shareDistribution, type ShareUnit } from "../../../statistics/intervals/share_distribution.ts";
import { advantages, fitsOfPassed } from "./efficiency/advantages.ts";
import {
  type Denominator,
  DENOMINATORS,
  efficiency,
  type EfficiencyMetric,
  metricName,
} from "./efficiency/efficiency.ts";
import type { FittedProgram } from "./efficiency/fits.ts";
import { type Rate, rates } from "./rates.ts";
import { cellKeys, hasPassed, type LinguisticSample, taskKey } from "./sample_keys.ts";
import defects from "../../../../data/linguistic/defects.json" with { type: "json" };
import { tableWith } from "../../../report/tables/table_with.ts";

/** The rates of difference, which a language-blind model also has. */
export type DifferenceMetric = "CDR" | Extract<EfficiencyMetric, `PDR${string}`>;

/** A rate of difference beside that of a language-blind model. */
export interface LanguageNull extends Rate<DifferenceMetric> {
  /** The expected rate if language labels were assigned at random; null if there is nothing to compare. */
  readonly expected: number | null;
  /** The middle 95 % of the rates under such an assignment. */
  readonly expectedLow: number | null;
  readonly expectedHigh: number | null;
  /** The probability that random labels give a rate as high as the observed one. */
  readonly p: number | null;
  /** `p` adjusted by Holm's method, over all rows of the metric. */
  readonly pAdjusted: number | null;
  /** The number of p-values that were adjusted together. */
  readonly comparisons: number;
}

/**
 * The values of CDR and PDR for a language-blind model, and whether the observed rates are higher.
 *
 * Null hypothesis: the samples of a task in English and in Chinese are draws from the same distribution. Then
 * all ways of assigning the labels to a task's samples are equally likely; tasks are independent. The
 * distribution of a rate over all these ways is computed exactly, not by sampling. A small p of CDR shows that the
 * two prompts give different programs, because of their language or because they do not say the same; a small
 * p of PDR may also be due to the clock, if each language's programs were timed in a separate session.
 * Samples are assumed to be independent.
 *
 * Source: not in the paper, which has no baseline for the observed rates.
 *
 * @param samples Judged samples, with both languages of each task.
 * @param fits The complexity of programs; those that did not pass are left out. @default CDR alone
 * @param options.invalidTasks See {@linkcode rates}.
 */
export function languageNull(
  samples: readonly LinguisticSample[],
  fits?: readonly FittedProgram[],
  options: { invalidTasks?: "unsolved" | "left-out" } = {},
): LanguageNull[] {
  const fitted = Map.groupBy(fitsOfPassed(samples, fits ?? []), taskKey);
  const rows = cellsBy(samples, cellKeys).flatMap(({ own: all }) => {
    const cell = options.invalidTasks === "left-out" ? all.filter((sample) => !isInvalid(sample)) : all;
    const pools = [...Map.groupBy(cell, taskKey)].map(([key, group]) =>
      taskPool(group, fitted.get(key) ?? [])
    );
    const correct = rates(all, options);
    const programs = [...new Set(cell.map(taskKey))].flatMap((key) => fitted.get(key) ?? []);
    const efficient = fits ? efficiency(advantages(cell, programs)) : [];
    const found = (metric: DifferenceMetric, unitOf: (pool: TaskPool) => ShareUnit) => {
      const rate = [...correct, ...efficient].find((one) => one.metric === metric) as Rate<DifferenceMetric>;
      return withNullDistribution(rate, shareDistribution(pools.map(unitOf)));
    };
    return [
      found("CDR", differenceUnit),
      ...(fits ? DENOMINATORS : []).map((denominator) =>
        found(metricName("PDR", denominator), (pool) => advantageUnit(pool, denominator))
      ),
    ];
  });
  return withAdjusted(rows);
}

function withNullDistribution(
  rate: Rate<DifferenceMetric>,
  { mean, quantile, atLeast }: ReturnType<typeof shareDistribution>,
): Omit<LanguageNull, "pAdjusted" | "comparisons"> {
  const p = rate.value === null || mean === null ? null : atLeast(rate.value);
  return { ...rate, expected: mean, expectedLow: quantile(0.025), expectedHigh: quantile(0.975), p };
}

function withAdjusted(rows: readonly Omit<LanguageNull, "pAdjusted" | "comparisons">[]): LanguageNull[] {
  const adjusted = new Map([...Map.groupBy(rows, ({ metric }) => metric).values()].flatMap((group) => {
    const ps = holm(group.map(({ p }) => p));
    const comparisons = ps.filter((p) => p !== null).length;
    return group.map((row, at) => [row, { pAdjusted: ps[at], comparisons }] as const);
  }));
  return rows.map((row) => ({ ...row, ...adjusted.get(row)! }));
}

function isInvalid({ judgement }: LinguisticSample): boolean {
  return judgement.kind === "judged" && judgement.finding.kind === "invalid-task";
}

/** The samples of one task in both languages, pooled and without their labels. */
type TaskPool = ReturnType<typeof taskPool>;

function taskPool(samples: readonly LinguisticSample[], fits: readonly FittedProgram[]) {
  const judged = samples.filter(({ judgement }) => judgement.kind === "judged");
  const english = judged.filter(({ settings }) => settings.language === "en").length;
  const scores = fits.flatMap(({ score }) => score === null ? [] : [score]);
  const lowest = Math.min(...scores);
  return {
    /** The number of judged samples in English and in Chinese. */
    english,
    chinese: judged.length - english,
    /** The number of samples that passed. */
    passed: judged.filter(hasPassed).length,
    /** The number of programs with running times. */
    timed: fits.length,
    /** The number of programs with a class. */
    fitted: scores.length,
    /** The number of programs with the lowest score. */
    best: scores.filter((score) => score === lowest).length,
  };
}

/** The probabilities that CDR counts a task, and that exactly one language solves it, if labels are assigned at random. */
function differenceUnit(pool: TaskPool): ShareUnit {
  if (pool.english === 0 || pool.chinese === 0) return { counted: 0, hit: 0 };
  return { counted: 1, hit: pool.passed === 0 ? 0 : oneSided(pool, pool.passed) };
}

/** The probabilities that PDR counts a task under a denominator, and that one language has the better program. */
function advantageUnit(pool: TaskPool, denominator: Denominator): ShareUnit {
  const { passed, timed, fitted, best } = pool;
  const better = best === 0 ? 0 : oneSided(pool, best);
  if (denominator === "published") {
    const counted = passed > 0 && timed > 0 ? 1 : 0;
    return { counted, hit: counted * better };
  }
  // If one language has all needed samples, and so all of the best, the task is not counted.
  const needed = denominator === "statedDefinition" ? passed : fitted;
  if (needed === 0) return { counted: 0, hit: 0 };
  const left = oneSided(pool, needed);
  return { counted: 1 - left, hit: best === 0 ? 0 : better - left };
}

/** The probability that a given set of samples is all in one language. */
function oneSided({ english, chinese }: TaskPool, some: number): number {
  return allAmong(some, english, english + chinese) + allAmong(some, chinese, english + chinese);
}

/** The probability that `some` given items of n are all among `drawn` random ones. */
function allAmong(some: number, drawn: number, n: number): number {
  let chance = 1;
  for (let at = 0; at < some; at++) chance *= Math.max(0, drawn - at) / (n - at);
  return chance;
}

/** The defects of tasks of the published suite, by task id. */
export const taskDefects: Readonly<Record<"impossible" | "unequal", Readonly<Record<string, string>>>> = {
  impossible: defects.impossible,
  unequal: defects.unequal,
};

/** A rate of difference over a selection of the tasks. */
export interface SensitivityRow extends LanguageNull {
  /** The selection of tasks. */
  readonly tasks: string;
}

const WITHOUT: Readonly<Record<string, (id: string) => boolean>> = {
  "all": () => true,
  "without impossible ones": (id) => !Object.hasOwn(defects.impossible, id),
  "with equal descriptions only": (id) => !Object.hasOwn(defects.unequal, id),
  "without either": (id) => !Object.hasOwn(defects.impossible, id) && !Object.hasOwn(defects.unequal, id),
};

/**
 * The rates of difference, beside those of a language-blind model, without the tasks that no program can pass or whose
 * two descriptions do not ask for the same thing in the same form.
 *
 * Source: not in the paper; the tasks are in data/linguistic/defects.json with a reason each. The list was made by people
 * who had seen the recorded verdicts, so that it is not a test by itself.
 *
 * @param samples Judged samples, with both languages of each task.
 * @param fits The complexity of the programs that passed. @default CDR alone
 * @param options.invalidTasks See `rates`.
 * @returns Rows by selection of tasks; p is adjusted within a selection and a metric.
 */
export function sensitivity(
  samples: readonly LinguisticSample[],
  fits?: readonly FittedProgram[],
  options: { invalidTasks?: "unsolved" | "left-out" } = {},
): SensitivityRow[] {
  return Object.entries(WITHOUT).flatMap(([tasks, keeps]) =>
    languageNull(
      samples.filter(({ taskId }) => keeps(taskId)),
      fits?.filter(({ taskId }) => keeps(taskId)),
      options,
    ).map((row) => ({ tasks, ...row }))
  );
}

/** A table of rates of difference over selections of the tasks. */
export const sensitivityTable = tableWith<SensitivityRow>([
  ...["tasks", "model", "prompt", "temperature", "metric", "value", "n", "expected"] as const,
  ...["p"] as const,
]);
