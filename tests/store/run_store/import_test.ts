import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { DataError, exportRun, importRun } from "codebias";
import { answered, begin, complete, description, jobs, request, textOf } from "./run_fixture.ts";
import { FILES, various, withTwoStores } from "./export_fixture.ts";

Deno.test("importRun() says which file is damaged or foreign, and imports nothing", () =>
  withTwoStores(async (store, folder, other) => {
    const run = various(store);
    const path = (name: string) => join(folder, name);
    const change = (name: string, from: string, to: string) => {
      const text = Deno.readTextFileSync(path(name));
      assert(text.includes(from), `${name} has no ${from}`);
      Deno.writeTextFileSync(path(name), text.replace(from, to));
    };
    /** Changes a file and puts its new hash into the manifest, as somebody would who edits it. */
    const edit = (name: string, from: string, to: string) => {
      change(name, from, to);
      const manifest = JSON.parse(Deno.readTextFileSync(path("manifest.json")));
      manifest.files[name] = createHash("sha256").update(Deno.readFileSync(path(name))).digest("hex");
      Deno.writeTextFileSync(path("manifest.json"), JSON.stringify(manifest));
    };
    const cut = (name: string) => Deno.truncateSync(path(name), Deno.statSync(path(name)).size - 9);
    const cases: [() => void, RegExp][] = [
      ...FILES.slice(0, -1).map((name): [() => void, RegExp] => [
        () => cut(name),
        new RegExp(`/${name}: this file was changed or damaged since the run was exported`),
      ]),
      [
        () => change("samples.jsonl", "second", "other"),
        /\/samples\.jsonl: this file was changed or damaged/,
      ],
      [() => cut("manifest.json"), /\/manifest\.json: this is damaged \(.*\); export the run again/],
      [
        () => Deno.writeTextFileSync(path("manifest.json"), "{}"),
        /: this is not the manifest of an exported run$/,
      ],
      [
        () => Deno.writeTextFileSync(path("manifest.json"), "null"),
        /: this is not the manifest of an exported run$/,
      ],
      [
        () => change("manifest.json", '"version": 1', '"version": 2'),
        /exported in format 2; .* knows 1; update/,
      ],
      [() => change("manifest.json", '"counts"', '"sums"'), /: parts of this manifest are missing/],
      [
        () => change("manifest.json", '"completions": 8', '"completions": 9'),
        /there are 8 samples .* counts 9$/,
      ],
      [
        () => Deno.removeSync(path("plan.json")),
        /\/plan\.json: there is no such file; export the run again$/,
      ],
      [
        () => edit("plan.json", '"seed":1', '"seed":2'),
        /\/plan\.json: this is the plan of run [0-9a-f]{12}, not of/,
      ],
      [
        () => edit("provenance.jsonl", '"key":"', '"key":"0'),
        /samples\.jsonl:1: the key here does not fit this sample/,
      ],
      [
        () => edit("provenance.jsonl", '"position":0', '"position":1'),
        /samples\.jsonl:1: the key here does not fit/,
      ],
      [
        () => edit("provenance.jsonl", '"position":0', '"position":99'),
        /samples\.jsonl:1: the position here is/,
      ],
      [
        () => edit("provenance.jsonl", '"description":0', '"description":7'),
        /the description here is missing or was changed/,
      ],
      [
        () => edit("provenance.jsonl", '"tries":1', '"tries":"1"'),
        /samples\.jsonl:1: the tries here is missing/,
      ],
      [
        () => edit("samples.jsonl", '"finish":"stop"', '"finish":"done"'),
        /samples\.jsonl:1: the finish here is/,
      ],
      [
        () => edit("samples.jsonl", '"prompt":"Solve a."', '"prompt":"Else."'),
        /samples\.jsonl:1: the key here does/,
      ],
      [() => edit("samples.jsonl", '{"task"', "{task"), /samples\.jsonl:1: this is not JSON \(.*\); export/],
      [
        () => ["samples.parquet", "samples.jsonl"].forEach((name) => Deno.removeSync(path(name))),
        /: the samples are missing: there must be samples\.parquet, or samples\.jsonl and provenance\.jsonl$/,
      ],
    ];
    for (const [damage, message] of cases) {
      await exportRun(run, folder);
      damage();
      await assert.rejects(importRun(folder, other), (error) => {
        assert(error instanceof DataError, String(error));
        assert.match(error.message, message);
        assert(error.message.startsWith(folder), error.message);
        return true;
      });
      assert.deepEqual(other.listRuns(), []);
      await Deno.remove(folder, { recursive: true });
    }
  }));

Deno.test("importRun() does not replace other answers to the same requests", () =>
  withTwoStores(async (store, folder, other) => {
    const { run } = complete(store);
    await exportRun(run, folder);
    const there = begin(other);
    there.put(request(jobs()[1]), answered("another answer"));
    await assert.rejects(importRun(folder, other), (error) => {
      assert(error instanceof DataError);
      assert.match(
        error.message,
        /other\.sqlite: cannot import run [0-9a-f]{12}: this store has other answers to 1 of its 4 requests; import/,
      );
      return true;
    });
    assert.deepEqual(there.run.samples().map(({ text }) => text), ["another answer"]);
    there.put(request(jobs()[0]), answered("goes on"));
    assert.equal(there.run.samples().length, 2);
  }));

Deno.test("an imported run does not take the place of what a later model answered", () =>
  withTwoStores(async (store, folder, other) => {
    const { run } = complete(store);
    await exportRun(run, folder);
    const changed = complete(other, { epochs: 2 }, description({ identity: "sha256:2" }));
    const imported = await importRun(folder, other);
    assert.deepEqual(imported.samples().map(({ text }) => text), jobs().map(textOf));
    assert.equal(other.openRun(run.id).description.identity, "sha256:2");
    assert.deepEqual(changed.run.earlierModels.map(({ identity, samples }) => [identity, samples]), [[
      "sha256:1",
      4,
    ]]);
  }));
