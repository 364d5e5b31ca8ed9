import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import pl from "nodejs-polars";
import { compare, generate, openStore, save, summarize, table } from "codebias";
import { JUPYTER_DISPLAY } from "codebias/report/display.ts";
import { readManifest } from "codebias/store/manifest.ts";
import { paths } from "codebias/store/paths.ts";
import { filesBelow, withFolder } from "../../app/commands/task.ts";
import { sample } from "../../studies/linguistic/samples.ts";

const svg =
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text x="2" y="15">Ag</text></svg>`;
const found = [sample("passed"), sample("unjudged", { epoch: 2 })];
const run = { study: "sample", verdicts: "executed", rule: "corrected", seed: 3, samples: found };
const numbers = table([{ a: 1, b: 2 }]);

const samples = pl.DataFrame({
  temperature: [0.2, 0.2, 0.2, 1, 1, 1],
  taskId: ["a", "b", "c", "a", "b", "c"],
  rate: [0.1, 0.3, 0.2, 0.4, 0.4, 0.5],
});

Deno.test("save() writes tables and figures and lists them in the manifest with their hashes", async () => {
  await withFolder(async (out) => {
    const saved = await save(run, {
      out,
      name: "07-sample",
      tables: { numbers },
      figures: { picture: { svg } },
    });
    const { folder, files } = saved;
    assert.deepEqual(saved[JUPYTER_DISPLAY](), {
      "text/markdown":
        `1 table and 1 figure saved in \`${out}\`; manifest.json there says what they rest on.`,
      "text/plain": `1 table and 1 figure saved in ${out}; manifest.json there says what they rest on.`,
    });
    const tables = ["csv", "md", "parquet", "tex"].map((ending) => `tables/numbers.${ending}`);
    const kept = files.find((file) => file.startsWith("samples/"))!;
    const expected = ["figures/picture.png", "figures/picture.svg", kept, ...tables];
    assert.equal(folder, out);
    assert.deepEqual(files.toSorted(), expected);
    assert.deepEqual(await filesBelow(out), [...expected, "manifest.json"].sort());
    const manifest = (await readManifest(out))!;
    const record = manifest.notebooks["07-sample"];
    const which = { study: "sample", verdicts: "executed", rule: "corrected" };
    assert.deepEqual(record.runs, [{ ...which, seed: 3, samples: 2, file: kept }]);
    assert.deepEqual([record.status, manifest.status, manifest.runId], [
      "complete",
      "complete",
      basename(out),
    ]);
    const findings = pl.readParquet(Buffer.from(await Deno.readFile(join(out, kept)))).toRecords();
    assert.deepEqual(findings.map(({ epoch, judged }) => [epoch, judged]), [[1, true], [2, false]]);
    assert.equal(JSON.parse(String(findings[0].finding)).kind, "passed");
    assert.equal(findings[1].finding, "infrastructure-error");
    const hash = createHash("sha256").update("a,b\n1,2\n").digest("hex");
    assert.equal(record.outputs!["tables/numbers.csv"], hash);
    assert.equal(manifest.environment.deno, Deno.version.deno);
    assert.equal(record.recipes, undefined);
  });
});

Deno.test("save() adds to what an earlier call left", async () => {
  await withFolder(async (out) => {
    await save(run, { out, name: "n", tables: { one: numbers } });
    await save(run, { out, name: "n", tables: { two: numbers } });
    const { outputs } = (await readManifest(out))!.notebooks.n;
    const tables = Object.keys(outputs!).filter((file) => file.endsWith(".csv"));
    assert.deepEqual(tables, ["tables/one.csv", "tables/two.csv"]);
  });
});

Deno.test("save() keeps the samples from which a comparison can be computed again, once", async () => {
  await withFolder(async (out) => {
    const differences = compare(samples, { across: "temperature", metric: "rate", pairedBy: "taskId" });
    const rates = summarize(samples, { by: "temperature", metric: "rate" });
    const shown = table(rates, { columns: ["temperature", "value"] });
    const { files } = await save(samples, { out, tables: { differences, rates, shown } });
    const kept = files.filter((file) => file.startsWith("samples/"));
    assert.equal(kept.length, 1);
    const frame = pl.readParquet(Buffer.from(await Deno.readFile(join(out, kept[0]))));
    assert(frame.frameEqual(samples));
    const { recipes, runs } = (await readManifest(out))!.notebooks.results;
    assert.deepEqual(recipes, {
      "tables/differences.csv": {
        by: "compare",
        options: { across: "temperature", independent: false, metric: "rate", pairedBy: "taskId" },
        samples: kept[0],
      },
      "tables/rates.csv": {
        by: "summarize",
        options: { by: "temperature", metric: "rate" },
        samples: kept[0],
      },
      "tables/shown.csv": {
        by: "summarize",
        options: { by: "temperature", metric: "rate" },
        columns: ["temperature", "value"],
        samples: kept[0],
      },
    });
    assert.deepEqual(runs, [{ samples: 6, file: kept[0] }]);
  });
});

Deno.test("save() keeps a generation's samples, its seed and what the model was", async () => {
  await withFolder(async (out) => {
    using store = openStore(join(out, "runs.sqlite"));
    const prompts = [{ taskId: "1", prompt: "Write a function." }];
    const generation = await generate({
      model: "calibration",
      prompts,
      epochs: 2,
      seed: 5,
      store,
      onNotice() {},
    });
    const { folder, files } = await save(generation, { out: join(out, "bundle") });
    const [entry] = (await readManifest(folder))!.notebooks.results.runs as Record<string, unknown>[];
    assert.equal(entry.seed, 5);
    assert.equal((entry.model as { identity: string }).identity, generation.model.identity);
    assert.deepEqual([entry.samples, entry.failures], [2, 0]);
    assert.equal(entry.run, generation.run!.id);
    assert.equal(entry.file, files.find((file) => file.startsWith("samples/")));
  });
});

Deno.test("save() without a folder makes one in outputs, another for other results", async () => {
  const one = await save(run, { name: "save-test", tables: { numbers } });
  const again = await save(run, { name: "save-test", tables: { numbers } });
  const other = await save(run, { name: "save-test", tables: { numbers: table([{ a: 1, b: 3 }]) } });
  try {
    assert.equal(one.folder, again.folder);
    assert.notEqual(one.folder, other.folder);
    assert.equal(join(one.folder, ".."), join(paths.outputs));
    assert.match(basename(one.folder), /^save-test-[0-9a-f]{10}$/);
  } finally {
    for (const { folder } of [one, other]) await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("save() refuses names that are not of a file in the folder, and writes nothing", async () => {
  await withFolder(async (out) => {
    const folder = join(out, "bundle");
    for (const name of ["../x", "a/b", "/x", "..", "", ".x", "a\\b", "a\0b", " "]) {
      const words = /^RangeError: Cannot save as ".*": it must be a file name/;
      await assert.rejects(save(run, { out: folder, tables: { [name]: numbers } }), words, name);
      await assert.rejects(save(run, { out: folder, figures: { [name]: { svg } } }), words, name);
      await assert.rejects(save(run, { name }), words, name);
    }
    assert.deepEqual(await filesBelow(out), []);
    const { files } = await save(run, { out: folder, tables: { "温度 0.2": numbers } });
    assert(files.includes("tables/温度 0.2.csv"));
  });
});

Deno.test("save() refuses what is no table, and names it", async () => {
  await withFolder(async (out) => {
    for (const wrong of [5, { svg }]) {
      const saved = save(run, { out, tables: { mine: wrong as never } });
      await assert.rejects(
        saved,
        /^TypeError: Cannot save mine as a table: expected a DataFrame, or what table\(\)/,
      );
    }
  });
});

Deno.test("save() does not overwrite what another notebook left, but may share it", async () => {
  await withFolder(async (out) => {
    await save(samples, { out, name: "one", tables: { numbers } });
    await save(samples, { out, name: "two", tables: { numbers } });
    const before = await filesBelow(out);
    const other = table([{ a: 3 }]);
    await assert.rejects(
      save(samples, { out, name: "three", tables: { first: other, numbers: other } }),
      /tables\/numbers\.csv: there is already one here, from "one"; choose another name or folder/,
    );
    assert.deepEqual(await filesBelow(out), before);
    await save(samples, { out, name: "one", tables: { more: other } });
  });
});

Deno.test("save() writes below tables of a synthetic model that they are, unless they have a note", async () => {
  await withFolder(async (out) => {
    const prompts = [{ taskId: "1", prompt: "Write a function." }];
    const generation = await generate({ model: "calibration", prompts, onNotice() {} });
    const tables = { numbers, noted: table([{ a: 1 }], { note: "Printed in a paper" }) };
    await save(generation, { out, tables });
    const text = (file: string) => Deno.readTextFile(join(out, "tables", file));
    for (const ending of ["md", "tex"]) {
      assert.match(await text(`numbers.${ending}`), /SYNTHETIC: calibration/);
      assert.match(await text(`noted.${ending}`), /Printed in a paper/);
      assert.doesNotMatch(await text(`noted.${ending}`), /SYNTHETIC/);
    }
    assert.doesNotMatch(await text("numbers.csv"), /SYNTHETIC/);
    await save(run, { out, name: "real", tables: { real: numbers } });
    assert.doesNotMatch(await text("real.md"), /SYNTHETIC/);
  });
});

Deno.test("save() records what single tables rest on besides, and does not put its warning below the others", async () => {
  await withFolder(async (out) => {
    const prompts = [{ taskId: "1", prompt: "Write a function." }];
    const besides = [await generate({ model: "calibration", prompts, onNotice: () => {} })];
    await save(run, { out, tables: { numbers }, besides });
    assert.doesNotMatch(await Deno.readTextFile(join(out, "tables/numbers.md")), /SYNTHETIC/);
    const { runs } = (await readManifest(out))!.notebooks.results;
    assert.deepEqual((runs as { samples: number }[]).map(({ samples }) => samples), [2, 1]);
    await save([run, ...besides], { out, name: "both", tables: { others: numbers } });
    assert.match(await Deno.readTextFile(join(out, "tables/others.md")), /SYNTHETIC/);
  });
});
