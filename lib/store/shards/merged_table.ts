import { dirname, join } from "node:path";
import pl from "nodejs-polars";
import { temporaryFolder, writeWholeBy } from "../files/files.ts";

/** Places of the plan whose rows are in memory at a time. */
const WINDOW = 20_000;

/** Rows that lie together in the file. */
const ROW_GROUP = 10_000;

/** The places of the samples that a shard has. */
interface Span {
  readonly shard: pl.LazyDataFrame;
  readonly first: number;
  readonly last: number;
}

/**
 * Writes one table of several plans whole, as {@linkcode mergedRows} has it.
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
 * The rows of each plan's shards, by the places of their samples where they have some; those of a sample stay as they are.
 * However many there are, only those of some thousand samples are in memory.
 *
 * @param plans For each plan, the files of its shards.
 * @param folder Empty; where rows lie that were put in order, as long as they are needed.
 * @param window How many places are put in order at a time.
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
 * Writes rows to a Parquet file whole, of which only some thousand are in memory.
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
 * Writes rows without having them here: memory of a DataFrame is freed only when the engine of JavaScript, which does not see it,
 * happens to tidy up. Row groups are of one size, so that the same rows are the same bytes.
 */
function sink(rows: pl.LazyDataFrame, path: string): void {
  rows.sinkParquet(path, { rowGroupSize: ROW_GROUP }).collectSync({ engine: "streaming" });
}

/** A shard without samples has no places. */
function spanOf(shard: pl.LazyDataFrame): Span {
  const place = pl.col("position");
  const ends = shard.select(place.min().as("first"), place.max().as("last")).collectSync().toRecords();
  const { first, last } = ends[0] as { readonly first: number | null; readonly last: number | null };
  return { shard, first: first ?? Infinity, last: last ?? -Infinity };
}

/** The rows of shards in order, those of some places at a time. */
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
