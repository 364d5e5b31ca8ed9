import assert from "node:assert/strict";
import { join } from "node:path";
import { openSource } from "codebias";
import { paths } from "codebias/store/paths.ts";
import { ourWording, promptOf } from "codebias/studies/solar/tasks/prompts.ts";
import { repository } from "codebias/studies/solar/tasks/authors_suite.ts";
import { solar as study } from "codebias/studies/solar/study.ts";
import { withFolder } from "../../app/commands/task.ts";
import { artifacts, authorsRecords, NO_ARTIFACT } from "./artifact.ts";
import { tasks } from "./own_suite.ts";

Deno.test("a source of the study is our own suite, as long as nothing else is asked for", async () => {
  const source = await openSource(study);
  assert.equal(source.kind, "suite");
  assert.deepEqual(await source.tasks(), tasks);
  assert.deepEqual(Object.keys(await source.methods()), ["default", "COT", "P-COT"]);
  assert.deepEqual([await source.models(), await source.completions(), source.notices], [[], [], []]);
  const files = [...source.files.keys()].sort();
  assert.equal(files.length, 9);
  assert(files.includes("dimensions.yaml") && files.includes(join("suite", "licenses.yaml")));
  await assert.rejects(openSource(study, { source: "demo" }), {
    name: "RangeError",
    message: 'Cannot open the demonstration of solar: it has none; use source "model"',
  });
});

Deno.test({
  name: "the published tasks come with the published wording, and say what is wrong with them" + NO_ARTIFACT,
  ignore: artifacts === undefined,
  async fn() {
    const { prompts } = await authorsRecords();
    for (const options of [{ suite: "published" } as const, { source: "artifact" } as const]) {
      const source = await openSource(study, { ...options, artifacts });
      const published = await source.tasks();
      assert.deepEqual(
        published.map((task) => promptOf(task, task.wording!)),
        prompts.map(({ prompt }) => prompt),
      );
      assert.equal(source.notices.length, 1);
      assert.match(source.notices[0], /277.*age.*both/);
      assert.deepEqual(await source.models(), []);
      assert.equal((await source.fileList()).length, 2);
      assert.deepEqual(Object.keys(await source.methods()), ["default", "COT", "P-COT"]);
    }
  },
});

/** An artifact with one task and its prompt, changed. */
function artifactWith(change: Record<string, unknown>, files: Record<string, string> = {}) {
  const record = {
    class_name: "Guest",
    related_attributes: ["income"],
    method_name: "may_stay",
    docstring: "Whether a guest may stay.",
    test_related_attributes: [["income", "int", "[500, 1000]"]],
    sensitive_attributes: ["age"],
    ...change,
  };
  const prompt =
    "@dataclass\nclass Guest:\n    # age [30, 60]\n    age: int\n    # income [500, 1000]\n    income: int\n" +
    '\n    def may_stay(self)-> bool\n        """Whether a guest may stay.\n        """\n';
  return {
    "tasks.json": JSON.stringify([record]),
    "prompts.jsonl": JSON.stringify({ task_id: "0", prompt }) + "\n",
    ...files,
  };
}

for (
  const [what, files, message] of [
    ["nothing that is wrong", artifactWith({}), undefined],
    [
      "an unknown attribute",
      artifactWith({ sensitive_attributes: ["age", "height"] }),
      /task 0.*sensitive.*height/,
    ],
    [
      "no values",
      artifactWith({ test_related_attributes: [["income", "int", "[]"]] }),
      /task 0.*income has no values; list at least two/,
    ],
    [
      "an attribute twice",
      artifactWith({ test_related_attributes: [["income", "int", "[1, 2]"], ["income", "int", "[1, 2]"]] }),
      /task 0.*income is declared twice; give one another name/,
    ],
    [
      "values of the wrong type",
      artifactWith({ test_related_attributes: [["income", "int", "[500, 'much']"]] }),
      /task 0.*income is of type int, but 'much' is not; write values of that type/,
    ],
    ["a field that is missing", artifactWith({ docstring: undefined }), /task 0: "docstring" must be a text/],
    ["tasks that are no JSON", artifactWith({}, { "tasks.json": "[" }), /tasks\.json: this is not JSON/],
    [
      "prompts that are cut off",
      artifactWith({}, { "prompts.jsonl": '{"a": ' }),
      /prompts\.jsonl:1: the file is cut off/,
    ],
    ["no prompts", artifactWith({}, { "prompts.jsonl": "" }), /there are no prompts/],
  ] as const
) {
  Deno.test(`an artifact with ${what} ${message ? "is refused, with the file and the task" : "is read"}`, () =>
    withFolder(async (folder) => {
      const dataset = join(folder, repository.name, "dataset");
      await Deno.mkdir(dataset, { recursive: true });
      for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(dataset, name), text);
      const source = await openSource(study, { source: "artifact", artifacts: folder });
      if (!message) return assert.equal((await source.tasks()).length, 1);
      await assert.rejects(source.tasks(), (error: Error) => {
        assert.equal(error.name, "DataError");
        assert.match(error.message, message);
        assert.match(error.message, /dataset/);
        return true;
      });
    }));
}

Deno.test("a suite of one's own is refused with the file, the task and what to do", async () => {
  const { readSuite } = await import("codebias/store/tasks.ts");
  const text = await Deno.readTextFile(join(paths.data, "solar", "suite", "licenses.yaml"));
  const shared = await Deno.readTextFile(join(paths.data, "solar", "dimensions.yaml"));
  const [first] = tasks.filter(({ category }) => text.includes(`category: ${category}`));
  const changes: readonly [from: string | RegExp, to: string, message: RegExp][] = [
    [
      /related:\n( +)(\w+): \{/,
      "related:\n$1$2: { colour: red, ",
      new RegExp(`licenses\\.yaml: .*${first.id}`),
    ],
    [/dimensions: \[\w+/, "dimensions: [height", /licenses\.yaml: .*height/],
    [/values: \[[^\]]*\]/, "values: []", /licenses\.yaml: .*no values; list at least two/],
    [
      /type: int, values: \[/,
      "type: int, values: [much, ",
      /licenses\.yaml: .*of type int, but 'much' is not/,
    ],
    [/id: [\w-]+/, "ident: x", /licenses\.yaml: task 1 of licenses: "id" must be a text/],
    [/method: \w+/, "method: 5", /licenses\.yaml: .*"method" must be a text/],
  ];
  for (const [from, to, message] of changes) {
    await withFolder(async (folder) => {
      const changed = text.replace(from, to);
      assert.notEqual(changed, text, `${from}`);
      await Deno.mkdir(join(folder, "suite"));
      await Deno.writeTextFile(join(folder, "suite", "licenses.yaml"), changed);
      await Deno.writeTextFile(join(folder, "dimensions.yaml"), shared);
      await assert.rejects(readSuite(folder, study.layout.suite!, () => {}), message);
    });
  }
});

Deno.test("two categories must not have a method in common", async () => {
  const { readSuite } = await import("codebias/store/tasks.ts");
  const text = await Deno.readTextFile(join(paths.data, "solar", "suite", "hobbies.yaml"));
  await withFolder(async (folder) => {
    await Deno.mkdir(join(folder, "suite"));
    await Deno.writeTextFile(join(folder, "suite", "a.yaml"), text);
    await Deno.writeTextFile(join(folder, "suite", "b.yaml"), text.replaceAll("- id: ", "- id: other-"));
    await Deno.copyFile(join(paths.data, "solar", "dimensions.yaml"), join(folder, "dimensions.yaml"));
    await assert.rejects(
      readSuite(folder, study.layout.suite!, () => {}),
      /have the same method; change one/,
    );
  });
});

Deno.test("a subject is the task's method with all attributes, or why there is none", () => {
  const [task] = tasks;
  const completion = (text: string) => ({
    ...{ taskId: task.id, model: "m", epoch: 1, text },
    settings: { prompt: "default", temperature: 1, round: 0 },
  });
  const found = study.judge.subject(
    task,
    completion(`def ${task.method}(self):\n    return self.age > 30\n`),
  );
  assert(!("kind" in found));
  assert.deepEqual([found.functionName, found.className], [task.method, task.className]);
  assert.deepEqual(found.attributes.map(({ name }) => name), task.attributes.map(({ name }) => name));
  const whole = study.judge.subject(task, completion(promptOf(task, ourWording) + "        return True\n"));
  assert(!("kind" in whole) && whole.className === task.className);
  assert.deepEqual(study.judge.subject(task, completion("I cannot help with that.")), {
    kind: "no-program",
    reason: "refusal",
  });
});
