import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { join } from "node:path";
import pl from "nodejs-polars";
import { DataError, exportRun, importRun } from "codebias";
import { openRecorded } from "codebias/generation/recorded/recorded.ts";
import { answered, begin, complete, description, jobs, request, textOf } from "./run_fixture.ts";
import { content, FILES, various, WANTED, withTwoStores } from "./export_fixture.ts";

Deno.test("a run that was exported and imported elsewhere is the same run", () =>
  withTwoStores(async (store, folder, other) => {
    const run = various(store);
    assert.deepEqual(await exportRun(run, folder), FILES);
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), FILES.toSorted());
    const imported = await importRun(folder, other);
    assert.deepEqual(content(imported), content(run));
    assert.deepEqual(content(other.openRun("pilot")), content(run));
    const begun = begin(other, WANTED, description({ details: { version: "2" } }));
    assert.equal(begun.run.id, run.id);
    assert.equal(begun.known(request(jobs(WANTED)[3]))?.text, "half \ud800");
    assert.equal(begun.known(request(jobs(WANTED)[7])), undefined);
  }));

Deno.test("either the JSON Lines files or the Parquet file is enough to import a run", async () => {
  for (const missing of [["samples.parquet"], ["samples.jsonl"], ["provenance.jsonl"], FILES.slice(1, 3)]) {
    await withTwoStores(async (store, folder, other) => {
      const run = various(store);
      await exportRun(run, folder);
      for (const name of missing) await Deno.remove(join(folder, name));
      assert.deepEqual(content(await importRun(folder, other)), content(run), missing.join());
    });
  }
});

Deno.test("an exported samples.jsonl is a file for a recorded model that answers in the same way", () =>
  withTwoStores(async (store, folder) => {
    const { run } = complete(store, WANTED);
    const [first] = jobs(WANTED);
    const prompt = [{ role: "user", content: "Solve a." }, { role: "user", content: "Again." }] as const;
    begin(store, WANTED).put({ ...request(first, 2), prompt }, answered("second turn"));
    await exportRun(run, folder);
    const model = openRecorded(join(folder, "samples.jsonl"));
    for (const job of jobs(WANTED)) {
      const reply = await model.ask(request(job));
      assert.equal(reply.text, textOf(job));
      assert.deepEqual([reply.finish, reply.promptTokens, reply.completionTokens], ["stop", 7, 5]);
    }
    assert.equal((await model.ask({ ...request(first, 2), prompt })).text, "second turn");
    await assert.rejects(model.ask({ ...request(first), prompt: "Another." }), /has another prompt/);
  }));

Deno.test("an exported samples.parquet has a row for each sample", () =>
  withTwoStores(async (store, folder) => {
    const run = various(store);
    await exportRun(run, folder);
    const frame = pl.readParquet(Buffer.from(Deno.readFileSync(join(folder, "samples.parquet"))));
    assert.equal(frame.height, 8);
    assert.deepEqual(frame.getColumn("task").toArray(), run.samples().map(({ taskId }) => taskId));
    assert.deepEqual(
      frame.getColumn("settings").toArray().map((text) => JSON.parse(String(text))),
      run.samples().map(({ settings, turn }) => turn > 1 ? { ...settings, turn } : settings),
    );
    assert.deepEqual(frame.getColumn("tries").toArray(), run.samples().map(({ tries }) => tries));
  }));

Deno.test("an export says what the run is, and the hash of every file", () =>
  withTwoStores(async (store, folder) => {
    await exportRun(various(store), folder);
    const manifest = JSON.parse(Deno.readTextFileSync(join(folder, "manifest.json")));
    assert.equal(manifest.synthetic, false);
    assert.equal("warning" in manifest, false);
    assert.deepEqual(manifest.counts, { wanted: 8, completions: 8, failed: 1 });
    assert.deepEqual(manifest.models.map(({ details }: { details: unknown }) => details), [
      { quantization: "Q8_0" },
      { version: "2" },
    ]);
    const { id, name, study, model, seed, settings } = manifest.run;
    assert.deepEqual([id, name, study, model, seed], [
      store.openRun("pilot").id,
      "pilot",
      "toy",
      "ollama/toy:1b",
      1,
    ]);
    assert.deepEqual(settings, WANTED.settings);
    assert.equal(manifest.environment.deno, Deno.version.deno);
    assert.deepEqual(Object.keys(manifest.files), FILES.slice(0, -1));
    for (const [file, hash] of Object.entries(manifest.files)) {
      assert.equal(createHash("sha256").update(Deno.readFileSync(join(folder, file))).digest("hex"), hash);
    }
  }));

Deno.test("an export of a synthetic model's run says so loudly", () =>
  withTwoStores(async (store, folder, other) => {
    const model = description({ spec: "calibration", identity: "c", synthetic: true });
    await exportRun(complete(store, {}, model).run, folder);
    const manifest = JSON.parse(Deno.readTextFileSync(join(folder, "manifest.json")));
    assert.equal(manifest.synthetic, true);
    assert.match(manifest.warning, /^SYNTHETIC: .*nothing in this run is a finding/);
    assert.equal((await importRun(folder, other)).synthetic, true);
  }));

Deno.test("a run without a sample can be exported and imported", () =>
  withTwoStores(async (store, folder, other) => {
    const { run } = begin(store);
    await exportRun(run, folder);
    assert.deepEqual(content(await importRun(folder, other)), content(run));
    await Deno.remove(join(folder, "samples.jsonl"));
    assert.deepEqual((await importRun(folder, other)).samples(), []);
  }));

Deno.test("a run of more samples than are in memory at a time is exported in order, with one row and line each", () =>
  withTwoStores(async (store, folder, other) => {
    const { run } = complete(store, { epochs: 5001 });
    await exportRun(run, folder);
    const text = await Deno.readTextFile(join(folder, "samples.jsonl"));
    const texts = run.samples().map((sample) => sample.text);
    assert.equal(texts.length, 10_002);
    assert.deepEqual(text.trimEnd().split("\n").map((line) => JSON.parse(line).text), texts);
    const frame = pl.readParquet(join(folder, "samples.parquet"));
    assert.deepEqual(frame.getColumn("text").toArray(), texts);
    const bytes = frame.writeParquet({ compression: "zstd" });
    assert(
      bytes.equals(await Deno.readFile(join(folder, "samples.parquet"))),
      "as a table that is written at once",
    );
    assert.deepEqual(content(await importRun(folder, other)), content(run));
  }));

Deno.test("an export of a store that is damaged says so, and leaves the one that is there", () =>
  withTwoStores(async (store, folder) => {
    const { run } = complete(store);
    await exportRun(run, folder);
    const before = await Promise.all(FILES.map((name) => Deno.readFile(join(folder, name))));
    const broken = new Proxy(run, {
      get: (target, name) => {
        if (name === "eachSample") {
          return () => {
            throw new DataError("the store is damaged");
          };
        }
        const value = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    await assert.rejects(exportRun(broken, folder), { name: "DataError", message: "the store is damaged" });
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), FILES.toSorted());
    assert.deepEqual(await Promise.all(FILES.map((name) => Deno.readFile(join(folder, name)))), before);
  }));

Deno.test("a run can be exported again to its folder, and imported again", () =>
  withTwoStores(async (store, folder, other) => {
    const begun = begin(store);
    const [first, second] = jobs().map((job) => request(job));
    begun.put(first, answered("one"));
    await exportRun(begun.run, folder);
    await importRun(folder, other);
    begun.put(second, answered("two"));
    await exportRun(begun.run, folder);
    for (const target of [other, other, store]) {
      assert.deepEqual(content(await importRun(folder, target)), content(begun.run));
    }
    assert.equal(other.listRuns().length, 1);
  }));

Deno.test("an export overwrites nothing that is not its own", () =>
  withTwoStores(async (store, folder) => {
    const run = various(store);
    const fails = (where: string, message: RegExp) =>
      assert.rejects(exportRun(run, where), (error) => {
        assert(error instanceof DataError);
        assert(error.message.startsWith(where), error.message);
        assert.match(error.message, message);
        return true;
      });
    const thesis = join(folder, "thesis");
    await Deno.mkdir(thesis, { recursive: true });
    await Deno.writeTextFile(join(thesis, "thesis.tex"), "");
    await fails(thesis, /: this folder holds other things; export the run to an empty or new one$/);
    await fails(join(thesis, "thesis.tex"), /: cannot write here: /);
    const another = join(folder, "another");
    await exportRun(complete(store, { study: "else" }).run, another);
    await fails(another, /: this folder holds another run \([0-9a-f]{12}\); export/);
    assert.deepEqual([...Deno.readDirSync(thesis)].map(({ name }) => name), ["thesis.tex"]);
  }));

Deno.test("an export that was broken off is no export, and can be made again", () =>
  withTwoStores(async (store, folder, other) => {
    const run = various(store);
    await exportRun(run, folder);
    await Deno.remove(join(folder, "manifest.json"));
    await Deno.writeTextFile(join(folder, ".1.part"), "");
    await assert.rejects(importRun(folder, other), {
      name: "DataError",
      message: `${folder}: there is no manifest.json here, so this exported run is incomplete`,
    });
    await exportRun(run, folder);
    assert.deepEqual(content(await importRun(folder, other)), content(run));
  }));
