import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { compare, decide, intervals, sampleSize, summarize } from "codebias";
import type { CompareOptions } from "codebias/comparison/compare.ts";
import { frameOf, GOOD, type Sample } from "./samples.ts";

const REFUSED: readonly (readonly [string, Partial<CompareOptions> & { [name: string]: unknown }, RegExp])[] =
  [
    ["an unknown option", { tests: "welch" }, /^Unknown option "tests": did you mean test\?/],
    ["an unknown column", { metric: "scor" }, /^Unknown column "scor": did you mean score\? Known: /],
    [
      "an unknown column of levels",
      { across: "temprature" },
      /^Unknown column "temprature": did you mean temperature\?/,
    ],
    ["no column of levels", { across: "" }, /^Cannot compare: name the column of the levels with across$/],
    ["no metric", { metric: "" }, /^Cannot compare: name the column that is measured with metric$/],
    [
      "a metric of texts",
      { metric: "task" },
      /^Cannot measure "task": row 1 has the text "t0", expected a number/,
    ],
    [
      "a metric by itself",
      { metric: "task", cluster: "task" },
      /^Cannot measure "task" by itself: it says which rows belong together$/,
    ],
    ["an unknown test", { test: "welsh" as "welch" }, /^Unknown test "welsh": did you mean welch\?/],
    [
      "numbers for Fisher's test",
      { test: "fisher" },
      /^Cannot run the test fisher on "score": row 3 is 4, expected/,
    ],
    ["numbers for the trend", { test: "trend" }, /^Cannot run the test trend on "score"/],
    [
      "numbers for McNemar's test",
      { test: "mcnemar", pairedBy: "task" },
      /^Cannot run the test mcnemar on "score"/,
    ],
    [
      "pairs without ids",
      { test: "wilcoxon" },
      /^Cannot run the test wilcoxon without pairs: name the column of ids/,
    ],
    [
      "clusters where no test has them",
      { test: "paper", cluster: "task" },
      /tests that can: welch, pooled, paired, trend$/,
    ],
    [
      "one level only",
      { across: "model" },
      /^Cannot compare: column "model" has one level only, A; expected at least two$/,
    ],
    ["a level in per cent", { level: 95 }, /^Cannot use level 95: it must be in \(0, 1\)$/],
    [
      "an unknown correction",
      { correction: "holms" as "holm" },
      /^Unknown correction "holms": did you mean holm\?/,
    ],
    ["an unknown alternative", { alternative: "more" as "less" }, /^Unknown alternative "more"/],
    [
      "an unknown way with ids",
      { unpaired: "dorp" as "drop" },
      /^Unknown way with unpaired ids "dorp": did you mean drop\?/,
    ],
    ["a seed that is no integer", { seed: 1.5 }, /^Cannot use seed 1.5: it must be an integer$/],
    [
      "a column twice",
      { within: ["model", "model"] },
      /^Cannot compare within "model" twice: name each column once$/,
    ],
    [
      "levels within levels",
      { within: "temperature" },
      /^Cannot compare across "temperature" within "temperature"/,
    ],
  ];

for (const [what, options, words] of REFUSED) {
  Deno.test(`compare() refuses ${what} in words`, () => {
    const all = { across: "temperature", metric: "score", ...options };
    assert.throws(() => compare(frameOf(GOOD), all), (error: Error) => {
      assert(error instanceof RangeError);
      assert.match(error.message, words);
      return true;
    });
  });
}

Deno.test("compare() refuses a table without rows, and one of which nothing can be tested", () => {
  assert.throws(
    () => compare(frameOf([]), { across: "temperature", metric: "score" }),
    /^RangeError: Cannot compare: the table has no rows$/,
  );
  const none = GOOD.map((row) => ({ ...row, score: null }));
  assert.throws(
    () => compare(frameOf(none), { across: "temperature", metric: "score" }),
    /^RangeError: Cannot test: neither level has a judged value$/,
  );
  const apart = ["A", "B"].flatMap((model) =>
    GOOD.map((row) => ({ ...row, model, score: model === "A" && row.temperature === 0.2 ? 1 : null }))
  );
  assert.throws(
    () =>
      compare(frameOf(apart), { across: "temperature", metric: "score", within: "model", independent: true }),
    /^RangeError: Cannot compare "score" across "temperature": .* \(Cannot test: the higher level .*; Cannot test: neither .*\); summarize/,
  );
});

Deno.test("compare() gives values that say nothing about chance as they are, and decide() why they are not tested", () => {
  for (const value of [0, 1]) {
    const alike = frameOf(GOOD.map((row) => ({ ...row, score: value })));
    for (const how of [{ pairedBy: "task" }, { cluster: "task" }, { test: "welch" }, {}] as const) {
      const compared = compare(alike, { across: "temperature", metric: "score", ...how });
      const [row] = compared.toRecords();
      assert.deepEqual([row.estimate_a, row.estimate_b, row.difference], [value, value, 0]);
      assert.deepEqual([row.p, row.p_adjusted], [null, null]);
      assert.match(String(row.remark), /Cannot (judge|compare|compute) .*(without|error)/);
      const [decision] = decide(compared, { margin: 0.1 });
      assert.equal(decision.verdict, "not tested");
    }
  }
});

Deno.test("what takes a frame refuses a run's result, and says what to pass", () => {
  const frame = frameOf(GOOD);
  const result = { samples: [], about: [], label: "", notices: [], frame } as never;
  const options = { across: "temperature", metric: "score" };
  const refused: readonly [() => unknown, RegExp][] = [
    [() => compare(result, options), /^TypeError: Cannot compare a run's result: pass result\.frame$/],
    [
      () => summarize(result, { by: "model", metric: "score" }),
      /^TypeError: Cannot summarize a run's result: pass result\.frame$/,
    ],
    [
      () => intervals(result, { x: "temperature", color: "model" }),
      /^TypeError: Cannot draw a run's result: pass result\.frame$/,
    ],
    [
      () => intervals(result, {} as never),
      /^RangeError: Cannot draw estimates: name a column with x$/,
    ],
    [
      () => decide(result, { margin: 0.1 }),
      /^RangeError: Cannot decide on a run's result: pass what compare\(result\.frame, \.\.\.\) gave$/,
    ],
    [() => sampleSize(result), /^RangeError: Cannot plan with a run's result: pass tasks, epochs/],
    [
      () => compare(frame, undefined as never),
      /^TypeError: Cannot take undefined as options: expected an object/,
    ],
    [() => compare([] as never, options), /^TypeError: Cannot compare this: expected a polars DataFrame/],
  ];
  for (const [call, message] of refused) assert.throws(call, message);
  assert.equal(summarize(frame, { by: "temperature", metric: "score" }).columns[0], "temperature");
});

Deno.test("a list where one column is named is refused in words, of rows in memory and of a lazy scan", () => {
  const frame = frameOf(GOOD);
  const lists = { across: ["temperature"], metric: ["score"], pairedBy: ["task", "model"] };
  for (const samples of [frame, frame.lazy()]) {
    for (const [option, list] of Object.entries(lists)) {
      const options = { across: "temperature", metric: "score", pairedBy: "task", [option]: list };
      assert.throws(() => compare(samples, options as never), {
        name: "TypeError",
        message: `Cannot take the list ${list.join(", ")} as a column: expected the name of one`,
      });
    }
  }
});

Deno.test("compare() refuses NaN and infinite values, in the metric and in levels", () => {
  const at = (name: keyof Sample, value: number) =>
    frameOf(GOOD.map((row, index) => index === 4 ? { ...row, [name]: value } : row));
  const options: CompareOptions = { across: "temperature", metric: "score" };
  assert.throws(
    () => compare(at("score", NaN), options),
    /^RangeError: Cannot measure "score": row 5 is NaN; leave/,
  );
  assert.throws(() => compare(at("score", Infinity), options), /row 5 is Infinity; leave a cell empty/);
  assert.throws(
    () => compare(at("temperature", NaN), options),
    /Cannot tell the level of row 5: .* is NaN; fill/,
  );
  assert.throws(
    () => compare(at("temperature", -Infinity), options),
    /row 5: its cell in column .* is -Infinity; fill/,
  );
});

Deno.test("compare() refuses a column of groups that is called as one of the result's", () => {
  const frame = frameOf(GOOD).withColumn(pl.Series("p", GOOD.map(() => 1)));
  assert.throws(
    () => compare(frame, { across: "temperature", metric: "score", within: "p" }),
    /^RangeError: Cannot compare within "p": the result has a column of that name; rename/,
  );
  assert.throws(
    () => compare(frameOf(GOOD), { across: "temperature", metric: "score", within: "p" }),
    /^RangeError: Unknown column "p"/,
  );
});
