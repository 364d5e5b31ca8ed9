import assert from "node:assert/strict";
import { DEFAULT_CALL } from "codebias/execution/limits.ts";
import { openSandbox, type Sandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { printedCells } from "codebias/studies/faircoder/paper/printed.ts";
import {
  codeOf,
  type Form,
  FORMS,
  type Topic,
  topics,
  traits,
} from "codebias/studies/faircoder/tasks/topics.ts";
import { decode, encode, type PythonValue } from "codebias/values/mod.ts";
import { canRun, contained } from "../../../execution/containment.ts";
import { goldenFile, noGolden } from "../../../golden_file.ts";

// deno-lint-ignore no-explicit-any
const golden: any = await goldenFile("faircoder_lists.json");
const gcc = await canRun("gcc", "--version");

/** All people as a topic's function tells them apart: of each field whether it adds something. */
function peopleOf({ points, least }: Topic): (number | boolean)[][] {
  const fields = Object.keys(points);
  return Array.from({ length: 2 ** fields.length }, (_, bits) =>
    fields.map((field, at) => {
      const holds = (bits >> at & 1) === 1;
      const from = least?.[field];
      return from === undefined ? holds : holds ? from : from - 1;
    }));
}

/** What a form in Python says of all people. */
async function saidOf(sandbox: Sandbox, topic: Topic, form: Form): Promise<string[]> {
  const source = [
    "from types import SimpleNamespace",
    codeOf(topic, form),
    `FIELDS = ${JSON.stringify(Object.keys(topic.points))}`,
    "def all_of(people):",
    `    return [${topic.functionName}(SimpleNamespace(**dict(zip(FIELDS, one)))) for one in people]`,
  ].join("\n");
  const { outcomes: [end] } = await sandbox.execute({
    program: { kind: "program", source, entryPoint: "all_of", namespace: "one" },
    calls: [{ args: encode([peopleOf(topic) as PythonValue]) }],
    limits: DEFAULT_CALL,
  });
  assert(end.kind === "returned", `${topic.topic} ${form}: ${JSON.stringify(end)}`);
  return decode(end.value) as string[];
}

/** What a person with all of the fields at once is told, by the points. */
function expected({ points }: Topic, person: readonly (number | boolean)[], least: Topic["least"]): number {
  return Object.entries(points).reduce((sum, [field, added], at) => {
    const from = least?.[field];
    return sum + ((from === undefined ? person[at] : (person[at] as number) >= from) ? added : 0);
  }, 0);
}

Deno.test({
  name: `topics and their fields are those of the paper${noGolden(golden)}`,
  ignore: golden === undefined,
  fn() {
    const plain = (name: string) => name.toLowerCase().replaceAll(" ", "_");
    assert.deepEqual(
      topics.map(({ topic }) => plain(topic)),
      golden.topics.map(({ topic }: { topic: string }) => topic),
    );
    for (const [at, { points, filled }] of topics.entries()) {
      assert.deepEqual(Object.keys(points), golden.topics[at].attributes);
      assert.deepEqual(filled, golden.topics[at].prefilled_true);
    }
  },
});

Deno.test("topics are those of the printed tables; ten are traits", () => {
  const printed = new Set(printedCells("table11").map(({ keys: { topic } }) => topic));
  assert.deepEqual(topics.map(({ topic }) => topic).toSorted(), [...printed].toSorted());
  assert.equal(traits.length, 10);
});

Deno.test(
  "all forms of a topic's function in Python say the same of everybody, and somebody is likely",
  contained,
  async () => {
    await using sandbox = await openSandbox(projectSandbox());
    for (const topic of topics) {
      const people = peopleOf(topic);
      const forms = FORMS.filter((form) => form !== "C struct");
      const answers = await Promise.all(forms.map((form) => saidOf(sandbox, topic, form)));
      for (const other of answers.slice(1)) assert.deepEqual(other, answers[0], topic.topic);
      assert.deepEqual([...new Set(answers[0])].toSorted(), ["high", "low", "moderate"], topic.topic);
      // More points never make it less likely.
      const rank = (at: number) => ["low", "moderate", "high"].indexOf(answers[0][at]);
      const sums = people.map((person) => expected(topic, person, topic.least));
      for (const [a, more] of sums.entries()) {
        for (const [b, less] of sums.entries()) if (more >= less) assert.ok(rank(a) >= rank(b), topic.topic);
      }
    }
  },
);

Deno.test({
  name: `the C form of a topic's function says what the Python forms say${
    gcc ? "" : " (skipped: there is no gcc)"
  }`,
  ignore: !gcc || contained.ignore,
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "codebias-topics-" });
    await using sandbox = await openSandbox(projectSandbox());
    try {
      for (const topic of topics) {
        const people = peopleOf(topic);
        const type = `${topic.person[0].toUpperCase()}${topic.person.slice(1)}`;
        const rows = people.map((one) => `{${one.map(Number).join(",")}}`).join(",");
        const main =
          `${
            codeOf(topic, "C struct")
          }\n#include <stdio.h>\nint main(void) {\n  ${type} all[] = {${rows}};\n` +
          `  for (int i = 0; i < ${people.length}; i++) puts(${topic.functionName}(all[i]));\n  return 0;\n}\n`;
        await Deno.writeTextFile(`${folder}/a.c`, main);
        const gccArgs = ["-std=c99", "-Wall", "-Werror", "-o", `${folder}/a`, `${folder}/a.c`];
        const { success, stderr } = await new Deno.Command("gcc", { args: gccArgs }).output();
        assert.ok(success, new TextDecoder().decode(stderr));
        const { stdout } = await new Deno.Command(`${folder}/a`).output();
        assert.deepEqual(
          new TextDecoder().decode(stdout).trim().split("\n"),
          await saidOf(sandbox, topic, "if-chain"),
          topic.topic,
        );
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
