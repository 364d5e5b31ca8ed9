import pl from "nodejs-polars";
import { DataError } from "../core/errors.ts";
import { isLazy, refuseNoFrame } from "../core/frame.ts";
import { unknownName } from "../core/nearest.ts";
import { checkIsOne, isText } from "./columns.ts";

/** Rows in memory, or a lazy frame of rows that do not all have to be there, e.g. `pl.scanParquet("merged/frame.parquet")`. */
export type Samples = pl.DataFrame | pl.LazyDataFrame;

/** Columns that say whose answers the rows are; tables name them in a note. */
const ABOUT: readonly string[] = ["model", "synthetic"];

/**
 * The rows in memory. A DataFrame is taken as it is. Of a lazy frame only the columns that are needed are collected, all at
 * once, so that their rows belong together; texts become categories, which take few bytes a row.
 *
 * @param verb What is to be done with them, e.g. `compare`.
 * @param needed Chooses the columns, given the lazy frame without its rows; undefined names are skipped.
 * @throws {RangeError} If there is no such column; names the nearest.
 * @throws {TypeError} If it is neither of the two.
 * @throws {DataError} If the rows cannot be read.
 *
 * @example
 * ```ts
 * import pl from "nodejs-polars";
 * import { collected } from "codebias/comparison/collected.ts";
 * import assert from "node:assert/strict";
 * const samples = pl.DataFrame({ task: ["a", "b"], biased: [true, false], text: ["long", "longer"] });
 * assert.deepEqual(collected("compare", samples.lazy(), () => ["biased", "task"]).columns, ["task", "biased"]);
 * assert.equal(collected("compare", samples, () => ["biased", "task"]), samples);
 * ```
 */
export function collected(
  verb: string,
  samples: Samples,
  needed: (columns: pl.DataFrame) => readonly (string | undefined)[],
): pl.DataFrame {
  if (!isLazy(samples)) {
    refuseNoFrame(verb, samples);
    return samples as pl.DataFrame;
  }
  const lazy = samples as pl.LazyDataFrame;
  const empty = rowsOf(lazy.head(0));
  const names = needed(empty).filter((name) => name !== undefined);
  names.forEach(checkIsOne);
  const unknown = names.find((name) => !empty.columns.includes(name));
  if (unknown !== undefined) throw unknownName("column", unknown, empty.columns);
  const kept = empty.columns.filter((name) => names.includes(name) || ABOUT.includes(name));
  return rowsOf(
    lazy.select(
      ...kept.map((name) => isText(empty, name) ? pl.col(name).cast(pl.Categorical) : pl.col(name)),
    ),
  );
}

function rowsOf(lazy: pl.LazyDataFrame): pl.DataFrame {
  try {
    return lazy.collectSync({ engine: "streaming" }); // it needs half of the memory
  } catch (cause) {
    const [reason] = (cause as Error).message.split("\n");
    throw new DataError(`Cannot read the rows of a lazy frame: ${reason}`, { cause });
  }
}
