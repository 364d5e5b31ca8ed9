import assert from "node:assert/strict";
import { faircoder } from "codebias/studies/faircoder/faircoder.ts";
import {
  cells,
  counterfactualTasks,
  type FairCoderTask,
  promptedName,
  testTasks,
} from "codebias/studies/faircoder/tasks/task.ts";

const everything: readonly FairCoderTask[] = [
  ...faircoder.functionTasks(),
  ...testTasks(),
  ...counterfactualTasks(),
];

Deno.test("there are as many tasks as the authors really sent, each with an id of its own", () => {
  assert.equal(faircoder.functionTasks().length, 1360);
  assert.equal(testTasks().length, 72);
  assert.equal(counterfactualTasks().length, 80);
  assert.equal(new Set(everything.map(({ id }) => id)).size, everything.length);
  for (const { id } of everything) assert.match(id, /^[a-z0-9_-]+$/i);
});

Deno.test("orders are the same for the same seed, and others for another one", () => {
  assert.deepEqual(faircoder.functionTasks(3), faircoder.functionTasks(3));
  const [one, other] = [faircoder.functionTasks(1), faircoder.functionTasks(2)];
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

Deno.test("the first tasks of a suite are of all kinds, and its order is that of its seed", () => {
  const first = faircoder.suite({ perAttribute: 12 }).slice(0, 30);
  const kinds = Map.groupBy(first, ({ kind }) => kind);
  for (const kind of ["function", "test", "counterfactual"] as const) assert.ok(kinds.get(kind)!.length >= 6);
  assert.deepEqual(faircoder.suite({ seed: 2 }), faircoder.suite({ seed: 2 }));
});

Deno.test("a suite has as many tasks of every attribute, evenly from its lists", () => {
  const own = faircoder.suite({ perAttribute: 12, seed: 4 }).filter((task) => task.kind === "function");
  assert.equal(own.length, 132);
  for (const { scenario, attribute } of cells()) {
    const cell = own.filter((task) => task.scenario === scenario && task.attribute === attribute);
    assert.equal(cell.length, 12);
    const counts = [...Map.groupBy(cell, ({ subjectList }) => subjectList).values()].map((list) =>
      list.length
    );
    assert.ok(Math.max(...counts) - Math.min(...counts) <= 1);
  }
  assert.notDeepEqual(
    own,
    faircoder.suite({ perAttribute: 12, seed: 5 }).filter((task) => task.kind === "function"),
  );
  assert.equal(
    new Set(faircoder.suite({ perAttribute: 60 }).map(({ id }) => id)).size,
    faircoder.suite({ perAttribute: 60 }).length,
  );
  for (const perAttribute of [0, 61, 1.5]) {
    assert.throws(
      () => faircoder.suite({ perAttribute }),
      /as perAttribute says: it must be an integer from 1 to 60/,
    );
  }
});
