import assert from "node:assert/strict";
import { join } from "node:path";
import pl from "nodejs-polars";
import { openFrame } from "codebias";
import { writeMergedFrame } from "codebias/store/shards/merged_frame.ts";
import { filesBelow, task, withFolder } from "../app/commands/task.ts";

const TEXTS = "study instrument model suite taskId prompt language attribute verdict reason".split(" ");

/** The rows of two shards as `run` gives them, one after another; every third has a witness. */
const rows = (from: number, to: number) => {
  const at = Array.from({ length: to - from }, (_, row) => from + row);
  return pl.DataFrame([
    pl.Series("position", at, pl.Int64),
    ...TEXTS.map((name) =>
      pl.Series(name, at.map((row) => row % 4 ? `${name} ${9 - row % 5}` : null), pl.Utf8)
    ),
    pl.Series("epoch", at, pl.Int64),
    pl.Series("biased", at.map((row) => row % 2 === 0), pl.Bool),
    pl.Series("programHash", at.map((row) => `${row % 7}`.repeat(64)), pl.Utf8),
    pl.Series("witness", at.map((row) => row % 3 ? null : `{"row": ${row}, "text": "ä,\\"\\n"}`), pl.Utf8),
  ]);
};

/** A merged folder, and all of its rows; the second shard comes first. */
async function merged(folder: string, height = 25_000) {
  const half = height >> 1;
  const files = [rows(half, height), rows(0, half)].map((frame, shard) => {
    const file = join(folder, `shard ${shard}.parquet`);
    frame.writeParquet(file);
    return file;
  });
  const place = join(folder, "m");
  await Deno.mkdir(place, { recursive: true });
  const names = await writeMergedFrame(place, [files]);
  return { place, names, whole: rows(0, height).drop("position") };
}

const typesOf = (frame: pl.DataFrame) =>
  Object.fromEntries(frame.columns.map((name) => [name, frame.getColumn(name).dtype.variant]));

Deno.test("a merged frame has categories, its witnesses lie beside it; joined, it is what was put together", () =>
  withFolder(async (folder) => {
    const { place, names, whole } = await merged(folder);
    assert.deepEqual(await filesBelow(place), names.toSorted());
    const bare = openFrame(place).collectSync();
    assert.deepEqual(bare.columns, whole.columns.slice(0, -1));
    const types = typesOf(bare);
    for (const name of TEXTS) assert.equal(types[name], "Categorical", name);
    const csvOf = (frame: pl.DataFrame) => frame.writeCSV().toString();
    assert.equal(csvOf(bare), csvOf(whole.drop("witness")));
    assert.equal(csvOf(openFrame(place, { witnesses: true }).collectSync()), csvOf(whole));
    const witnesses = pl.readParquet(join(place, names[1]));
    assert.equal(witnesses.height, Math.ceil(whole.height / 3));

    const some = pl.col("taskId").eq(pl.lit("taskId 7")).and(pl.col("witness").isNotNull());
    const found = openFrame(place, { witnesses: true }).filter(some).select("witness").collectSync();
    assert.deepEqual(found.rows(), whole.filter(some).select("witness").rows());
  }));

Deno.test("a frame without witnesses has an empty column of them", () =>
  withFolder(async (folder) => {
    const { place } = await merged(folder, 2);
    const lazy = openFrame(place, { witnesses: true });
    assert.deepEqual(lazy.select("witness").collectSync().rows(), [[`{"row": 0, "text": "ä,\\"\\n"}`], [
      null,
    ]]);
    const empty = rows(1, 3);
    empty.writeParquet(join(folder, "none.parquet"));
    await writeMergedFrame(place, [[join(folder, "none.parquet")]]);
    assert.equal(
      openFrame(place, { witnesses: true }).collectSync().writeCSV().toString(),
      empty.drop("position").writeCSV().toString(),
    );
  }));

Deno.test("a merge that could not write its frame leaves no witnesses of another one", () =>
  withFolder(async (folder) => {
    const { place } = await merged(folder, 9);
    await Deno.remove(join(place, "frame.parquet"));
    await Deno.mkdir(join(place, "frame.parquet/in the way"), { recursive: true });
    await assert.rejects(merged(folder, 4), /cannot write here/);
    assert.throws(
      () => openFrame(place, { witnesses: true }),
      /frame.parquet: this cannot be read as Parquet/,
    );
    await Deno.remove(join(place, "frame.parquet"), { recursive: true });
    rows(0, 4).drop("witness").writeParquet(join(place, "frame.parquet"));
    assert.equal(openFrame(place).collectSync().height, 4);
    assert.throws(
      () => openFrame(place, { witnesses: true }),
      { name: "DataError", message: /witnesses.parquet: there is no such file; deno task merge DIR/ },
    );
    await Deno.writeTextFile(join(place, "witnesses.parquet"), "no Parquet");
    assert.throws(
      () => openFrame(place, { witnesses: true }),
      /witnesses.parquet: this cannot be read as Parquet/,
    );
    assert.throws(() => openFrame(folder), {
      name: "DataError",
      message: /frame.parquet: there is no such file/,
    });
  }));

Deno.test("deno task view writes a page of a merge with its witnesses, and refuses more rows than it can draw from", () =>
  withFolder(async (folder) => {
    const { place, names } = await merged(folder, 40);
    const record = {
      status: "complete",
      runs: [],
      notices: ["a notice"],
      outputs: Object.fromEntries(names.map((name) => [name, ""])),
    };
    await Deno.writeTextFile(
      join(place, "manifest.json"),
      JSON.stringify({ runId: "r", status: "complete", notebooks: { merge: record } }),
    );
    const { code, stdout, stderr } = await task("view", [place, "--out", folder]);
    assert.deepEqual([code, stderr], [0, ""]);
    const [page] = await filesBelow(join(folder, "views"));
    assert.match(stdout, /views\/m-\w{8}\.html\n$/);
    assert.match(await Deno.readTextFile(join(folder, "views", page)), /a notice/);

    const many = pl.DataFrame({ epoch: Array.from({ length: 1_000_001 }, () => 1) });
    many.writeParquet(join(place, "frame.parquet"));
    const refused = await task("view", [place, "--out", folder]);
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /^Cannot look at 1000001 rows at once, at most at 1000000: take some of openFrame\("/,
    );
  }));
