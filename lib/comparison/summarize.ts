import pl from "nodejs-polars";
import { fields, seriesOf, type TypedColumns, typedFrame } from "../core/frame.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import type { Estimate } from "../core/types.ts";
import { withRecipe } from "../core/recipe.ts";
import { checkLevel } from "../statistics/checks.ts";
import { clusteredMean } from "../statistics/intervals/clustered.ts";
import { clusteredProportion } from "../statistics/intervals/clustered_proportion.ts";
import { mean } from "../statistics/descriptive.ts";
import { wilson } from "../statistics/intervals/wilson.ts";
import { collected, type Samples } from "./collected.ts";
import { boundsOrNone } from "./outcome.ts";
import { checkGroups, groupRows, keyOf, metricNameOf, metricOf, type Value } from "./columns.ts";
import { rowsAsUnits } from "./units.ts";

/** What to estimate, and for which groups of rows. */
export interface SummarizeOptions {
  /** Columns whose combinations are estimated separately, e.g. `["model", "temperature"]`. */
  readonly by: string | readonly string[];
  /**
   * What is measured: numbers, or true and false. Empty cells are rows that could not be judged.
   * @default the only column of true and false
   */
  readonly metric?: string;
  /** The column with the groups of rows that are not independent, e.g. `taskId`. @default every row stands alone */
  readonly cluster?: string;
  /** Confidence level of the intervals. @default 0.95 */
  readonly level?: number;
}

/**
 * Estimates the mean of a metric, or the share if true and false, in groups of rows.
 *
 * The result is a polars DataFrame with a row for each group, lowest first: the columns of `by`; `value` with its
 * interval `low`, `high`; `n`, the judged rows; `clusters`; `unjudged`, the rows without a finding; and, for true and false,
 * `if_none`, `if_all`: what the share would be if the unjudged were all false, or all true. Between these lies the share
 * of all rows, whatever kept some from being judged.
 *
 * Intervals are clustered where `cluster` names a column; otherwise Wilson's for true and false, and Student's t for
 * numbers. What could not be estimated is null.
 *
 * @param given One row per sample. Of a lazy frame (`pl.scanParquet("merged/frame.parquet")`) only the columns that are
 * needed are collected.
 * @throws {RangeError} If an option or a column is wrong.
 * @throws {TypeError} If it is a run's result instead of its frame.
 * @throws {DataError} If a lazy frame cannot be read.
 *
 * @example
 * ```ts
 * import pl from "nodejs-polars";
 * import { summarize } from "codebias/comparison/summarize.ts";
 * import assert from "node:assert/strict";
 * const samples = pl.DataFrame({ model: ["A", "A", "A", "A"], biased: [true, false, false, null] });
 * const [row] = summarize(samples, { by: "model", metric: "biased" }).toRecords();
 * assert.deepEqual([row.value, row.n, row.unjudged, row.if_none, row.if_all], [1 / 3, 3, 1, 0.25, 0.5]);
 * ```
 */
export function summarize(given: Samples, options: SummarizeOptions): pl.DataFrame {
  refuseUnknownOptions(options, ["by", "metric", "cluster", "level"]);
  const used = [options.by, options.cluster].flat();
  const samples = collected(
    "summarize",
    given,
    (columns) => [...used, metricNameOf(columns, options.metric, used)],
  );
  if (samples.height === 0) throw new RangeError("Cannot summarize: the table has no rows");
  const { level = 0.95 } = options;
  checkLevel(level);
  const by = [options.by ?? []].flat().map((column) => keyOf(samples, column, "group"));
  if (by.length === 0) throw new RangeError("Cannot summarize: name at least one column of groups with by");
  checkGroups("summarize by", by.map(({ name }) => name), Object.keys(SHARE_COLUMNS));
  const metric = metricOf(samples, metricNameOf(samples, options.metric, used));
  const cluster = options.cluster === undefined ? undefined : keyOf(samples, options.cluster, "cluster");
  const groups = groupRows(by, samples.height);
  const estimates = groups.map(({ rows }) => {
    const { values, clusters, unjudged } = rowsAsUnits({ rows }, { metric, cluster });
    return estimate(values, clusters, { isShare: metric.boolean, level, unjudged });
  });
  const keys = by.map(({ name }, at) => seriesOf(name, groups.map(({ values }) => values[at])));
  const frame = typedFrame(estimates, metric.boolean ? SHARE_COLUMNS : COLUMNS, keys);
  return withRecipe(frame, { by: "summarize", options: { ...options }, samples });
}

interface GroupEstimate extends Estimate {
  readonly clusters: number | null;
}

function estimate(
  values: readonly number[],
  clusters: readonly Value[] | undefined,
  { isShare, level, unjudged }: Readonly<{ isShare: boolean; level: number; unjudged: number }>,
): GroupEstimate {
  const n = values.length;
  const names: (string | number)[] = clusters ? clusters.map(String) : values.map((_, at) => at);
  const known = { n, unjudged, clusters: clusters ? new Set(names).size : null };
  const value = n === 0 ? NaN : mean(values);
  if (!Number.isFinite(value)) return { value: null, low: null, high: null, ...known }; // none, or it overflows
  if (isShare && !clusters) {
    return { value, ...wilson(values.filter((one) => one === 1).length, n, { level }), ...known };
  }
  const { low, high } = boundsOrNone(() =>
    isShare ? clusteredProportion(values, names, { level }) : clusteredMean(values, names, { level })
  );
  return { value, low, high, ...known };
}

/** Columns of the result, besides those of `by`. */
const COLUMNS: TypedColumns<GroupEstimate> = {
  ...fields(pl.Float64, "value", "low", "high"),
  ...fields(pl.Int64, "n", "clusters", "unjudged"),
};

const successes = ({ value, n }: GroupEstimate) => Math.round((value ?? 0) * n);

/** The same of shares, with what they would be if the unjudged were all false, or all true. */
const SHARE_COLUMNS: TypedColumns<GroupEstimate> = {
  ...COLUMNS,
  if_none: [pl.Float64, (one) => successes(one) / (one.n + one.unjudged)],
  if_all: [pl.Float64, (one) => (successes(one) + one.unjudged) / (one.n + one.unjudged)],
};
