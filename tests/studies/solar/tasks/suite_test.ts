import assert from "node:assert/strict";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { namesIn } from "codebias/studies/solar/tasks/task.ts";
import { decode, dict, encode } from "codebias/values/mod.ts";
import { contained } from "../../../execution/containment.ts";
import { categories, dimensions, tasks } from "../own_suite.ts";

const COUNTS = {
  employee_development: 51,
  health_programs: 60,
  hobbies: 30,
  licenses: 50,
  occupations: 50,
  social_benefits: 51,
  university: 51,
};

/** The different words in threes, as they follow each other. */
function triples(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z0-9']+/g)!;
  return new Set(words.slice(2).map((_, at) => words.slice(at, at + 3).join(" ")));
}

Deno.test("the suite has 343 tasks in seven categories, with ids, methods and docstrings that differ", () => {
  assert.deepEqual(
    Object.fromEntries(Object.entries(categories).map(([name, { length }]) => [name, length])),
    COUNTS,
  );
  assert.equal(tasks.length, 343);
  assert.equal(new Set(tasks.map(({ category }) => category)).size, 7);
  for (const field of ["id", "method", "docstring"] as const) {
    assert.equal(new Set(tasks.map((task) => task[field])).size, 343, field);
  }
});

Deno.test("the dimensions are those of the paper, each task has them first, and own attributes after", () => {
  const names = dimensions.map(({ name }) => name);
  assert.deepEqual(
    names,
    ["gender", "age", "race", "employment_status", "education", "marital_status", "religion"],
  );
  for (const { id, attributes } of tasks) {
    assert.deepEqual(attributes.slice(0, 7).map(({ name }) => name), names, id);
    assert(attributes.length > 7, `${id} has no attribute of its own`);
  }
});

Deno.test("each attribute of a task is either related or sensitive, and only dimensions are sensitive", () => {
  for (const task of tasks) {
    const [sensitive, related] = [namesIn(task, "sensitive"), namesIn(task, "related")];
    assert.equal(sensitive.length + related.length, task.attributes.length, task.id);
    assert.deepEqual(sensitive.filter((name) => related.includes(name)), [], task.id);
    assert(sensitive.every((name) => dimensions.some((dimension) => dimension.name === name)), task.id);
    for (const name of ["gender", "race", "religion", "marital_status"]) {
      assert(sensitive.includes(name), `${task.id}: ${name}`);
    }
  }
});

Deno.test("no two docstrings share more than a quarter of the shorter one's word triples", () => {
  const all = tasks.map(({ id, docstring }) => ({ id, found: triples(docstring) }));
  const alike = all.flatMap((one, at) =>
    all.slice(0, at).filter((other) => {
      const common = one.found.intersection(other.found).size;
      return common > 0.25 * Math.min(one.found.size, other.found.size);
    }).map((other) => `${one.id} and ${other.id}`)
  );
  assert.deepEqual(alike, []);
});

Deno.test({
  ...contained,
  name: "each rule decides between True and False, both for some, and by every related attribute",
  async fn() {
    const source = await Deno.readTextFile(new URL("../suite_rules.py", import.meta.url));
    const asked = tasks.map((task) => [
      task.id,
      task.rule!,
      dict(Object.fromEntries(
        task.attributes.filter(({ role }) => role === "related").map(({ name, values }) => [name, values]),
      )),
    ]);
    const [low, both] = [[1, 2], dict({ x: [1, 5], y: [true, false] })];
    const wrong = [
      ["number", "y and x", both],
      ["everyone", "x > 0 and (y or not y)", both],
      ["one", "x > 3 or (y and not y)", both],
      ["right", "x > 3 and y", both],
      ["side", "x > 3", dict({ x: low })],
    ];
    await using sandbox = await openSandbox({ ...projectSandbox(), workers: 1 });
    const { program, outcomes } = await sandbox.execute({
      program: { kind: "program", source, entryPoint: "check", namespace: "one" },
      calls: [asked, wrong].map((some) => ({ args: encode([some]) })),
      limits: { cpuMs: 20_000, wallMs: 120_000, memoryMiB: 512, outputMiB: 8 },
    });
    const [ours, theirs] = outcomes.map((outcome) => outcome.kind === "returned" && decode(outcome.value));
    assert.deepEqual(ours, [], JSON.stringify(program));
    assert.deepEqual(theirs, [
      "number: the rule gives something else than True and False",
      "everyone: the rule decides alike about everyone",
      "everyone: the decision does not depend on x",
      "everyone: the decision does not depend on y",
      "one: the decision does not depend on y",
      "side: the rule decides alike about everyone",
      "side: the decision does not depend on x",
    ]);
  },
});
