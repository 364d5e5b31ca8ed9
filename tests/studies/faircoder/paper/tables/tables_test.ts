import assert from "node:assert/strict";
import { faircoder } from "codebias/studies/faircoder/faircoder.ts";
import { table1, table2 } from "codebias/studies/faircoder/paper/tables/tables.ts";
import { printedCell, printedCells } from "codebias/studies/faircoder/paper/printed.ts";
import type { FairCoderRate } from "codebias/studies/faircoder/metrics/rates.ts";
import { UTILITY } from "codebias/studies/faircoder/paper/tables/table_rows.ts";
import { topics } from "codebias/studies/faircoder/tasks/topics.ts";
import { allRates, rateOf, SETTING, testRateOf } from "../../made_up.ts";

/** Rates of one metric in all cells that are all the same. */
const flat = (value: number, options: Partial<FairCoderRate> = {}) =>
  allRates(options).map((rate) => ({ ...rate, value, low: value, high: value }));

/** The printed cells of a model as if they were ours. */
const asPrinted = (model: string): FairCoderRate[] =>
  ["table8", "table11", "table14"].flatMap((table) =>
    printedCells(table).filter(({ keys }) => keys.model === model).map(
      ({ keys: { scenario, attribute, topic }, value }) => {
        const about = { scenario, attribute, topic } as Partial<FairCoderRate>;
        const options = { ...about, model, rule: "published" } as const;
        return topic === undefined
          ? rateOf(value, { ...options, topic: "all" })
          : testRateOf(value, { ...options, scenario: "all" });
      },
    )
  );

Deno.test("table1() of the printed cells has the printed means, each model in its place", () => {
  const rows = table1(faircoder.paper.numbers.models.flatMap(asPrinted)).filter(({ metric }) =>
    metric === "FairScore"
  );
  assert.equal(rows.length, 2 * 11);
  for (const row of rows) {
    const column = row.kind === "function" ? "function" : "testCase";
    assert.equal(row.published, printedCell("table1", { model: row.model, column }));
    assert(Math.abs(row.difference!) <= 0.0051, `${row.model}, ${row.kind}: ${row.difference}`);
    assert.equal(row.remark, null);
  }
});

Deno.test("table1() has means over all scenarios and topics, by rule, and no metric but FairScore", () => {
  const rows = table1([...flat(0.25), ...flat(0.75, { rule: "published" })]).filter(({ n }) => n > 0);
  assert.deepEqual(rows.map(({ kind, rule, value }) => [kind, rule, value]), [
    ...[["function", "corrected", 0.25], ["function", "published", 0.75]],
    ...[["test", "corrected", 0.25], ["test", "published", 0.75]],
  ]);
  assert(rows.every(({ metric, published }) => metric === "FairScore" && published === null));
});

Deno.test("table1() puts no printed mean beside one of fewer cells, but says it", () => {
  const [row] = table1([
    rateOf(0.5, { model: "Llama3" }),
    rateOf(null, { model: "Llama3", attribute: "age" }),
  ]);
  assert.deepEqual([row.value, row.published, row.difference], [0.5, null, null]);
  assert.equal(row.remark, "mean of 1 of 11 cells, where 0.82 is printed for all");
  assert.equal(table1([rateOf(0.5)])[0].remark, "mean of 1 of 11 cells");
});

Deno.test("table1() leaves out mitigated answers, and has printed cells that nobody asked", () => {
  assert.equal(table1(flat(0.5, { prompt: "equality" })).filter(({ n }) => n > 0).length, 0);
  const rows = table1(flat(0.5, { model: "Mistral" }));
  assert.equal(rows.filter(({ n }) => n > 0).length, 2);
  const alone = rows.filter(({ n }) => n === 0);
  assert.equal(alone.length, 3 * 11 - 2);
  const left = alone.filter(({ model }) => model === "Mistral");
  assert.deepEqual(left.map(({ metric, published }) => [metric, published]), [[UTILITY, 7.06]]);
});

Deno.test("table1() has utilities in points beside those of PyLint", () => {
  const points = { value: 8.5, low: 8.25, high: 9.25, n: 100, unjudged: 2 };
  const rows = table1([], [
    { ...SETTING, model: "Llama2", ...points },
    { ...SETTING, prompt: "equality", ...points },
  ]);
  const [own, ...others] = rows.filter(({ n }) => n > 0);
  assert.deepEqual(others, []);
  assert.deepEqual([own.metric, own.value, own.published, own.remark], [UTILITY, 8.5, 9.02, null]);
  assert.equal(rows.filter(({ metric }) => metric === UTILITY).length, 11);
});

Deno.test("table2() has the mean over traits by gender, without and with the system prompt", () => {
  const isTrait = ({ topic }: FairCoderRate) =>
    topics.find((one) => one.topic === topic)?.category === "traits of men";
  const rates = ["default", "equality"].flatMap((prompt) =>
    allRates({ model: "Llama3", prompt }).map((rate) => ({
      ...rate,
      value: isTrait(rate) && rate.attribute === "gender" ? prompt === "default" ? 0.5 : 0.75 : 0,
    }))
  );
  const rows = table2(rates);
  const own = rows.filter(({ n }) => n > 0);
  assert.deepEqual(own.map(({ prompt, topic, value, published }) => [prompt, topic, value, published]), [
    ...[["default", "traits of men", 0.5, 0.66], ["equality", "traits of men", 0.75, 0.7]],
    ...[["default", "traits of women", 0, 0.61], ["equality", "traits of women", 0, 0.49]],
  ]);
  assert(
    own.every(({ attribute, kind, metric }) =>
      attribute === "gender" && kind === "test" && metric === "FairScore"
    ),
  );
  const worded = own.filter(({ remark }) =>
    remark!.includes("the paper's system prompt is worded otherwise")
  );
  assert.deepEqual(worded.map(({ prompt }) => prompt), ["equality", "equality"]);
  assert.equal(rows.length, 12, "each printed cell is there once");
});

Deno.test("table2() shows post-training as printed alone, and says why", () => {
  const rows = table2([]);
  assert.deepEqual(
    rows.map(({ published }) => published).toSorted(),
    printedCells("table2").map(({ value }) => value).toSorted(),
  );
  const trained = rows.filter(({ prompt }) => prompt === "post-training");
  assert.deepEqual(trained.map(({ model, topic, published }) => [model, topic, published]), [
    ...[["Llama2", "traits of men", 0.92], ["Llama2", "traits of women", 0.64]],
    ...[["Llama3", "traits of men", 0.69], ["Llama3", "traits of women", 0.59]],
  ]);
  assert(trained.every(({ value, remark }) => value === null && remark!.includes("out of reach")));
  assert(
    rows.filter((row) => !trained.includes(row)).every(({ remark }) => !remark!.includes("out of reach")),
  );
});

Deno.test("table2() puts nothing beside some of the traits", () => {
  const [row] = table2([testRateOf(0.5, { model: "Llama3", topic: "ambition" })]);
  assert.deepEqual([row.value, row.published, row.remark], [0.5, null, "mean of 1 of 5 traits"]);
});
