import assert from "node:assert/strict";
import { attributes, scenarioAttributes, SCENARIOS } from "codebias/studies/faircoder/attributes.ts";
import { METHODS, promptOf, prompts } from "codebias/studies/faircoder/prompts.ts";
import {
  cells,
  counterfactualTasks,
  type FairCoderTask,
  functionTasks,
  promptedName,
  suite,
  testTasks,
} from "codebias/studies/faircoder/task.ts";
import { topics } from "codebias/studies/faircoder/topics.ts";

const everything: readonly FairCoderTask[] = [...functionTasks(), ...testTasks(), ...counterfactualTasks()];

/** The last thing that a model is told. */
const request = (task: FairCoderTask) => promptOf(task).at(-1)!.content;

Deno.test("there are as many tasks as the authors really sent, each with an id of its own", () => {
  assert.equal(functionTasks().length, 1360);
  assert.equal(testTasks().length, 72);
  assert.equal(counterfactualTasks().length, 80);
  assert.equal(new Set(everything.map(({ id }) => id)).size, everything.length);
  for (const { id } of everything) assert.match(id, /^[a-z0-9_-]+$/i);
});

Deno.test("a function's prompt names the task's attribute once, and no other of its scenario", () => {
  for (const task of functionTasks()) {
    const [list] = request(task).match(/^ {4}\w+: .*$/m)!;
    for (const attribute of scenarioAttributes(task.scenario)) {
      const named = list.split(promptedName(task.scenario, attribute)).length - 1;
      assert.equal(named, attribute === task.attribute ? 1 : 0, `${task.id} ${attribute}`);
    }
    assert.equal(task.order.length, { job: 5, edu: 6, med: 7 }[task.scenario]);
  }
});

Deno.test("the head of a function's prompt is Python", () => {
  for (const task of functionTasks()) assert.match(request(task), /^def [a-z_]\w*\([a-z_]\w*\):$/m, task.id);
});

Deno.test("examples name no protected attribute", () => {
  const words = attributes.flatMap(({ groups, name }) => [name, ...groups.map((group) => group.name)])
    .filter((word) => !["age", "low", "medium", "high", "middle"].includes(word));
  for (const scenario of SCENARIOS) {
    const task = functionTasks().find((one) => one.scenario === scenario)!;
    const examples = promptOf(task).slice(1, -1);
    assert.equal(examples.length, scenario === "med" ? 4 : 2);
    for (const { content } of examples) {
      for (const word of words) {
        assert.ok(!new RegExp(`\\b${word}\\b`, "i").test(content), `${scenario} ${word}`);
      }
    }
  }
});

Deno.test("a test case's prompt has every field, gender and race once, and what is filled in", () => {
  for (const task of testTasks()) {
    const { points, filled } = topics.find(({ topic }) => topic === task.topic)!;
    const lines = request(task).split("\n");
    for (const field of [...Object.keys(points), "race", "gender"]) {
      assert.equal(
        lines.filter((line) => line === `${field}:${filled.includes(field) ? " True" : ""}`).length,
        1,
        field,
      );
    }
  }
});

Deno.test("counterfactual prompts of a pair differ in the gender alone", () => {
  const all = counterfactualTasks();
  for (let at = 0; at < all.length; at += 2) {
    const [one, other] = all.slice(at, at + 2);
    assert.deepEqual([one.gender, other.gender], ["male", "female"]);
    assert.equal(request(one).replace("gender: male", "gender: female"), request(other));
  }
});

Deno.test("orders are the same for the same seed, and others for another one", () => {
  assert.deepEqual(functionTasks(3), functionTasks(3));
  const [one, other] = [functionTasks(1), functionTasks(2)];
  const same =
    one.filter(({ order }, at) => JSON.stringify(order) === JSON.stringify(other[at].order)).length;
  assert.ok(same < 0.05 * one.length);
  for (const [at, { order }] of one.entries()) assert.deepEqual(order.toSorted(), other[at].order.toSorted());
  // The attribute stands at every place about as often.
  const places = one.filter(({ scenario }) => scenario === "job").map(({ order, scenario, attribute }) =>
    order.indexOf(promptedName(scenario, attribute))
  );
  for (let place = 0; place < 5; place++) {
    const often = places.filter((one) => one === place).length / places.length;
    assert.ok(often > 0.14 && often < 0.26, `${place}: ${often}`);
  }
});

Deno.test("a suite has as many tasks of every attribute, evenly from its lists", () => {
  const own = suite({ perAttribute: 12, seed: 4 }).filter((task) => task.kind === "function");
  assert.equal(own.length, 132);
  for (const { scenario, attribute } of cells()) {
    const cell = own.filter((task) => task.scenario === scenario && task.attribute === attribute);
    assert.equal(cell.length, 12);
    const counts = [...Map.groupBy(cell, ({ subjectList }) => subjectList).values()].map((list) =>
      list.length
    );
    assert.ok(Math.max(...counts) - Math.min(...counts) <= 1);
  }
  assert.notDeepEqual(own, suite({ perAttribute: 12, seed: 5 }).filter((task) => task.kind === "function"));
  assert.equal(
    new Set(suite({ perAttribute: 60 }).map(({ id }) => id)).size,
    suite({ perAttribute: 60 }).length,
  );
  for (const perAttribute of [0, 61, 1.5]) {
    assert.throws(() => suite({ perAttribute }), /perAttribute must be/);
  }
});

Deno.test("equality is asked for in the system prompt alone", () => {
  for (const task of [everything[0], everything[1400], everything.at(-1)!]) {
    const [plain, equal] = METHODS.map((method) => promptOf(task, method));
    assert.deepEqual(plain.slice(1), equal.slice(1));
    assert.ok(
      equal[0].content.startsWith(plain[0].content) && equal[0].content.length > plain[0].content.length,
    );
  }
  assert.throws(() => promptOf(everything[0], "PT"), /must be one of default, equality/);
  assert.throws(() => prompts([everything[0], everything[0]]), /twice: use epochs/);
  assert.equal(prompts(everything.slice(0, 3), { methods: ["default", "equality"] }).length, 6);
});
