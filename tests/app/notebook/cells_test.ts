import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { notebookSources } from "codebias/app/notebook/cells.ts";
import { notebookModule, uncleared } from "../../commands/check/notebooks.ts";
import { ROOT, withFolder } from "../commands/task.ts";

const code = (source: string | string[], rest: Record<string, unknown> = {}) => ({
  cell_type: "code",
  source,
  outputs: [],
  execution_count: null,
  ...rest,
});

async function writeNotebook(folder: string, cells: unknown[]): Promise<string> {
  const path = join(folder, "sample.ipynb");
  await Deno.writeTextFile(path, JSON.stringify({ cells, nbformat: 4, nbformat_minor: 5, metadata: {} }));
  return path;
}

Deno.test("notebookModule() joins the code cells and makes relative imports absolute", async () => {
  await withFolder(async (folder) => {
    const path = await writeNotebook(folder, [
      { cell_type: "markdown", source: "not code" },
      code(['import { a } from "./a.ts";\n', 'import "../b.ts";']),
      code('const c = await import("./c.ts"); import pl from "nodejs-polars";'),
    ]);
    const url = (file: string) => pathToFileURL(join(folder, file)).href;
    const module = await notebookModule(path);
    assert.ok(module.includes(`import { a } from "${url("a.ts")}";\nimport "${url("../b.ts")}";`));
    assert.ok(module.includes(`import("${url("c.ts")}"); import pl from "nodejs-polars";`));
    assert.ok(!module.includes("not code"));
    assert.match(module, /sample\.ipynb, code cell 2/);
  });
});

Deno.test("uncleared() finds outputs and execution counts", async () => {
  await withFolder(async (folder) => {
    const path = await writeNotebook(folder, [
      code("1"),
      code("2", { outputs: [{ output_type: "stream" }] }),
      code("3", { execution_count: 4 }),
    ]);
    assert.deepEqual(await uncleared(path), [
      "cell 2 has outputs or an execution count",
      "cell 3 has outputs or an execution count",
    ]);
  });
});

Deno.test("notebookSources() changes with a tag, which moves a cell's output in the report, and not with outputs", async () => {
  await withFolder(async (folder) => {
    const sources = async (rest: Record<string, unknown>) =>
      await notebookSources(await writeNotebook(folder, [code("1", rest)]));
    const before = await sources({ metadata: {} });
    assert.equal(
      await sources({ metadata: { execution: {} }, outputs: [{ output_type: "stream" }] }),
      before,
    );
    assert.notEqual(await sources({ metadata: { tags: ["answers"] } }), before);
  });
});

Deno.test("notebookModule() refuses what is not a notebook", async () => {
  await withFolder(async (folder) => {
    const path = join(folder, "x.ipynb");
    await Deno.writeTextFile(path, "{}");
    await assert.rejects(notebookModule(path), /x\.ipynb: this is not a notebook/);
  });
});

Deno.test("a type error in a notebook's cell is found by deno check, as the check command runs it", async () => {
  await withFolder(async (folder) => {
    const check = async (source: string) => {
      const path = await writeNotebook(folder, [
        code(`import { counted } from "./counted.ts";`), // what a notebook does import takes long to check
        code(source),
      ]);
      await Deno.writeTextFile(join(folder, "counted.ts"), "export const counted = { low: 1 };\n");
      const module = join(folder, "sample.ts");
      await Deno.writeTextFile(module, await notebookModule(path));
      const args = ["check", "--quiet", "--config", join(ROOT, "deno.json"), module];
      const { success, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
      return success ? "" : new TextDecoder().decode(stderr);
    };
    assert.equal(await check("counted.low;"), "");
    assert.match(await check("counted.lower;"), /'lower' does not exist/);
  });
});

Deno.test("notebookSources() is the same after a run and a save, and another after a change of a cell", async () => {
  await withFolder(async (folder) => {
    const sources = async (...cells: unknown[]) => await notebookSources(await writeNotebook(folder, cells));
    const first = await sources(code("const a = 1;\na"));
    const saved = {
      ...{ outputs: [{ output_type: "stream", text: "1" }], execution_count: 3, id: "other" },
      metadata: { collapsed: true, scrolled: false },
    };
    assert.equal(await sources(code(["const a = 1;\n", "a"], saved)), first);
    assert.notEqual(await sources(code("const a = 2;\na")), first);
    assert.notEqual(await sources({ cell_type: "markdown", source: "const a = 1;\na" }), first);
  });
});
