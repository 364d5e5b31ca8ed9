import assert from "node:assert/strict";
import { linguistic, openSource } from "codebias";
import { planJobs } from "codebias/generation/plan.ts";
import { PROMPTS } from "codebias/studies/linguistic/metrics/prompting.ts";
import type { Message } from "codebias/core/types.ts";
import { artifacts, NO_ARTIFACT } from "../artifact.ts";
import { doubling } from "../samples.ts";

const own = await openSource(linguistic, { source: "model" });
const [tasks, methods] = [await own.tasks(), await own.methods()];
const TEMPLATES = { DI: "{prompt}", QA: "# Do it well: $& $1\n{prompt} " };

Deno.test("the project's own methods are those of the paper, each an instruction in a comment before the task", () => {
  assert.deepEqual(Object.keys(methods), [...PROMPTS]);
  assert.equal(methods.DI, "{prompt}");
  const lines = Object.entries(methods).filter(([name]) => name !== "DI");
  for (const [name, template] of lines) assert.match(template, /^# [^\n]+\n\{prompt\}$/, name);
  const instruction = (name: string) => methods[name].split("\n")[0].replace(/\.$/, "");
  // Step by step is added to what is there without; only QA speaks of quality.
  assert(
    instruction("CoT").startsWith(instruction("BP")) && instruction("QA+CoT").startsWith(instruction("QA")),
  );
  const step = instruction("CoT").slice(instruction("BP").length);
  assert.equal(instruction("QA+CoT").slice(instruction("QA").length), step);
  assert.match(step, /step/);
  for (const [name, template] of lines) {
    assert.equal(/efficient/.test(template) && /brief/.test(template), name.startsWith("QA"), name);
  }
});

Deno.test({
  name: "the project's own methods have their own wording" + NO_ARTIFACT,
  ignore: artifacts === undefined,
  fn: async () => {
    const published = await openSource(linguistic, { source: "model", suite: "published", artifacts });
    const theirs = await published.methods();
    assert.deepEqual(Object.keys(theirs).sort(), Object.keys(methods).sort());
    const words = (text: string) => text.toLowerCase().match(/\w+/g)!;
    for (const [name, template] of Object.entries(methods)) {
      if (name === "DI") continue;
      const [mine, other] = [words(template), words(theirs[name]).join(" ")];
      // Four words in a row.
      const common = mine.slice(3).map((_, at) => mine.slice(at, at + 4).join(" ")).filter((some) =>
        other.includes(some)
      );
      assert.deepEqual(common, [], name);
    }
    // Its tasks may be asked, too.
    const asked = linguistic.prompts(await published.tasks(), theirs, {
      methods: Object.keys(theirs),
      chat: false,
    });
    assert.equal(asked.length, 52 * 5 * 2);
    const one = asked.find(({ settings, taskId }) =>
      settings.prompt === "QA+CoT" && settings.language === "zh" && taskId === "HumanEval/0"
    )!;
    const task = (await published.tasks()).find(({ id }) => id === "HumanEval/0")!;
    assert.equal(one.prompt, theirs["QA+CoT"].replace("{prompt}", () => task.prompts.zh));
  },
});

Deno.test("prompts() asks each task by each method in each language, which differ in nothing but the description", () => {
  const asked = linguistic.prompts(tasks, methods, { methods: ["DI", "QA+CoT"] });
  assert.equal(asked.length, tasks.length * 2 * 2);
  for (const { taskId, prompt, settings } of asked) {
    const task = tasks.find(({ id }) => id === taskId)!;
    assert(typeof prompt !== "string");
    const [system, user] = prompt;
    assert.deepEqual([system.role, user.role, prompt.length], ["system", "user", 2]);
    assert.equal(
      user.content,
      methods[settings.prompt].replace("{prompt}", () => task.prompts[settings.language]),
    );
    assert.match(system.content, /whole function.*```python/);
  }
  assert.equal(new Set(asked.map(({ prompt }) => (prompt[0] as Message).content)).size, 1);
  // What the run store makes of them: no sample is asked for twice.
  const jobs = planJobs({
    study: "linguistic",
    model: "m",
    prompts: asked,
    temperatures: [0.2, 0.8],
    epochs: 3,
  });
  assert.equal(jobs.length, asked.length * 2 * 3);
});

Deno.test("prompts() gives a model that continues texts the bare source, and asks DI unless told otherwise", () => {
  const task = doubling();
  assert.deepEqual(linguistic.prompts([task], TEMPLATES, { chat: false }), [
    { taskId: "test/1", prompt: task.prompts.en, settings: { prompt: "DI", language: "en" } },
    { taskId: "test/1", prompt: task.prompts.zh, settings: { prompt: "DI", language: "zh" } },
  ]);
  const [zh] = linguistic.prompts([task], TEMPLATES, { chat: false, methods: ["QA"], languages: ["zh"] });
  assert.equal(zh.prompt, `# Do it well: $& $1\n${task.prompts.zh} `);
});

Deno.test("prompts() leaves a task alone that speaks of prompts or of replacement patterns", () => {
  const text = 'def f(x):\n    """{prompt} $& $1 $$"""\n';
  const [{ prompt }] = linguistic.prompts([doubling({ prompts: { en: text, zh: text } })], TEMPLATES, {
    chat: false,
  });
  assert.equal(prompt, text);
});

Deno.test("prompts() refuses unknown methods, with the nearest, and what is there twice", () => {
  const task = doubling();
  assert.throws(() => linguistic.prompts([task], methods, { methods: ["QA+Cot"] }), {
    name: "RangeError",
    message: /^Unknown prompting method "QA\+Cot": did you mean QA\+CoT/,
  });
  assert.throws(
    () => linguistic.prompts([task], methods, { methods: ["toString"] }),
    /Unknown prompting method "toString"/,
  );
  assert.throws(
    () => linguistic.prompts([task], methods, { methods: ["DI", "DI"] }),
    /Cannot ask for DI twice/,
  );
  assert.throws(
    () => linguistic.prompts([task], methods, { languages: ["en", "en"] }),
    /Cannot ask for en twice/,
  );
  assert.throws(() => linguistic.prompts([task, task], methods), /Cannot ask for test\/1 twice/);
});
