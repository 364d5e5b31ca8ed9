import pl from "nodejs-polars";
import { fields, refuseNoFrame, seriesOf, type TypedColumns, typedFrame } from "../core/frame.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { restingOn } from "../core/recipe.ts";
import { distinct, type Distinctness } from "../statistics/distinct.ts";
import { columnOf, groupRows, keyOf } from "./columns.ts";

/** Which answers belong together. Columns are named as the samples call them. */
export interface DistinctOptions {
  /** Columns whose combinations are counted separately, e.g. `temperature`. */
  readonly by: string | readonly string[];
  /** The column with the tasks, of which only answers to the same one can be copies. @default "taskId" */
  readonly cluster?: string;
  /** The column with the answers; empty ones are left out. @default "text" */
  readonly text?: string;
}

/**
 * How many answers to the same task are copies of each other, in groups of rows: see `statistics.distinct`.
 *
 * The result is a polars DataFrame with a row for each group, lowest first: the columns of `by`; `total`, the answers; `distinct`,
 * the different ones of each task, added up; `repeated`, the share that repeats another one; `effective`, how many equally
 * frequent answers would coincide as often.
 *
 * @param samples One row per answer, e.g. `generation.run.frame()`.
 * @throws {RangeError} If an option or a column is wrong, or a group has no answer.
 *
 * @example
 * ```ts
 * import pl from "nodejs-polars";
 * import { distinctAnswers } from "codebias/comparison/distinct_answers.ts";
 * import assert from "node:assert/strict";
 * const samples = pl.DataFrame({ model: ["A", "A", "A"], taskId: ["1", "1", "2"], text: ["x", "x", "x"] });
 * const [row] = distinctAnswers(samples, { by: "model" }).toRecords();
 * assert.deepEqual(row, { model: "A", total: 3, distinct: 2, repeated: 1 / 3, effective: 2 });
 * ```
 */
export function distinctAnswers(samples: pl.DataFrame, options: DistinctOptions): pl.DataFrame {
  refuseUnknownOptions(options, ["by", "cluster", "text"]);
  refuseNoFrame("count answers of", samples);
  const by = [options.by].flat().map((name) => keyOf(samples, name, "group"));
  const tasks = keyOf(samples, options.cluster ?? "taskId", "task");
  const texts = columnOf(samples, options.text ?? "text");
  const groups = groupRows(by, samples.height);
  const counts = groups.map(({ rows }) => {
    const answered = rows.filter((row) => texts[row] !== null);
    const byTask = Map.groupBy(answered, (row) => tasks.values[row]);
    return distinct([...byTask.values()].map((own) => own.map((row) => String(texts[row]))));
  });
  const keys = by.map(({ name }, at) => seriesOf(name, groups.map(({ values }) => values[at])));
  return restingOn(typedFrame(counts, COLUMNS, keys), samples);
}

const COLUMNS: TypedColumns<Distinctness> = {
  ...fields(pl.Int64, "total", "distinct"),
  ...fields(pl.Float64, "repeated", "effective"),
};
