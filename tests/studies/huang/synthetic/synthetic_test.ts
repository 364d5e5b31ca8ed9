import assert from "node:assert/strict";
import { Chain, chainOf } from "codebias/calibration/chain.ts";
import type { CalibrationSpec } from "codebias/calibration/spec.ts";
import { huang } from "codebias/studies/huang/huang.ts";
import { feedback } from "codebias/studies/huang/judge/feedback.ts";
import { type AnswerRates, DEFAULT_SPREAD } from "codebias/studies/huang/synthetic/synthetic.ts";
import {
  answersTo,
  nameFor,
  protectedOf,
  WOULD_BE,
} from "codebias/studies/huang/synthetic/synthetic_answers.ts";
import type { HuangTask } from "codebias/studies/huang/tasks/task.ts";
import type { Message, Prompt } from "codebias/core/types.ts";
import { near } from "../../../calibration/near.ts";
import { some, tasks, templates } from "../own_suite.ts";
import { declaredRates } from "codebias/studies/huang/synthetic/declared_rates.ts";

const METHODS = Object.keys(templates);

const RATES: AnswerRates = {
  biased: { gender: 0.1, age: 0.15, race: 0.05, occupation: 0.12, education: 0.08, region: 0.02 },
  fails: 0.06,
  refuses: 0.04,
};
const declare = (_task: HuangTask, strategy: string): AnswerRates =>
  strategy === "CoT2" ? { biased: { gender: 0.3 }, fails: 0, refuses: 0.1 } : RATES;

/** Probabilities of the answers to a prompt, by the names of their fragments without the task. */
function answers(
  spec: CalibrationSpec | Chain,
  task: HuangTask,
  { prompt, turn, temperature = 1 }: { prompt: Prompt; turn?: number; temperature?: number },
): Record<string, number> {
  const { start, ids } = chainOf(spec).settle({ prompt, turn, sampling: { temperature } });
  return Object.fromEntries(
    start.targets.map((target, at) => [ids[target].replace(`${task.id}-`, ""), start.probabilities[at]]),
  );
}

function same(found: Record<string, number>, expected: Record<string, number>, what: string): void {
  assert.deepEqual(Object.keys(found).sort(), Object.keys(expected).sort(), what);
  for (const [name, rate] of Object.entries(expected)) near(found[name], rate, 1e-12, `${what}: ${name}`);
}

Deno.test("synthetic() declares the rates of every task and strategy; by what a task does not offer it is fair instead", () => {
  const chain = new Chain(huang.synthetic(tasks, templates, { declare }));
  const asked = huang.prompts(tasks, templates, { methods: METHODS });
  assert.equal(asked.length, 334 * 6);
  for (const { taskId, prompt, settings } of asked) {
    const task = tasks.find(({ id }) => id === taskId)!;
    const { biased, fails, refuses } = declare(task, settings.prompt);
    const own = Object.entries(biased).filter(([name]) => protectedOf(task).includes(name));
    const fair = 1 - fails - refuses - own.reduce((sum, [, rate]) => sum + rate, 0);
    const rates = Object.entries({ fair, ...Object.fromEntries(own), fails, refusal: refuses });
    const expected = Object.fromEntries(rates.filter(([, rate]) => rate > 0));
    same(answers(chain, task, { prompt }), expected, `${taskId} ${settings.prompt}`);
  }
});

Deno.test("the categories offer the protected attributes that they have in the paper", () => {
  assert.deepEqual(Object.fromEntries(some.map((task) => [task.category, protectedOf(task)])), {
    adult_income: ["age", "gender", "education", "occupation", "race"],
    employability: ["age", "region", "gender", "education"],
    health_insurance: ["age", "region", "gender"],
  });
});

Deno.test("synthetic() knows tasks and strategies in one text, too", () => {
  const spec = huang.synthetic(some, templates, { declare });
  for (
    const { taskId, prompt, settings } of huang.prompts(some, templates, { methods: METHODS, chat: false })
  ) {
    const task = some.find(({ id }) => id === taskId)!;
    assert.equal(typeof prompt, "string");
    near(answers(spec, task, { prompt }).gender, settings.prompt === "CoT2" ? 0.3 : 0.1, 1e-12);
  }
});

Deno.test("synthetic() tells strategies apart of which one's text is part of another's, and tasks likewise", () => {
  const texts = { a: "{prompt}", b: "{prompt}!", c: "# (x|$)\n{prompt}!", d: "# (x|$)\n{prompt}" };
  const rates: Record<string, number> = { a: 0.1, b: 0.2, c: 0.3, d: 0.4 };
  const [task] = some;
  const longer = { ...tasks[1], id: "longer", asks: `say hello and ${task.asks}` };
  const spec = huang.synthetic([task, longer], texts, {
    declare: (task, strategy) => ({
      ...{ fails: 0, refuses: 0 },
      biased: { gender: rates[strategy] / (task.id === "longer" ? 2 : 1) },
    }),
  });
  for (
    const { prompt, settings, taskId } of huang.prompts([longer, task], texts, {
      methods: Object.keys(texts),
    })
  ) {
    const asked = taskId === "longer" ? longer : task;
    const expected = rates[settings.prompt] / (asked === longer ? 2 : 1);
    near(answers(spec, asked, { prompt }).gender, expected, 1e-12, settings.prompt);
  }
});

Deno.test("only the rates before any feedback differ between tasks", () => {
  const spread = (given?: number) => huang.synthetic(some, templates, { spread: given }).starts;
  for (const given of [undefined, 0.5]) {
    for (const { when, spread: found } of spread(given)) {
      const isFirst = when !== undefined && when.turn === undefined && when.fromTurn === undefined;
      assert.equal(found, isFirst ? given ?? DEFAULT_SPREAD : undefined);
    }
  }
});

Deno.test("after feedback, bias falls by the declared share a round, from the first strategy's rates", () => {
  const spec = huang.synthetic(some, templates, { declare, remaining: 0.4, rounds: 2 });
  const [task] = some;
  const [{ text }] = answersTo([task]).filter(([name]) => name === `${task.id}-gender`).map(([, one]) => one);
  for (const { prompt, settings } of huang.prompts([task], templates, { methods: METHODS })) {
    const completion = { text, settings: { ...settings, temperature: 1 } };
    const report = { attributes: { gender: { verdict: "biased" } }, calls: 2, cpuMs: 1 } as const;
    const attributes = new Proxy(report.attributes, {
      get: (known, name) => name === "gender" ? known.gender : { verdict: "unbiased" },
    });
    const told = feedback(task, { ...report, attributes }, { hands: "attributes", completion })!;
    assert(told.includes(`\`${nameFor(task)}\``));
    for (const [rounds, left] of [[1, 0.4], [2, 0.16], [3, 0.16]]) {
      const replies = Array.from({ length: rounds }, (): Message[] => [
        { role: "assistant", content: text },
        { role: "user", content: told },
      ]);
      const found = answers(spec, task, { prompt: [...prompt as Message[], ...replies.flat()] });
      const biased = { gender: 0.1, age: 0.15, race: 0.05, occupation: 0.12, education: 0.08 };
      const own = Object.entries(biased).map(([name, rate]) => [name, rate * left]);
      same(
        found,
        { ...Object.fromEntries(own), fair: 1 - 0.5 * left - 0.1, fails: 0.06, refusal: 0.04 },
        `${settings.prompt}, ${rounds} rounds`,
      );
    }
  }
});

Deno.test("synthetic() refuses what it does not know", () => {
  const spec = huang.synthetic(some, templates);
  const [task] = some;
  const [{ prompt }] = huang.prompts([task], templates);
  const [, { content }] = prompt as Message[];
  const user = (text: string): Message[] => [{ role: "user", content: text }];
  const all: Prompt[] = [
    user("Hello"),
    user(`${content} Or not.`),
    user(`Once more:\n\n${content}`),
    user(content.replace("Of the following", "None of the following")),
    [...user(content), { role: "assistant", content: "code" }, ...user("Remove the bias by gender.")],
    huang.prompts([{ ...task, asks: `${task.asks} again` }], templates)[0].prompt,
  ];
  for (const prompt of all) same(answers(spec, task, { prompt }), { refusal: 1 }, JSON.stringify(prompt));
});

Deno.test("synthetic() may declare what never or always happens", () => {
  const kinds: [AnswerRates, string, number | null][] = [
    [{ biased: {}, fails: 0, refuses: 0 }, "fair", 0],
    [{ biased: { gender: 1 }, fails: 0, refuses: 0 }, "gender", 1],
    [{ biased: { age: 0, gender: 0 }, fails: 1, refuses: 0 }, "fails", null],
    [{ biased: {}, fails: 0, refuses: 1 }, "refusal", null],
  ];
  for (const [rates, kind, expected] of kinds) {
    const spec = huang.synthetic(some, templates, { declare: () => rates, remaining: 1 });
    for (const { taskId, prompt } of huang.prompts(some, templates)) {
      const task = some.find(({ id }) => id === taskId)!;
      same(answers(spec, task, { prompt, temperature: 0.2 }), { [kind]: 1 }, kind);
    }
    const found = declaredRates(spec, some, templates, { temperatures: [0.2], rounds: 2, k: [1, 3] });
    const overall = found.filter(({ attribute }) => attribute === "overall");
    assert.deepEqual(overall.map(({ value }) => value), Array(3 + 4).fill(expected), kind);
  }
  const cured = huang.synthetic(some, templates, {
    declare: () => ({ biased: { gender: 1 }, fails: 0, refuses: 0 }),
    remaining: 0,
  });
  const found = declaredRates(cured, some, templates, { temperatures: [1], rounds: 1 });
  assert.deepEqual(
    found.filter(({ attribute }) => attribute === "gender").map(({ value }) => value),
    [1, 0],
  );
});

Deno.test("synthetic() refuses rates that are none, and tasks and strategies that it cannot know", () => {
  for (
    const rates of [
      { biased: { race: -0.1 }, fails: 0, refuses: 0 },
      { biased: { race: 0.5, gender: 0.3 }, fails: 0.1, refuses: 0.2 },
      { biased: {}, fails: NaN, refuses: 0 },
      { biased: {}, refuses: 0 } as unknown as AnswerRates,
    ]
  ) {
    assert.throws(() => huang.synthetic(some, templates, { declare: () => rates }), {
      name: "RangeError",
      message: /^Cannot declare .* of .*: rates and their sum are in \[0, 1\]$/,
    });
  }
  const unknown = () => ({ biased: { sex: 0, gendre: 0.1 }, fails: 0, refuses: 0 });
  assert.throws(
    () => huang.synthetic(some, templates, { declare: unknown }),
    /^RangeError: Unknown .*attribute "sex"/,
  );
  const bare = [{ ...some[0], solution: undefined }];
  assert.throws(
    () => huang.synthetic(bare, templates),
    /^RangeError: Cannot make a synthetic model: .*there are none/,
  );
  assert.throws(() => huang.synthetic(some, {}), /^RangeError: Cannot make .* no prompting methods$/);
  assert.throws(
    () => huang.synthetic(some, { a: "{prompt}", b: "{prompt}" }),
    /^RangeError: Cannot tell .* b from/,
  );
  for (const remaining of [-0.1, 1.1, NaN]) {
    assert.throws(() => huang.synthetic(some, templates, { remaining }), /^RangeError: Cannot leave/);
  }
  for (const rounds of [-1, 0.5, NaN]) {
    assert.throws(() => huang.synthetic(some, templates, { rounds }), /^RangeError: Cannot let/);
  }
});

Deno.test("the synthetic model has an answer of each kind to every task, all different, with names of their own", () => {
  const spec = huang.synthetic(tasks, templates);
  assert.equal(spec.synthetic, true);
  const names = tasks.map(nameFor);
  assert.equal(new Set(names).size, 334);
  const texts = Object.values(spec.fragments).map(({ text }) => text);
  assert.equal(new Set(texts).size, texts.length);
  assert.equal(texts.length, 1 + tasks.reduce((sum, task) => sum + 4 + protectedOf(task).length, 0));
  for (const task of tasks) assert(protectedOf(task).includes(WOULD_BE), task.id);
});
