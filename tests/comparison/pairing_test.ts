import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { compare } from "codebias";
import type { CompareOptions } from "codebias/comparison/compare.ts";
import { rowsOf } from "./rows.ts";

/** Columns by their names; null in `metric` is a row that could not be judged. */
function paired(columns: Record<string, unknown[]>, options: Partial<CompareOptions> = {}) {
  return rowsOf(
    compare(pl.DataFrame(columns), { across: "level", metric: "metric", pairedBy: "id", ...options }),
  );
}

const WHOLE = {
  level: [1, 1, 1, 2, 2, 2],
  id: ["x", "y", "z", "z", "y", "x"],
  metric: [1, 2, 4, 8, 5, 3],
};

Deno.test("compare() pairs by id, whatever the order of rows", () => {
  const [row] = paired(WHOLE);
  assert.deepEqual([row.n_a, row.n_b, row.clusters], [3, 3, 3]);
  assert.deepEqual([row.estimate_a, row.estimate_b], [7 / 3, 16 / 3]);
  const [mean, deviation] = [3, 1]; // of the differences 2, 3, 4
  assert(Math.abs(Number(row.statistic) - mean / (deviation / Math.sqrt(3))) < 1e-12);
});

Deno.test("compare() averages the rows of an id at a level first, and says so", () => {
  const [row] = paired({
    level: [1, 1, 1, 1, 1, 2, 2, 2],
    id: ["x", "x", "x", "y", "z", "x", "y", "z"],
    metric: [0, 1, null, 1, 0, 1, 1, 1],
  });
  assert.deepEqual([row.estimate_a, row.estimate_b, row.n_a, row.n_b, row.unjudged], [0.5, 1, 3, 3, 1]);
  assert.equal(
    row.remark,
    "up to 3 rows of an id at a level were averaged first | no interval: 3 tasks are too few for one, 8 are needed at each level",
  );
});

Deno.test("compare() says nothing of averages where there are none", () => {
  assert.equal(paired(WHOLE)[0].remark, null);
});

Deno.test("compare() leaves out ids that were judged at one level only, and says how many", () => {
  const [row] = paired({
    level: [1, 1, 1, 1, 2, 2, 2, 2],
    id: [1, 2, 3, 4, 1, 2, 3, 4],
    metric: [1, 2, 4, null, 2, 4, 7, 9],
  });
  assert.deepEqual([row.n_a, row.n_b, row.unjudged, row.estimate_b], [3, 3, 1, 13 / 3]);
  assert.equal(row.remark, "1 id was judged at one level only and left out");
});

const UNPAIRED = {
  level: [1, 1, 1, 2, 2, 2, 2],
  id: ["x", "y", "z", "x", "y", "v", "w"],
  metric: [1, 2, 4, 8, 5, 3, 1],
};

Deno.test("compare() refuses ids of one level only, and names them", () => {
  assert.throws(
    () => paired(UNPAIRED),
    new RangeError(
      "Cannot pair all rows: 3 ids are at one level only: z (only at 1), v (only at 2), w (only at 2); " +
        'take an unpaired test, or leave them out (unpaired: "drop", or --drop-unpaired)',
    ),
  );
  const many = Array.from({ length: 9 }, (_, at) => at);
  assert.throws(
    () => paired({ level: [...many.map(() => 1), 2], id: [...many, 0], metric: [...many, 0] }),
    /8 ids are at one level only: 1 \(only at 1\), .*, 5 \(only at 1\), and 3 more; take/,
  );
});

Deno.test("compare() leaves ids of one level only out where it is told to, and says how many", () => {
  const [row] = paired(UNPAIRED, { unpaired: "drop" });
  assert.deepEqual([row.n_a, row.n_b, row.estimate_a, row.estimate_b], [2, 2, 1.5, 6.5]);
  assert.equal(row.remark, "3 ids are there at one level only and left out");
});

Deno.test("compare() says that no pair is left where all ids are left out", () => {
  const apart = { level: [1, 1, 2, 2], id: ["v", "w", "x", "y"], metric: [1, 2, 3, 5] };
  assert.throws(
    () => paired(apart, { unpaired: "drop" }),
    /^RangeError: Cannot test: no id was judged at both levels$/,
  );
});

Deno.test("compare() names the group in which ids cannot be paired", () => {
  const twice = {
    level: [...WHOLE.level, ...WHOLE.level],
    id: [...WHOLE.id, ...WHOLE.id.slice(0, 5), "v"],
    metric: [...WHOLE.metric, ...WHOLE.metric],
    model: [...WHOLE.id.map(() => "A"), ...WHOLE.id.map(() => "B")],
  };
  assert.throws(
    () => paired(twice, { within: "model" }),
    /^RangeError: In model B: Cannot pair all rows: 2 ids are/,
  );
});

Deno.test("compare() averages by id for unpaired tests, too, and keeps the ids of one level", () => {
  const [row] = paired({ ...UNPAIRED, id: ["x", "x", "z", "x", "y", "v", "w"] }, { test: "welch" });
  assert.deepEqual([row.n_a, row.n_b, row.estimate_a], [2, 4, 2.75]);
  assert.equal(row.remark, "up to 2 rows of an id at a level were averaged first");
});

Deno.test("compare() counts rows for Fisher's test, and says that it does not use the ids", () => {
  const flags = { ...UNPAIRED, id: ["x", "x", "z", "x", "y", "v", "w"], metric: [0, 1, 0, 1, 1, 1, 0] };
  const [row] = paired(flags, { test: "fisher" });
  assert.deepEqual([row.n_a, row.n_b], [3, 4]);
  assert.match(String(row.assumption), /share ids, which this test does not use.*mcnemar/);
});

Deno.test("compare() wants exactly one row of an id at a level for McNemar's test", () => {
  const flags = { level: [1, 1, 1, 2, 2, 2], id: ["x", "y", "z", "x", "y", "z"], metric: [0, 0, 1, 1, 1, 1] };
  const [row] = paired(flags, { test: "mcnemar" });
  assert(Math.abs(row.p as number - 0.5) < 1e-15);
  assert.deepEqual([row.n_a, row.difference], [3, 2 / 3]);
  assert.throws(
    () => paired({ ...flags, id: ["x", "x", "z", "x", "y", "z"] }, { test: "mcnemar" }),
    /^RangeError: Cannot run the test mcnemar: id x has 2 rows at level 1, expected one; keep one row of each/,
  );
});

Deno.test("compare() says where McNemar's test has no pair that differs", () => {
  const [row] = paired({ ...WHOLE, metric: [1, 0, 1, 1, 0, 1] }, { test: "mcnemar" });
  assert.deepEqual([row.p, row.statistic, row.difference], [1, 0, 0]);
  assert.match(String(row.remark), /no pair differs, so that p is 1/);
});

Deno.test("compare() refuses pairs whose halves are in different clusters, and ids in two clusters", () => {
  const clusters = (cluster: string[]) => ({ ...WHOLE, cluster });
  assert.throws(
    () => paired(clusters(["p", "q", "q", "q", "p", "p"]), { cluster: "cluster" }),
    /^RangeError: Cannot cluster the pairs: the rows of id y are in more than one cluster$/,
  );
  const twice = {
    level: [1, 1, 1, 2, 2],
    id: ["x", "x", "y", "x", "y"],
    metric: [1, 2, 3, 4, 6],
    cluster: ["p", "q", "p", "p", "p"],
  };
  assert.throws(
    () => paired(twice, { cluster: "cluster" }),
    /the rows of id x are in more than one cluster$/,
  );
});

Deno.test("compare() clusters pairs and says that few clusters are few", () => {
  const [row] = paired({ ...WHOLE, cluster: ["p", "q", "q", "q", "q", "p"] }, { cluster: "cluster" });
  assert.deepEqual([row.clusters, row.df, row.test, row.n_a], [2, 1, "paired, clustered", 3]);
  assert.match(String(row.assumption), /^2 clusters are few/);
});

Deno.test("compare() keeps ids apart that only exact numbers tell apart", () => {
  const ids = ["9007199254740992", "9007199254740993", "9007199254740994"];
  for (const type of [pl.Int64, pl.UInt64]) {
    const frame = pl.DataFrame([
      pl.Series("level", WHOLE.level),
      pl.Series("id", [...ids, ...ids]).cast(type),
      pl.Series("metric", WHOLE.metric),
    ]);
    const [row] = rowsOf(compare(frame, { across: "level", metric: "metric", pairedBy: "id" }));
    assert.deepEqual([row.n_a, row.remark], [3, null]);
  }
});

Deno.test("compare() takes Welch's test for the papers', and says what would be better", () => {
  const [paper] = paired(WHOLE, { test: "paper" });
  const [welch] = paired(WHOLE, { test: "welch" });
  assert.equal(paper.test, "paper (welch)");
  assert.deepEqual([paper.p, paper.p_adjusted, paper.low], [welch.p, null, welch.low]);
  assert.match(String(paper.assumption), /takes the tasks of the two levels as different tasks/);
  const [alone] = paired(WHOLE, { test: "paper", pairedBy: undefined });
  assert.match(String(alone.assumption), /takes every row as independent/);
});

Deno.test("compare() takes averages that are equal but for rounding as ties", () => {
  const rows = [[0.1, 0.7, 0.2, 0.6], [0.7, 0.1, 0.3, 0.5], [0.1, 0.2, 0.15, 0.15]].flatMap((
    [a, b, c, d],
    task,
  ) => [
    { level: 0, task, value: a },
    { level: 0, task, value: b },
    { level: 1, task, value: c },
    { level: 1, task, value: d },
  ]);
  for (const test of ["sign", "wilcoxon", "paired"] as const) {
    const options = { across: "level", metric: "value", pairedBy: "task", test } as const;
    const [{ difference, p }] = compare(pl.DataFrame(rows), options).toRecords();
    assert.deepEqual([difference, p], [0, null], test);
  }
});

Deno.test("compare() gives no interval of the effect that would take clustered values as independent", () => {
  const rows = Array.from({ length: 60 }, (_, at) => ({
    level: at % 2,
    task: `t${Math.floor(at / 4)}`,
    value: (at * 7919 % 101) / 101,
  }));
  for (const asked of [{ test: "welch" }, { test: "paired", pairedBy: "task" }] as const) {
    const [row] = compare(pl.DataFrame(rows), { across: "level", metric: "value", cluster: "task", ...asked })
      .toRecords();
    assert.equal(typeof row.effect_size, "number");
    assert.deepEqual([row.effect_low, row.effect_high], [null, null]);
    assert.match(String(row.assumption), /^15 clusters are few: with fewer than 20, p is often too small$/);
  }
});

Deno.test("compare() says when one cluster outweighs the others", () => {
  const rows = Array.from({ length: 200 }, (_, at) => ({
    level: at % 2,
    task: at < 100 ? "large" : `t${at % 25}`,
    value: (at * 7919 % 101) / 101,
  }));
  const [row] = compare(pl.DataFrame(rows), { across: "level", metric: "value", cluster: "task" })
    .toRecords();
  assert.equal(row.assumption, "one cluster has 50 % of the rows: p may be far too small");
});
