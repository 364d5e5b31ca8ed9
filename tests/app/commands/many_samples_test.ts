import assert from "node:assert/strict";
import { join } from "node:path";
import pl from "nodejs-polars";
import { compare, openFrame, openStore, run, solar, summarize } from "codebias";
import { openReports } from "codebias/store/reports.ts";
import { writeMergedTable } from "codebias/store/shards/merged_table.ts";
import { longTest, sized } from "../../long.ts";
import { TASKS, TEMPERATURES, throughShards } from "./million.ts";
import { withFolder } from "./task.ts";

/** All processes stay below this, however many samples there are. */
const MAX_MIB = 2048;

/** The folder of a merge, whose commands all stayed small. */
async function merged(folder: string, sizes: { readonly epochs: number; readonly shards: number }) {
  const { place, steps } = await throughShards(folder, sizes);
  for (const [name, { peakMiB, seconds }] of Object.entries(steps)) {
    console.log(`${name}: ${seconds.toFixed(0)} s, ${peakMiB.toFixed(0)} MiB`);
    assert(peakMiB > 0 && peakMiB < MAX_MIB, `${name} had ${peakMiB} MiB`);
  }
  return place;
}

/** Rows of a Parquet file, of which some columns are read. */
const rowsOf = (path: string, ...columns: string[]) => pl.scanParquet(path).select(...columns).collectSync();

/** Asserts that a merge has each epoch's samples alike: twice the samples are twice the rows. */
function assertLinear(folder: string, epochs: number): void {
  const samples = TASKS * TEMPERATURES.length * epochs;
  assert.equal(rowsOf(join(folder, "completions.parquet"), "task").height, samples);
  assert.equal(rowsOf(join(folder, "findings.parquet"), "taskId").height, samples);
  const rows = summarize(openFrame(folder), { by: ["epoch"], metric: "biased" }).toRecords();
  const counts = new Set(rows.map(({ n, unjudged }) => Number(n) + Number(unjudged)));
  assert.equal(rows.length, epochs);
  assert.equal(counts.size, 1, `each epoch has ${[...counts]} rows`);
}

Deno.test("a thousand samples of Solar through shards are those of one process; a lazy scan of them gives the same tables", () =>
  withFolder(async (folder) => {
    const epochs = sized({ small: 2, long: 15 });
    const place = await merged(folder, { epochs, shards: 5 });
    assertLinear(place, epochs);

    using store = openStore(join(folder, "one.sqlite"));
    using reports = await openReports(join(folder, "reports.sqlite"));
    const asked = { model: "calibration", temperatures: TEMPERATURES, epochs, store, reports };
    const { frame } = await run(solar, asked as Parameters<typeof run>[1]);
    const whole = openFrame(place, { witnesses: true }).collectSync();
    assert.equal(whole.writeCSV().toString(), frame.writeCSV().toString());

    const lazy = openFrame(place);
    const byAttribute = { by: ["attribute", "temperature"], metric: "biased", cluster: "taskId" };
    assert.deepEqual(summarize(lazy, byAttribute).toRecords(), summarize(frame, byAttribute).toRecords());
    const across = { across: "temperature", metric: "biased", pairedBy: "taskId" };
    assert.deepEqual(compare(lazy, across).toRecords(), compare(frame, across).toRecords());
  }));

Deno.test("rows of shards are put in order some thousand samples at a time, wherever these end", () =>
  withFolder(async (folder) => {
    const at = Array.from({ length: 300 }, (_, row) => row);
    // Two rows a sample; every third sample is in the first shard, the others lie in the second; one column is the second's alone.
    const shardOf = (own: (place: number) => boolean, more: string[]) => {
      const rows = at.filter((row) => own(row >> 1));
      return pl.DataFrame([
        pl.Series("position", rows.map((row) => row >> 1), pl.Int64),
        ...["text", ...more].map((name) => pl.Series(name, rows.map((row) => `${name} ${row}`), pl.Utf8)),
      ]);
    };
    const frames = [shardOf((place) => place % 3 === 0, []), shardOf((place) => place % 3 > 0, ["more"])];
    const files = frames.map((frame, which) => {
      const file = join(folder, `${which} [*].parquet`);
      frame.writeParquet(file);
      return file;
    });
    const expected = at.map((row) => [`text ${row}`, (row >> 1) % 3 === 0 ? null : `more ${row}`]);
    const out = join(folder, "out.parquet");
    for (const window of [1, 7, 150, 1000]) {
      await writeMergedTable(out, [files, files], window);
      const rows = pl.readParquet(out);
      assert.deepEqual(rows.columns, ["text", "more"]);
      assert.deepEqual(rows.rows(), [...expected, ...expected], `window ${window}`);
      const first = await Deno.readFile(out);
      await writeMergedTable(out, [files, files], window);
      assert.deepEqual(await Deno.readFile(out), first);
    }
    const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
    assert.deepEqual(names.toSorted(), ["0 [*].parquet", "1 [*].parquet", "out.parquet"]);
  }));

longTest(
  "a million samples of Solar through shards: every process stays below 2 GiB",
  () =>
    withFolder(async (folder) => {
      const epochs = Math.ceil(1e6 / TASKS / TEMPERATURES.length);
      const place = await merged(folder, { epochs, shards: 100 });
      assertLinear(place, epochs);
    }),
);
