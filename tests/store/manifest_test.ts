import assert from "node:assert/strict";
import { join } from "node:path";
import { codeHash, hashTree, readManifest, recordNotebook, writeManifest } from "codebias/store/manifest.ts";
import { withFolder } from "../app/commands/task.ts";

Deno.test("recordNotebook() keeps the other notebooks and the command", async () => {
  await withFolder(async (folder) => {
    const notebooks = { a: { status: "complete" as const } };
    await writeManifest(folder, {
      runId: "r",
      status: "running",
      command: { x: 1 },
      environment: {},
      notebooks,
    });
    await recordNotebook(folder, "b", { status: "complete", seconds: 2 });
    const manifest = (await readManifest(folder))!;
    assert.deepEqual([manifest.runId, manifest.command], ["r", { x: 1 }]);
    assert.deepEqual(Object.keys(manifest.notebooks), ["a", "b"]);
  });
});

Deno.test("hashTree() changes with names and contents, not with the order in which files were made", async () => {
  await withFolder(async (folder) => {
    const make = async (name: string, files: [string, string][]) => {
      for (const [file, text] of files) {
        await Deno.mkdir(join(folder, name, "lib"), { recursive: true });
        await Deno.writeTextFile(join(folder, name, "lib", file), text);
      }
      return await hashTree(join(folder, name), ["lib"]);
    };
    const first = await make("first", [["a", "1"], ["b", "2"]]);
    assert.equal(await make("second", [["b", "2"], ["a", "1"]]), first);
    assert.notEqual(await make("third", [["a", "1"], ["b", "3"]]), first);
    assert.notEqual(await make("fourth", [["a", "1"], ["c", "2"]]), first);
    assert.equal(await make("fifth", [["a", "1"], ["b", "2"], [".DS_Store", "3"]]), first);
  });
});

Deno.test("codeHash() is one of its own in a process that began before the code changed", async () => {
  await withFolder(async (folder) => {
    const file = join(folder, "a.ts");
    await Deno.writeTextFile(file, "");
    const tree = await hashTree(folder, ["a.ts"]);
    assert.match(await codeHash(["a.ts"], folder), new RegExp(`^${tree} before .`));
    await Deno.utime(file, 0, performance.timeOrigin / 1000 - 60);
    assert.equal(await codeHash(["a.ts"], folder), tree);
  });
});

Deno.test("recordNotebook() forgets the recipe of a file that is written again without one", async () => {
  await withFolder(async (folder) => {
    const recipe = { by: "compare", options: {}, samples: "s" };
    const recipes = { a: recipe, b: recipe };
    const status = "running";
    await recordNotebook(folder, "n", { status, outputs: { a: "1", b: "1" }, recipes });
    await recordNotebook(folder, "n", { status, outputs: { a: "2" } });
    assert.deepEqual((await readManifest(folder))!.notebooks.n, {
      ...{ status, outputs: { a: "2", b: "1" }, recipes: { b: recipe } },
    });
    await recordNotebook(folder, "n", { status, outputs: { b: "2" } });
    assert.equal((await readManifest(folder))!.notebooks.n.recipes, undefined);
  });
});

Deno.test("recordNotebook() keeps what earlier calls ran, and what was saved again once", async () => {
  await withFolder(async (folder) => {
    const status = "running";
    const [one, two] = [{ model: "a", seed: 1, name: undefined }, { model: "b", seed: 1 }];
    await recordNotebook(folder, "n", { status, runs: [one] });
    await recordNotebook(folder, "n", { status, runs: [two, two] });
    await recordNotebook(folder, "n", { status, runs: [one] });
    await recordNotebook(folder, "n", { status: "complete" });
    assert.deepEqual((await readManifest(folder))!.notebooks.n.runs, [two, two, { model: "a", seed: 1 }]);
  });
});

Deno.test("readManifest() refuses recipes that are none", async () => {
  await withFolder(async (folder) => {
    for (const recipes of [null, [], "x", { a: null }, { a: { by: "compare", samples: "s" } }]) {
      const manifest = { runId: "r", notebooks: { n: { recipes } } };
      await Deno.writeTextFile(join(folder, "manifest.json"), JSON.stringify(manifest));
      await assert.rejects(readManifest(folder), /this is not a whole manifest/, JSON.stringify(recipes));
    }
  });
});
