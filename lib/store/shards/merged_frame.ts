import { join } from "node:path";
import pl from "nodejs-polars";
import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { exists, fileError, ifThere, temporaryFolder } from "../files/files.ts";
import { mergedRows, writeRows } from "./merged_table.ts";

const [FRAME, WITNESSES] = ["frame.parquet", "witnesses.parquet"];
const [COMPLETIONS, PROGRAMS] = ["completions.parquet", "programs.parquet"];

/** The columns with few distinct texts: a categorical cell takes 4 bytes of memory, a text 16 and its own bytes. */
const CATEGORIES = "study instrument model suite taskId prompt language attribute verdict reason".split(" ");

/** The name of the column with the number of a row of the frame, from 0, by which its witness is found. */
const ROW = "row";

/** Columns that tell samples apart. */
const SAMPLE = ["taskId", "model", "prompt", "language", "temperature", "epoch"];

/**
 * Writes the merged frame of shards without its witnesses, and the witnesses to a separate file, each with its row number.
 *
 * @param plans For each plan, the files of its shards.
 * @returns The names of the files.
 * @throws {DataError} If one cannot be written.
 */
export async function writeMergedFrame(
  folder: string,
  plans: readonly (readonly string[])[],
): Promise<string[]> {
  await using temporary = await temporaryFolder({ dir: folder, prefix: "." });
  const rows = mergedRows(plans, temporary.path);
  const categories = CATEGORIES.map((name) => pl.col(name).cast(pl.Categorical));
  const witnessed = rows.withRowIndex(ROW).filter(pl.col("witness").isNotNull()).select(ROW, "witness");
  await ifThere(Deno.remove(join(folder, WITNESSES))); // so that the witnesses of an earlier merge never lie beside this frame
  await writeRows(join(folder, FRAME), rows.drop("witness").withColumns(...categories));
  await writeRows(join(folder, WITNESSES), witnessed);
  return [FRAME, WITNESSES];
}

/** Options for opening a merged frame. */
export interface OpenFrameOptions {
  /** Whether rows have their `witness`, too. @default false: witnesses, programs and texts are in separate files */
  readonly witnesses?: boolean;
  /** Whether rows have the `program` that was judged; null where there is none. @default false */
  readonly programs?: boolean;
  /** Whether rows have the `text` of the completion. @default false */
  readonly texts?: boolean;
}

/**
 * The rows that `deno task merge` wrote, in the form in which `run` returns them, as a lazy frame: `summarize` and `compare`
 * read the columns that they need, and `collectSync()` reads all. Columns with few distinct texts, e.g. `taskId` and
 * `verdict`, are categorical.
 *
 * @param folder The folder of the merge.
 * @throws {DataError} If there is no merge, or it cannot be read; or if texts are asked for and the rows do not tell samples
 * apart, because models were asked with more than one seed.
 *
 * @example
 * ```ts ignore
 * summarize(openFrame("merged"), { by: "temperature", metric: "biased" });
 * openFrame("merged", { witnesses: true }).filter(pl.col("attribute").eq(pl.lit("gender"))).collectSync();
 * ```
 */
export function openFrame(folder: string, options: OpenFrameOptions = {}): pl.LazyDataFrame {
  refuseOther("open the merged frame of", folder, "a text");
  refuseUnknownOptions(options, ["witnesses", "programs", "texts"]);
  let rows = scanned(folder, FRAME, options.witnesses ? { rowIndexName: ROW } : {});
  const beside = (other: pl.LazyDataFrame, ...on: string[]) => {
    rows = rows.join(other, { on, how: "left", nullsEqual: true, maintainOrder: "left" });
  };
  if (options.witnesses) beside(scanned(folder, WITNESSES), ROW);
  if (options.programs) beside(scanned(folder, PROGRAMS).unique({ subset: "programHash" }), "programHash");
  if (options.texts) beside(...textsOf(folder));
  return options.witnesses ? rows.drop(ROW) : rows;
}

/** The texts of completions, and the names of the columns by which they are joined with the frame. */
function textsOf(folder: string): [pl.LazyDataFrame, ...string[]] {
  const completions = scanned(folder, COMPLETIONS).rename({ task: "taskId" });
  const keys = SAMPLE.filter((name) => completions.columns.includes(name));
  const known = completions.select(...keys).collectSync();
  if (known.unique().height < known.height) {
    throw fileError(
      join(folder, COMPLETIONS),
      "cannot tell which text is whose: a model was asked for the same samples with more than one seed; " +
        "open the merge of each plan by itself",
    );
  }
  const columns = keys.map((name) =>
    CATEGORIES.includes(name) ? pl.col(name).cast(pl.Categorical) : pl.col(name)
  );
  return [completions.select(...columns, "text"), ...keys];
}

/** Scans a Parquet file of a merge. @throws {DataError} If the file is missing, or is not a Parquet file. */
function scanned(
  folder: string,
  name: string,
  options: { readonly rowIndexName?: string } = {},
): pl.LazyDataFrame {
  const path = join(folder, name);
  if (!exists(path)) {
    throw fileError(path, "there is no such file; deno task merge DIR --out FOLDER makes it");
  }
  try {
    const lazy = pl.scanParquet(path, { ...options, glob: false });
    lazy.head(0).collectSync();
    return lazy;
  } catch (cause) {
    throw fileError(path, "this cannot be read as Parquet; merge again with deno task merge", cause);
  }
}
