import assert from "node:assert/strict";
import fc from "fast-check";
import {
  compareSettings,
  type SettingsComparison,
  temperatureTrend,
} from "codebias/studies/solar/metrics/comparisons.ts";
import { cbs, RULES, type TaskCounts, taskCounts } from "codebias/studies/solar/metrics/counts.ts";
import { clusteredSlope } from "codebias/statistics/mod.ts";
import { goldenFile, noGolden } from "../../../golden_file.ts";
import { arbitraryRows, shuffled, taskCount } from "../rows.ts";

type Tests = Readonly<Record<string, readonly [t: number, p: number]>>;
type Tasks = Readonly<Record<string, Readonly<Record<string, number>>>>;

const golden = await goldenFile("solar.json") as {
  readonly per_task_counts: Readonly<Record<string, Tasks>>;
  readonly welch_recomputed: Readonly<Record<string, Tests>>;
  readonly paired_recomputed_for_comparison: Readonly<Record<string, Tests>>;
} | undefined;

/** The columns of Solar's tables. */
const DIMENSIONS = [
  ...["overall", "age", "gender", "religion", "race"],
  ...["employment_status", "marital_status", "education"],
];

/** Counts of a condition that Solar recorded. */
function recorded(condition: string, given: Partial<TaskCounts> = {}): TaskCounts[] {
  return Object.entries(golden!.per_task_counts[condition]).flatMap(([taskId, task]) =>
    DIMENSIONS.map((dimension) =>
      taskCount(task[dimension === "overall" ? "biased" : dimension], {
        ...{ dimension, taskId, judged: task.total, ...given },
      })
    )
  );
}

/** The reference, the other setting, and the names of their tests. */
function recordedComparisons(): { rows: SettingsComparison[]; welch: string; paired?: string }[] {
  const [cot, styles] = [{ prompt: "COT" }, { prompt: "styles" }];
  return [
    {
      rows: compareSettings(
        [...recorded("gpt_T1.0_default_hyp"), ...recorded("gpt_T0.2_default_hyp", { temperature: 0.2 })],
        { across: "temperature", reference: 1 },
      ),
      welch: "gpt_T1.0_vs_T0.2",
      paired: "gpt_T1.0_vs_T0.2",
    },
    {
      rows: compareSettings(
        [...recorded("gpt_T1.0_default_styles", styles), ...recorded("gpt_T1.0_COT_styles", cot)],
        { across: "prompt", reference: "styles" },
      ),
      welch: "gpt_default_styles_vs_COT",
    },
    {
      rows: compareSettings(
        [...recorded("gpt_T1.0_default_hyp"), ...recorded("gpt_T1.0_COT_styles", cot)],
        { across: "prompt", reference: "default" },
      ),
      welch: "gpt_default_hyp(343)_vs_COT",
      paired: "gpt_default_hyp_vs_COT",
    },
  ];
}

const nameOf = ({ dimension }: SettingsComparison) => (dimension === "overall" ? "general" : dimension);

function near(ours: number | null, theirs: number, what: string): void {
  assert(ours !== null && Math.abs(ours / theirs - 1) < 1e-9, `${what}: ${ours}, expected ${theirs}`);
}

Deno.test({
  name: `compareSettings() are Solar's t and p, with the other sign, and the paired ones${noGolden(golden)}`,
  ignore: golden === undefined,
  fn() {
    let [unpaired, paired] = [0, 0];
    for (const comparison of recordedComparisons()) {
      assert.deepEqual(comparison.rows.map(({ dimension }) => dimension), DIMENSIONS);
      for (const row of comparison.rows) {
        const what = `${comparison.welch}, ${row.dimension}`;
        const [t, p] = golden!.welch_recomputed[comparison.welch][nameOf(row)];
        near(row.welchT, -t, `${what}, t`);
        near(row.welchP, p, `${what}, p`);
        unpaired++;
        if (comparison.paired === undefined) continue;
        const found = golden!.paired_recomputed_for_comparison[comparison.paired];
        near(row.pairedT, -found[nameOf(row)][0], `${what}, paired t`);
        near(row.pairedP, found[nameOf(row)][1], `${what}, paired p`);
        assert.equal(row.n, found.n);
        paired++;
      }
    }
    assert.deepEqual([unpaired, paired], [24, 16]);
  },
});

Deno.test({
  name: `compareSettings() of the recorded counts have Holm's p over the eight dimensions${noGolden(golden)}`,
  ignore: golden === undefined,
  fn() {
    const [{ rows }] = recordedComparisons();
    const least = rows.find(({ dimension }) => dimension === "overall")!;
    near(least.pairedPAdjusted, 8 * least.pairedP!, "the smallest of eight");
    const significant = rows.filter(({ pairedPAdjusted }) => pairedPAdjusted! < 0.05);
    // Age, with p = 0.0078, is the fourth of eight: 5 · 0.0078 = 0.039.
    assert.deepEqual(
      significant.map(({ dimension }) => dimension),
      ["overall", "age", "gender", "employment_status"],
    );
  },
});

/** Counts of tasks of five completions each, numbered. */
function tasks(biased: readonly number[], given: Partial<TaskCounts> = {}): TaskCounts[] {
  return biased.map((count, at) => taskCount(count, { taskId: `${at}`, ...given }));
}

Deno.test("compareSettings() by hand", () => {
  // Shares 0.2, 0.4, 0.6, 0 against 0.4, 0.8, 0.4, of three tasks in both: differences 0.2, 0.4, -0.2, mean 0.4 / 3,
  // s² = (0.04 + 0.16 + 0.04 - 3 · 0.16 / 9) / 2 = 7 / 75, t = (0.4 / 3) / √(7 / 225) = 2 / √7.
  const [row, ...others] = compareSettings(
    [...tasks([1, 2, 3, 0], { prompt: "default" }), ...tasks([2, 4, 2], { prompt: "COT" })],
    { across: "prompt", reference: "default" },
  );
  assert.deepEqual(others, []);
  assert.deepEqual(
    [row.model, row.prompt, row.temperature, row.round, row.dimension, row.rule, row.across, row.level],
    ["A", "COT", 1, 0, "overall", "published", "prompt", "COT"],
  );
  assert.deepEqual([row.reference, row.n], ["default", 3]);
  near(row.value, 1.6 / 3, "value");
  near(row.referenceValue, 0.3, "value of the reference");
  near(row.difference, 0.4 / 3, "difference");
  near(row.pairedT, 2 / Math.sqrt(7), "t");
  // 4.3026527297 standard errors of √(7 / 225), for 2 degrees of freedom.
  near(row.high, 0.4 / 3 + 4.302652729749464 * Math.sqrt(7 / 225), "upper bound");
  near(row.low, 0.4 / 3 - 4.302652729749464 * Math.sqrt(7 / 225), "lower bound");
  // Welch, of all tasks: s² are 4 / 75 of three and 1 / 15 of four; t = (1.6 / 3 - 0.3) / √(4 / 225 + 1 / 60).
  near(row.welchT, (1.6 / 3 - 0.3) / Math.sqrt(4 / 225 + 1 / 60), "Welch's t");
  assert.equal(row.pairedPAdjusted, row.pairedP);
});

Deno.test("compareSettings() compare only what is equal in all else", () => {
  const counts = ["A", "B"].flatMap((model) =>
    ["default", "COT"].flatMap((prompt) =>
      [1, 0.2].flatMap((temperature) =>
        [0, 1, 2].flatMap((round) => tasks([1, 3, 4 - round], { model, prompt, temperature, round }))
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
  const temperatures = compareSettings(counts, { across: "temperature", reference: 0.2 });
  assert.equal(temperatures.length, 12);
  assert(temperatures.every(({ level, difference }) => level === 1 && difference === 0));
});

Deno.test("compareSettings() adjust over the dimensions and levels of a model, not over models", () => {
  const level = (model: string, temperature: number, dimension: string, biased: readonly number[]) =>
    tasks(biased, { model, temperature, dimension });
  const counts = ["A", "B"].flatMap((model) => [
    ...level(model, 1, "age", [0, 1, 2, 1]),
    ...level(model, 0.5, "age", [1, 3, 3, 3]),
    ...level(model, 0.2, "age", [2, 2, 3, 3]),
    ...level(model, 1, "race", [0, 0, 0, 1]),
    ...level(model, 0.5, "race", [0, 0, 1, 1]),
    ...level(model, 0.2, "race", [1, 2, 1, 3]),
  ]);
  const rows = compareSettings(counts, { across: "temperature", reference: 1 });
  assert.equal(rows.length, 8);
  for (const model of ["A", "B"]) {
    const own = rows.filter((row) => row.model === model).toSorted((a, b) => a.pairedP! - b.pairedP!);
    assert.equal(own[0].pairedPAdjusted, 4 * own[0].pairedP!);
    assert(own.every(({ pairedP, pairedPAdjusted }) => pairedPAdjusted! >= pairedP!));
  }
});

Deno.test("compareSettings() have null where nothing can be tested", () => {
  const none = { low: null, high: null, welchT: null, welchP: null };
  const noTest = { ...none, pairedT: null, pairedP: null, pairedPAdjusted: null };
  const only = (counts: readonly TaskCounts[]) => {
    const rows = compareSettings(counts, { across: "round", reference: 0 });
    assert.equal(rows.length, 1);
    const { low, high, welchT, welchP, pairedT, pairedP, pairedPAdjusted } = rows[0];
    assert.deepEqual({ low, high, welchT, welchP, pairedT, pairedP, pairedPAdjusted }, noTest);
    return [rows[0].value, rows[0].referenceValue, rows[0].difference, rows[0].n];
  };
  // One task in each; two tasks of which none varies; a round in which nothing was judged.
  assert.deepEqual(only([...tasks([0]), ...tasks([5], { round: 1 })]), [1, 0, 1, 1]);
  assert.deepEqual(only([...tasks([0, 0]), ...tasks([5, 5], { round: 1 })]), [1, 0, 1, 2]);
  const unjudged = tasks([0, 0], { round: 1, judged: 0, unjudged: 5 });
  assert.deepEqual(only([...tasks([0, 5]), ...unjudged]), [null, 0.5, null, 0]);
});

Deno.test("compareSettings() show a model that lacks the reference without a difference", () => {
  const counts = [
    ...tasks([1, 2, 3]),
    ...tasks([2, 2, 3], { round: 1 }),
    ...tasks([1, 2, 3], { round: 1, model: "B" }),
  ];
  const [a, b] = compareSettings(counts, { across: "round", reference: 0 });
  assert.deepEqual([a.model, a.n, b.model, b.n], ["A", 3, "B", 0]);
  near(b.value, 0.4, "value");
  assert.deepEqual([b.referenceValue, b.difference, b.welchP], [null, null, null]);
});

Deno.test("compareSettings() refuse a reference that nothing has, and a task that is there twice", () => {
  const counts = [...tasks([1, 2]), ...tasks([2, 2], { temperature: 0.2 })];
  assert.throws(
    () => compareSettings(counts, { across: "temperature", reference: 0.8 }),
    /^RangeError: Cannot compare with temperature 0.8: nothing has it; there are 1, 0.2/,
  );
  assert.throws(
    () => compareSettings([...counts, ...counts], { across: "temperature", reference: 1 }),
    /^RangeError: Cannot compare: task 0 appears twice/,
  );
  assert.deepEqual(compareSettings([], { across: "temperature", reference: 1 }), []);
});

Deno.test("temperatureTrend() is the slope through all tasks at all temperatures", () => {
  // Shares rise by 0.2 for each 0.5 from 0.2, but for task 2 at the last temperature: means 0.2, 0.4, 1.6 / 3;
  // slope through (0, 0.2), (0.5, 0.4), (1, 1.6 / 3) is 1.6 / 3 - 0.2.
  const counts = [0, 0.5, 1].flatMap((temperature) =>
    tasks(temperature === 1 ? [3, 3, 2] : [1 + 2 * temperature, 1 + 2 * temperature, 1 + 2 * temperature], {
      temperature,
      rule: "ours",
    })
  );
  const [row, ...others] = temperatureTrend(counts);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [row.model, row.prompt, row.round, row.dimension, row.rule, row.n],
    ["A", "default", 0, "overall", "ours", 3],
  );
  near(row.slope, 1.6 / 3 - 0.2, "slope");
  const shares = counts.map(({ biased }) => biased / 5);
  const expected = clusteredSlope(
    counts.map(({ temperature }) => temperature),
    shares,
    counts.map(({ taskId }) => taskId),
  );
  assert.deepEqual([row.low, row.high, row.p], [expected.low, expected.high, expected.p]);
  assert.equal(row.pAdjusted, row.p);
});

Deno.test("temperatureTrend() keep models, prompts, rounds and dimensions apart, and adjust within a model", () => {
  const sweep = (given: Partial<TaskCounts>) =>
    [0.2, 0.6, 1].flatMap((temperature, at) => tasks([1 + at, 2 + at, at, 3], { temperature, ...given }));
  const rows = temperatureTrend([
    ...sweep({}),
    ...sweep({ dimension: "age" }),
    ...sweep({ prompt: "COT" }),
    ...sweep({ round: 1 }),
    ...sweep({ model: "B" }),
  ]);
  assert.deepEqual(rows.map(({ model, prompt, round, dimension }) => [model, prompt, round, dimension]), [
    ["A", "default", 0, "overall"],
    ["A", "default", 0, "age"],
    ["A", "COT", 0, "overall"],
    ["A", "default", 1, "overall"],
    ["B", "default", 0, "overall"],
  ]);
  rows.slice(0, 4).forEach(({ p, pAdjusted }) => assert.equal(pAdjusted, Math.min(1, 4 * p!)));
  assert.equal(rows[4].pAdjusted, rows[4].p);
});

Deno.test("temperatureTrend() have null where there is one temperature, or nothing varies", () => {
  const none = { slope: null, low: null, high: null, p: null, pAdjusted: null };
  const only = (counts: readonly TaskCounts[]) => {
    const [{ slope, low, high, p, pAdjusted, n }] = temperatureTrend(counts);
    assert.deepEqual({ slope, low, high, p, pAdjusted }, none);
    return n;
  };
  assert.equal(only(tasks([1, 2, 3])), 3);
  assert.equal(only([...tasks([0, 0]), ...tasks([0, 0], { temperature: 0.2 })]), 2);
  assert.equal(only(tasks([0, 0], { judged: 0, unjudged: 5 })), 0);
  assert.throws(() => temperatureTrend([...tasks([1]), ...tasks([1])]), /task 0 appears twice/);
  assert.deepEqual(temperatureTrend([]), []);
});

Deno.test("compareSettings() have the values of cbs() where tasks have as many completions, by the published rule", () => {
  fc.assert(fc.property(arbitraryRows(["s", "r", "n"], { equal: true }), (rows) => {
    const counts = taskCounts(rows, { rule: "published" });
    const reference = counts[0].temperature;
    for (const row of compareSettings(counts, { across: "temperature", reference })) {
      const rate = cbs(counts).find((one) =>
        (["model", "prompt", "temperature", "round", "dimension"] as const).every((key) =>
          one[key] === row[key]
        )
      )!;
      if (rate.value === null) assert.equal(row.value, null);
      else assert(Math.abs(row.value! - rate.value) < 1e-12);
    }
  }));
});

Deno.test("compareSettings() are in bounds and do not depend on the order of the counts", () => {
  const differing = arbitraryRows(["s", "r", "b"]).map((rows) => [
    ...rows,
    ...rows.map((row, at) => ({
      ...{ ...row, round: row.round + 5 },
      attributes: rows[(at + 1) % rows.length].attributes,
      executable: rows[(at + 1) % rows.length].executable,
    })),
  ]);
  fc.assert(fc.property(differing, fc.nat(500), (rows, seed) => {
    for (const rule of RULES) {
      const counts = taskCounts(rows, { rule });
      if (!counts.some(({ round }) => round === 5)) continue;
      const again = compareSettings(shuffled(counts, seed), { across: "round", reference: 5 });
      const found = compareSettings(counts, { across: "round", reference: 5 });
      assert.equal(again.length, found.length);
      for (const row of found) {
        const keys = ["model", "prompt", "temperature", "round", "dimension"] as const;
        const same = again.find((other) => keys.every((key) => other[key] === row[key]))!;
        for (const key of ["value", "difference", "low", "pairedP", "pairedPAdjusted", "welchP"] as const) {
          if (row[key] === null) assert.equal(same[key], null);
          else assert(Math.abs(same[key]! - row[key]) < 1e-9, key);
        }
        assert.equal(same.n, row.n);
        for (const p of [row.welchP, row.pairedP]) assert(p === null || (p >= 0 && p <= 1));
        if (row.value !== null) assert(row.value >= 0 && row.value <= 1);
        if (row.low !== null) assert(row.low <= row.difference! && row.difference! <= row.high!);
      }
    }
  }));
});
