import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { compare } from "codebias";
import type { CompareOptions } from "codebias/comparison/compare.ts";
import { frameOf, GOOD, type Sample } from "./samples.ts";
import { rowsOf } from "./rows.ts";
import { processorMs } from "../processor_time.ts";

Deno.test("compare() begins with the lowest pair of levels and compares each pair once", () => {
  const rows = rowsOf(
    compare(frameOf(GOOD.toReversed()), { across: "temperature", metric: "score", independent: true }),
  );
  assert.deepEqual(rows.map(({ level_a, level_b }) => [level_a, level_b]), [[0.2, 0.6], [0.2, 1], [0.6, 1]]);
  assert.deepEqual(Object.keys(rows[0]).slice(0, 12), [
    "level_a",
    "level_b",
    "test",
    "estimate_a",
    "estimate_b",
    "difference",
    "low",
    "high",
    "statistic",
    "df",
    "p",
    "p_adjusted",
  ]);
  for (const { difference, estimate_a, estimate_b, test } of rows) {
    assert.equal(difference, Number(estimate_b) - Number(estimate_a));
    assert.equal(test, "welch");
  }
});

Deno.test("compare() says why a level without judged values cannot be tested, and tests the others", () => {
  const some = GOOD.map((row) => ({ ...row, score: row.temperature === 0.6 ? null : row.score }));
  for (const pairedBy of [undefined, "task"]) {
    const [low, all, high] = rowsOf(
      compare(frameOf(some), { across: "temperature", metric: "score", pairedBy }),
    );
    assert.equal(low.p, null);
    assert.match(String(low.remark), /(^|\| )Cannot test: the higher level has no judged value$/);
    assert.match(String(high.remark), /(^|\| )Cannot test: the lower level has no judged value$/);
    assert.deepEqual([low.estimate_b, low.unjudged, high.p_adjusted, high.statistic], [null, 4, null, null]);
    assert(Number(all.p) > 0 && all.p_adjusted === all.p); // only tests that were made count for Holm
  }
});

Deno.test("compare() says why a group cannot be tested, and tests the others", () => {
  const groups = [
    ...GOOD,
    ...GOOD.map((row) => ({ ...row, model: "none judged", score: null })),
    ...GOOD.map((row) => ({ ...row, model: "constant", score: 0.1 })),
    ...GOOD.filter(({ task }) => task === "t1").map((row) => ({ ...row, model: "one row" })),
  ];
  const rows = rowsOf(
    compare(frameOf(groups), { across: "temperature", metric: "score", within: "model", independent: true }),
  );
  const reasons = new Map(rows.map(({ model, remark }) => [model, String(remark)]));
  assert.deepEqual([...reasons.keys()], ["A", "constant", "none judged", "one row"]);
  assert(rows.every(({ model, p }) => (p !== null) === (model === "A")));
  assert.match(reasons.get("none judged")!, /^Cannot test: neither level has a judged value$/);
  assert.match(reasons.get("constant")!, /Cannot compare means without spread/);
  assert.match(reasons.get("one row")!, /group a has 1 value, at least 2 are needed/);
  const constant = rows.find(({ model }) => model === "constant")!;
  assert.deepEqual([constant.estimate_a, constant.difference], [0.1, 0]);
  assert.match(String(constant.assumption), /all values are 0.1/);
});

Deno.test("compare() tests pairs although their differences hardly vary, without a size of effect", () => {
  const frame = pl.DataFrame({
    level: ["a", "a", "a", "b", "b", "b"],
    id: [1, 2, 3, 1, 2, 3],
    metric: [0, 1, 2, 1e9, 1e9 + 1, 1e9 + 2.0001],
  });
  const [row] = rowsOf(compare(frame, { across: "level", metric: "metric", pairedBy: "id" }));
  assert(Number(row.p) < 1e-20 && Number(row.statistic) > 1e12);
});

Deno.test("compare() has no numbers of values whose squares overflow, and says why", () => {
  const frame = pl.DataFrame({ level: ["a", "a", "b", "b"], metric: [1e308, -1e308, 1e308, 1.5e308] });
  const options: CompareOptions = { across: "level", metric: "metric" };
  assert.throws(() => compare(frame, options), /exceeds the range of numbers/);
  assert.throws(() => compare(frame, { ...options, test: "mann-whitney" }), /too large to compute with/);
});

Deno.test("compare() takes levels that differ in the last digit as different ones", () => {
  const frame = pl.DataFrame({ level: [0.1 + 0.2, 0.3, 0.1 + 0.2, 0.3, 0, -0], metric: [1, 2, 3, 5, 6, 8] });
  const rows = rowsOf(compare(frame, { across: "level", metric: "metric" }));
  assert.deepEqual(rows.map(({ level_a, level_b }) => [level_a, level_b]), [
    [0, 0.3],
    [0, 0.1 + 0.2],
    [0.3, 0.1 + 0.2],
  ]);
});

Deno.test("compare() keeps truth values, whole numbers and texts as levels", () => {
  const with_ = (level: (string | number | boolean)[]) => {
    const frame = pl.DataFrame({ level, metric: [1, 2, 4, 8] });
    return compare(frame, { across: "level", metric: "metric" });
  };
  const levels = (frame: pl.DataFrame) => rowsOf(frame).flatMap(({ level_a, level_b }) => [level_a, level_b]);
  assert.deepEqual(levels(with_([true, false, true, false])), [false, true]);
  assert.deepEqual(levels(with_(["zh", "en", "zh", "en"])), ["en", "zh"]);
  assert.deepEqual(levels(with_([10, 9, 10, 9])), [9, 10]);
  const halves = with_([1.5, 2, 1.5, 2]);
  assert.deepEqual(["level_a", "level_b"].map((name) => String(halves.getColumn(name).dtype)), [
    String(pl.Float64),
    String(pl.Float64),
  ]);
});

Deno.test("compare() draws the same random permutations for a seed, and others for another", () => {
  const many = Array.from({ length: 60 }, (_, at): Sample => ({
    ...GOOD[0],
    temperature: at % 2,
    task: `t${at >> 1}`,
    score: (at * 37 % 61) / 10,
  }));
  const p = (seed?: number) =>
    compare(frameOf(many), { across: "temperature", metric: "score", test: "permutation", seed }).getColumn(
      "p",
    ).get(0);
  assert.equal(p(), p(1));
  assert.notEqual(p(2), p(1));
});

Deno.test("compare() takes 100 000 ids and 200 groups in seconds of processor time", async () => {
  const n = 100_000;
  const at = Array.from({ length: 2 * n }, (_, index) => index);
  const frame = pl.DataFrame([
    pl.Series("level", at.map((index) => index < n ? 0 : 1), pl.Int64),
    pl.Series("id", at.map((index) => `id${index % n}`), pl.Utf8),
    pl.Series("group", at.map((index) => index % 200), pl.Int64),
    pl.Series("metric", at.map((index) => index * 7919 % 1009 / 1009 + (index < n ? 0 : 0.01)), pl.Float64),
  ]);
  const ms = await processorMs(() => {
    const [row] = rowsOf(compare(frame, { across: "level", metric: "metric", pairedBy: "id" }));
    assert.equal(row.n_a, n);
    const rows = rowsOf(
      compare(frame, { across: "level", metric: "metric", pairedBy: "id", within: "group" }),
    );
    assert.deepEqual(rows.map(({ group }) => group), Array.from({ length: 200 }, (_, group) => group));
  });
  assert(ms < 60_000, `${ms} ms`);
});

Deno.test("compare() gives Fisher's test the odds ratio of b against a, with an interval that contains it", () => {
  const flags = (hits: number, n: number) => Array.from({ length: n }, (_, at) => at < hits);
  const ask = (hitsA: number, hitsB: number) => {
    const samples = pl.DataFrame({
      level: [...Array(20).fill(0), ...Array(30).fill(1)],
      flag: [...flags(hitsA, 20), ...flags(hitsB, 30)],
    });
    return compare(samples, { across: "level", metric: "flag", test: "fisher" }).toRecords()[0];
  };
  const { effect, effect_size, effect_low, effect_high, statistic } = ask(5, 15);
  assert.equal(effect, "odds ratio");
  assert(Math.abs(Number(effect_size) - 3) < 1e-12 && Math.abs(Number(statistic) - 3) < 1e-12);
  assert(Number(effect_low) < 3 && Number(effect_high) > 3);
  assert.equal(ask(0, 15).effect, "odds ratio (0.5 added to each cell)");
  assert.equal(ask(0, 0).effect, null);
});

Deno.test("compare() warns of unequal variances where the test assumes equal ones", () => {
  const values = (spread: number) =>
    Array.from({ length: 20 }, (_, at) => spread * ((at * 7919 % 101) / 101 - 0.5));
  const samples = pl.DataFrame({
    level: [...Array(20).fill(0), ...Array(20).fill(1)],
    value: [...values(1), ...values(9)],
  });
  const warned = (test: "welch" | "pooled") =>
    String(compare(samples, { across: "level", metric: "value", test }).toRecords()[0].assumption);
  assert.match(warned("pooled"), /equal variances/);
  assert.doesNotMatch(warned("welch"), /equal variances/);
});

Deno.test("compare() takes options that are null or undefined, as a notebook may have them, for none", () => {
  const options = { across: "temperature", metric: "score", independent: true } as const;
  const absent = { pairedBy: null, cluster: undefined, test: null, level: null } as unknown as CompareOptions;
  assert.deepEqual(
    rowsOf(compare(frameOf(GOOD), { ...absent, ...options })),
    rowsOf(compare(frameOf(GOOD), options)),
  );
});
