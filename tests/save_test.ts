import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { hashTree, readManifest, recordNotebook, writeManifest } from "codebias/store/manifest.ts";
import { toPng } from "codebias/store/png.ts";
import { save } from "codebias/store/save.ts";
import { filesBelow, withFolder } from "../commands/task.ts";

const svg =
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text x="2" y="15">Ag</text></svg>`;
const blank = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"></svg>`;

Deno.test("save() writes tables and figures and lists them in the manifest with their hashes", async () => {
  await withFolder(async (folder) => {
    const written = await save(folder, "07-sample", {
      tables: { numbers: { toCSV: () => "a,b\n1,2\n" } },
      figures: { picture: { svg } },
      runs: [{ study: "sample", verdicts: "executed", rule: "corrected", seed: 3, samples: [1, 2] }],
    });
    const files = ["figures/picture.png", "figures/picture.svg", "tables/numbers.csv"];
    assert.deepEqual(written.toSorted(), files);
    assert.deepEqual(await filesBelow(folder), [...files, "manifest.json"].sort());
    const record = (await readManifest(folder))!.notebooks["07-sample"];
    assert.deepEqual(record.runs, [{
      study: "sample",
      verdicts: "executed",
      rule: "corrected",
      seed: 3,
      samples: 2,
    }]);
    const hash = createHash("sha256").update("a,b\n1,2\n").digest("hex");
    assert.equal(record.outputs!["tables/numbers.csv"], hash);
  });
});

Deno.test("save() adds to what an earlier call left", async () => {
  await withFolder(async (folder) => {
    await save(folder, "n", { tables: { one: { toCSV: () => "1\n" } } });
    await save(folder, "n", { tables: { two: { toCSV: () => "2\n" } } });
    const outputs = (await readManifest(folder))!.notebooks.n.outputs!;
    assert.deepEqual(Object.keys(outputs), ["tables/one.csv", "tables/two.csv"]);
  });
});

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

Deno.test("toPng() draws twice the size, with letters on any machine", () => {
  const png = toPng(svg);
  const view = new DataView(png.buffer);
  assert.deepEqual([...png.subarray(1, 4)], [...new TextEncoder().encode("PNG")]);
  assert.deepEqual([view.getUint32(16), view.getUint32(20)], [80, 40]);
  assert.ok(png.length > toPng(blank).length + 100, "the letters should be in the picture");
});
