import { tableWith } from "../../../../report/tables/table_with.ts";
import { proportion } from "../../../../statistics/intervals/wilson.ts";
import type { Estimate } from "../../../../core/types.ts";
import type { Advantage } from "./advantages.ts";
import type { Rate } from "../rates.ts";
import { cellsBy } from "../../../../statistics/cells.ts";

/** The efficiency metrics in the order of the paper's Table 3. */
export const EFFICIENCY_METRICS = ["PAR_en", "PAR_zh", "PDR"] as const;

/**
 * The tasks over which a share is taken. `published`: the tasks that the authors' scripts count, solved in either
 * language and with at least one program timed; `statedDefinition`: the tasks that the paper states, solved in
 * both languages; `bothFitted`: the tasks with a class in both languages, so that there is something
 * to compare.
 */
export const DENOMINATORS = ["published", "statedDefinition", "bothFitted"] as const;

/** See {@linkcode DENOMINATORS}. */
export type Denominator = (typeof DENOMINATORS)[number];

type Base = (typeof EFFICIENCY_METRICS)[number];

/** PAR: performance advantage rate of a language; PDR: performance difference rate; each with its denominator. */
export type EfficiencyMetric = Base | `${Base}_${Exclude<Denominator, "published">}`;

/** The name of a metric under a denominator: the authors' denominator has no suffix. */
export function metricName<M extends Base>(
  metric: M,
  denominator: Denominator,
): M | `${M}_${Exclude<Denominator, "published">}` {
  return denominator === "published" ? metric : `${metric}_${denominator}`;
}

/**
 * The efficiency metrics of every model, prompting method and temperature, under each denominator.
 *
 * With W the tasks of the denominator D where English has the lower score, and C those where Chinese has it:
 * PAR_en = |W| / |D|, PAR_zh = |C| / |D|, PDR = |W ∪ C| / |D|.
 *
 * Source: the BilingualCodeEval paper, Table 1 and appendix A.3.2 (`statedDefinition`), and the authors' scripts
 * (`published`: a task that is solved in one language only counts as an advantage of it). Intervals are Wilson's at
 * 95 %, over tasks.
 *
 * @param tasks Every task once for each model, prompting method and temperature.
 */
export function efficiency(tasks: readonly Advantage[]): Rate<EfficiencyMetric>[] {
  const cells = cellsBy(tasks, ({ model, prompt, temperature }) => ({ model, prompt, temperature }));
  return cells.flatMap(({ keys, own }) =>
    DENOMINATORS.flatMap((denominator) =>
      EFFICIENCY_METRICS.map((metric): Rate<EfficiencyMetric> => {
        const name = metricName(metric, denominator);
        return { ...keys, metric: name, ...share(metric, counted(own, denominator)) };
      })
    )
  );
}

/** The tasks that a denominator counts. */
export function counted(tasks: readonly Advantage[], denominator: Denominator): Advantage[] {
  return tasks.filter(({ solved, timed, best }) => {
    if (denominator === "published") return (solved.en || solved.zh) && timed.en + timed.zh > 0;
    if (denominator === "statedDefinition") return solved.en && solved.zh;
    return best.en !== null && best.zh !== null;
  });
}

function share(metric: Base, tasks: readonly Advantage[]): Estimate {
  const wins = tasks.filter(({ winner }) =>
    metric === "PDR" ? winner !== "both" : winner === (metric === "PAR_en" ? "en" : "zh")
  );
  return proportion(wins.length, tasks.length);
}

/** A table of efficiency from our own measurements: every metric under every denominator. */
export const measuredTable = tableWith<Rate<EfficiencyMetric>>([
  ...["model", "prompt", "temperature", "metric", "value", "low", "high", "n"] as const,
]);
