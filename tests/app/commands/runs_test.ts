import assert from "node:assert/strict";
import { join } from "node:path";
import { generate, openStore } from "codebias";
import { compactRuns } from "codebias/store/run_store/run_store.ts";
import { task, withFolder } from "./task.ts";

const prompts = ["a", "b", "c"].map((taskId) => ({ taskId, prompt: `Write a function for ${taskId}.` }));

/** A store with two runs of a synthetic model that have the samples of one task in common. */
async function twoRuns(path: string): Promise<void> {
  using store = openStore(path);
  const asking = { model: "calibration", temperatures: [1], epochs: 2, store, onNotice: () => {} };
  await generate({ ...asking, name: "pilot", prompts: prompts.slice(0, 2) });
  await generate({ ...asking, name: "main", prompts: prompts.slice(1) });
}

Deno.test("deno task runs lists, shows, exports, removes and imports runs; answers of another run stay", () =>
  withFolder(async (folder) => {
    const file = join(folder, "runs.sqlite");
    await twoRuns(file);
    const runs = async (...args: string[]) => {
      const { code, stdout, stderr } = await task("runs", [...args, "--store", file]);
      assert.deepEqual([code, stderr], [0, ""], args.join(" "));
      return stdout;
    };
    const list = await runs();
    assert.match(list, /pilot/);
    assert.match(list, /main/);
    assert.match(list, /SYNTHETIC/);
    assert.match(await runs("show", "pilot"), /SYNTHETIC: .*\n4 of 4 samples are answered; 0 failed/);

    const out = join(folder, "exported");
    assert.match(await runs("export", "pilot", "--out", out), /samples\.jsonl/);
    // Two of its four answers are the other run's, too.
    assert.match(await runs("remove", "pilot"), /with 2 completions/);
    assert.doesNotMatch(await runs("list"), /pilot/);
    assert.match(await runs("show", "main"), /4 of 4 samples are answered/);
    assert.match(await runs("import", out), /4 completions of 4 samples/);
    assert.match(await runs("show", "pilot"), /4 of 4 samples are answered/);
  }));

Deno.test("deno task runs gives back the room of what was removed", () =>
  withFolder(async (folder) => {
    const file = join(folder, "runs.sqlite");
    const size = () => Deno.statSync(file).size;
    {
      using store = openStore(file);
      const long = prompts.map((one) => ({ ...one, prompt: one.prompt.repeat(20_000) }));
      await generate({ model: "calibration", name: "long", prompts: long, store, onNotice: () => {} });
      assert(size() > 1_000_000, "what was asked is in the file itself while the store is open");
      store.removeRun("long");
    }
    const { code, stdout } = await task("runs", ["compact", "--store", file]);
    assert.equal(code, 0);
    assert.match(stdout, /runs\.sqlite[^]*now:[^]*runs\.sqlite/);
    assert.doesNotMatch(stdout, /outcomes/, "another store of runs is none of this checkout's");
    assert(size() < 200_000, `${size()} bytes`);
    using store = openStore(file);
    assert.deepEqual(store.listRuns(), []);
  }));

Deno.test("deno task runs refuses what it does not know, with the nearest", () =>
  withFolder(async (folder) => {
    const file = join(folder, "runs.sqlite");
    const early = await task("runs", ["list", "--store", file]);
    assert.equal(early.code, 1);
    assert.match(early.stderr, /there is no store of runs yet/);
    await twoRuns(file);
    for (
      const [args, says] of [
        [["lst"], /Unknown verb "lst".*list/],
        [["list", "--stor", file], /Unknown option "--stor".*--store/],
        [["show"], /Cannot run "show": it is deno task runs show RUN/],
        [["remove", "pil"], /Cannot remove "pil": give the whole id, [0-9a-f]{12}, or the whole name/],
        [["show", "pilo t"], /Unknown run "pilo t".*pilot/],
        [["remove", "nothing-like-it"], /Unknown run/],
        [["list", "--out", folder], /Cannot use --out with list/],
        [["import", folder], /manifest/],
      ] as const
    ) {
      const { code, stdout, stderr } = await task("runs", [...args, "--store", file]);
      assert.deepEqual([code, stdout], [1, ""], args.join(" "));
      assert.match(stderr, says);
      assert.equal(stderr.trim().split("\n").length, 1, stderr);
    }
  }));

Deno.test("a store from which a run was removed is asked again, reopened and whole; one that is in use is not compacted", () =>
  withFolder(async (folder) => {
    const file = join(folder, "runs.sqlite");
    const asking = { model: "calibration", name: "pilot", prompts, onNotice: () => {} };
    {
      using store = openStore(file);
      await generate({ ...asking, store });
      store.removeRun("pilot");
      await generate({ ...asking, prompts: [...prompts, { taskId: "d", prompt: "Another." }], store });
      const { code, stderr } = await task("runs", ["compact", "--store", file]);
      assert.equal(code, 1);
      assert.match(stderr, /is open elsewhere: close the notebooks and commands that use it first/);
    }
    compactRuns(file);
    using again = openStore(file); // which looks for rows that others miss
    const asked = again.openRun("pilot").samples({ prompts: true }).map(({ prompt }) => prompt);
    assert.deepEqual(asked, [...prompts.map(({ prompt }) => prompt), "Another."]);
  }));

Deno.test("a run that is removed while it is asked is not gone on with, and no other run gets its answers", () =>
  withFolder(async (folder) => {
    using store = openStore(join(folder, "runs.sqlite"));
    using elsewhere = openStore(join(folder, "runs.sqlite"));
    const asking = { model: "calibration", store, onNotice: () => {} };
    let asked = 0;
    const going = generate({
      ...{ ...asking, name: "pilot", prompts, epochs: 3 },
      onProgress: ({ done }) => {
        if (done !== 1 || asked++ > 0) return;
        elsewhere.removeRun("pilot");
      },
    });
    await assert.rejects(going, /run [0-9a-f]{12} was removed meanwhile: begin it again/);
    assert.deepEqual(store.listRuns(), []);
    await generate({ ...asking, name: "other", prompts });
    assert.equal(store.listRuns()[0].samples, 3);
  }));

Deno.test("deno task runs says how large the stores of outputs/ are", async () => {
  const { code, stdout } = await task("runs", ["size"]);
  assert.equal(code, 0);
  for (const name of ["runs", "outcomes", "reports"]) {
    assert.match(stdout, new RegExp(`${name}\\.sqlite .* [\\d.]+`));
  }
});
