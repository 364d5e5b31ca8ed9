import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { compare } from "codebias";
import type { CompareOptions } from "codebias/comparison/compare.ts";
import { cochranArmitage } from "codebias/statistics/mod.ts";
import oracle from "../../oracles/trend_clustered.json" with { type: "json" };
import { agrees } from "../../statistics/agrees.ts";
import { rowsOf } from "../rows.ts";

const LEVELS = { numbers: [0.2, 0.4, 0.6, 0.8, 1], texts: ["a", "b", "c", "d", "e"] } as const;

type Built = Pick<typeof oracle.cases[number], "tasks" | "epochs" | "base" | "rise">;

/** The samples of the oracle, by the integers of its docstring. */
function built({ tasks, epochs, base, rise }: Built, levels: readonly (string | number)[]): pl.DataFrame {
  const samples = Array.from({ length: tasks * 5 * epochs }, (_, i) => i);
  const at = (i: number) => Math.floor(i / tasks) % 5;
  return pl.DataFrame({
    level: samples.map((i) => levels[at(i)]),
    task: samples.map((i) => `t${i % tasks}`),
    biased: samples.map((i) => (7919 * i + 31 * (i % tasks) ** 2) % 1009 < base + rise * at(i)),
  });
}

function trend(frame: pl.DataFrame, options: Partial<CompareOptions> = {}) {
  return rowsOf(compare(frame, { across: "level", metric: "biased", test: "trend", ...options }));
}

Deno.test("compare() of a clustered trend agrees with statsmodels in 30 cases", () => {
  assert.equal(oracle.cases.length, 30);
  for (const expected of oracle.cases) {
    const frame = built(expected, LEVELS[expected.scores as keyof typeof LEVELS]);
    const rows = trend(frame, { cluster: "task" });
    assert.equal(rows.length, 1);
    const [row] = rows;
    agrees(Number(row.statistic), expected.statistic, "t", 1e-9);
    agrees(Number(row.p), expected.p, "p");
    agrees(Number(row.effect_size), expected.slope, "slope", 1e-12);
    agrees(Number(row.effect_low), expected.low, "low", 1e-12);
    agrees(Number(row.effect_high), expected.high, "high", 1e-12);
    agrees(Number(row.estimate_a), expected.first, "share at the lowest level");
    agrees(Number(row.estimate_b), expected.last, "share at the highest level");
    assert.deepEqual([row.df, row.clusters, row.test], [expected.df, expected.tasks, "trend, clustered"]);
    assert.deepEqual([row.level_a, row.level_b], expected.scores === "numbers" ? [0.2, 1] : ["a", "e"]);
    const [greater] = trend(frame, { cluster: "task", alternative: "greater" });
    agrees(Number(greater.p), expected.greater, "p of a rise");
  }
});

Deno.test("compare() of a trend is Cochran and Armitage's test, and its row has the trend's interval", () => {
  const plan = { tasks: 40, epochs: 2, base: 300, rise: 60 };
  const frame = built(plan, LEVELS.numbers);
  const biased = frame.getColumn("biased").toArray() as boolean[];
  const counts = LEVELS.numbers.map((score, at) => {
    const own = biased.filter((_, i) => Math.floor(i / plan.tasks) % 5 === at);
    return { score, n: own.length, successes: own.filter((one) => one).length };
  });
  for (const alternative of ["two-sided", "less", "greater"] as const) {
    const [row] = trend(frame, { alternative });
    const { statistic, p, effect, low, high } = cochranArmitage(counts, { alternative });
    assert.deepEqual([row.statistic, row.p, row.effect_size, row.df], [statistic, p, effect, null]);
    assert.deepEqual([row.effect_low, row.effect_high], [low, high]);
    // From the lowest level, 0.2, to the highest, 1.
    assert.deepEqual([row.difference, row.low, row.high], [effect, low, high].map((one) => one * 0.8));
    assert.deepEqual(
      [row.estimate_a, row.estimate_b],
      [counts[0], counts[4]].map((one) => one.successes / 80),
    );
    assert.deepEqual([row.n_a, row.n_b, row.test, row.remark], [80, 80, "trend", null]);
  }
});

Deno.test("compare() scores levels that are texts in their order, and says so", () => {
  const plan = { tasks: 40, epochs: 2, base: 300, rise: 60 };
  const [numbers] = trend(built(plan, [0, 1, 2, 3, 4]));
  const [texts] = trend(built(plan, LEVELS.texts));
  assert.deepEqual([texts.statistic, texts.p], [numbers.statistic, numbers.p]);
  assert.equal(texts.remark, "levels are scored in their order: a 0, b 1, c 2, d 3, e 4");
});

Deno.test("compare() takes a trend from the levels that have judged values, and keeps their scores", () => {
  const frame = pl.DataFrame({
    level: [0, 0, 0, 0, 1, 1, 5, 5, 5, 5, 9],
    biased: [true, false, false, false, null, null, true, true, true, false, null],
  });
  const [row] = trend(frame);
  const { statistic, p, effect } = cochranArmitage([{ score: 0, n: 4, successes: 1 }, {
    score: 5,
    n: 4,
    successes: 3,
  }]);
  assert.deepEqual([row.statistic, row.p, row.effect_size], [statistic, p, effect]);
  assert.deepEqual([row.level_a, row.level_b, row.n_a, row.n_b, row.unjudged], [0, 5, 4, 4, 3]);
});

Deno.test("compare() of a trend within groups says which has none, and why", () => {
  const frame = pl.DataFrame({
    model: ["A", "A", "A", "A", "B", "B", "B", "B", "C", "C"],
    level: [0, 0, 1, 1, 0, 0, 1, 1, 0, 0],
    biased: [true, false, true, true, false, false, false, false, true, false],
  });
  const [a, b, c] = trend(frame, { within: "model", correction: "none" });
  assert(Number(a.p) > 0);
  assert.deepEqual([b.p, b.difference, b.statistic], [null, 0, null]);
  assert.match(String(b.remark), /none of the 4 units succeeded, so that there is no variance/);
  assert.deepEqual([c.p, c.estimate_a, c.estimate_b], [null, 0.5, null]);
  assert.match(String(c.remark), /at least 2 scores are needed/);
});

Deno.test("compare() of a clustered trend stands where its ends do not vary", () => {
  const rates = [[0, 0, 0, 0], [1, 0, 1, 1], [0, 0, 0, 0]];
  const frame = pl.DataFrame({
    level: rates.flatMap((row, at) => row.map(() => [0, 1, 5][at])),
    task: rates.flatMap((row) => row.map((_, task) => task)),
    biased: rates.flatMap((row) => row.map((one) => one === 1)),
  });
  const [row] = trend(frame, { cluster: "task" });
  const ends = [row.effect_size, row.effect_low, row.effect_high].map((one) => 5 * Number(one));
  assert.deepEqual([row.difference, row.low, row.high], ends);
  assert(Number(row.p) > 0 && Number(row.statistic) < 0);
});

Deno.test("compare() says that a trend of ids at several levels should be clustered", () => {
  const frame = built({ tasks: 40, epochs: 1, base: 300, rise: 60 }, LEVELS.numbers);
  const [row] = trend(frame, { pairedBy: "task" });
  assert.match(String(row.assumption), /rows of one id at several levels are not independent.*cluster$/);
});

Deno.test("compare() tests no scores whose squares overflow, and says why", () => {
  const frame = pl.DataFrame({ level: [1e308, 1e308, 1, 1], biased: [true, false, true, true] });
  const [{ p, remark }] = trend(frame);
  assert.equal(p, null);
  assert.match(String(remark), /^Cannot test a trend: the level 1e\+308 is too large a score/);
});

Deno.test("compare() says of a trend in a group without a judged row that there is none, and of the others what it is", () => {
  const flags = [true, false, false, false, true, true, true, true, false];
  const frame = pl.DataFrame({
    model: [...flags.map(() => "A"), ...flags.map(() => "B")],
    level: [...flags, ...flags].map((_, at) => [1, 2, 3][Math.floor(at / 3) % 3]),
    biased: [...flags, ...flags.map(() => null)],
  });
  const [known, unknown] = trend(frame, { within: "model", independent: true });
  assert.equal(typeof known.p, "number");
  assert.deepEqual([unknown.level_a, unknown.level_b, unknown.p, unknown.difference], [1, 3, null, null]);
  assert.deepEqual([unknown.n_a, unknown.n_b, unknown.unjudged], [0, 0, 9]);
  assert.match(String(unknown.remark), /^Cannot /);
});
