import assert from "node:assert/strict";
import demonstrations from "../../../../data/liu/demonstrations.json" with { type: "json" };
import { openSandbox } from "codebias/execution/sandbox.ts";
import { planJobs } from "codebias/generation/plan.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import {
  demonstrationsOf,
  PROMPT_VARIANTS,
  promptVariant,
} from "codebias/studies/liu/tasks/prompt_variants.ts";
import { type LiuPrompt, promptOf } from "codebias/studies/liu/tasks/prompts.ts";
import { functionNameOf, signatureOf } from "codebias/studies/liu/tasks/task.ts";
import { DIMENSIONS, groupOf, vocabulary } from "codebias/studies/liu/tasks/vocabulary.ts";
import { decode, dict, encode } from "codebias/values/mod.ts";
import { contained } from "../../../execution/containment.ts";

const METHODS = PROMPT_VARIANTS.map(({ name }) => name);
const [task] = liu.tasks;
const all = [...demonstrations.irrelevant, ...demonstrations.relevant];

/** The functions of a prompt, by name, in its order. */
const namesIn = (prompt: string) => [...prompt.matchAll(/^def (\w+)\(/gm)].map(([, name]) => name);

/** System's and user's words. */
function words({ prompt }: LiuPrompt): [string, string] {
  assert(typeof prompt !== "string");
  assert.deepEqual(prompt.map(({ role }) => role), ["system", "user"]);
  return [prompt[0].content, prompt[1].content];
}

Deno.test("a prompt has the functions of its variant, and ends with the first line of the task's", () => {
  const last = functionNameOf(task);
  const expected: Readonly<Record<string, readonly string[]>> = {
    "default": ["find_shabby_chairs", "find_splendid_kites"],
    "0Y0N": [],
    "0Y1N": ["find_shabby_chairs"],
    "0Y3N": ["find_shabby_chairs", "find_splendid_kites", "find_dull_knives"],
    "1Y1N NEG": ["find_prepared_people", "find_shabby_chairs"],
    "1Y1N POS": ["find_shabby_chairs", "find_prepared_people"],
    "2Y0N": ["find_prepared_people", "find_reliable_people"],
  };
  assert.deepEqual(METHODS, Object.keys(expected));
  for (const name of METHODS) {
    const prompt = promptOf(task, promptVariant(name));
    assert.deepEqual(namesIn(prompt), [...expected[name], last], name);
    assert(prompt.endsWith(`${signatureOf(task)}\n`), name);
    // A blank line between functions and no other.
    assert.equal(prompt.split("\n\n").length, expected[name].length + 1, name);
  }
});

Deno.test("the variants are those of the paper's Table 8, by the numbers in their names", () => {
  assert.deepEqual(new Set(liu.paper.numbers.table8.rows.map(({ variant }) => variant)), new Set(METHODS));
  for (const { name, relevant, irrelevant, order } of PROMPT_VARIANTS) {
    if (name === "default") assert.deepEqual([relevant, irrelevant], [0, 2]);
    else assert.equal(name.slice(0, 4), `${relevant}Y${irrelevant}N`);
    if (/NEG|POS/.test(name)) assert(name.endsWith(order));
  }
});

Deno.test("no demonstration function names a demographic, uses a modifier or a thing of the paper's", () => {
  const modifiers = Object.values(vocabulary.modifiers).flat();
  for (const source of all) {
    const own = source.toLowerCase().split(/[^a-z]+/);
    const texts = [...source.matchAll(/'([^']*)'/g)].map(([, text]) => text);
    assert(texts.length > 0, source);
    for (const word of [...own, ...texts]) {
      assert(!modifiers.includes(word), word);
      assert(!/^(?:car|apple|apl|dynamic|weak|color|red)s?$/.test(word), word);
    }
    for (const dimension of DIMENSIONS) {
      assert(!own.includes(dimension), source);
      assert.deepEqual(texts.filter((text) => groupOf(dimension, text) !== null), [], source);
    }
  }
  assert.deepEqual(demonstrations.irrelevant.filter((source) => /people|person/.test(source)), []);
  assert.deepEqual(demonstrations.relevant.filter((source) => !/people|person/.test(source)), []);
});

/** Lists with what each function must select of them, and in which fields it looks. */
const SELECTED = [
  [[{ f: "torn" }, { f: "new" }], ["f"], [0]],
  [[{ s: "delta", w: 3 }, { s: "delta", w: 2 }, { s: "box", w: 3 }], ["s", "w"], [0]],
  [[{ e: "keen" }, { e: "blunt" }], ["e"], [1]],
  [[{ c: "first aid" }, { c: "none" }, { c: "first aid" }], ["c"], [0, 2]],
  [[{ a: "full", n: 12 }, { a: "full", n: 13 }, { a: "part", n: 30 }], ["a", "n"], [1]],
] as const;

Deno.test({
  ...contained,
  name: "demonstration functions run and select what has the feature, and prompts compile with a body",
  async fn() {
    await using sandbox = await openSandbox({ ...projectSandbox(), workers: 1 });
    const limits = { cpuMs: 20_000, wallMs: 120_000, memoryMiB: 512, outputMiB: 8 };
    assert.equal(SELECTED.length, all.length);
    for (const [at, [items, fields, chosen]] of SELECTED.entries()) {
      const list = items.map((item) => dict({ ...item }));
      const { program, outcomes: [outcome] } = await sandbox.execute({
        program: { kind: "program", source: all[at], entryPoint: namesIn(all[at])[0], namespace: "one" },
        calls: [{ args: encode([list, ...fields]) }],
        limits,
      });
      assert(outcome?.kind === "returned", JSON.stringify(outcome ?? program));
      assert.deepEqual(decode(outcome.value), chosen.map((index) => list[index]), all[at]);
    }
    const check =
      "import ast\n\ndef check(prompts):\n    return [[f.name for f in ast.parse(p).body] for p in prompts]\n";
    const asked = METHODS.flatMap((name) => liu.tasks.map((one) => promptOf(one, promptVariant(name))));
    const { program, outcomes: [outcome] } = await sandbox.execute({
      program: { kind: "program", source: check, entryPoint: "check", namespace: "one" },
      calls: [{ args: encode([asked.map((prompt) => `${prompt}    return []\n`)]) }],
      limits,
    });
    assert(outcome?.kind === "returned", JSON.stringify(outcome ?? program));
    assert.deepEqual(decode(outcome.value), asked.map(namesIn));
  },
});

Deno.test("prompts() asks a chat model each task by each variant, the form of the answer apart", () => {
  const asked = liu.prompts(liu.tasks, {}, { methods: METHODS });
  assert.equal(asked.length, 392 * METHODS.length);
  const byId = new Map(liu.tasks.map((one) => [one.id, one]));
  for (const one of asked) {
    const [system, user] = words(one);
    assert.equal(user, promptOf(byId.get(one.taskId)!, promptVariant(one.settings.prompt)));
    assert.match(system, /this function alone, completed, in one block .*```python/);
  }
  assert.equal(new Set(asked.map((one) => words(one)[0])).size, 1);
  assert.equal(new Set(asked.map((one) => words(one)[1])).size, asked.length);
  const jobs = planJobs({ study: "liu", model: "m", prompts: asked, temperatures: [0.2, 1], epochs: 2 });
  assert.equal(jobs.length, asked.length * 4);
});

Deno.test("prompts() gives a model that continues texts the bare source, by default with two things", () => {
  assert.deepEqual(liu.prompts([task], {}, { chat: false }), [
    { taskId: task.id, prompt: promptOf(task, promptVariant("default")), settings: { prompt: "default" } },
  ]);
  const [{ prompt }] = liu.prompts([task], {}, { chat: false, methods: ["0Y0N"] });
  assert.equal(prompt, `${signatureOf(task)}\n`);
});

Deno.test("prompts() refuses unknown variants, with the nearest, and what is there twice", () => {
  assert.throws(() => liu.prompts([task], {}, { methods: ["1Y1N"] }), {
    name: "RangeError",
    message: /^Unknown prompt variant "1Y1N": did you mean 1Y1N NEG/,
  });
  assert.throws(
    () => liu.prompts([task, task]),
    /^RangeError: Cannot ask for ethnicity-lonely twice: use epochs$/,
  );
  assert.throws(() => liu.prompts([task], {}, { methods: ["2Y0N", "2Y0N"] }), /Cannot ask for 2Y0N twice/);
});

Deno.test("every variant has as many functions as it says", () => {
  for (const variant of PROMPT_VARIANTS) {
    const found = demonstrationsOf(variant);
    assert.equal(found.length, variant.relevant + variant.irrelevant, variant.name);
    assert.equal(found.filter((one) => /^def find_\w+_people\(/.test(one)).length, variant.relevant);
  }
});
