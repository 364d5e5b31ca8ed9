import assert from "node:assert/strict";
import fc from "fast-check";
import { keysOf } from "codebias/bias/task_counts.ts";
import { mean } from "codebias/statistics/descriptive.ts";
import { holm, pairedT } from "codebias/statistics/mod.ts";
import {
  compareAttributes,
  compareSettings,
  type Comparison,
} from "codebias/studies/huang/metrics/comparisons.ts";
import { OVERALL, type TaskCounts, taskCounts } from "codebias/studies/huang/metrics/counts.ts";
import { PROTECTED } from "codebias/studies/huang/tasks/vocabulary.ts";
import { goldenFile, noGolden } from "../../../golden_file.ts";
import { arbitraryRows, shuffled, taskCount, taskCountsOf } from "../rows.ts";

type Tests = Readonly<Record<string, readonly [t: number, p: number]>> & { readonly n: number };
type Tasks = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Paired tests by SciPy of counts of biased completions by task, which another study recorded. */
const golden = await goldenFile("solar.json") as {
  readonly per_task_counts: Readonly<Record<string, Tasks>>;
  readonly paired_recomputed_for_comparison: Readonly<Record<string, Tests>>;
} | undefined;

function near(ours: number | null, theirs: number, what = ""): void {
  const allowed = 1e-9 * Math.max(Math.abs(theirs), 1e-6);
  assert(ours !== null && Math.abs(ours - theirs) <= allowed, `${what}: ${ours}, expected ${theirs}`);
}

/** The counts of tasks that were recorded, as those of a prompt strategy. */
function recorded(condition: string, prompt: string): TaskCounts[] {
  return Object.entries(golden!.per_task_counts[condition]).flatMap(([taskId, task]) =>
    ["gender", "age", "education"].map((attribute) =>
      taskCount(task[attribute], { attribute, taskId, prompt, judged: task.total })
    )
  );
}

Deno.test({
  name: `compareSettings() have the p of SciPy's paired test${noGolden(golden)}`,
  ignore: golden === undefined,
  fn() {
    const counts = [
      ...recorded("gpt_T1.0_default_hyp", "original"),
      ...recorded("gpt_T0.2_default_hyp", "CoT1"),
    ];
    const expected = golden!.paired_recomputed_for_comparison["gpt_T1.0_vs_T0.2"];
    const rows = compareSettings(counts, { across: "prompt", reference: "original" });
    assert.deepEqual(rows.map(({ attribute }) => attribute), ["gender", "age", "education"]);
    const adjusted = holm(rows.map(({ attribute }) => expected[attribute][1]));
    rows.forEach(({ attribute, p, pAdjusted, n, difference }, at) => {
      near(p, expected[attribute][1], attribute);
      near(pAdjusted, adjusted[at]!, attribute);
      assert.equal(n, expected.n);
      // Their difference is of the first setting less the second.
      assert.equal(Math.sign(difference!), -Math.sign(expected[attribute][0]));
    });
  },
});

Deno.test("compareSettings() by hand", () => {
  // Shares 0.2, 0.4, 0.6, 0 against 0.4, 0.8, 0.4, of three tasks in both: differences 0.2, 0.4, -0.2, mean 0.4 / 3,
  // s² = (0.04 + 0.16 + 0.04 - 3 · 0.16 / 9) / 2 = 7 / 75, standard error √(7 / 225).
  const [row, ...others] = compareSettings(
    [...taskCountsOf([1, 2, 3, 0]), ...taskCountsOf([2, 4, 2], { prompt: "CoT1" })],
    { across: "prompt", reference: "original" },
  );
  assert.deepEqual(others, []);
  const { model, prompt, temperature, round, attribute, across, level, reference, n } = row;
  assert.deepEqual([model, prompt, temperature, round, attribute], ["A", "CoT1", 1, 0, "age"]);
  assert.deepEqual([across, level, reference, n], ["prompt", "CoT1", "original", 3]);
  near(row.value, 1.6 / 3, "value");
  near(row.referenceValue, 0.3, "value of the reference");
  near(row.difference, 0.4 / 3, "difference");
  // 4.3026527297 standard errors, for 2 degrees of freedom.
  near(row.high, 0.4 / 3 + 4.302652729749464 * Math.sqrt(7 / 225), "upper bound");
  near(row.low, 0.4 / 3 - 4.302652729749464 * Math.sqrt(7 / 225), "lower bound");
  // t = 2 / √7; with two degrees of freedom p = 1 - t / √(2 + t²).
  near(row.p, 1 - (2 / Math.sqrt(7)) / Math.sqrt(2 + 4 / 7), "p");
  assert.equal(row.pAdjusted, row.p);
});

Deno.test("compareAttributes() have every pair once, over tasks with both, the first less the second", () => {
  const counts = [
    ...taskCountsOf([4, 3, 5, 2], { attribute: "age" }),
    ...taskCountsOf([1, 1, 0, 2], { attribute: "gender" }),
    ...taskCountsOf([0, 1, 0], { attribute: "race" }),
    ...taskCountsOf([5, 5, 5, 5], { attribute: OVERALL }),
  ];
  const rows = compareAttributes(counts);
  assert.deepEqual(
    rows.map(({ level, reference, attribute, across, n }) => [level, reference, attribute, across, n]),
    [
      ["age", "gender", "age", "attribute", 4],
      ["age", "race", "age", "attribute", 3],
      ["gender", "race", "gender", "attribute", 3],
    ],
  );
  const [first, second] = rows;
  const { difference, low, high, p } = pairedT([0.2, 0.2, 0, 0.4], [0.8, 0.6, 1, 0.4]);
  near(first.difference, difference);
  // No difference of shares is beyond 1, as the upper bound of the test would be.
  assert(high > 1);
  for (const [ours, theirs] of [[first.low, low], [first.high, 1], [first.p, p]] as const) {
    near(ours, theirs);
  }
  near(first.value, 0.7);
  near(second.value, 0.7); // of all tasks
  near(second.difference, mean([0.8, 0.4, 1]));
  near(second.referenceValue, 0.2 / 3);
  assert.deepEqual(rows.map(({ pAdjusted }) => pAdjusted), holm(rows.map(({ p }) => p)));
});

/** Counts by six attributes of which each differs from the others. */
const byAttribute = (given: Partial<TaskCounts>) =>
  [...PROTECTED, OVERALL].flatMap((attribute, at) =>
    taskCountsOf([at % 3, (at * 2) % 5, Math.min(5, at), 1, (at * 3) % 4], { attribute, ...given })
  );

Deno.test("compareAttributes() adjust over the fifteen pairs of a model, strategy, temperature and round", () => {
  const settings = [{}, { model: "B" }, { prompt: "CoT1" }, { temperature: 0.2 }, { round: 1 }];
  const rows = compareAttributes(settings.flatMap(byAttribute));
  assert.equal(rows.length, 5 * 15);
  const cells = [...Map.groupBy(rows, (row) => JSON.stringify(keysOf(row))).values()];
  assert.equal(cells.length, 5);
  for (const cell of cells) {
    assert.equal(cell.length, 15);
    assert(cell.every(({ level, reference }) => level !== OVERALL && reference !== OVERALL));
    assert.deepEqual(cell.map(({ pAdjusted }) => pAdjusted), holm(cell.map(({ p }) => p)));
    assert(cell.some(({ p, pAdjusted }) => p !== null && pAdjusted! > 2 * p));
  }
});

Deno.test("compareSettings() adjust over the attributes and levels of a model, not over models", () => {
  const counts = ["A", "B"].flatMap((model) =>
    [0, 1, 2].flatMap((round) =>
      ["age", "race", OVERALL].flatMap((attribute, at) =>
        taskCountsOf([4 - round, 3 - (round * at) % 2, 5 - 2 * round, at], { model, round, attribute })
      )
    )
  );
  const rows = compareSettings(counts, { across: "round", reference: 0 });
  assert.equal(rows.length, 2 * 2 * 3);
  for (const model of ["A", "B"]) {
    const own = rows.filter((row) => row.model === model);
    assert.deepEqual(own.map(({ pAdjusted }) => pAdjusted), holm(own.map(({ p }) => p)));
    assert(own.some(({ p, pAdjusted }) => p !== null && pAdjusted! > 2 * p));
  }
});

Deno.test("compareSettings() compare only what is equal in all else", () => {
  const counts = ["A", "B"].flatMap((model) =>
    ["original", "CoT1"].flatMap((prompt) =>
      [1, 0.2].flatMap((temperature) =>
        [0, 1, 2].flatMap((round) => taskCountsOf([1, 3, 4 - round], { model, prompt, temperature, round }))
      )
    )
  );
  const rows = compareSettings(counts, { across: "round", reference: 0 });
  const settings = rows.map(({ model, prompt, temperature, level }) => [model, prompt, temperature, level]);
  assert.equal(new Set(settings.map((one) => JSON.stringify(one))).size, 16);
  for (const { level, round, difference, n } of rows) {
    assert.equal(level, round);
    near(difference, -0.2 * Number(level) / 3, `round ${level}`);
    assert.equal(n, 3);
  }
  const strategies = compareSettings(counts, { across: "prompt", reference: "CoT1" });
  assert.equal(strategies.length, 12);
  assert(strategies.every(({ level, difference }) => level === "original" && difference === 0));
});

Deno.test("comparisons have null where nothing can be tested", () => {
  const none = { low: null, high: null, p: null, pAdjusted: null };
  const only = (counts: readonly TaskCounts[]) => {
    const rows = compareSettings(counts, { across: "round", reference: 0 });
    assert.equal(rows.length, 1);
    const { low, high, p, pAdjusted, value, referenceValue, difference, n } = rows[0];
    assert.deepEqual({ low, high, p, pAdjusted }, none);
    return [value, referenceValue, difference, n];
  };
  // One task in each; two tasks of which none varies; a round in which nothing was judged.
  assert.deepEqual(only([...taskCountsOf([0]), ...taskCountsOf([5], { round: 1 })]), [1, 0, 1, 1]);
  assert.deepEqual(only([...taskCountsOf([0, 0]), ...taskCountsOf([5, 5], { round: 1 })]), [1, 0, 1, 2]);
  const unjudged = taskCountsOf([0, 0], { round: 1, judged: 0, unjudged: 5 });
  assert.deepEqual(only([...taskCountsOf([0, 5]), ...unjudged]), [null, 0.5, null, 0]);
  const [row] = compareAttributes([
    ...taskCountsOf([0, 5], { judged: 5 }),
    ...taskCountsOf([0, 0], { attribute: "race", judged: 0, unjudged: 5 }),
  ]);
  assert.deepEqual([row.value, row.referenceValue, row.difference, row.p, row.n], [0.5, null, null, null, 0]);
});

Deno.test("compareSettings() show a model that lacks the reference without a difference", () => {
  const counts = [
    ...taskCountsOf([1, 2, 3]),
    ...taskCountsOf([2, 2, 3], { round: 1 }),
    ...taskCountsOf([1, 2, 3], { round: 1, model: "B" }),
  ];
  const [a, b] = compareSettings(counts, { across: "round", reference: 0 });
  assert.deepEqual([a.model, a.n, b.model, b.n], ["A", 3, "B", 0]);
  near(b.value, 0.4, "value");
  assert.deepEqual([b.referenceValue, b.difference, b.p], [null, null, null]);
});

Deno.test("comparisons refuse a reference that nothing has, and a task that is there twice", () => {
  const counts = [...taskCountsOf([1, 2]), ...taskCountsOf([2, 2], { prompt: "CoT1" })];
  assert.throws(() => compareSettings(counts, { across: "prompt", reference: "CoT2" }), {
    name: "RangeError",
    message: 'Cannot compare with prompt "CoT2": nothing has it; there are "original", "CoT1"',
  });
  assert.throws(
    () => compareSettings([...counts, ...counts], { across: "prompt", reference: "original" }),
    /^RangeError: Cannot compare: task 0 appears twice with the same settings, attribute age; count all of its completions together$/,
  );
  const twice = [...taskCountsOf([1]), ...taskCountsOf([1]), ...taskCountsOf([1], { attribute: "race" })];
  assert.throws(() => compareAttributes(twice), /^RangeError: Cannot compare: task 0 appears twice/);
  assert.deepEqual(compareSettings([], { across: "round", reference: 1 }), []);
  assert.deepEqual(compareAttributes([]), []);
});

Deno.test("comparisons are in bounds and do not depend on the order of the counts", () => {
  fc.assert(fc.property(arbitraryRows, fc.nat(500), (rows, seed) => {
    const counts = taskCounts([
      ...rows,
      ...rows.map((row, at) => ({
        ...row,
        round: row.round + 5,
        attributes: rows[(at + 1) % rows.length].attributes,
      })),
    ]);
    const of = (all: readonly TaskCounts[]) => [
      ...compareAttributes(all),
      ...compareSettings(all, { across: "round", reference: counts[0].round }),
    ];
    const pairOf = ({ attribute, reference, level, across, ...row }: Comparison) =>
      JSON.stringify([
        keysOf(row),
        across,
        [level, reference].sort(),
        across === "attribute" ? "" : attribute,
      ]);
    const again = new Map(of(shuffled(counts, seed)).map((row) => [pairOf(row), row]));
    const found = of(counts);
    assert.equal(again.size, found.length);
    for (const row of found) {
      const other = again.get(pairOf(row))!;
      const sign = other.level === row.level ? 1 : -1; // a pair of attributes may come the other way round
      assert.equal(other.n, row.n);
      assert.equal(other.difference === null, row.difference === null);
      if (row.difference !== null) assert(Math.abs(sign * other.difference! - row.difference) < 1e-9);
      for (const key of ["p", "pAdjusted"] as const) {
        assert.equal(other[key] === null, row[key] === null);
        if (row[key] !== null) {
          assert(Math.abs(other[key]! - row[key]) < 1e-9 && 0 <= row[key] && row[key] <= 1);
        }
      }
      if (row.low !== null) assert(row.low <= row.difference! && row.difference! <= row.high!);
    }
  }));
});
