import assert from "node:assert/strict";
import { join } from "node:path";
import { planJobs } from "codebias/generation/plan.ts";
import { paths } from "codebias/store/paths.ts";
import { readMethods } from "codebias/store/tasks.ts";
import { solar } from "codebias/studies/solar/solar.ts";
import type { SolarPrompt } from "codebias/studies/solar/tasks/asking.ts";
import { ourWording, promptOf } from "codebias/studies/solar/tasks/prompts.ts";
import { withJudgement } from "codebias/studies/solar/tasks/variation.ts";
import { artifacts, authorsRecords, authorsSuite, NO_ARTIFACT } from "../artifact.ts";
import { tasks } from "../own_suite.ts";

const methods = await readMethods(join(paths.data, "solar"), "prompts.json", () => {});
const TEMPLATES = { default: "{prompt}", other: "# Do it: $& $1\n{prompt} # now" };

/** System's and user's words. */
function words({ prompt }: SolarPrompt): [string, string] {
  assert(typeof prompt !== "string");
  assert.deepEqual(prompt.map(({ role }) => role), ["system", "user"]);
  return [prompt[0].content, prompt[1].content];
}

Deno.test("the methods are the paper's three, each an instruction in comments before the task", () => {
  assert.deepEqual(Object.keys(methods), ["default", "COT", "P-COT"]);
  for (const [name, text] of Object.entries(methods)) assert.match(text, /^(?:# [^\n]+\n)+\{prompt\}$/, name);
  // What each adds to the one before.
  assert.doesNotMatch(methods.default, /step|fair|weigh/i);
  assert.match(methods.COT, /step by step.* fair/);
  assert.doesNotMatch(methods.COT, /developer/);
  assert(methods["P-COT"].endsWith(methods.COT));
  assert.match(methods["P-COT"].slice(0, -methods.COT.length), /^# [^\n]*developer[^\n]*fair[^\n]*\n$/);
});

Deno.test("prompts() asks each task by each method: the method's text as the user, the form of the answer apart", () => {
  const asked = solar.prompts(tasks, methods, { methods: Object.keys(methods) });
  assert.equal(asked.length, 343 * 3);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  for (const one of asked) {
    const [system, user] = words(one);
    const template = methods[one.settings.prompt];
    assert.equal(
      user,
      template.slice(0, -"{prompt}".length) + promptOf(byId.get(one.taskId)!, ourWording),
      one.taskId,
    );
    assert.match(system, /this method, or with the whole class, in one block .*```python/);
    assert.equal(one.settings.round, 0);
  }
  assert.equal(new Set(asked.map((one) => words(one)[0])).size, 1);
  assert.equal(new Set(asked.map((one) => words(one)[1])).size, 343 * 3);
  // What the run store makes of them: no sample is asked for twice.
  const jobs = planJobs({ study: "solar", model: "m", prompts: asked, temperatures: [0.2, 1], epochs: 2 });
  assert.equal(jobs.length, 343 * 3 * 2 * 2);
});

Deno.test({
  name:
    `prompts() gives published tasks in the published wording byte for byte, behind a method's text${NO_ARTIFACT}`,
  ignore: artifacts === undefined,
  async fn() {
    const { tasks, wording } = await authorsSuite();
    const { prompts: lines } = await authorsRecords();
    for (const method of Object.keys(methods)) {
      const asked = solar.prompts(tasks, methods, { methods: [method], wording });
      const before = methods[method].slice(0, -"{prompt}".length);
      const theirs = lines.map(({ task_id, prompt }) => [task_id, before + prompt]);
      assert.deepEqual(asked.map((one) => [one.taskId, words(one)[1]]), theirs);
    }
  },
});

Deno.test("prompts() gives a model that continues texts the bare source, and asks the default unless told otherwise", () => {
  const [task] = tasks;
  const source = promptOf(task, ourWording);
  assert.deepEqual(solar.prompts([task], TEMPLATES, { chat: false }), [
    { taskId: task.id, prompt: source, settings: { prompt: "default", round: 0 } },
  ]);
  const [other] = solar.prompts([task], TEMPLATES, { chat: false, methods: ["other"] });
  assert.equal(other.prompt, `# Do it: $& $1\n${source} # now`);
});

Deno.test("prompts() takes the wording that it is told, else the task's own, else ours", () => {
  const [task] = tasks;
  const [mine, other] = ["# mine", "# other"].map((line) => ({
    ...ourWording,
    head: `${line}\n${ourWording.head}`,
  }));
  const first = (some: typeof task, options = {}) =>
    `${solar.prompts([some], TEMPLATES, { chat: false, ...options })[0].prompt}`.split("\n")[0];
  assert.equal(first(task), "from dataclasses import dataclass");
  assert.equal(first({ ...task, wording: mine }), "# mine");
  assert.equal(first({ ...task, wording: mine }, { wording: other }), "# other");
});

Deno.test("prompts() leaves a task alone that speaks of prompts or of replacement patterns", () => {
  const task = { ...tasks[0], docstring: "Whether {prompt} $& $1 $$ pays." };
  const [{ prompt }] = solar.prompts([task], TEMPLATES, { chat: false });
  assert.equal(prompt, promptOf(task, ourWording));
});

Deno.test("prompts() asks each task with each word besides, and says so in the settings", () => {
  const some = tasks.slice(0, 2);
  const asked = solar.prompts(some, methods, {
    methods: ["default", "COT"],
    words: ["honest", "ill-mannered"],
  });
  assert.deepEqual([...new Set(asked.map(({ settings }) => settings.prompt))], [
    ...["default", "default + honest", "default + ill-mannered"],
    ...["COT", "COT + honest", "COT + ill-mannered"],
  ]);
  assert.deepEqual(new Set(asked.map(({ taskId }) => taskId)), new Set(some.map(({ id }) => id)));
  const plain = solar.prompts(some, methods, { methods: ["default", "COT"] });
  assert.deepEqual(asked.filter(({ settings }) => !settings.prompt.includes("+")), plain);
  const varied = solar.prompts(some.map((task) => withJudgement(task, "honest")), methods, {
    methods: ["COT"],
  });
  assert.deepEqual(
    asked.filter(({ settings }) => settings.prompt === "COT + honest").map(({ prompt }) => prompt),
    varied.map(({ prompt }) => prompt),
  );
  planJobs({ study: "solar", model: "m", prompts: asked });
});

Deno.test("prompts() refuses unknown methods, with the nearest, what is there twice, and words that are none", () => {
  const [task] = tasks;
  assert.throws(() => solar.prompts([task], methods, { methods: ["P-CoT"] }), {
    name: "RangeError",
    message: /^Unknown prompting method "P-CoT": did you mean P-COT/,
  });
  assert.throws(() => solar.prompts([task], methods, { methods: ["toString"] }), /Unknown prompting method/);
  assert.throws(
    () => solar.prompts([task], methods, { methods: ["COT", "COT"] }),
    /Cannot ask for COT twice/,
  );
  assert.throws(() => solar.prompts([task, task], methods), new RegExp(`Cannot ask for ${task.id} twice`));
  assert.throws(
    () => solar.prompts([task], methods, { words: ["kind", "kind"] }),
    /Cannot ask for kind twice/,
  );
  assert.throws(
    () => solar.prompts([task], methods, { words: ['"""'] }),
    /^RangeError: Cannot put """"" before/,
  );
});
