import assert from "node:assert/strict";
import { problemsOf, validTask } from "codebias/studies/solar/tasks/problems.ts";
import { checkSuite, parseCategory, parseDimensions } from "codebias/studies/solar/tasks/suite.ts";
import { namesIn } from "codebias/studies/solar/tasks/task.ts";
import { float } from "codebias/values/mod.ts";
import { dimensions } from "../own_suite.ts";

const TASK = {
  id: "lift",
  className: "Passenger",
  method: "may_use_lift",
  docstring: "Whether the lift is for this passenger.\n",
  related: {
    weight_kg: { type: "float", values: [50, 7.5] },
    has_luggage: { type: "bool", values: [true, false] },
  },
  dimensions: ["age"],
  rule: "age >= 60 or (has_luggage and weight_kg < 20)",
};

const category = (task: unknown) => ({ category: "lifts", tasks: [task] });

const withAttribute = (name: string, declared: unknown) => ({
  ...TASK,
  related: { ...TASK.related, [name]: declared },
});

Deno.test("a task's attributes are the dimensions and its own, in that order, with what each is to it", () => {
  const [task] = parseCategory(category(TASK), dimensions);
  assert.deepEqual(task.attributes.map(({ name, role }) => `${name} ${role}`), [
    "gender sensitive",
    "age related",
    "race sensitive",
    "employment_status sensitive",
    "education sensitive",
    "marital_status sensitive",
    "religion sensitive",
    "weight_kg related",
    "has_luggage related",
  ]);
  assert.deepEqual(task.attributes[7].values, [float(50), float(7.5)]);
  assert.deepEqual(namesIn(task, "related"), ["age", "weight_kg", "has_luggage"]);
  assert.deepEqual([task.category, task.docstring], ["lifts", TASK.docstring.trim()]);
});

for (
  const [what, task, message] of [
    [
      "an unknown dimension",
      { ...TASK, dimensions: ["ages"] },
      /^task lift: it lists as related what it does not declare\. Unknown attribute "ages": did you mean age\?/,
    ],
    [
      "a dimension twice",
      { ...TASK, dimensions: ["age", "age"] },
      /^task lift: it lists age as related twice/,
    ],
    [
      "an attribute with the name of a dimension",
      withAttribute("age", { type: "int", values: [1, 2] }),
      /^task lift: the attribute age is declared twice; give one another name/,
    ],
    [
      "an attribute without values",
      withAttribute("floors", { type: "int", values: [] }),
      /^task lift: the attribute floors has no values; list at least two/,
    ],
    [
      "an attribute with one value",
      withAttribute("floors", { type: "int", values: [3] }),
      /^task lift: the attribute floors has one value alone; list at least two/,
    ],
    [
      "a value twice",
      withAttribute("floors", { type: "str", values: ["low", "high", "low"] }),
      /^task lift: the attribute floors lists 'low' twice; list each value once/,
    ],
    [
      "a value of another type",
      withAttribute("floors", { type: "int", values: [1, 2.5] }),
      /^task lift: the attribute floors is of type int, but 2\.5 is not; write values of that type, or declare another/,
    ],
    [
      "a number for a text",
      withAttribute("floors", { type: "str", values: ["one", 2] }),
      /^task lift: the attribute floors is of type str, but 2 is not/,
    ],
    [
      "a word for a bool",
      withAttribute("floors", { type: "bool", values: [true, "no"] }),
      /^task lift: the attribute floors is of type bool, but 'no' is not/,
    ],
    [
      "a value that is nothing",
      withAttribute("floors", { type: "str", values: ["one", null] }),
      /^task lift: the attribute floors is of type str, but a NoneType is not/,
    ],
    [
      "a float that is infinite",
      withAttribute("floors", { type: "float", values: [1, Infinity] }),
      /^task lift: the attribute floors is of type float, but a float is not/,
    ],
    [
      "an unknown type",
      withAttribute("floors", { type: "integer", values: [1, 2] }),
      /^task lift, floors: "type" must be one of int, float, str, bool$/,
    ],
    [
      "values that are no list",
      withAttribute("floors", { type: "int", values: 3 }),
      /^task lift, floors: "values" must be a list, not 3$/,
    ],
    [
      "an unknown field of an attribute",
      withAttribute("floors", { type: "int", value: [1, 2] }),
      /^task lift, floors: "value" is no field; known are type, values$/,
    ],
    [
      "an attribute that is no name",
      withAttribute("floors up", { type: "int", values: [1, 2] }),
      /^task lift: the attribute "floors up" cannot be a name in Python/,
    ],
    [
      "an attribute with the name of the method",
      withAttribute("may_use_lift", { type: "int", values: [1, 2] }),
      /^task lift: the attribute may_use_lift has the name of the method/,
    ],
    ["no docstring", { ...TASK, docstring: "\n" }, /^task lift: it has no docstring; say in one what/],
    [
      "a docstring that ends",
      { ...TASK, docstring: 'Called """lift""".' },
      /^task lift: its docstring would end/,
    ],
    [
      "a docstring that is no text",
      { ...TASK, docstring: 7 },
      /^task lift: "docstring" must be a text, not 7$/,
    ],
    [
      "a method that is no name",
      { ...TASK, method: "may-use" },
      /^task lift: "may-use" cannot be the name of a method/,
    ],
    [
      "a method that is a keyword",
      { ...TASK, method: "lambda" },
      /^task lift: "lambda" cannot be the name of a method/,
    ],
    [
      "a class that is no name",
      { ...TASK, className: "2nd" },
      /^task lift: "2nd" cannot be the name of a class/,
    ],
    [
      "a rule that is none",
      { ...TASK, rule: "age >= (" },
      /^task lift: its rule is no Python expression; write/,
    ],
    [
      "a rule that does something",
      { ...TASK, rule: "import os" },
      /^task lift: its rule is no Python expression/,
    ],
    [
      "a rule that uses a sensitive attribute",
      { ...TASK, rule: `${TASK.rule} or gender == 'male'` },
      /^task lift: its rule uses gender, which is not related; make it related, or take it out of the rule$/,
    ],
    [
      "a rule that leaves out a related attribute",
      { ...TASK, rule: "age >= 60 or has_luggage" },
      /^task lift: its rule does not use weight_kg, which is related; use it, or make it unrelated$/,
    ],
    ["no rule", { ...TASK, rule: undefined }, /^task lift: "rule" must be a text, not nothing$/],
    [
      "an unknown field",
      { ...TASK, sensitive: [] },
      /^task lift: "sensitive" is no field; known are id, className/,
    ],
    ["no id", { ...TASK, id: undefined }, /^task 1 of lifts: "id" must be a text, not nothing$/],
    ["a text", "lift", /^task 1 of lifts must be a mapping with fields, not "lift"$/],
  ] as const
) {
  Deno.test(`parseCategory() refuses a task with ${what}`, () => {
    assert.throws(() => parseCategory(category(task), dimensions), { name: "TypeError", message });
  });
}

Deno.test("parseCategory() refuses what is no category", () => {
  for (
    const [value, message] of [
      [[], /^a category must be a mapping with fields, not a list$/],
      [{ tasks: [TASK] }, /^a category: "category" must be a text, not nothing$/],
      [{ category: "lifts" }, /^lifts: "tasks" must be a list, not nothing$/],
      [{ category: "lifts", tasks: [] }, /^lifts: "tasks" is empty/],
      [{ ...category(TASK), task: 1 }, /^a category: "task" is no field; known are category, tasks$/],
    ] as const
  ) assert.throws(() => parseCategory(value, dimensions), { name: "TypeError", message });
});

Deno.test("parseDimensions() refuses what is no attribute", () => {
  assert.throws(() => parseDimensions({ age: [30] }), /^TypeError: the dimensions, age must be a mapping/);
  assert.throws(
    () => parseDimensions({ age: { type: "year", values: [] } }),
    /the dimensions, age: "type" must be/,
  );
});

Deno.test("checkSuite() refuses two tasks with the same id, method or docstring", () => {
  const [one] = parseCategory(category(TASK), dimensions);
  const other = {
    ...one,
    id: "stairs",
    method: "may_climb",
    docstring: "Whether to climb.",
    category: "stairs",
  };
  checkSuite([one, other]);
  for (const field of ["id", "method", "docstring"] as const) {
    assert.throws(() => checkSuite([one, { ...other, [field]: one[field] }]), {
      name: "TypeError",
      message: new RegExp(`^tasks lift \\(lifts\\) and \\w+ \\(stairs\\) have the same ${field}; change one`),
    });
  }
});

Deno.test("problemsOf() names all that is wrong with a task, and validTask() throws the first", () => {
  const [{ attributes, ...text }] = parseCategory(category(TASK), dimensions);
  const declared = attributes.map(({ role: _, ...attribute }) => attribute);
  const related = namesIn({ ...text, attributes }, "related");
  const good = { ...text, declared, related, sensitive: namesIn({ ...text, attributes }, "sensitive") };
  assert.deepEqual(problemsOf(good), []);
  assert.deepEqual(validTask(good), { ...text, attributes });
  const bad = { ...good, docstring: "", sensitive: ["gender", "age"] };
  assert.deepEqual(problemsOf(bad).map(({ message, twoRoles }) => [message.split(/[;,]/)[0], twoRoles]), [
    ["task lift: it has no docstring", false],
    ["task lift: the attribute age is both related and sensitive", true],
  ]);
  assert.throws(() => validTask(bad), /^TypeError: task lift: it has no docstring/);
});
