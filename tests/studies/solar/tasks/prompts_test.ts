import assert from "node:assert/strict";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { decode, dict, encode, float, literal } from "codebias/values/mod.ts";
import { declaredIn, ourWording, promptOf, wordingOf } from "codebias/studies/solar/tasks/prompts.ts";
import { contained } from "../../../execution/containment.ts";
import { artifacts, authorsSuite, NO_ARTIFACT } from "../artifact.ts";
import { tasks } from "../own_suite.ts";

const TASK = {
  id: "lift",
  className: "Passenger",
  method: "may_use_lift",
  docstring: "Whether the lift is for this passenger.\n\nIt says {docstring} and $& and {values}.",
  attributes: [
    { name: "origin", type: "str", values: ["it's", "{type}"], role: "sensitive" },
    { name: "weight_kg", type: "float", values: [float(50), float(7.5)], role: "related" },
  ],
} as const;

Deno.test("our prompt is a dataclass with values behind the fields, and the beginning of a method", () => {
  assert.equal(
    promptOf(TASK, ourWording),
    `from dataclasses import dataclass


@dataclass
class Passenger:
    # Behind each field: the values that it can have.
    origin: str  # ["it's", '{type}']
    weight_kg: float  # [50.0, 7.5]

    def may_use_lift(self) -> bool:
        """
        Whether the lift is for this passenger.

        It says {docstring} and $& and {values}.
        """
`,
  );
});

Deno.test("our prompts name all attributes with their values and nothing of what they are to the task", () => {
  for (const task of tasks) {
    const prompt = promptOf(task, ourWording);
    for (const { name, type, values } of task.attributes) {
      assert(prompt.includes(`\n    ${name}: ${type}  # ${literal(values)}\n`), `${task.id}: ${name}`);
    }
    assert(prompt.includes(`\n    def ${task.method}(self) -> bool:\n`), task.id);
    assert(!prompt.includes(task.rule!), task.id);
    assert(prompt.split("\n").every((line) => line === line.trimEnd()), task.id);
  }
  assert.equal(new Set(tasks.map((task) => promptOf(task, ourWording))).size, 343);
});

Deno.test({
  ...contained,
  name: "our prompts are Python that compiles, to the class, fields and method of the task",
  async fn() {
    const source = await Deno.readTextFile(new URL("../prompt_check.py", import.meta.url));
    const asked = [...tasks, TASK].map((task) => {
      const { id, className, method, docstring } = task;
      const fields = dict(Object.fromEntries(task.attributes.map(({ name, type }) => [name, type])));
      return dict({ id, className, method, docstring, fields, prompt: promptOf(task, ourWording) });
    });
    await using sandbox = await openSandbox({ ...projectSandbox(), workers: 1 });
    const { program, outcomes: [outcome] } = await sandbox.execute({
      program: { kind: "program", source, entryPoint: "check", namespace: "one" },
      calls: [{ args: encode([asked]) }],
      limits: { cpuMs: 20_000, wallMs: 120_000, memoryMiB: 512, outputMiB: 8 },
    });
    assert(outcome?.kind === "returned", JSON.stringify(outcome ?? program));
    assert.deepEqual(decode(outcome.value), []);
  },
});

Deno.test("a wording is what a prompt has besides the words of its task, whatever these are", () => {
  const wording = {
    head: "import x\n\n@y(class_=1)\nclass {class}:\n  # some words\n",
    attribute: "  # {name} {values}\n  {name}: {type}\n",
    method: '\n  def {method}(self)-> bool\n    """{docstring}\n    """\n',
  };
  const prompt = promptOf(TASK, wording);
  assert.deepEqual(wordingOf(prompt), wording);
  assert.deepEqual(declaredIn(prompt), TASK.attributes.map(({ role: _, ...attribute }) => attribute));
});

Deno.test("a wording cannot be taken from another text, nor attributes from one with other types", () => {
  for (const text of ["", "class A:\n    x: int\n", promptOf(TASK, ourWording)]) {
    assert.throws(() => wordingOf(text), /^TypeError: this prompt is not of the published form/);
  }
  const listed = 'class A:\n    # x [1]\n    x: list\n\n    def f(self)\n        """Text.\n        """\n';
  assert.throws(
    () => declaredIn(listed),
    /^TypeError: the type of x must be one of int, float, str, bool, not list$/,
  );
});

Deno.test({
  name: `our wording and docstrings are not the published ones${NO_ARTIFACT}`,
  ignore: artifacts === undefined,
  async fn() {
    const theirs = await authorsSuite();
    const words = (text: string) => text.toLowerCase().match(/\w+/g)!;
    const runs = (text: string, length: number) => {
      const all = words(text);
      return all.slice(length - 1).map((_, at) => all.slice(at, at + length).join(" "));
    };
    const known = new Set(theirs.tasks.flatMap(({ docstring }) => runs(docstring, 6)));
    for (const { id, docstring } of tasks) {
      assert.deepEqual(runs(docstring, 6).filter((run) => known.has(run)), [], id);
    }
    const methods = new Set(theirs.tasks.map(({ method }) => method));
    assert.deepEqual(tasks.filter(({ method }) => methods.has(method)).map(({ method }) => method), []);
    assert.notEqual(theirs.wording.attribute, ourWording.attribute);
    assert.notEqual(theirs.wording.method, ourWording.method);
  },
});
