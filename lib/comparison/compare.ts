import pl from "nodejs-polars";
import { mustBe } from "../core/kinds.ts";
import { refuseUnknown, refuseUnknownOptions } from "../core/nearest.ts";
import { withRecipe } from "../core/recipe.ts";
import { type Alternative, checkLevel, checkSeed } from "../statistics/checks.ts";
import { adjust, correctionOf, CORRECTIONS } from "./tests/correction.ts";
import type { Samples } from "./collected.ts";
import {
  checkGroups,
  distinctValues,
  type Group,
  groupRows,
  type Key,
  keyOf,
  type Metric,
  metricNameOf,
  metricOf,
  type Value,
  written,
} from "./columns.ts";
import { comparedSamples, type CompareOptions, seeksTasks } from "./compared_samples.ts";
import { COMPARISON_COLUMNS, frameOf, refuseIfNone, type RowResult } from "./comparison_frame.ts";
import { askPair } from "./tests/pair_tests.ts";
import { taskColumn } from "./task_column.ts";
import { checkTest, needsBoolean, type TestName } from "./tests/test_names.ts";
import { askTrend } from "./tests/trend.ts";
import { type Level, type Measured, UNPAIRED } from "./units.ts";

export type { CompareOptions } from "./compared_samples.ts";

/**
 * Compares the levels of a column, each pair of them, lowest first: how much the metric differs, how certain that is,
 * and which assumption of the test fails.
 *
 * The result is a polars DataFrame with a row for each pair of levels (for the test `trend`, one for all of them):
 * the columns of `within`; `level_a`, `level_b`; `test`; `estimate_a`, `estimate_b`, the means; `difference`, b − a, with
 * its two-sided interval `low`, `high`; `statistic`; `df`; `p`; `p_adjusted`; `effect`,
 * `effect_size`, `effect_low`, `effect_high`; `n_a`, `n_b`, the values that entered the test; `clusters`; `unjudged`, the
 * rows of both levels without a finding; `assumption`, what fails; `remark`, what was done. What could not be tested has
 * null and says why.
 *
 * With `pairedBy`, several rows of an id at a level (epochs) are averaged first, for every test but McNemar's, Fisher's and
 * the trend, which count rows. A named test is computed as named, with its own interval, and what looks like
 * a task that several rows share is reported; if none is named, rows are clustered by it, and a difference of
 * shares has an interval only where there are enough tasks for one that holds, and the test
 * `score, clustered` where most tasks of a level are not at the other.
 *
 * A statistic that has a direction has that of b − a: t, z, and the difference that the permutation test uses. Mann and
 * Whitney's is U of b, Wilcoxon's and McNemar's the smaller sum or count (two-sided), the sign test's M, Fisher's the odds
 * ratio of b against a. Tests without an interval of their own (Mann-Whitney, Wilcoxon, sign, permutation)
 * have Student's for the difference of the means. Rows that could not be tested do not count in the
 * correction.
 *
 * @param rows One row per sample; of a lazy frame only the columns that are needed are collected.
 * @throws {RangeError} If an option or a column is wrong, ids cannot be paired, or no row has a difference; says why.
 * @throws {TypeError} If it is a run's result instead of its frame.
 * @throws {DataError} If a lazy frame cannot be read.
 *
 * @example
 * ```ts
 * import pl from "nodejs-polars";
 * import { compare } from "codebias/comparison/compare.ts";
 * import assert from "node:assert/strict";
 * const samples = pl.DataFrame({
 *   temperature: [0.2, 0.2, 0.2, 1, 1, 1],
 *   taskId: ["a", "b", "c", "a", "b", "c"],
 *   rate: [0.1, 0.3, 0.2, 0.4, 0.4, 0.5],
 * });
 * const [row] = compare(samples, { across: "temperature", pairedBy: "taskId", metric: "rate" }).toRecords();
 * assert.equal(row.test, "paired");
 * assert(Math.abs(Number(row.difference) - 0.7 / 3) < 1e-12);
 * ```
 */
export function compare(rows: Samples, given: CompareOptions): pl.DataFrame {
  refuseUnknownOptions(given, [
    ...["across", "metric", "within", "pairedBy", "cluster", "independent", "test", "correction"] as const,
    ...["alternative", "level", "unpaired", "seed"] as const,
  ]);
  const options = presentOnly(given);
  checkOptions(options);
  const samples = comparedSamples(rows, options);
  const asked = readColumns(samples, options);
  const names = asked.within.map(({ name }) => name);
  checkGroups("compare within", names, COMPARISON_COLUMNS);
  const tasks = tasksOf(samples, asked, options);
  const columns = tasks && options.test === undefined ? { ...asked, cluster: tasks } : asked;
  const results = groupRows(columns.within, samples.height).flatMap((group) =>
    compareGroup(group, columns, options)
  ).map((result) => tasks ? withTasks(result, tasks.name, options) : result);
  const adjusted = adjust(results.map(({ outcome }) => outcome.p), correctionOf(options));
  const compared = results.map((result, at) => ({ ...result, pAdjusted: adjusted[at] }));
  const frame = frameOf(compared, names);
  refuseIfNone("difference", frame, { across: options.across, metric: columns.metric.name });
  return withRecipe(frame, { by: "compare", options: { independent: false, ...options }, samples });
}

/** Options without those that are null or undefined, as a notebook may have them. */
function presentOnly(options: CompareOptions): CompareOptions {
  const present = Object.entries(options).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(present) as unknown as CompareOptions;
}

function checkOptions(options: CompareOptions): void {
  const { across, metric, test, correction, alternative, unpaired, level = 0.95, seed = 1 } = options;
  if (!across) throw new RangeError("Cannot compare: name the column of the levels with across");
  if (metric === "") throw new RangeError("Cannot compare: name the column that is measured with metric");
  if (test !== undefined) checkTest(test, options);
  refuseUnknown("correction", correction, CORRECTIONS);
  refuseUnknown("alternative", alternative, ALTERNATIVES);
  refuseUnknown("way with unpaired ids", unpaired, UNPAIRED);
  checkSeed(seed);
  checkWithin(options);
  checkIndependent(options);
  checkLevel(level);
}

function checkIndependent({ independent = false, cluster, pairedBy }: CompareOptions): void {
  mustBe(typeof independent === "boolean", `use independent ${independent}`, "true or false");
  const other = cluster ?? pairedBy;
  if (!independent || other === undefined) return;
  throw new RangeError(
    `Cannot take rows as independent that "${other}" holds together: leave out independent, or ` +
      (cluster === undefined ? "pairedBy" : "cluster"),
  );
}

function checkWithin({ across, within = [] }: CompareOptions): void {
  if ([within].flat().includes(across)) {
    throw new RangeError(`Cannot compare across "${across}" within "${across}": there is one level in each`);
  }
}

const ALTERNATIVES: readonly Alternative[] = ["two-sided", "less", "greater"];

/** The columns that a comparison reads. */
interface Columns extends Measured {
  readonly across: Key;
  readonly within: readonly Key[];
  /** Of all rows, lowest first. */
  readonly levels: readonly Value[];
}

function readColumns(samples: pl.DataFrame, options: CompareOptions): Columns {
  const { across: name, within = [], pairedBy, cluster } = options;
  if (samples.height === 0) throw new RangeError("Cannot compare: the table has no rows");
  const across = keyOf(samples, name, "level");
  const levels = distinctValues(across.values);
  if (levels.length < 2) {
    throw new RangeError(
      `Cannot compare: column "${name}" has one level only, ${written(levels[0])}; expected at least two`,
    );
  }
  const used = [name, within, pairedBy, cluster].flat();
  const measured = metricOf(samples, metricNameOf(samples, options.metric, used));
  if (options.test && needsBoolean(options.test)) refuseNumbers(options.test, measured);
  return {
    across,
    within: [within].flat().map((column) => keyOf(samples, column, "group")),
    id: pairedBy === undefined ? undefined : keyOf(samples, pairedBy, "id"),
    cluster: cluster === undefined ? undefined : keyOf(samples, cluster, "cluster"),
    metric: measured,
    levels,
  };
}

/** What looks like a task whose rows are not independent, where no option says how rows are related. */
function tasksOf(samples: pl.DataFrame, columns: Columns, options: CompareOptions): Key | undefined {
  if (!seeksTasks(options)) return undefined;
  const apart = [...columns.within, columns.across];
  return taskColumn(samples, {
    used: [...apart, columns.metric].map(({ name }) => name),
    cellOf: (row) => JSON.stringify(apart.map(({ values }) => values[row])),
  });
}

/** The same with what was, or should have been, done because of the tasks. */
function withTasks(result: RowResult, name: string, { test }: CompareOptions): RowResult {
  const { assumptions, remarks } = result.outcome;
  const said = test === undefined
    ? {
      remarks: [
        `rows with the same ${name} are taken as dependent, clustered by it; if they are not, say so (independent: true, or ` +
        `--independent)`,
        ...remarks,
      ],
    }
    : {
      assumptions: [
        `rows with the same ${name} are hardly independent, as the test ${test} takes them: name it as what levels are paired by ` +
        `or as cluster, or say that they are independent`,
        ...assumptions,
      ],
    };
  return { ...result, outcome: { ...result.outcome, ...said } };
}

/** Tests that count true and false cannot count anything else. */
function refuseNumbers(test: TestName, { name, values }: Metric): void {
  const row = values.findIndex((value) => value !== null && value !== 0 && value !== 1);
  if (row < 0) return;
  throw new RangeError(
    `Cannot run the test ${test} on "${name}": row ${row + 1} is ${
      values[row]
    }, expected true and false (or 1 and ` +
      `0); for numbers take ${test === "mcnemar" ? "paired or wilcoxon" : "welch or mann-whitney"}`,
  );
}

function compareGroup({ rows, values }: Group, columns: Columns, options: CompareOptions): RowResult[] {
  const { test } = options;
  const { across, within } = columns;
  const byLevel = Map.groupBy(rows, (row) => across.values[row]);
  const levels = columns.levels.map((level): Level => ({ level, rows: byLevel.get(level) ?? [] }));
  const answers = () => {
    if (test === "trend") return [askTrend(levels, columns, options)];
    return levels.flatMap((a, at) =>
      levels.slice(at + 1).map((b) => askPair(a, b, columns, { ...options, test }))
    );
  };
  try {
    return answers().map((answer) => ({ within: values, ...answer }));
  } catch (error) {
    if (!(error instanceof RangeError) || within.length === 0) throw error;
    const which = within.map(({ name }, at) => `${name} ${written(values[at])}`).join(", ");
    throw new RangeError(`In ${which}: ${error.message}`, { cause: error });
  }
}
