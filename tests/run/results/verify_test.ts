import assert from "node:assert/strict";
import { join } from "node:path";
import pl from "nodejs-polars";
import { compare, save, summarize } from "codebias";
import type { CompareOptions } from "codebias/comparison/compare.ts";
import type { SummarizeOptions } from "codebias/comparison/summarize.ts";
import { hashFiles, type NotebookRecord, readManifest, writeManifest } from "codebias/store/manifest.ts";
import { type Finding, type Recompute, verify } from "codebias/run/results/verify.ts";
import { task, withFolder } from "../../app/commands/task.ts";

const FUNCTIONS: Readonly<Record<string, Recompute>> = {
  compare: (samples, options) => compare(samples, options as unknown as CompareOptions),
  summarize: (samples, options) => summarize(samples, options as unknown as SummarizeOptions),
};

const samples = pl.DataFrame({
  temperature: Array.from({ length: 40 }, (_, at) => at < 20 ? 0.2 : 1),
  taskId: Array.from({ length: 40 }, (_, at) => `t${at % 20}`),
  passed: Array.from({ length: 40 }, (_, at) => at % 7 === 0 ? null : (at * 7919) % 11 < 5),
  note: Array.from({ length: 40 }, (_, at) => `a "quoted", 中文 note ${at}`),
});

/** Leaves a bundle with a comparison and rates. */
async function bundle(out: string): Promise<void> {
  const differences = compare(samples, { across: "temperature", metric: "passed", pairedBy: "taskId" });
  const rates = summarize(samples, { by: "temperature", metric: "passed", cluster: "taskId" });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"></svg>`;
  await save(samples, { out, tables: { differences, rates }, figures: { empty: { svg } } });
}

const statusOf = (findings: readonly Finding[], file: string) => findings.find((one) => one.file === file)!;

async function replaceIn(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await Deno.readTextFile(file);
  assert.notEqual(text.replace(from, to), text);
  await Deno.writeTextFile(file, text.replace(from, to));
}

Deno.test("verify() finds that all is as it was left, and that the tables come out the same", async () => {
  await withFolder(async (out) => {
    await bundle(out);
    const findings = await verify(out, FUNCTIONS);
    const recomputed = findings.filter(({ status }) => status === "recomputed").map(({ file }) => file);
    assert.deepEqual(recomputed, ["tables/differences.csv", "tables/rates.csv"]);
    assert(findings.every(({ status }) => status === "equal" || status === "recomputed"));
    assert.equal(findings.length, 2 * 4 + 2 + 1);
  });
});

Deno.test("verify() names the cell that was changed, even if the manifest was changed with it", async () => {
  await withFolder(async (out) => {
    await bundle(out);
    const file = join(out, "tables/rates.csv");
    const [, first] = (await Deno.readTextFile(file)).split("\n");
    const value = first.split(",")[1];
    await replaceIn(file, value, "0.9");
    const [changed] = (await verify(out, FUNCTIONS)).filter(({ status }) => status === "differs");
    assert.deepEqual(changed, {
      file: "tables/rates.csv",
      status: "differs",
      details: [`row 1, value: 0.9, computed anew ${value}`],
    });
    const manifest = (await readManifest(out))!;
    const outputs = { ...manifest.notebooks.results.outputs, ...await hashFiles(out, [file]) };
    await writeManifest(out, {
      ...manifest,
      notebooks: { results: { ...manifest.notebooks.results, outputs } },
    });
    assert.equal(statusOf(await verify(out, FUNCTIONS), "tables/rates.csv").status, "differs");
  });
});

Deno.test("verify() finds files that are gone or changed, and tables that cannot be computed again", async () => {
  await withFolder(async (out) => {
    await bundle(out);
    await Deno.remove(join(out, "figures/empty.svg"));
    await replaceIn(join(out, "tables/rates.tex"), "toprule", "hline");
    const [sample] = Object.keys((await readManifest(out))!.notebooks.results.outputs!).filter((file) =>
      file.startsWith("samples/")
    );
    await Deno.writeTextFile(join(out, sample), "no parquet");
    const findings = await verify(out, FUNCTIONS);
    assert.equal(statusOf(findings, "figures/empty.svg").status, "gone");
    assert.equal(statusOf(findings, "tables/rates.tex").status, "changed");
    assert.equal(statusOf(findings, sample).status, "changed");
    assert.equal(statusOf(findings, "tables/rates.csv").status, "unchecked");
    assert.match(statusOf(findings, "tables/rates.csv").details[0], /^its samples cannot be read: samples\//);
  });
});

Deno.test("verify() finds that rows are missing, and samples that were changed", async () => {
  await withFolder(async (out) => {
    await bundle(out);
    await replaceIn(join(out, "tables/rates.csv"), /\n[^\n]*\n$/, "\n");
    assert.deepEqual(statusOf(await verify(out, FUNCTIONS), "tables/rates.csv").details, [
      "it has 1 rows, computed anew 2",
    ]);
    const { recipes } = (await readManifest(out))!.notebooks.results;
    const kept = join(out, recipes!["tables/differences.csv"].samples);
    await Deno.writeFile(
      kept,
      new Uint8Array(samples.filter(pl.col("taskId").neq(pl.lit("t3"))).writeParquet()),
    );
    const { status, details } = statusOf(await verify(out, FUNCTIONS), "tables/differences.csv");
    assert.equal(status, "differs");
    assert(details.some((line) => /^row 1, n_a: /.test(line)), details.join("\n"));
  });
});

/** Changes what the manifest says about the results. */
async function changeRecord(out: string, change: (record: NotebookRecord) => NotebookRecord): Promise<void> {
  const manifest = (await readManifest(out))!;
  await writeManifest(out, { ...manifest, notebooks: { results: change(manifest.notebooks.results) } });
}

Deno.test("verify() goes on where a table cannot be computed from what is there now", async () => {
  await withFolder(async (out) => {
    await bundle(out);
    const { recipes } = (await readManifest(out))!.notebooks.results;
    const kept = recipes!["tables/rates.csv"].samples;
    await Deno.writeFile(join(out, kept), new Uint8Array(pl.DataFrame({ a: [1] }).writeParquet()));
    await Deno.remove(join(out, "tables/rates.md"));
    await Deno.mkdir(join(out, "tables/rates.md"));
    const findings = await verify(out, FUNCTIONS);
    const { status, details } = statusOf(findings, "tables/rates.csv");
    assert.equal(status, "unchecked");
    assert.match(details[0], /^it cannot be computed from its samples: .*"temperature"/);
    assert.equal(statusOf(findings, kept).status, "changed");
    assert.equal(statusOf(findings, "tables/rates.md").status, "gone");
  });
});

Deno.test("verify() does not take a manifest's silence for consent", async () => {
  await withFolder(async (out) => {
    await bundle(out);
    const { outputs, recipes } = (await readManifest(out))!.notebooks.results;
    const table = "tables/rates.csv";
    const kept = recipes![table].samples;
    for (const file of [table, kept]) {
      const { [file]: _, ...others } = outputs!;
      await changeRecord(out, (record) => ({ ...record, outputs: others }));
      const { status, details } = statusOf(await verify(out, FUNCTIONS), table);
      assert.deepEqual([status, details], ["unchecked", [`the manifest has no hash of ${file}`]]);
    }
    await changeRecord(out, (record) => ({ ...record, outputs: {}, recipes: {} }));
    await assert.rejects(verify(out, FUNCTIONS), /manifest\.json names no files, so nothing to check/);
  });
});

Deno.test("verify() looks at nothing outside of the folder", async () => {
  await withFolder(async (out) => {
    await bundle(join(out, "bundle"));
    await Deno.writeTextFile(join(out, "other"), "x");
    const outside = ["../other", join(out, "other")];
    const [hash] = Object.values(await hashFiles(out, [join(out, "other")]));
    const outputs = Object.fromEntries(outside.map((path) => [path, hash]));
    await changeRecord(join(out, "bundle"), (record) => ({ ...record, outputs, recipes: {} }));
    for (const { file, status, details } of await verify(join(out, "bundle"), FUNCTIONS)) {
      assert.deepEqual([status, details], ["unchecked", [`${file} is not in this folder`]]);
    }
  });
});

Deno.test("verify() does not know what a newer version computes", async () => {
  await withFolder(async (out) => {
    await bundle(out);
    const findings = await verify(out, {});
    assert.deepEqual(statusOf(findings, "tables/rates.csv"), {
      file: "tables/rates.csv",
      status: "unchecked",
      details: ["this version knows no function summarize"],
    });
  });
});

Deno.test("deno task verify says what it finds, and its exit status whether all is right", async () => {
  await withFolder(async (out) => {
    await bundle(join(out, "good"));
    const good = await task("verify", ["good"], { env: { INIT_CWD: out } });
    assert.equal(good.code, 0, good.stderr);
    assert.match(good.stdout, /^recomputed {2}tables\/differences.csv$/m);
    assert.match(
      good.stdout,
      /11 files, 2 of them tables that come out the same from their samples; nothing differs/,
    );
    await replaceIn(join(out, "good/tables/rates.csv"), /\n0.2,/, "\n0.3,");
    const bad = await task("verify", ["good"], { env: { INIT_CWD: out } });
    assert.equal(bad.code, 1);
    assert.match(bad.stdout, /differs +tables\/rates.csv\n +row 1, temperature: 0.3, computed anew 0.2/);
    for (
      const [args, words] of [[["nowhere"], /there is no manifest.json here/], [
        [],
        /Name one folder/,
      ]] as const
    ) {
      const { code, stderr } = await task("verify", args, { env: { INIT_CWD: out } });
      assert.equal(code, 1);
      assert.match(stderr, words);
    }
  });
});
