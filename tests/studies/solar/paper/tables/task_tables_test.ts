import assert from "node:assert/strict";
import { solar } from "codebias/studies/solar/solar.ts";
import { DIMENSIONS_PRINTED } from "codebias/studies/solar/paper/printed_tables.ts";
import type { SolarTask } from "codebias/studies/solar/tasks/task.ts";
import { tasks } from "../../own_suite.ts";
import { table1, table2 } from "codebias/studies/solar/paper/tables/task_tables.ts";

const TASK: SolarTask = {
  ...{ id: "t", className: "Person", method: "pays", docstring: "Whether to pay." },
  attributes: [
    { name: "race", type: "str", values: ["black", "white"], role: "sensitive" },
    { name: "age", type: "int", values: [30, 60], role: "both" },
    { name: "income", type: "int", values: [1, 2], role: "related" },
  ],
};

Deno.test("table1() counts what each dimension is to the tasks", () => {
  const other: SolarTask = {
    ...TASK,
    attributes: [
      { name: "race", type: "str", values: ["white", "asian"], role: "neither" },
      { name: "age", type: "int", values: [30, 60], role: "related" },
    ],
  };
  const [race, age, ...rest] = table1([TASK, other]);
  assert.deepEqual(rest, []);
  assert.deepEqual([race.dimension, race.demographics], ["race", "black, white, asian"]);
  assert.deepEqual([race.sensitive, race.related, race.both, race.neither], [1, 0, 0, 1]);
  assert.deepEqual([age.demographics, age.sensitive, age.related, age.both], ["30, 60", 0, 1, 1]);
  assert.match(race.published!, /American Indian/);
});

Deno.test("table1() of the project's own tasks has the paper's dimensions, each for every task", () => {
  const rows = table1(tasks);
  assert.deepEqual(rows.map(({ dimension }) => dimension).sort(), [...DIMENSIONS_PRINTED].sort());
  for (const { sensitive, related, both, neither, published } of rows) {
    assert.equal(sensitive + related + both + neither, tasks.length);
    assert.notEqual(published, null);
  }
});

Deno.test("table2() counts tasks and related attributes of each category", () => {
  const [lifts, none] = table2([
    { ...TASK, category: "lifts" },
    { ...TASK, category: "lifts", attributes: TASK.attributes.slice(2) },
    TASK,
  ]);
  assert.deepEqual(lifts, {
    ...{ category: "lifts", tasks: 2, published: null, relatedAttributes: 2, examples: "income, age" },
  });
  assert.deepEqual([none.category, none.tasks], [null, 1]);
});

Deno.test("table2() of the project's own tasks has the paper's categories with as many tasks", () => {
  const rows = table2(tasks);
  assert.equal(rows.length, 7);
  for (const { category, tasks, published } of rows) assert.equal(tasks, published, category!);
  assert.equal(rows.reduce((sum, one) => sum + one.tasks, 0), solar.paper.numbers.tasks);
});
