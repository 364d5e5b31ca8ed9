import assert from "node:assert/strict";
import { join } from "node:path";
import { hashTree, readManifest, recordNotebook, writeManifest } from "codebias/store/manifest.ts";
import { withFolder } from "../commands/task.ts";

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
  });
});
