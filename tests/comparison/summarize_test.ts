import assert from "node:assert/strict";
import fc from "fast-check";
import pl from "nodejs-polars";
import { summarize, wilson } from "codebias";
import type { SummarizeOptions } from "codebias/comparison/summarize.ts";
import { clusteredMean, clusteredProportion } from "codebias/statistics/mod.ts";
import { frameOf, type Sample, samples } from "./samples.ts";
import { rowsOf, sameRows } from "./rows.ts";
import { sized } from "../long.ts";

const RESULT = ["value", "low", "high", "n", "clusters", "unjudged"];

function judged<N extends "score" | "biased">(all: readonly Sample[], name: N) {
  return all.filter((row) =>
    row[name] !== null
  ) as (Sample & { readonly [M in N]: NonNullable<Sample[M]> })[];
}

const whole = (name: "score" | "biased") => samples.filter((all) => judged(all, name).length > 0);

/** The interval, or none where the samples do not allow for one. */
function bounds(compute: () => { low: number; high: number }): (number | null)[] {
  try {
    const { low, high } = compute();
    return [low, high];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [null, null];
  }
}

Deno.test("summarize() gives shares Wilson's interval, and what the unjudged could make of them", () => {
  fc.assert(
    fc.property(whole("biased"), fc.constantFrom(0.8, 0.95, 0.99), (all, level) => {
      const one = all.map((row) => ({ ...row, model: "A" }));
      const [row] = rowsOf(summarize(frameOf(one), { by: "model", metric: "biased", level }));
      const found = judged(one, "biased");
      const successes = found.filter(({ biased }) => biased).length;
      const { low, high } = wilson(successes, found.length, { level });
      assert.deepEqual(row, {
        model: "A",
        value: successes / found.length,
        low,
        high,
        n: found.length,
        clusters: null,
        unjudged: one.length - found.length,
        if_none: successes / one.length,
        if_all: (successes + one.length - found.length) / one.length,
      });
      assert(Number(row.if_none) <= Number(row.value) && Number(row.value) <= Number(row.if_all));
    }),
    { numRuns: 100 },
  );
});

Deno.test("summarize() gives clustered shares the interval of clusteredProportion", () => {
  fc.assert(
    fc.property(whole("biased"), (all) => {
      const one = all.map((row) => ({ ...row, model: "A" }));
      const [row] = rowsOf(summarize(frameOf(one), { by: "model", metric: "biased", cluster: "task" }));
      const found = judged(one, "biased");
      const tasks = found.map(({ task }) => task);
      const expected = bounds(() => clusteredProportion(found.map(({ biased }) => Number(biased)), tasks));
      assert.deepEqual([row.low, row.high, row.clusters], [...expected, new Set(tasks).size]);
    }),
    { numRuns: sized({ small: 15, long: 300 }) },
  );
});

Deno.test("summarize() gives means Student's interval, or with clusters theirs", () => {
  fc.assert(
    fc.property(whole("score"), fc.boolean(), (all, clustered) => {
      const one = all.map((row, at) => ({ ...row, model: "A", score: at === 0 ? 0.5 : row.score }));
      const cluster = clustered ? "task" : undefined;
      const [row] = rowsOf(summarize(frameOf(one), { by: "model", metric: "score", cluster }));
      const found = judged(one, "score");
      const scores = found.map(({ score }) => score);
      const names = found.map(({ task }, at) => clustered ? task : `${at}`);
      assert.deepEqual([row.low, row.high], bounds(() => clusteredMean(scores, names)));
      assert(Math.abs(Number(row.value) - scores.reduce((sum, one) => sum + one, 0) / scores.length) < 1e-12);
      assert.deepEqual([row.n, row.clusters], [scores.length, clustered ? new Set(names).size : null]);
    }),
    { numRuns: 100 },
  );
});

Deno.test("summarize() without clusters gives means the interval of Student's t", () => {
  const frame = pl.DataFrame({ model: ["A", "A", "A"], score: [1, 2, 6] });
  const [row] = rowsOf(summarize(frame, { by: "model", metric: "score" }));
  const reach = 4.302652729911275 * Math.sqrt(7 / 3); // t quantile of 2 degrees of freedom
  assert(Math.abs(Number(row.low) - (3 - reach)) < 1e-9 && Math.abs(Number(row.high) - (3 + reach)) < 1e-9);
});

Deno.test("summarize() does not care about the order of rows, and gives groups what their rows alone give", () => {
  const shuffled = samples.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))
  );
  const by = ["model", "temperature"];
  fc.assert(
    fc.property(shuffled, fc.constantFrom("score", "biased"), ([all, mixed], metric) => {
      const options = { by, metric, cluster: "task" };
      const rows = rowsOf(summarize(frameOf(all), options));
      sameRows(rowsOf(summarize(frameOf(mixed), options)), rows);
      for (const row of rows) {
        const own = all.filter(({ model, temperature }) =>
          row.model === model && row.temperature === temperature
        );
        // Without a score other than 0 and 1, numbers are shares.
        if (metric === "score" && own.every(({ score }) => score === null || score === 0 || score === 1)) {
          continue;
        }
        sameRows(rowsOf(summarize(frameOf(own), options)), [row]);
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("summarize() gives a row for each combination, lowest first, its columns first", () => {
  const frame = pl.DataFrame({
    temperature: [10, 9, 9, 10, 9],
    model: ["b", "b", "a", "a", "b"],
    biased: [true, false, true, true, true],
  });
  const rows = rowsOf(summarize(frame, { by: ["temperature", "model"], metric: "biased" }));
  assert.deepEqual(rows.map(({ temperature, model, n }) => [temperature, model, n]), [
    [9, "a", 1],
    [9, "b", 2],
    [10, "a", 1],
    [10, "b", 1],
  ]);
  assert.deepEqual(Object.keys(rows[0]), ["temperature", "model", ...RESULT, "if_none", "if_all"]);
  const keys = summarize(frame, { by: "temperature", metric: "biased" });
  assert.equal(String(keys.getColumn("temperature").dtype), String(pl.Int64));
});

Deno.test("summarize() gives a group without judged rows no value, but what it could be", () => {
  const frame = pl.DataFrame({ model: ["A", "A", "B"], biased: [null, null, true] });
  const [none, some] = rowsOf(summarize(frame, { by: "model", metric: "biased" }));
  assert.deepEqual(none, {
    model: "A",
    value: null,
    low: null,
    high: null,
    n: 0,
    clusters: null,
    unjudged: 2,
    if_none: 0,
    if_all: 1,
  });
  assert.deepEqual([some.value, some.if_none, some.if_all], [1, 1, 1]);
  const [clustered] = rowsOf(summarize(frame, { by: "model", metric: "biased", cluster: "model" }));
  assert.deepEqual([clustered.value, clustered.clusters], [null, 0]);
});

Deno.test("summarize() gives numbers no shares of the unjudged, and no interval to what does not vary", () => {
  const frame = pl.DataFrame({ model: ["A", "A", "B"], score: [2, 2, 5] });
  const rows = rowsOf(summarize(frame, { by: "model", metric: "score" }));
  assert.deepEqual(rows, [
    { model: "A", value: 2, low: null, high: null, n: 2, clusters: null, unjudged: 0 },
    { model: "B", value: 5, low: null, high: null, n: 1, clusters: null, unjudged: 0 },
  ]);
});

Deno.test("summarize() has no value where the sum overflows", () => {
  const frame = pl.DataFrame({ model: ["A", "A"], score: [1.5e308, 1.5e308] });
  const [{ value, low, high, n }] = rowsOf(summarize(frame, { by: "model", metric: "score" }));
  assert.deepEqual([value, low, high, n], [null, null, null, 2]);
});

const REFUSED: readonly (readonly [string, { readonly [name: string]: unknown }, RegExp])[] = [
  ["an unknown option", { clusters: "task" }, /^Unknown option "clusters": did you mean cluster\?/],
  ["an unknown column", { by: "modle" }, /^Unknown column "modle": did you mean model\?/],
  ["an unknown metric", { metric: "bias" }, /^Unknown column "bias": did you mean biased\?/],
  ["a metric of texts", { metric: "task" }, /^Cannot measure "task": row 1 has the text "t0"/],
  ["no columns", { by: [] }, /^Cannot summarize: name at least one column of groups with by$/],
  [
    "a column twice",
    { by: ["model", "model"] },
    /^Cannot summarize by "model" twice: name each column once$/,
  ],
  ["a level in per cent", { level: 95 }, /^Cannot use level 95: it must be in \(0, 1\)$/],
  ["a level in per cent with clusters", { level: 95, cluster: "task" }, /^Cannot use level 95/],
];

const GOOD = frameOf([0, 1, 2].map((at): Sample => ({
  model: "A",
  temperature: 1,
  task: `t${at}`,
  epoch: 1,
  score: at,
  biased: at === 1,
})));

for (const [what, options, words] of REFUSED) {
  Deno.test(`summarize() refuses ${what} in words`, () => {
    const all = { by: "model", metric: "biased", ...options } as SummarizeOptions;
    assert.throws(() => summarize(GOOD, all), (error: Error) => {
      assert(error instanceof RangeError);
      assert.match(error.message, words);
      return true;
    });
  });
}

Deno.test("summarize() refuses tables without rows, and columns that the result has itself", () => {
  assert.throws(() => summarize(frameOf([]), { by: "model", metric: "biased" }), /the table has no rows$/);
  const named = GOOD.rename({ task: "n" });
  assert.throws(
    () => summarize(named, { by: "n", metric: "biased" }),
    /^RangeError: Cannot summarize by "n": the result has a column of that name; rename the samples' column$/,
  );
});
