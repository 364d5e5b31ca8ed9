import { dirname, join } from "node:path";
import pl from "nodejs-polars";
import { temporaryFolder, writeWholeBy } from "../files/files.ts";

/** The number of positions of the plan whose rows are in memory at a time. */
const WINDOW = 20_000;

/** The number of rows in a row group of the Parquet file. */
const ROW_GROUP = 10_000;

/** The range of the positions of a shard's samples. */
interface Span {
  readonly shard: pl.LazyDataFrame;
  readonly first: number;
  readonly last: number;
}

/**
 * Writes one table of several plans atomically, with the rows of {@linkcode mergedRows}.
 *
 * @throws {DataError} If it cannot be written.
 */
export async function writeMergedTable(
  path: string,
  plans: readonly (readonly string[])[],
  window: number = WINDOW,
): Promise<void> {
  await using folder = await temporaryFolder({ dir: dirname(path), prefix: "." });
  await writeRows(path, mergedRows(plans, folder.path, window));
}

/**
 * The rows of each plan's shards, ordered by the positions of their samples if the table has positions; the rows of one sample
 * keep their order. Only the rows of some thousand samples are in memory at a time.
 *
 * @param plans For each plan, the files of its shards.
 * @param folder An empty folder for the ordered rows; it must exist as long as the rows are used.
 * @param window The number of positions that are put in order at a time.
 */
export function mergedRows(
  plans: readonly (readonly string[])[],
  folder: string,
  window: number = WINDOW,
): pl.LazyDataFrame {
  const shards = plans.map((files) => files.map((file) => pl.scanParquet(file, { glob: false })));
  const { columns } = stacked(shards.flat().map((one) => one.head(0)));
  const kept = columns.filter((name) => name !== "position");
  const parts: pl.LazyDataFrame[] = [];
  for (const shard of kept.length < columns.length ? shards : []) {
    for (const part of inOrder(shard.map(spanOf), window)) {
      const file = join(folder, `${parts.length}.parquet`);
      sink(part, file);
      parts.push(pl.scanParquet(file, { glob: false }));
    }
  }
  return stacked(parts.length > 0 ? parts : shards.flat()).select(...kept);
}

/**
 * Writes rows to a Parquet file atomically; only some thousand rows are in memory at a time.
 *
 * @throws {DataError} If it cannot be written.
 */
export async function writeRows(path: string, rows: pl.LazyDataFrame): Promise<void> {
  await writeWholeBy(path, (neighbour) => sink(rows, neighbour));
}

function stacked(frames: pl.LazyDataFrame[]): pl.LazyDataFrame {
  return frames.length === 1 ? frames[0] : pl.concat(frames, { how: "diagonal" });
}

/**
 * Writes rows without making a DataFrame, since the memory of a DataFrame is invisible to JavaScript's garbage collector and
 * therefore freed late. Row groups have one size, so that the same rows give the same bytes.
 */
function sink(rows: pl.LazyDataFrame, path: string): void {
  rows.sinkParquet(path, { rowGroupSize: ROW_GROUP }).collectSync({ engine: "streaming" });
}

/** The range of a shard's positions; an empty range for a shard without samples. */
function spanOf(shard: pl.LazyDataFrame): Span {
  const place = pl.col("position");
  const ends = shard.select(place.min().as("first"), place.max().as("last")).collectSync().toRecords();
  const { first, last } = ends[0] as { readonly first: number | null; readonly last: number | null };
  return { shard, first: first ?? Infinity, last: last ?? -Infinity };
}

/** The rows of shards in order of their positions, in windows of some positions. */
function* inOrder(spans: readonly Span[], window: number): Generator<pl.LazyDataFrame> {
  const end = spans.reduce((most, { last }) => Math.max(most, last), -1);
  for (let from = 0; from <= end; from += window) {
    const to = from + window;
    const inside = spans.filter(({ first, last }) => first < to && last >= from);
    if (inside.length === 0) continue;
    const place = pl.col("position");
    const rows = inside.map(({ shard }) => shard.filter(place.gtEq(from).and(place.lt(to))));
    yield stacked(rows).sort({ by: "position", maintainOrder: true });
  }
}
