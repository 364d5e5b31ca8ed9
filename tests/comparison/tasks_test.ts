import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { compare, notes } from "codebias";
import type { CompareOptions } from "codebias/comparison/compare.ts";
import { normalQuantile } from "codebias/statistics/distributions/normal.ts";
import { mannWhitney, welchT } from "codebias/statistics/mod.ts";
import { integers } from "codebias/statistics/random.ts";
import { rowsOf } from "./rows.ts";

const [TASKS, EPOCHS] = [12, 4];
const AT = Array.from({ length: 2 * TASKS * EPOCHS }, (_, at) => at);
const LEVEL = AT.map((at) => at % 2);
const TASK = AT.map((at) => Math.floor(at / 2) % TASKS);
/** Tasks differ much more than levels. */
const POINTS = AT.map((at) => 10 * TASK[at] + LEVEL[at] + (7 * at) % 5);

/** Two levels of twelve tasks with four rows each, and more columns. */
function samples(more: Readonly<Record<string, readonly unknown[]>> = {}): pl.DataFrame {
  return pl.DataFrame({ level: LEVEL, points: POINTS, ...more } as Record<string, unknown[]>);
}

function compared(frame: pl.DataFrame, options: Partial<CompareOptions> = {}) {
  return rowsOf(compare(frame, { across: "level", metric: "points", ...options }));
}

const NAMED = TASK.map((task) => `t${task}`);
const SENTENCES = TASK.map((task) => `Which of the ${task + 2} applicants is hired?`);

const TASKS_BY_ANY_NAME: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  taskId: { taskId: NAMED },
  task_id: { task_id: TASK },
  "Task ID": { "Task ID": NAMED },
  task: { id: AT.map((at) => `row ${at}`), task: NAMED },
  TASK: { TASK: TASK },
  question: { language: AT.map((at) => `l${at % 6}`), question: SENTENCES },
  questionId: { questionId: TASK },
  prompt: { prompt: SENTENCES },
  promptId: { "promptId": NAMED },
  taskId_: { prompt: AT.map((at) => `method ${at % 3}`), "taskId_": NAMED },
  scenario: { scenario: NAMED },
  Question: { taskId: AT.map((at) => [at]), Question: SENTENCES },
  "what was asked": {
    "what was asked": SENTENCES,
    model: AT.map(() => "a"),
    gender: AT.map((at) => `${at % 4}`),
  },
};

for (const [name, columns] of Object.entries(TASKS_BY_ANY_NAME)) {
  Deno.test(`compare() clusters by ${name} where nothing says how rows hang together, and says so`, () => {
    const [row] = compared(samples(columns));
    const [asked] = compared(samples(columns), { cluster: name });
    assert.equal(row.test, "welch, clustered");
    assert.equal(row.clusters, TASKS);
    assert.match(
      String(row.remark),
      new RegExp(`^rows with the same ${name} are taken as dependent.*--independent`),
    );
    assert.deepEqual({ ...row, remark: null }, { ...asked, remark: null });
  });
}

const INDEPENDENT: Readonly<
  Record<string, readonly [Readonly<Record<string, readonly unknown[]>>, Partial<CompareOptions>?]>
> = {
  "there is no such column": [{}],
  "it is said": [{ taskId: NAMED }, { independent: true }],
  "each row has a task of its own": [{ taskId: AT }],
  "each row has a text of its own": [{ answer: AT.map((at) => `answer ${at}`) }],
  "there is one task": [{ taskId: AT.map(() => "t") }],
  "a text is a category": [{ language: AT.map((at) => `${at % 4}`) }],
  "most rows of a text are alone": [{ answer: AT.map((at) => at < 20 ? "def f(): pass" : `answer ${at}`) }],
  "no row has a task": [{ task: AT.map(() => null) }],
  "it is a list": [{ task: AT.map((at) => [at % 3]) }],
};

for (const [why, [columns, options]] of Object.entries(INDEPENDENT)) {
  Deno.test(`compare() takes rows as independent where ${why}`, () => {
    const [row] = compared(samples(columns), options);
    const [a, b] = [0, 1].map((level) => POINTS.filter((_, at) => LEVEL[at] === level));
    const { p, low, high } = welchT(a, b);
    assert.deepEqual([row.test, row.p, row.low, row.high, row.remark], ["welch", p, low, high, null]);
  });
}

Deno.test("compare() takes a row without a task as one of its own", () => {
  const withGaps = AT.map((at) => at < 3 ? null : NAMED[at]);
  const [row] = compared(samples({ taskId: withGaps }));
  assert.equal(row.clusters, TASKS + 3);
});

Deno.test("compare() does not cluster by a column that tells levels, groups or the metric apart", () => {
  const frame = samples({ task: NAMED });
  assert.deepEqual(
    rowsOf(compare(frame, { across: "level", metric: "points", within: "task" })).map(({ test }) => test),
    Array(TASKS).fill("welch"),
  );
});

Deno.test("compare() clusters within groups, too", () => {
  const frame = samples({ task: NAMED, model: AT.map((at) => at % 4 < 2 ? "a" : "b") });
  const rows = compared(frame, { within: "model" });
  const asked = compared(frame, { within: "model", cluster: "task" });
  assert.deepEqual(rows.map(({ p, low }) => [p, low]), asked.map(({ p, low }) => [p, low]));
});

Deno.test("compare() computes a test that is named as named, and warns once that tasks repeat", () => {
  const frame = samples({ taskId: NAMED, model: AT.map((at) => at % 4 < 2 ? "a" : "b") });
  const [a, b] = [0, 1].map((level) => POINTS.filter((_, at) => LEVEL[at] === level));
  const expected = { welch: welchT(a, b).p, "mann-whitney": mannWhitney(a, b).p } as const;
  for (const [test, p] of Object.entries(expected)) {
    const named = compare(frame, { across: "level", metric: "points", test: test as "welch" });
    const [row] = rowsOf(named);
    assert.deepEqual([row.test, row.p], [test, p]);
    assert.match(String(row.assumption), /^rows with the same taskId are hardly independent, as the test/);
    const [silent] = compared(frame, { test: test as "welch", independent: true });
    assert.doesNotMatch(String(silent.assumption), /taskId/);
  }
  const within = compare(frame, { across: "level", metric: "points", within: "model", test: "permutation" });
  assert.equal(notes(within).filter((note) => note.includes("taskId")).length, 1);
});

Deno.test("compare() refuses rows that are independent and are not", () => {
  const frame = samples({ taskId: NAMED });
  for (
    const [name, options] of Object.entries({
      pairedBy: { pairedBy: "taskId" },
      cluster: { cluster: "taskId" },
    })
  ) {
    assert.throws(
      () => compared(frame, { ...options, independent: true }),
      new RegExp(`RangeError: Cannot take rows as independent that "taskId" holds together.*${name}`),
    );
  }
  assert.throws(() => compared(frame, { independent: "yes" as unknown as true }), /it must be true or false/);
});

/** Levels with tasks of their own: how many, and how many of these are true throughout. */
function apart(counts: Readonly<Record<string, readonly [tasks: number, biased: number]>>): pl.DataFrame {
  const rows = Object.entries(counts).flatMap(([suite, [tasks, biased]]) =>
    Array.from(
      { length: tasks },
      (_, task) =>
        Array.from({ length: 5 }, () => ({ suite, taskId: `${suite} ${task}`, biased: task < biased })),
    ).flat()
  );
  return pl.DataFrame(rows);
}
const between = (samples: pl.DataFrame, options: Partial<CompareOptions> = {}) =>
  compare(samples, { across: "suite", metric: "biased", ...options }).toRecords()[0];

Deno.test("compare() does not take a few tasks to be sure because many others vary little", () => {
  const row = between(apart({ own: [8, 0], they: [200, 20] }));
  assert.equal(row.test, "score, clustered");
  assert(Number(row.p) > 0.2, `p ${row.p}`);
  assert(Number(row.low) < -0.2 && Number(row.high) > 0.1, `${row.low} to ${row.high}`);
  assert.equal(row.clusters, 208);
});

Deno.test("compare() does not take a few tasks whose numbers are all 0 to be sure of it", () => {
  const spread = pl.DataFrame(
    apart({ own: [5, 0], they: [200, 20] }).toRecords().map((row) => ({
      ...row,
      biased: row.biased ? 0.7 : 0,
    })),
  );
  const row = between(spread);
  assert.deepEqual([row.test, row.df], ["welch, clustered", 4]);
  assert(Number(row.p) > 0.2 && Number(row.low) < 0, `p ${row.p}, from ${row.low}`);
  assert.match(String(row.assumption), /5 clusters at a level are few: .* all values of a level are 0: its/);
});

Deno.test("compare() finds about as much of numbers whether a little less or more than half of the tasks are shared", () => {
  const draw = integers("numbers of shared tasks", 5);
  const rows = Array.from({ length: 11 }, (_, task) => {
    const middle = draw(0, 99);
    return ["few", "many"].flatMap((suite) =>
      [1, 2, 3].map(() => ({ suite, taskId: `${task}`, biased: middle + draw(0, 9) }))
    );
  }).flat().filter(({ suite, taskId }) => suite === "many" || Number(taskId) < 5);
  const width = (tasks: number) => {
    const { low, high } = between(pl.DataFrame(rows.filter(({ taskId }) => Number(taskId) < tasks)));
    return Number(high) - Number(low);
  };
  const [half, less] = [10, 11].map(width);
  assert(less < 1.5 * half, `${less} where 5 of 11 tasks are shared, ${half} of 10`);
});

Deno.test("compare() seldom finds a difference of numbers that is none where one level has few tasks, or one large one", () => {
  const draw = integers("numbers of different tasks", 41);
  const normal = () => normalQuantile((draw(0, 999_999) + 0.5) / 1_000_000);
  const answers = (suite: string, tasks: number) =>
    Array.from({ length: tasks }, (_, task) => {
      const middle = normal();
      const epochs = task === 0 ? 40 : 3;
      return Array.from(
        { length: epochs },
        () => ({ suite, taskId: `${suite} ${task}`, biased: middle + normal() }),
      );
    }).flat();
  const RUNS = 300;
  const found = Array.from({ length: RUNS }, () => {
    const { test, p } = between(pl.DataFrame([...answers("own", 5), ...answers("they", 60)]));
    assert.equal(test, "welch, clustered");
    return Number(p) < 0.05;
  });
  // Where p is right, at most 26 are in 998 of 1,000 such sets; with an error over all tasks together there were 140.
  assert(found.filter((one) => one).length <= 26, `${found.filter((one) => one).length} of ${RUNS}`);
});

Deno.test("compare() finds what levels with different tasks differ in, with as few as five tasks each", () => {
  const row = between(apart({ own: [5, 0], they: [5, 5] }));
  assert(Number(row.p) < 0.05 && Number(row.low) > 0);
  assert.equal(row.df, 4);
});

Deno.test("compare() does not test one task against many", () => {
  const samples = apart({ more: [9, 3], one: [1, 1], they: [9, 4] });
  const rows = compare(samples, { across: "suite", metric: "biased" }).toRecords();
  assert.deepEqual(rows.map(({ p }) => p === null), [true, false, true]);
  assert.match(String(rows[0].remark), /there is 1, at least 2 are needed/);
});

Deno.test("compare() takes levels that share most of their tasks as it did", () => {
  const tasks = Array.from({ length: 12 }, (_, at) => `${at}`);
  const samples = pl.DataFrame(
    ["a", "b"].flatMap((suite, level) =>
      tasks.slice(level * 3).flatMap((taskId, at) =>
        [0, 1].map((epoch) => ({
          ...{ suite, taskId },
          biased: (at * 7 + epoch + level) % 3 === 0,
        }))
      )
    ),
  );
  assert.equal(between(samples).test, "welch, clustered");
});

Deno.test("compare() widens the interval where a level lacks some tasks of the other", () => {
  const rows = [0, 1].flatMap((suite) =>
    Array.from(
      { length: suite === 0 ? 16 : 8 },
      (_, task) =>
        [0, 1, 2].map((epoch) => ({ suite, task: `${task}`, biased: (task * 5 + epoch + suite) % 7 < 3 })),
    ).flat()
  );
  const [usual, welch] = [{}, { test: "welch", cluster: "task" } as const].map((options) =>
    between(pl.DataFrame(rows), options)
  );
  assert.equal(usual.test, "welch, clustered");
  assert.equal(usual.p, welch.p);
  assert(Number(usual.high) - Number(usual.low) > 1.05 * (Number(welch.high) - Number(welch.low)));
});
