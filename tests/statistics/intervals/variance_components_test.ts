import assert from "node:assert/strict";
import fc from "fast-check";
import type { NestedValue } from "codebias/statistics/intervals/variance_components.ts";
import { varianceComponents } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/variance_components.json" with { type: "json" };
import { agrees, near } from "../agrees.ts";

const row = (task: string | number, generation: number, rerun: number, value: number): NestedValue => ({
  task,
  generation,
  rerun,
  value,
});

const nested = fc.array(
  fc.array(fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  }),
  { minLength: 2, maxLength: 6 },
).map((tasks) =>
  tasks.flatMap((generations, task) =>
    generations.flatMap((values, generation) =>
      values.map((value, rerun) => row(`task/${task}`, generation, rerun, value))
    )
  )
).filter((rows) => new Set(rows.map(({ value }) => value)).size > 3);

/** Fails unless a computed value agrees, null with null. */
function same(actual: number | null, expected: number | null, what: string): void {
  if (actual === null || expected === null) assert.equal(actual, expected, what);
  else agrees(actual, expected, what, 1e-12);
}

for (const [kind, count] of [["balanced", 25], ["unbalanced", 24]] as const) {
  Deno.test(`varianceComponents() of ${kind} data agree with the reference`, () => {
    const cases = oracle[kind];
    assert.equal(cases.length, count);
    for (const { rows, df, meanSquares, variances, negative, intraclassCorrelation } of cases) {
      const ours = varianceComponents(
        rows.map(([task, generation, rerun, value]) => row(task!, generation!, rerun!, value!)),
      );
      for (const [at, component] of ours.components.entries()) {
        const { level } = component;
        assert.equal(component.df, df[at]);
        same(component.meanSquare, meanSquares[at], `mean square of ${level}`);
        same(component.variance, variances[at], `variance of ${level}`);
        assert.equal(component.negative, negative[at]);
      }
      same(ours.intraclassCorrelation, intraclassCorrelation, "intraclass correlation");
      assert.equal(ours.n, rows.length);
    }
    assert(cases.some(({ negative }) => negative.some(Boolean)));
  });
}

Deno.test("varianceComponents() have shares that add up to 1, and do not depend on the order of rows", () => {
  fc.assert(fc.property(nested, (rows) => {
    const one = varianceComponents(rows);
    near(one.components.reduce((sum, { share }) => sum + (share ?? 0), 0), 1, 1e-12);
    assert(one.components.every(({ variance }) => variance === null || variance >= 0));
    const other = varianceComponents([...rows].sort((a, b) => a.value - b.value));
    for (const [at, { variance }] of other.components.entries()) {
      near(variance ?? -1, one.components[at].variance ?? -1, 1e-8);
    }
  }));
});

Deno.test("varianceComponents() ignore what is added to all values, and grow with the square of their unit", () => {
  fc.assert(fc.property(nested, fc.integer({ min: -9, max: 9 }), (rows, by) => {
    const one = varianceComponents(rows);
    const other = varianceComponents(rows.map((row) => ({ ...row, value: 2 * row.value + by })));
    for (const [at, { variance }] of other.components.entries()) {
      near(variance ?? -4, 4 * (one.components[at].variance ?? -1), 1e-8);
    }
  }));
});

Deno.test("varianceComponents() find nothing between reruns that always agree", () => {
  const rows = [0.1, 0.7, 0.3, 0.2, 0.9, 0.9].flatMap((value, at) =>
    [1, 2, 3].map((rerun) => row(Math.floor(at / 2), at % 2, rerun, value))
  );
  const [, generation, rerun] = varianceComponents(rows).components;
  assert.equal(rerun.variance, 0);
  assert.equal(rerun.negative, false);
  assert(generation.variance! > 0);
});

Deno.test("varianceComponents() say which component is missing, and where its variance went", () => {
  const missing = (rows: NestedValue[]) => {
    const { components, notes, intraclassCorrelation } = varianceComponents(rows);
    return { variances: components.map(({ variance }) => variance), notes, intraclassCorrelation };
  };
  const noReruns = missing([row(1, 1, 1, 2), row(1, 2, 1, 4), row(2, 1, 1, 9), row(2, 2, 1, 9)]);
  assert.equal(noReruns.variances[2], null);
  assert(noReruns.intraclassCorrelation !== null);
  assert.match(
    noReruns.notes.join(),
    /variance of rerun is missing: no generation has a second run, so that/,
  );
  const noGenerations = missing([row(1, 1, 1, 2), row(1, 1, 2, 4), row(2, 1, 1, 9), row(2, 1, 2, 9)]);
  assert.equal(noGenerations.variances[1], null);
  assert.equal(noGenerations.intraclassCorrelation, null);
  assert.match(
    noGenerations.notes.join(),
    /variance of generation is missing: no task has a second generation/,
  );
  const oneTask = missing([row(1, 1, 1, 2), row(1, 1, 2, 4), row(1, 2, 1, 9), row(1, 2, 2, 9)]);
  assert.equal(oneTask.variances[0], null);
  assert.equal(oneTask.intraclassCorrelation, null);
  assert.match(oneTask.notes.join(), /variance of task is missing: there is only one task/);
  const onlyTasks = missing([row(1, 1, 1, 2), row(2, 1, 1, 4), row(3, 1, 1, 9)]);
  assert.deepEqual(onlyTasks.variances, [13, null, null]);
  assert.equal(onlyTasks.notes.length, 2);
});

Deno.test("varianceComponents() set to 0 what comes out below, and say so", () => {
  const { components: [task], notes, intraclassCorrelation } = varianceComponents([
    row("s", 1, 1, 0),
    row("s", 2, 1, 10),
    row("t", 1, 1, 1),
    row("t", 2, 1, 9),
  ]);
  assert.deepEqual([task.variance, task.negative, intraclassCorrelation], [0, true, 0]);
  assert(notes.includes("The variance of task was estimated below 0 and set to 0."));
});

Deno.test("varianceComponents() keep generations of two tasks apart, and tasks 1 and '1'", () => {
  const rows = [row(1, 1, 1, 2), row(1, 2, 1, 4), row("1", 1, 1, 9), row("1", 2, 1, 9)];
  const { tasks, generations } = varianceComponents(rows);
  assert.deepEqual([tasks, generations], [2, 4]);
});

Deno.test("varianceComponents() refuse what they cannot divide, and say why", () => {
  const refused = (rows: NestedValue[], message: RegExp) =>
    assert.throws(() => varianceComponents(rows), { name: "RangeError", message });
  refused([], /the sample has 0 values, at least 2 are needed/);
  refused([row(1, 1, 1, 2)], /the sample has 1 value, at least 2/);
  refused([row(1, 1, 1, 2), row(1, 2, 1, NaN)], /value 2 of the sample is NaN/);
  refused([row(1, 1, 1, 2), row(2, 1, 1, 2)], /Cannot divide the variance: there is none, all values are 2/);
  refused([row(1, 1, 1, 2), row(1, 1, 1, 3)], /two values apart: task 1, generation 1, rerun 1 comes twice/);
  const unnamed = [{ task: 1, generation: 1, value: 2 }, { task: 1, generation: 1, value: 3 }];
  refused(unnamed, /task 1, generation 1, rerun \(none given\) comes twice/);
  refused([row(1, 1, 1, 1e200), row(1, 2, 1, -1e200)], /the values are too large/);
});
