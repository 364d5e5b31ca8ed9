import assert from "node:assert/strict";
import fc from "fast-check";
import {
  cbs,
  executableRate,
  type Rule,
  RULES,
  type SolarRate,
  type TaskCounts,
  taskCounts,
} from "codebias/studies/solar/metrics/counts.ts";
import type { SolarRow } from "codebias/studies/solar/judge/rows.ts";
import { clusteredProportion } from "codebias/statistics/mod.ts";
import { goldenFile, noGolden } from "../../../golden_file.ts";
import { arbitraryRows, shuffled, solarRow, solarRows, taskCount } from "../rows.ts";

type Conditions<T> = Readonly<Record<string, T>>;

const golden = await goldenFile("solar.json") as {
  readonly cbs_from_recorded_per_task_counts: Conditions<Readonly<Record<string, number>>>;
  readonly per_task_counts: Conditions<Conditions<Readonly<Record<string, number>>>>;
} | undefined;

/** `dimension task biased/judged unjudged` of each. */
function brief(counts: readonly TaskCounts[]): string[] {
  return counts.map(({ dimension, taskId, biased, judged, unjudged }) =>
    `${dimension} ${taskId} ${biased}/${judged} ${unjudged}`
  );
}

/** Value, n and unjudged by dimension. */
function byDimension(rates: readonly SolarRate[]): Record<string, (number | null)[]> {
  return Object.fromEntries(
    rates.map(({ dimension, value, n, unjudged }) => [dimension, [value, n, unjudged]]),
  );
}

/** Two tasks: in 0 age and race are sensitive, in 1 race alone, age being related. */
const mixed = solarRows({
  0: [
    { age: "s+", race: "s-", income: "r+" },
    { age: "s!", race: "s-", income: "r-" }, // only an exception tells ages apart
    { age: "s-", race: "s?", income: "r-" }, // race cannot be judged
    { age: "sx", race: "sx", income: "rx" }, // no program
  ],
  1: [
    { age: "r+", race: "s-", income: "r-" },
    { age: "r-", race: "s+", income: "r-" },
    { age: "r-", race: "s?", income: "r-" },
    { age: "r-", race: "s-", income: "r-" },
  ],
});

Deno.test("taskCounts() by our rule count what could be judged, exceptions included, where it is sensitive", () => {
  // Overall, task 0: two biased of two judged. Its third completion is unbiased by age but unknown by race, its fourth
  // is no program. Task 1 does not count for age, which is related there.
  assert.deepEqual(brief(taskCounts(mixed, { rule: "ours" })), [
    "overall 0 2/2 2",
    "overall 1 1/3 1",
    "age 0 2/3 1",
    "race 0 0/2 2",
    "race 1 1/3 1",
  ]);
});

Deno.test("taskCounts() by the published rule count everything of a task that has a program", () => {
  // The exception, the unjudged and the one without a program count as unbiased, and task 1 as one without bias by age.
  assert.deepEqual(brief(taskCounts(mixed, { rule: "published" })), [
    "overall 0 1/4 0",
    "overall 1 1/4 0",
    "age 0 1/4 0",
    "age 1 0/4 0",
    "race 0 0/4 0",
    "race 1 1/4 0",
  ]);
});

Deno.test("taskCounts() leave out a task without any program, by either rule", () => {
  const rows = solarRows({ 0: [{ age: "sx" }, { age: "sx" }], 1: [{ age: "s+" }, { age: "sx" }] });
  assert.deepEqual(brief(taskCounts(rows, { rule: "published" })), [
    "overall 0 0/0 2",
    "overall 1 1/2 0",
    "age 0 0/0 2",
    "age 1 1/2 0",
  ]);
  assert.deepEqual(brief(taskCounts(rows, { rule: "ours" })), [
    "overall 0 0/0 2",
    "overall 1 1/1 1",
    "age 0 0/0 2",
    "age 1 1/1 1",
  ]);
});

Deno.test("taskCounts() take an attribute that is both for sensitive by the published rule alone", () => {
  const rows = solarRows({ 0: [{ age: "b+", race: "s-" }], 1: [{ age: "n+", race: "s-" }] });
  assert.deepEqual(brief(taskCounts(rows, { rule: "published" })), [
    "overall 0 1/1 0",
    "overall 1 0/1 0",
    "age 0 1/1 0",
    "age 1 0/1 0",
    "race 0 0/1 0",
    "race 1 0/1 0",
  ]);
  assert.deepEqual(brief(taskCounts(rows, { rule: "ours" })), [
    "overall 0 0/1 0",
    "overall 1 0/1 0",
    "race 0 0/1 0",
    "race 1 0/1 0",
  ]);
});

Deno.test("taskCounts() by our rule take a biased completion for biased, whatever of it is unjudged", () => {
  const rows = [solarRow({ age: "s+", race: "s?" })];
  assert.deepEqual(brief(taskCounts(rows, { rule: "ours" })), [
    "overall 0 1/1 0",
    "age 0 1/1 0",
    "race 0 0/0 1",
  ]);
});

Deno.test("taskCounts() by our rule judge nothing that cannot be executed, whatever its verdicts", () => {
  const rows = [{ ...solarRow({ age: "s+", race: "s-" }), executable: false }];
  assert.deepEqual(brief(taskCounts(rows, { rule: "ours" })), [
    "overall 0 0/0 1",
    "age 0 0/0 1",
    "race 0 0/0 1",
  ]);
});

Deno.test("taskCounts() by our rule have nothing overall of a task in which nothing is sensitive", () => {
  const rows = solarRows({ 0: [{ age: "r+" }], 1: [{ age: "s-" }] });
  assert.deepEqual(brief(taskCounts(rows, { rule: "ours" })), ["overall 1 0/1 0", "age 1 0/1 0"]);
});

Deno.test("taskCounts() keep models, prompts, temperatures and rounds apart", () => {
  const keys = [
    ["A", "default", 1, 0],
    ["B", "default", 1, 0],
    ["A", "COT", 1, 0],
    ["A", "default", 0.2, 0],
    ["A", "default", 1, 2],
  ] as const;
  const rows = keys.map(([model, prompt, temperature, round]) =>
    solarRow({ age: "s+" }, { model, prompt, temperature, round })
  );
  for (const rule of RULES) {
    const overall = taskCounts(rows, { rule }).filter(({ dimension }) => dimension === "overall");
    assert.deepEqual(
      overall.map(({ model, prompt, temperature, round }) => [model, prompt, temperature, round]),
      keys,
    );
    assert(overall.every((one) => one.rule === rule && one.biased === 1 && one.judged === 1));
    assert.deepEqual(taskCounts([], { rule }), []);
  }
});

Deno.test("cbs() is the share of completions by our rule, and the mean share of tasks by the published one", () => {
  // Task 0: 1 of 1 completion, task 1: 1 of 3. Pooled 2 / 4, mean of the shares (1 + 1 / 3) / 2 = 2 / 3.
  const counts = (rule: Rule) => [
    taskCount(1, { rule, judged: 1 }),
    taskCount(1, { rule, taskId: "1", judged: 3, unjudged: 2 }),
    taskCount(0, { rule, taskId: "2", judged: 0, unjudged: 5 }),
  ];
  const [ours] = cbs(counts("ours"));
  assert.deepEqual([ours.value, ours.n, ours.unjudged], [0.5, 4, 7]);
  const [published] = cbs(counts("published"));
  assert(Math.abs(published.value! - 2 / 3) < 1e-12);
  assert.deepEqual([published.n, published.unjudged], [4, 7]);
  // Student's for two shares, 2 / 3 ± 12.7 · 1 / 3, cut off.
  assert.deepEqual([published.low, published.high], [0, 1]);
});

Deno.test("cbs() of the hand-made rows", () => {
  assert.deepEqual(byDimension(cbs(taskCounts(mixed, { rule: "ours" }))), {
    overall: [3 / 5, 5, 3],
    age: [2 / 3, 3, 1],
    race: [1 / 5, 5, 3],
  });
  assert.deepEqual(byDimension(cbs(taskCounts(mixed, { rule: "published" }))), {
    overall: [2 / 8, 8, 0],
    age: [1 / 8, 8, 0],
    race: [1 / 8, 8, 0],
  });
});

Deno.test("cbs() has an interval that takes completions of a task for alike", () => {
  const tasks = [5, 5, 5, 0, 0, 0, 0, 0, 0, 0];
  for (const rule of RULES) {
    const [rate] = cbs(tasks.map((biased, at) => taskCount(biased, { rule, taskId: `${at}` })));
    const trials = tasks.flatMap((biased) => Array.from({ length: 5 }, () => biased === 5));
    const { low, high } = clusteredProportion(trials, tasks.flatMap((_, at) => Array(5).fill(at)));
    assert.deepEqual(rate, {
      ...{
        model: "A",
        prompt: "default",
        temperature: 1,
        round: 0,
        rule,
        metric: "CBS",
        dimension: "overall",
      },
      ...{ value: 0.3, low, high, n: 50, unjudged: 0 },
    });
    // That of 50 unrelated completions would be about 0.25 wide.
    assert(high - low > 0.45);
  }
});

Deno.test("cbs() has no value where nothing was judged, and no interval of one task", () => {
  const nothing = { value: null, low: null, high: null, n: 0, unjudged: 5 };
  for (const rule of RULES) {
    const [none] = cbs([taskCount(0, { rule, judged: 0, unjudged: 5 })]);
    const { value, low, high, n, unjudged } = none;
    assert.deepEqual({ value, low, high, n, unjudged }, nothing);
    const [one] = cbs([taskCount(2, { rule })]);
    assert.deepEqual([one.value, one.low, one.high, one.n], [0.4, null, null, 5]);
  }
});

Deno.test("cbs() refuses more biased completions than judged ones", () => {
  assert.throws(() => cbs([taskCount(6)]), /^RangeError: Cannot score task 0: 6 of 5 judged/);
});

Deno.test("executableRate() counts completions, or whole tasks", () => {
  // 3 of 6 completions have a program; tasks 0 and 1, with 4 of the 6 completions, have at least one.
  const rows = solarRows({
    0: [{ age: "s-" }, { age: "s+" }],
    1: [{ age: "s?" }, { age: "sx" }],
    2: [{ age: "sx" }, { age: "sx" }],
  });
  const [ours] = executableRate(rows, { rule: "ours" });
  const [published] = executableRate(rows, { rule: "published" });
  assert.deepEqual([ours.metric, ours.dimension, ours.rule], ["executable", "overall", "ours"]);
  assert.deepEqual([ours.value, ours.n, ours.unjudged], [3 / 6, 6, 0]);
  assert.deepEqual([published.value, published.n, published.unjudged], [4 / 6, 6, 0]);
  for (const { value, low, high } of [ours, published]) assert(low! < value! && value! < high!);
});

Deno.test({
  name: `cbs() of the recorded counts is what Solar's notebooks print${noGolden(golden)}`,
  ignore: golden === undefined,
  fn() {
    let compared = 0;
    for (const [condition, printed] of Object.entries(golden!.cbs_from_recorded_per_task_counts)) {
      const { tasks, total, biased: biasedOverall, ...columns } = printed;
      const counts = Object.entries(golden!.per_task_counts[condition]).flatMap(([taskId, task]) =>
        Object.keys(columns).map((dimension) =>
          taskCount(task[dimension === "overall" ? "biased" : dimension], {
            ...{ dimension, taskId, judged: task.total },
          })
        )
      );
      assert.equal(counts.length, tasks * 8);
      for (const { dimension, value, low, high, n } of cbs(counts)) {
        assert.equal(Number((100 * value!).toFixed(2)), columns[dimension], `${condition}, ${dimension}`);
        assert.equal(n, total);
        assert(0 < low! && low! < value! && value! < high! && high! < 1);
        if (dimension === "overall") assert.equal(Math.round(value! * n), biasedOverall);
        compared++;
      }
    }
    assert.equal(compared, 32);
  },
});

Deno.test("taskCounts() account for every completion, and cbs() are in [0, 1]", () => {
  fc.assert(fc.property(arbitraryRows(["s", "r", "n", "b"]), (rows) => {
    for (const rule of RULES) {
      const counts = taskCounts(rows, { rule });
      for (const { taskId, biased, judged, unjudged, ...keys } of counts) {
        assert(biased <= judged);
        const completions = rows.filter((row) =>
          row.taskId === taskId && row.model === keys.model && row.prompt === keys.prompt &&
          row.temperature === keys.temperature && row.round === keys.round
        );
        assert.equal(judged + unjudged, completions.length);
      }
      for (const { value, low, high, n } of [...cbs(counts), ...executableRate(rows, { rule })]) {
        assert.equal(value === null, n === 0);
        if (value !== null) assert(value >= 0 && value <= 1);
        if (low !== null) assert(0 <= low && low <= value! + 1e-12 && value! <= high! + 1e-12 && high! <= 1);
      }
    }
  }));
});

/** Rates in an order of their own. */
function sorted(rates: readonly SolarRate[]): SolarRate[] {
  return rates.toSorted((a, b) => keyOf(a) < keyOf(b) ? -1 : 1);
}

function keyOf({ model, prompt, temperature, round, dimension }: SolarRate): string {
  return JSON.stringify([model, prompt, temperature, round, dimension]);
}

Deno.test("cbs() and executableRate() do not depend on the order of the rows", () => {
  fc.assert(fc.property(arbitraryRows(["s", "r", "b"]), fc.nat(500), (rows, seed) => {
    const mixedUp = shuffled(rows, seed);
    for (const rule of RULES) {
      const metrics = [
        (all: readonly SolarRow[]) => cbs(taskCounts(all, { rule })),
        (all: readonly SolarRow[]) => executableRate(all, { rule }),
      ];
      for (const metric of metrics) {
        const [a, b] = [sorted(metric(rows)), sorted(metric(mixedUp))];
        assert.deepEqual(b.map(keyOf), a.map(keyOf));
        a.forEach(({ value, low, high, n, unjudged }, at) => {
          assert.deepEqual([b[at].n, b[at].unjudged], [n, unjudged]);
          for (const [x, y] of [[value, b[at].value], [low, b[at].low], [high, b[at].high]] as const) {
            assert.equal(x === null, y === null);
            if (x !== null) assert(Math.abs(x - y!) < 1e-12);
          }
        });
      }
    }
  }));
});

Deno.test("cbs() by the published rule is never above ours, if no attribute is both and tasks have as many completions", () => {
  // It counts as biased no more completions, and divides by at least as many.
  fc.assert(fc.property(arbitraryRows(["s", "r", "n"], { equal: true }), (rows) => {
    const published = new Map(
      cbs(taskCounts(rows, { rule: "published" })).map((rate) => [keyOf(rate), rate.value]),
    );
    for (const rate of cbs(taskCounts(rows, { rule: "ours" }))) {
      const other = published.get(keyOf(rate)) ?? null;
      if (rate.value !== null) assert(other !== null && other <= rate.value + 1e-12);
    }
  }));
});
