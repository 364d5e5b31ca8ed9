import type pl from "nodejs-polars";
import { withRecipe } from "../../../core/recipe.ts";
import { type Table, table, type TableOptions } from "../../../report/tables/table.ts";
import { advantages } from "./efficiency/advantages.ts";
import { efficiency } from "./efficiency/efficiency.ts";
import { rates } from "./rates.ts";
import { samplesOf } from "./rows.ts";
import { table3, type Table3Row } from "../paper/tables/table3.ts";

/** How metrics are computed, and shown. */
export interface MetricOptions extends TableOptions<keyof Table3Row> {
  /** See {@linkcode rates}. */
  readonly invalidTasks?: "unsolved" | "left-out";
}

/**
 * All metrics of the paper's Table 3 beside the printed values, from rows of samples; `deno task verify` can compute it
 * again. Efficiency is there if the rows have it.
 *
 * @param samples As `linguistic.rows` makes them.
 * @throws {RangeError} If they lack a column.
 */
export function metrics(samples: pl.DataFrame, options: MetricOptions = {}): Table {
  const { invalidTasks, ...shown } = options;
  const { samples: list, fits } = samplesOf(samples);
  const found = [
    ...rates(list, { invalidTasks }),
    ...(fits ? efficiency(advantages(list, fits)) : []),
  ];
  const { columns } = shown;
  const recipe = { by: "linguistic.metrics", options: { invalidTasks }, samples };
  return withRecipe(table(table3(found), shown), { ...recipe, ...(columns && { columns }) });
}
