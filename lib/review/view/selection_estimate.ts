import type { Estimate } from "../../core/types.ts";
import { steadyDesignEffect } from "../../statistics/intervals/design_effect.ts";
import { scoreBounds } from "../../statistics/intervals/wilson.ts";
import { columnOf } from "./selected_rows.ts";
import type { ViewData } from "./view_data.ts";

/** A share with its interval, as `summarize` gives it with tasks as clusters: no value where nothing is judged, no interval of one task. */
export interface SelectionEstimate extends Estimate {
  readonly tasks: number;
}

/**
 * The share of rows in which the metric is true, with the interval of `clusteredProportion`, so that the page and
 * `summarize(frame, { metric, cluster: "taskId" })` say the same.
 */
export function selectionEstimate(data: ViewData, rows: readonly number[]): SelectionEstimate | null {
  const metric = data.metric === null ? undefined : columnOf(data, data.metric);
  if (!metric) return null;
  const values = rows.map((row) => metric.levels[metric.codes[row]]);
  const judged = rows.filter((_, at) => values[at] !== null);
  const trials = values.filter((value) => value !== null).map(Number);
  const codes = columnOf(data, "taskId")?.codes;
  const places = new Map<number, number>();
  const numbers = judged.map((row, at) => {
    const task = codes ? codes[row] : at;
    if (!places.has(task)) places.set(task, places.size);
    return places.get(task)!;
  });
  const n = trials.length;
  const known = { n, tasks: places.size, unjudged: rows.length - n };
  if (n === 0) return { value: null, low: null, high: null, ...known };
  const value = trials.reduce((total, one) => total + one, 0) / n;
  if (places.size < 2) return { value, low: null, high: null, ...known };
  const effective = n / steadyDesignEffect(trials, numbers, places.size);
  return { value, ...scoreBounds(value, effective, data.quantiles[places.size - 2]), ...known };
}
