import assert from "node:assert/strict";
import { solar } from "codebias/studies/solar/solar.ts";
import { CBS_COLUMNS } from "codebias/studies/solar/paper/printed_tables.ts";
import type { SolarRate } from "codebias/studies/solar/metrics/counts.ts";
import { DEFAULT, madeUpLeanings, rate } from "../../made_up.ts";
import { rateTable } from "codebias/studies/solar/paper/tables/table_rows.ts";
import { table3, table4 } from "codebias/studies/solar/paper/tables/tables.ts";
import { ruleTable } from "codebias/studies/solar/paper/tables/rule_table.ts";

const GPT = solar.paper.numbers.models[0];
const PRINTED = { model: GPT, ...DEFAULT };
const LIVE = { model: "ollama/qwen2.5-coder:7b", ...DEFAULT };

/** All rates of a setting by both rules, not in the tables' order. */
function ratesOf(keys: typeof PRINTED): SolarRate[] {
  return (["ours", "published"] as const).flatMap((rule) => [
    rate(keys, { rule, metric: "executable", value: 0.9 }),
    rate(keys, { rule, metric: "BLS@Range", dimension: "race", value: 0.4 }),
    rate(keys, { rule, metric: "Pass@attribute", value: 0.66 }),
    ...CBS_COLUMNS.toReversed().map((dimension) => rate(keys, { rule, dimension, value: 0.31 })),
  ]);
}

Deno.test("table3() has CBS in the paper's order, then Pass@attribute and what is executable, by both rules", () => {
  const rows = table3(ratesOf(LIVE));
  const expected = [
    ...CBS_COLUMNS.map((name) => `CBS ${name}`),
    "Pass@attribute overall",
    "executable overall",
  ];
  assert.deepEqual(
    rows.map(({ metric, dimension, rule }) => `${metric} ${dimension} ${rule}`),
    expected.flatMap((name) => [`${name} published`, `${name} ours`]),
  );
});

Deno.test("table3() puts the printed numbers beside rates of the paper's models by the paper's rule alone", () => {
  const rows = table3([...ratesOf(LIVE), ...ratesOf(PRINTED)]);
  const printed = rows.filter(({ published }) => published !== null);
  assert.deepEqual(
    printed.map(({ model, rule, published }) => [model, rule, published]),
    [0.6058, 0.3125, 0.2093, 0.1644, 0.1942, 0.3324, 0.1755, 0.3464, 0.666, 1].map((value) => [
      ...[GPT, "published", value],
    ]),
  );
  const [overall] = printed;
  assert.equal(overall.value, 0.31);
  assert.equal(overall.difference, 0.31 - 0.6058);
  assert.equal(overall.remark, "the printed number is not in the interval");
  assert.equal(printed[1].remark, null, "0.3125 is within 0.28 and 0.35");
});

Deno.test("table3() is of the default prompt before any asking again, and prints nothing at other settings", () => {
  const others = [{ prompt: "COT" }, { round: 1 }, { temperature: 0.2 }, { prompt: "default + honest" }];
  const rows = table3(others.flatMap((other) => ratesOf({ ...PRINTED, ...other })));
  assert.deepEqual([...new Set(rows.map(({ temperature }) => temperature))], [0.2]);
  assert(rows.every(({ prompt, round }) => prompt === "default" && round === 0));
  // Table 6 has the share of executable completions at all temperatures, Table 3 is about one.
  assert.deepEqual(
    rows.filter(({ published }) => published !== null).map(({ metric, published }) => [metric, published]),
    [["executable", 0.9912]],
  );
});

Deno.test("table3() of a rate without a value has no difference, and of one without interval no remark", () => {
  const empty = { ...rate(PRINTED, { rule: "published" }), value: null, low: null, high: null, n: 0 };
  const [row] = table3([empty]);
  assert.deepEqual([row.published, row.difference, row.remark], [0.6058, null, null]);
});

Deno.test("table4() has ranges with the printed ones, and says which values are at their ends", () => {
  const leanings = madeUpLeanings([GPT], "published");
  const [published, ours] = table4(ratesOf(PRINTED), leanings);
  assert.equal(published.published, 0.77);
  assert.match(published.remark!, /^from black \(0\.20\) to american indian \(0\.90\); /);
  assert.match(published.remark!, /the printed range takes in american indian \(0\.00\), .* it is 0\.40/);
  assert.match(published.remark!, /the printed number is not in the interval$/);
  assert.deepEqual([ours.published, ours.remark], [null, null]);
  const [live] = table4(ratesOf(LIVE), leanings);
  assert.deepEqual([live.published, live.remark], [null, null], "no leanings of that model");
  const [elsewhere] = table4(ratesOf({ ...PRINTED, temperature: 0.2 }));
  assert.deepEqual([elsewhere.published, elsewhere.remark], [null, null]);
});

Deno.test("rateTable() keeps all numbers of its rows", () => {
  const rows = table3(ratesOf(PRINTED));
  const shown = rateTable(rows, { title: "CBS", note: "numbers made up for a test" });
  assert.equal(shown.rows.length, rows.length);
  assert.deepEqual(shown.columns.length, Object.keys(rows[0]).length);
  assert.deepEqual([...shown.frame.getColumn("published")].filter((one) => one !== null).length, 10);
  assert.match(shown.toHTML(), /numbers made up for a test/);
});

Deno.test("ruleTable() sets both rules side by side with the printed number", () => {
  const shown = ruleTable(table3(ratesOf(PRINTED)), { note: "numbers made up for a test" });
  const [first] = shown.frame.toRecords();
  assert.equal(shown.rows.length, 10);
  assert.deepEqual(
    [first.model, first.temperature, first.metric, first.dimension, first.value_published, first.value_ours],
    [GPT, 1, "CBS", "overall", 0.31, 0.31],
  );
  assert.deepEqual([first.published, first.difference], [0.6058, 0.31 - 0.6058]);
  assert(!shown.columns.includes("prompt"), "all rows have the same");
  assert.match(shown.toString(), /counted as published +counted as ours/);
});

Deno.test("ruleTable() leaves the columns of a rule empty that a rate lacks", () => {
  const rows = table3([rate(LIVE, { rule: "ours", value: 0.25 })]);
  const [first] = ruleTable(rows).frame.toRecords();
  assert.deepEqual([first.value_published, first.n_published, first.value_ours], [null, null, 0.25]);
});
