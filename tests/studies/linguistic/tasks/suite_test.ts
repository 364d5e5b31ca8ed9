import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { paths } from "codebias/store/paths.ts";
import { readYamlFiles } from "codebias/store/own_data.ts";
import { parseSuiteTask, promptsOf, signatureOf } from "codebias/studies/linguistic/tasks/suite.ts";
import { decode, encode } from "codebias/values/mod.ts";
import { sized } from "../../../long.ts";

const files = await readYamlFiles(join(paths.data, "linguistic", "suite"));
const tasks = files.map(({ value }) => parseSuiteTask(value));

/** The different names and values between backquotes. */
const mentioned = (description: string) => [...new Set(description.match(/`[^`]+`/g))].toSorted();

/** The different numbers outside of backquotes. */
const numbers = (description: string) =>
  [...new Set(description.replaceAll(/`[^`]+`/g, "").match(/\d+/g))].toSorted();

/** A description as it stands in a docstring. */
const indented = (description: string) => description.replaceAll("\n", "\n    ");

/** A text without what differs between tasks that are alike: two and more letters are one word. */
const shape = (source: string) =>
  source.replace(/"[^"]*"|'[^']*'|\b[a-z_]\w*\b|\d+/gi, "x").replace(/\s+/g, " ");

Deno.test("the suite has at least 60 tasks, each in a file of its name", () => {
  assert(tasks.length >= 60, `${tasks.length}`);
  for (const [at, { id, entryPoint }] of tasks.entries()) {
    assert.equal(id, files[at].name);
    assert.equal(entryPoint, id.replaceAll("-", "_"));
  }
});

for (const task of tasks) {
  Deno.test(`the task ${task.id} is described alike in both languages, and solved in two ways`, () => {
    const { en, zh } = task.descriptions;
    assert(!/[\u3000-\u9fff\uff00-\uffef]/.test(en), "there is Chinese in the English description");
    assert(
      /[\u4e00-\u9fff]/.test(zh) && /[。；]$/.test(zh),
      "the Chinese description is not in Chinese, or has no end",
    );
    assert(!/"""|\\/.test(en + zh), "a description would end the docstring");
    assert.deepEqual(mentioned(zh), mentioned(en));
    assert.deepEqual(numbers(zh), numbers(en));
    for (const parameter of task.parameters.replaceAll(/\[[^:]*?\](?=,|$|\])/g, "").match(/\w+(?=:)/g)!) {
      assert(en.includes(`\`${parameter}\``), `${parameter} is not mentioned`);
    }
    assert(task.examples.length >= 2 && task.tests.length >= 5);
    const [fast, slow] = task.references;
    assert.notEqual(fast.class, slow.class);
    for (const { source } of task.references) assert(source.includes(signatureOf(task)));
  });
}

Deno.test("prompts name the same function and the same examples in both languages", () => {
  for (const task of tasks) {
    const { en, zh } = promptsOf(task);
    const [one, other] = [[en, task.descriptions.en], [zh, task.descriptions.zh]].map(
      ([prompt, description]) => {
        assert(prompt.includes(indented(description)), task.id);
        return prompt.replace(indented(description), "");
      },
    );
    assert.equal(one, other, task.id);
    assert(en.startsWith(`${signatureOf(task)}\n    """\n    `) && en.endsWith('\n    """\n'));
    assert.equal(en.match(/^ {4}>>> /gm)!.length, task.examples.length);
  }
});

Deno.test("no two tasks have references that are the same but for names and numbers", () => {
  const seen = new Map<string, string>();
  for (const { id, references } of tasks) {
    for (const { source } of references) {
      const one = shape(source);
      assert(!seen.has(one), `${id} is like ${seen.get(one)}`);
      seen.set(one, id);
    }
  }
});

/** How many random inputs, and of how many tasks one. */
const [DRAWS, EVERY] = sized({ small: [10, 3], long: [200, 1] });

Deno.test(`references agree with examples, tests and each other on ${DRAWS} random inputs, which generators make at every size`, async () => {
  const source = await Deno.readTextFile(fileURLToPath(new URL("../suite_check.py", import.meta.url)));
  await using sandbox = await openSandbox(projectSandbox());
  const problems = await Promise.all(
    tasks.filter((_, at) => at % EVERY === 0).map(async (task) => {
      const { program, outcomes: [outcome] } = await sandbox.execute({
        program: { kind: "program", source, entryPoint: "check", namespace: "one" },
        calls: [{ args: encode([JSON.stringify(task), DRAWS]) }],
        limits: { cpuMs: 120_000, wallMs: 600_000, memoryMiB: 2048, outputMiB: 1 },
      });
      if (outcome?.kind === "returned") {
        return (decode(outcome.value) as string[]).map((problem) => `${task.id}: ${problem}`);
      }
      return [`${task.id}: ${JSON.stringify(outcome ?? program)}`];
    }),
  );
  assert.deepEqual(problems.flat(), []);
});

const GOOD: Readonly<Record<string, unknown>> = files[0].value as Record<string, unknown>;

for (
  const [what, value, message] of [
    ["a list", [], /a task must be a mapping/],
    ["an unknown field", { ...GOOD, titel: "x" }, /"titel" is no field of a task; known are id/],
    ["no description", { ...GOOD, zh: undefined }, /"zh" must be a text, not nothing/],
    [
      "a comparison that is none",
      { ...GOOD, compare: "alike" },
      /"compare" must be one of equal, close, any-order/,
    ],
    ["a size that is none", { ...GOOD, maxSize: "20" }, /"maxSize" must be a positive integer, not "20"/],
    [
      "one reference",
      { ...GOOD, references: (GOOD.references as unknown[]).slice(1) },
      /"references" must have two, not 1/,
    ],
    [
      "a class that is none",
      { ...GOOD, references: [{ class: "fast", source: "" }] },
      /"class" must be one of constant/,
    ],
    ["an example without a result", { ...GOOD, examples: [{ args: "[]" }] }, /"result" must be a text/],
    ["tests that are no list", { ...GOOD, tests: "none" }, /"tests" must be a list, not "none"/],
  ] as const
) {
  Deno.test(`parseSuiteTask() refuses ${what}`, () => {
    assert.throws(
      () => parseSuiteTask(value),
      (error: Error) => error instanceof TypeError && message.test(error.message),
    );
  });
}
