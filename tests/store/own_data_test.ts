import assert from "node:assert/strict";
import { join, relative } from "node:path";
import { huang, loadData } from "codebias";
import { paths } from "codebias/store/paths.ts";
import { withFolder } from "../app/commands/task.ts";

const list = (value: unknown) => value as readonly unknown[];

const FUNCTION = `- id: by-age
  theme: plain/comparison
  why: one comparison
  functionName: level
  code: |
    def level(age):
        return 1 if age > 50 else 2
  attributes: { age: { type: int, values: [50, 51], protected: true } }
  biasedOn: [age]
`;

/** A folder, and what its files are called relative to data/. */
function withData(
  files: Readonly<Record<string, string>>,
  check: (from: (name: string) => string) => Promise<void>,
): Promise<void> {
  return withFolder(async (folder) => {
    for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(folder, name), text);
    await check((name) => relative(paths.data, join(folder, name)));
  });
}

Deno.test("loadData() reads all files of a folder in order of their names, or one of them", async () => {
  const files = { "b.yaml": "[3]", "a.yaml": "[1, 2]", "notes.md": "none of them" };
  await withData(files, async (from) => {
    assert.deepEqual(await loadData(from(""), list), [1, 2, 3]);
    assert.deepEqual(await loadData(from("b.yaml"), list), [3]);
  });
});

Deno.test("loadData() hands each file to the parser by itself", async () => {
  await withData(
    { "a.yaml": FUNCTION, "b.yaml": FUNCTION.replaceAll("by-age", "by-age-2") },
    async (from) => {
      const functions = await loadData(from(""), huang.parseLabelled);
      assert.deepEqual(functions.map(({ id, biasedOn }) => [id, biasedOn]), [["by-age", ["age"]], [
        "by-age-2",
        ["age"],
      ]]);
    },
  );
});

Deno.test("loadData() reads the project's own data", async () => {
  const names = await Array.fromAsync(Deno.readDir(join(paths.data, "huang/labelled")), ({ name }) => name);
  const files: unknown[] = [];
  const functions = await loadData("huang/labelled", (value) => {
    files.push(value);
    return huang.parseLabelled(value);
  });
  assert.equal(files.length, names.filter((name) => name.endsWith(".yaml")).length);
  assert.equal(functions.length, files.flat().length);
});

Deno.test("loadData() names the file that is not there", async () => {
  await assert.rejects(loadData("huang/none.yaml", list), {
    name: "DataError",
    message: "data/huang/none.yaml: there is no such file",
  });
  await assert.rejects(loadData("huang/none", list), {
    name: "DataError",
    message: "data/huang/none: there is no such folder",
  });
});

Deno.test("loadData() names the file with a wrong field, and the field", async () => {
  const files = { "a.yaml": FUNCTION, "b.yaml": FUNCTION.replace("theme: plain/comparison", "theme: plain") };
  await withData(files, async (from) => {
    for (const path of ["", "b.yaml"]) {
      await assert.rejects(loadData(from(path), huang.parseLabelled), {
        name: "DataError",
        message: /b\.yaml: function by-age: "theme" must be like group\/name, not "plain"$/,
      });
    }
    assert.equal((await loadData(from("a.yaml"), huang.parseLabelled)).length, 1);
  });
});

Deno.test("loadData() names the line that is not YAML", async () => {
  await withData({ "a.yaml": `${FUNCTION}- id: [\n` }, async (from) => {
    await assert.rejects(loadData(from("a.yaml"), huang.parseLabelled), {
      name: "DataError",
      message: /a\.yaml:1\d: this is not YAML: /,
    });
  });
});

Deno.test("loadData() lets errors through that say nothing about the data", async () => {
  await withData({ "a.yaml": "[1]" }, async (from) => {
    const fail = () => {
      throw new RangeError("a mistake in the parser");
    };
    await assert.rejects(loadData(from("a.yaml"), fail), {
      name: "RangeError",
      message: "a mistake in the parser",
    });
  });
});
