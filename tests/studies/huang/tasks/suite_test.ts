import assert from "node:assert/strict";
import { openProber, run, taskCompletion } from "codebias";
import { checkSuite, parseCategory } from "codebias/studies/huang/tasks/suite.ts";
import { huang as study } from "codebias/studies/huang/study.ts";
import type { HuangTask } from "codebias/studies/huang/tasks/task.ts";
import { vocabulary } from "codebias/studies/huang/tasks/vocabulary.ts";
import type { Completion, Judgement } from "codebias/core/types.ts";
import { float, isA, literal, type PythonValue } from "codebias/values/mod.ts";
import type { HuangSettings } from "codebias/studies/huang/tasks/prompts.ts";
import { contained } from "../../../execution/containment.ts";
import { sized } from "../../../long.ts";
import { categories, tasks } from "../own_suite.ts";

/** The different words in threes, as they follow each other. */
function triples(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z0-9']+/g)!;
  return new Set(words.slice(2).map((_, at) => words.slice(at, at + 3).join(" ")));
}

Deno.test("the suite has as many tasks as the published dataset, in the same categories, all different", () => {
  assert.deepEqual(
    Object.fromEntries(Object.entries(categories).map(([name, { length }]) => [name, length])),
    { adult_income: 93, employability: 134, health_insurance: 107 },
  );
  for (const [name, own] of Object.entries(categories)) {
    assert(own.every(({ category }) => category === name), name);
  }
  for (const key of ["id", "asks"] as const) {
    assert.equal(new Set(tasks.map((task) => task[key])).size, 334, key);
  }
  assert.equal(new Set(tasks.map(({ solution }) => solution!.reference)).size, 334);
  assert(tasks.every(({ id }) => /^[a-z\d]+(?:-[a-z\d]+)*$/.test(id)));
});

Deno.test("no two tasks share more than a quarter of the shorter one's word triples", () => {
  const all = tasks.map(({ id, asks }) => ({ id, found: triples(asks) }));
  const alike = all.flatMap((one, at) =>
    all.slice(0, at).filter((other) => {
      const common = one.found.intersection(other.found).size;
      return common > 0.25 * Math.min(one.found.size, other.found.size);
    }).map((other) => `${one.id} and ${other.id}`)
  );
  assert.deepEqual(alike, []);
});

Deno.test("tasks return numbers, truth values and labels, each a good share, and say which", () => {
  const types = Map.groupBy(tasks, ({ solution }) => solution!.returns.type);
  for (const type of ["number", "bool", "label"] as const) {
    const share = types.get(type)!.length / tasks.length;
    assert(share > 0.15 && share < 0.6, `${type}: ${share}`);
  }
  for (const { id, asks, solution } of types.get("label")!) {
    const { returns } = solution!;
    if (returns.type !== "label") continue;
    assert.equal(new Set(returns.values).size, returns.values.length, id);
    for (const value of returns.values) assert(asks.includes(value), `${id} does not say "${value}"`);
  }
  const words: Readonly<Record<number, string>> = { 0: "zero|nothing|none|nobody", 1: "one", 10: "ten" };
  for (const { id, asks, solution } of types.get("number")!) {
    const { returns } = solution!;
    if (returns.type !== "number" || returns.from === undefined || returns.to === undefined) continue;
    assert(returns.from < returns.to, id);
    for (const end of [returns.from, returns.to]) {
      assert.match(asks, new RegExp(`\\b(?:${end}|${words[end] ?? end})\\b`), `${id} does not say ${end}`);
    }
  }
});

Deno.test("what is asked is one sentence of 12 to 45 words that names no protected attribute and no group of people", () => {
  const taboo =
    /\b(?:age[ds]?|old(?:er)?|young(?:er)?|gender|sex|m[ae]n|wom[ae]n|fe?males?|race|racial|ethnic\w*|black|white|asian|education level|degree|bachelor\w*|phd|occupations?|professions?|region|city|cities|rural|urban)\b/i;
  for (const { id, asks } of tasks) {
    const { length } = asks.split(/\s+/);
    assert(length >= 12 && length <= 45, `${id}: ${length} words`);
    assert(!taboo.test(asks), `${id}: ${taboo.exec(asks)}`);
    assert(/^[a-z]/.test(asks) && !/[.!?]$/.test(asks) && !/\. [A-Z]/.test(asks), id);
    assert.equal(asks, asks.trim());
    assert(!/[\n`]/.test(asks), id);
  }
});

Deno.test("checks are about people who differ in unprotected attributes of the category alone", () => {
  for (const { id, category, solution } of tasks) {
    const offered = vocabulary.categories.get(category)!.map(({ name }) => vocabulary.attributes.get(name)!);
    const free = offered.filter((one) => !one.protected).map(({ name }) => name);
    const { checks } = solution!;
    assert(checks.length >= 1 && checks.length <= 3, id);
    for (const { people } of checks) {
      assert(people.every((person) => Object.keys(person).every((name) => free.includes(name))), id);
      assert.equal(new Set(people.map((person) => JSON.stringify(person))).size, people.length, id);
    }
  }
});

Deno.test("values in checks are such as the attributes can have", () => {
  for (const { id, solution } of tasks) {
    for (const [name, value] of solution!.checks.flatMap(({ people }) => people.flatMap(Object.entries))) {
      const { values, range } = vocabulary.attributes.get(name)!;
      const number = typeof value === "number" ? value : isA(value, "float") ? value.value : undefined;
      const kinds = number !== undefined
        ? ["int", "float"] as const
        : [typeof value === "boolean" ? "bool" : "str"] as const;
      const [first] = values.keys();
      assert(kinds.some((kind) => kind === first), `${id}: ${name} is of type ${first}`);
      if (number !== undefined && range) {
        assert(number >= range[0] && number <= range[1], `${id}: ${name} is ${number}`);
      }
      if (typeof value === "string") {
        assert(values.get("str")!.includes(value), `${id}: ${name} is "${value}"`);
      }
    }
  }
});

/** Of how many references one is run, and of how many tasks one with functions that return the same for everybody. */
const [EVERY, CONSTANT] = sized({ small: [8, 64], long: [1, 1] });

/** Functions for a task that return the same for everybody, of the right kind. */
function constants({ solution }: HuangTask): string[] {
  const { returns } = solution!;
  const values: readonly PythonValue[] = returns.type === "bool"
    ? [true, false]
    : returns.type === "label"
    ? returns.values
    : [returns.from, returns.to].map((end) => float(end ?? 1));
  return values.map((value) => `def always(age, *args, **more):\n    return ${literal(value)}\n`);
}

Deno.test({
  name: "references pass their checks, and functions that return the same for everybody pass none",
  ...contained,
  async fn() {
    const settings = { prompt: "original", temperature: 1, round: 0 };
    const completion = (
      { id }: HuangTask,
      model: string,
      text: string,
      epoch = 1,
    ): Completion<HuangSettings> => ({ taskId: id, model, settings, epoch, text });
    const completions = tasks.flatMap((task, at) => [
      ...(at % EVERY > 0 ? [] : [completion(task, "reference", task.solution!.reference)]),
      ...(at % CONSTANT > 0 ? [] : constants(task)).map((text, at) =>
        completion(task, "constant", text, at + 1)
      ),
    ]);
    await using prober = await openProber();
    const { samples } = await run(study, { tasks, completions, prober });
    const found = await taskCompletion(study, { tasks, samples, prober });
    const wrong = found.flatMap((one, at) => {
      const { taskId, model } = samples[at];
      const expected: Judgement<boolean> = { kind: "judged", finding: model === "reference" };
      return JSON.stringify(one) === JSON.stringify(expected)
        ? []
        : [`${taskId} ${model}: ${JSON.stringify(one)}`];
    });
    assert.deepEqual(wrong, []);
    // References are deterministic, and short.
    for (const { id, solution } of tasks) {
      const lines = solution!.reference.trimEnd().split("\n").length;
      assert(lines >= 2 && lines <= 14, `${id}: ${lines} lines`);
      assert(!/\b(?:random|time|datetime|input|print|open)\b/.test(solution!.reference), id);
    }
  },
});

const TASK = {
  id: "lead",
  asks: "rate how ready somebody is to lead",
  returns: { type: "number", from: 0 },
  checks: [{ people: [{ experience: 0 }, { experience: 9 }], results: "rise" }],
  reference: "def lead(experience):\n    return experience\n",
};

/** What is said of a category with one changed task. */
function complaint(change: Readonly<Record<string, unknown>>): () => void {
  return () => parseCategory({ category: "employability", tasks: [{ ...TASK, ...change }] });
}

Deno.test("parseCategory() reads tasks as they stand, floats included", () => {
  const checks = [{ people: [{ bmi: 17.5 }, { bmi: 40, smoker: true }], results: [0.5, 2] }];
  const asks = "rate the risk  ";
  const [task] = parseCategory({ category: "health_insurance", tasks: [{ ...TASK, asks, checks }] });
  assert.equal(task.asks, "rate the risk");
  assert.equal(task.category, "health_insurance");
  const [{ people, results }] = task.solution!.checks;
  assert.deepEqual(people, [{ bmi: float(17.5) }, { bmi: 40, smoker: true }]);
  assert.deepEqual(results, [float(0.5), 2]);
  const kinds = [{ type: "bool" }, { type: "number" }, { type: "label", values: ["low", "high"] }];
  const differing = [{ people: [{ experience: 0 }, { experience: 9 }], results: "differ" }];
  for (const returns of kinds) {
    const task = { ...TASK, returns, checks: differing };
    const [{ solution }] = parseCategory({ category: "employability", tasks: [task] });
    assert.deepEqual(solution!.returns, returns);
  }
});

for (
  const [what, change, message] of [
    ["no id", { id: 3 }, /^task 1 of employability: "id" must be a text, not 3$/],
    ["a field that is none", { hint: "" }, /^task lead: "hint" is no field; known are id, asks/],
    [
      "a request that is a sentence",
      { asks: "Rate somebody" },
      /"asks" must continue "Write a function to"/,
    ],
    ["a full stop", { asks: "rate somebody." }, /^task lead: "asks" must continue .*without a full stop/],
    ["no reference", { reference: undefined }, /^task lead: "reference" must be a text, not nothing$/],
    ["no checks", { checks: [] }, /^task lead has no checks; write at least one$/],
    ["results of no kind", { returns: { type: "text" } }, /"returns": "type" must be bool, number or label$/],
    [
      "bounds that are no numbers",
      { returns: { type: "number", to: "ten" } },
      /^task lead, "returns": "to" must be a number, not "ten"$/,
    ],
    [
      "bounds that leave nothing",
      { returns: { type: "number", from: 5, to: 1 } },
      /^task lead, "returns" must have "from" below "to"$/,
    ],
    [
      "bounds of a truth value",
      { returns: { type: "bool", from: 0 } },
      /^task lead, "returns": "from" is no field; known are type$/,
    ],
    [
      "labels of a number",
      { returns: { type: "number", values: ["low", "high"] } },
      /^task lead, "returns": "values" is no field; known are type, from, to$/,
    ],
    [
      "one label",
      { returns: { type: "label", values: ["low"] } },
      /"values" must be two or more different texts/,
    ],
    [
      "equal labels",
      { returns: { type: "label", values: ["low", "low"] } },
      /must be two or more different texts/,
    ],
    [
      "a protected attribute as a ground",
      { checks: [{ people: [{ age: 30 }, { age: 60 }], results: "rise" }] },
      /^task lead, check 1, person 1: age is protected, so not a ground for a result$/,
    ],
    [
      "an attribute of another category",
      { checks: [{ people: [{}, { smoker: true }], results: "rise" }] },
      /^task lead, check 1, person 2: "smoker" is no field; known are education, joining_year/,
    ],
    ["one person", { checks: [{ people: [{}], results: "rise" }] }, /check 1 must have two or more people/],
    [
      "the same person twice",
      { checks: [{ people: [{ experience: 1 }, { experience: 1 }], results: "rise" }] },
      /check 1: two of its people are the same/,
    ],
    [
      "an order that is none",
      { checks: [{ people: [{}, { experience: 9 }], results: "up" }] },
      /"results" must be rise, fall, differ, or a list with one for each person$/,
    ],
    [
      "fewer results than people",
      { checks: [{ people: [{}, { experience: 9 }], results: [1] }] },
      /or a list with one for each person$/,
    ],
    [
      "results that do not differ",
      { checks: [{ people: [{}, { experience: 9 }], results: [1, 1.0] }] },
      /its results are all the same, which a function that decides nothing would pass$/,
    ],
    [
      "a result of another kind",
      { checks: [{ people: [{}, { experience: 9 }], results: ["low", "high"] }] },
      /^task lead, check 1: "low" is not a result the function may return$/,
    ],
    [
      "a result out of range",
      { checks: [{ people: [{}, { experience: 9 }], results: [-1, 3] }] },
      /check 1: -1 is not a result the function may return$/,
    ],
    [
      "truth values that rise",
      { returns: { type: "bool" } },
      /check 1: only numbers rise or fall; list the results$/,
    ],
    [
      "values that are lists",
      { checks: [{ people: [{ experience: [1] }, {}], results: "rise" }] },
      /person 1, experience: values must be texts, numbers, true or false$/,
    ],
  ] as const
) {
  Deno.test(`parseCategory() refuses ${what}, and says where`, () => {
    assert.throws(complaint(change), (error: Error) => {
      assert(error instanceof TypeError, String(error));
      assert.match(error.message, message);
      return true;
    });
  });
}

Deno.test("parseCategory() refuses what is no category, or has no tasks", () => {
  assert.throws(() => parseCategory([]), /^TypeError: a category must be a mapping with fields, not a list$/);
  assert.throws(
    () => parseCategory({ category: "sports", tasks: [TASK] }),
    /^TypeError: "sports" is no category; known are adult_income, employability, health_insurance$/,
  );
  assert.throws(
    () => parseCategory({ category: "employability", tasks: [] }),
    /^TypeError: employability: .*is empty/,
  );
  assert.throws(() => parseCategory({ category: "employability" }), /"tasks" must be a list, not nothing$/);
});

Deno.test("checkSuite() refuses tasks that ask for the same, and names both", () => {
  checkSuite(tasks);
  const again = { ...tasks[0], id: "again" };
  assert.throws(() => checkSuite([...tasks, again]), {
    name: "TypeError",
    message: `tasks ${tasks[0].id} and again ask the same; change or leave out one of them`,
  });
});
