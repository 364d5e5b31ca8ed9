import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { linguistic, openSource } from "codebias";
import { paths } from "codebias/store/paths.ts";
import { readMethods, readSuite } from "codebias/store/tasks.ts";
import { layout } from "codebias/studies/linguistic/tasks/layout.ts";
import { withFolder } from "../app/commands/task.ts";

const ROOT = join(paths.data, "linguistic");
const FIRST_FILE = join(ROOT, "suite", "alias-table.yaml");
const nothing = () => {};

Deno.test("a source for models has the project's own tasks and methods, and no completions", async () => {
  const source = await openSource(linguistic, { source: "model" });
  assert.deepEqual([source.kind, source.label], ["suite", "tasks of the project's own suite"]);
  const tasks = await source.tasks();
  const names = (await Array.fromAsync(Deno.readDir(join(ROOT, "suite")), ({ name }) => name)).sort();
  assert.deepEqual(tasks.map(({ id }) => `${id}.yaml`), names);
  for (const { suite, prompts, reference, generator } of tasks) {
    assert(suite && reference === suite.references[0].source && generator === suite.generator);
    assert(prompts.zh.includes(suite.descriptions.zh.split("\n")[0]));
  }
  assert.deepEqual(Object.keys(await source.methods()), ["DI", "BP", "QA", "CoT", "QA+CoT"]);
  assert.deepEqual([await source.models(), await source.completions(), await source.timings()], [[], [], []]);
  assert.equal(source.files.size, tasks.length + 1);
  const sha256 = createHash("sha256").update(await Deno.readFile(FIRST_FILE)).digest("hex");
  assert.equal(source.files.get("suite/alias-table.yaml"), sha256);
  assert(source.files.has("prompts.json"));
});

Deno.test("a demonstration has the methods in its own repository, a study without any says so", async () => {
  const source = await openSource(linguistic, { source: "demo" });
  assert.equal((await source.methods()).DI, "{prompt}");
  const { methods: _, suite: __, ...bare } = layout;
  const without = { name: "linguistic", layout: bare };
  await assert.rejects((await openSource(without, { source: "demo" })).methods(), {
    name: "RangeError",
    message: "The study linguistic has no prompting methods",
  });
  await assert.rejects(openSource(without, { source: "model" }), /Cannot open the suite of linguistic/);
});

Deno.test("readSuite() names the file of a task that is wrong, or there twice", async () => {
  const suite = { ...layout.suite!, tasks: "suite" };
  await withFolder(async (folder) => {
    await Deno.mkdir(join(folder, "suite"));
    const text = await Deno.readTextFile(FIRST_FILE);
    await Deno.writeTextFile(join(folder, "suite/a.yaml"), text);
    assert.equal((await readSuite(folder, suite, nothing)).length, 1);
    await Deno.writeTextFile(join(folder, "suite/b.yaml"), text);
    await assert.rejects(readSuite(folder, suite, nothing), /b\.yaml: task alias-table is also in .*a\.yaml/);
    await Deno.writeTextFile(join(folder, "suite/b.yaml"), text.replace("compare: equal", "compare: same"));
    await assert.rejects(readSuite(folder, suite, nothing), /b\.yaml: "compare" must be one of/);
  });
});

for (
  const [what, text, message] of [
    ["text that is no JSON", "{", /m\.json: this is not JSON/],
    ["a list", "[]", /m\.json: prompting methods must be a JSON object of texts/],
    [
      "a method without a place",
      '{"DI": "task"}',
      /the prompting method DI must be a text with \{prompt\} in it, once/,
    ],
    ["a method with two places", '{"QA": "{prompt} {prompt}"}', /the prompting method QA must be/],
    ["a method that is no text", '{"QA": 1}', /the prompting method QA must be/],
  ] as const
) {
  Deno.test(`readMethods() refuses ${what}`, () =>
    withFolder(async (folder) => {
      await Deno.writeTextFile(join(folder, "m.json"), text);
      await assert.rejects(readMethods(folder, "m.json", nothing), (error: Error) => {
        return error.name === "DataError" && message.test(error.message);
      });
    }));
}

Deno.test("readMethods() says when the file is not there", () =>
  withFolder((folder) =>
    assert.rejects(readMethods(folder, "m.json", nothing), /m\.json: there is no such file/)
  ));
