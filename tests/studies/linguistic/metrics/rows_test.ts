import assert from "node:assert/strict";
import { metrics, rows as rowsFrame } from "codebias/studies/linguistic/metrics/rows.ts";
import type pl from "nodejs-polars";
import { compare, linguistic, openSource, run, table } from "codebias";
import { rates as ratesOf } from "codebias/studies/linguistic/metrics/rates.ts";
import { table3 } from "codebias/studies/linguistic/paper/tables/table3.ts";
import { recipeOf } from "codebias/core/recipe.ts";
import { mean, variance } from "codebias/statistics/descriptive.ts";
import { varianceComponents } from "codebias/statistics/mod.ts";
import { artifacts, NO_ARTIFACT } from "../artifact.ts";
import { sample } from "../samples.ts";

type Row = Readonly<Record<string, string | number | boolean | null>>;

Deno.test("rows() has a row per sample, and no finding where there is none about the model", () => {
  const frame = rowsFrame([
    sample("passed"),
    sample("wrong", { language: "zh", temperature: 0.8, epoch: 2 }),
    sample("invalid-task"),
    sample("unjudged"),
  ]);
  assert.deepEqual(frame.columns, [
    ...["model", "prompt", "temperature", "language", "taskId", "epoch"],
    ...["passed", "verdict", "detail", "unjudged", "programHash"],
  ]);
  assert.deepEqual(frame.getColumn("passed").toArray(), [true, false, null, null]);
  assert.deepEqual(frame.getColumn("verdict").toArray(), ["passed", "wrong", "invalid-task", null]);
  assert.deepEqual(frame.getColumn("temperature").toArray(), [0.2, 0.8, 0.2, 0.2]);
  assert.notEqual(frame.getColumn("unjudged").toArray()[3], null);
});

Deno.test("metrics() is the table of the rates, and says how it can be computed again", () => {
  const list = [
    sample("passed"),
    sample("wrong", { language: "zh" }),
    sample("invalid-task", { taskId: "test/2" }),
  ];
  for (const invalidTasks of ["unsolved", "left-out"] as const) {
    const frame = rowsFrame(list);
    const made = metrics(frame, { invalidTasks });
    assert.equal(
      made.toCSV(),
      table(table3(ratesOf(list, { invalidTasks }))).toCSV(),
    );
    const recipe = recipeOf(made)!;
    assert.deepEqual([recipe.by, recipe.options], ["linguistic.metrics", { invalidTasks }]);
    assert.equal(recipe.samples, frame);
  }
});

Deno.test("metrics() can be computed again if only some columns are kept, and needs its samples whole", () => {
  const frame = rowsFrame([sample("passed"), sample("wrong", { language: "zh" })]);
  const columns = ["metric", "value"] as const;
  assert.deepEqual(recipeOf(metrics(frame, { columns }))?.columns, columns);
  assert.equal(recipeOf(metrics(frame))?.columns, undefined);
  assert.throws(
    () => metrics(frame.drop("verdict")),
    /^RangeError: Cannot compute metrics: the samples have no column "verdict"/,
  );
});

/** By pandas and scipy.stats: ttest_rel and ttest_ind(equal_var=False) of the tasks' shares, t = 0.8 against 0.2. */
const RECORDED = [
  ["CodeGeeX", "en", -3.4246847965471794, 0.0012229959607866702, -1.601113562645608, 0.112674792941017],
  ["CodeGeeX", "zh", -2.862312575998806, 0.006086468712773737, -1.1918193261275154, 0.2362569552260511],
  ["CodeLlama", "en", -3.637839803040059, 0.0006408542815549408, -1.622591565482192, 0.10800277429802223],
  ["CodeLlama", "zh", -4.2419459171324245, 9.341113581961417e-05, -1.8955070980131699, 0.061198360861396586],
  ["StarCoder", "en", -2.9657081024696472, 0.004585224996452187, -1.5326317787364363, 0.12886942991730044],
  ["StarCoder", "zh", -4.117344279094007, 0.00014039693107828426, -1.8542718149736774, 0.06688170023408667],
] as const;

/** Rows of the recorded samples that the values are about: three models, DI, both temperatures and languages. */
async function recordedRows(): Promise<pl.DataFrame> {
  const source = await openSource(linguistic, { source: "artifact", artifacts });
  const models = [...new Set(RECORDED.map(([model]) => model))];
  const completions = (await source.completions({ models })).filter(({ settings }) =>
    settings.prompt === "DI"
  );
  return rowsFrame(
    (await run(linguistic, { tasks: await source.tasks(), completions, verdicts: "recorded" })).samples,
  );
}

Deno.test({
  name:
    `compare() of recorded runs at 0.2 and 0.8 agrees with SciPy, paired and as the papers test${NO_ARTIFACT}`,
  ignore: !artifacts,
  async fn() {
    const samples = await recordedRows();
    const asked = {
      across: "temperature",
      within: ["model", "language"],
      metric: "passed",
      pairedBy: "taskId",
    };
    const paired = compare(samples, asked).toRecords();
    const paper = compare(samples, { ...asked, test: "paper" }).toRecords();
    assert.equal(paired.length, RECORDED.length);
    for (const [at, [model, language, t, p, welchT, welchP]] of RECORDED.entries()) {
      assert.deepEqual([paired[at].model, paired[at].language, paired[at].n_a], [model, language, 52]);
      const found = [paired[at].statistic, paired[at].p, paper[at].statistic, paper[at].p].map(Number);
      [t, p, welchT, welchP].forEach((expected, of) => {
        assert(
          Math.abs(found[of] / expected - 1) < 1e-9,
          `${model}, ${language}: ${found[of]}, not ${expected}`,
        );
      });
    }
  },
});

/** Passes of each task at a temperature, 0 and 1, in the order of tasks. */
function passesByTask(cell: readonly Row[], temperature: number): number[][] {
  const there = cell.filter((row) => row.temperature === temperature);
  return [...Map.groupBy(there, ({ taskId }) => taskId).values()].map((group) =>
    group.map((row) => Number(row.passed))
  );
}

function intraclass(tasks: readonly (readonly number[])[]): number {
  const values = tasks.flatMap((passes, task) =>
    passes.map((value, generation) => ({ task, generation, value }))
  );
  return varianceComponents(values).intraclassCorrelation!;
}

/** The correlation of the tasks' rates, with what the samples' own variance takes from the variances put back. */
function rateCorrelation(low: readonly (readonly number[])[], high: readonly (readonly number[])[]): number {
  const [a, b] = [low, high].map((tasks) => tasks.map(mean));
  const own = (tasks: readonly (readonly number[])[]) =>
    variance(tasks.map(mean)) - mean(tasks.map((passes) => variance(passes) / passes.length));
  const covariance = (variance(a.map((value, at) => value + b[at])) - variance(a) - variance(b)) / 2;
  return covariance / Math.sqrt(own(low) * own(high));
}

Deno.test({
  name: `sampleSize() says rightly how alike recorded samples of a task are${NO_ARTIFACT}`,
  ignore: !artifacts,
  async fn() {
    const records = (await recordedRows()).toRecords() as Row[];
    const cells = [...Map.groupBy(records, ({ model, language }) => `${model} ${language}`).values()];
    assert.equal(cells.length, 6);
    const range = (values: readonly number[]) =>
      [Math.min(...values), Math.max(...values)].map((one) => one.toFixed(2));
    const at = (temperature: number) => cells.map((cell) => passesByTask(cell, temperature));
    assert.deepEqual(range(at(0.2).map(intraclass)), ["0.64", "0.74"]);
    assert.deepEqual(range(at(0.8).map(intraclass)), ["0.40", "0.47"]);
    const correlations = at(0.2).map((low, cell) => rateCorrelation(low, at(0.8)[cell]));
    assert.deepEqual(range(correlations), ["0.86", "0.93"]);
  },
});
