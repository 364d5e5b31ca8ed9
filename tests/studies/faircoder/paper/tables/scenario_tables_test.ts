import assert from "node:assert/strict";
import { faircoder } from "codebias/studies/faircoder/faircoder.ts";
import { table10, table8, table9 } from "codebias/studies/faircoder/paper/tables/cell_tables.ts";
import { type PaperNumbers, printedCell } from "codebias/studies/faircoder/paper/printed.ts";
import { METRICS } from "codebias/studies/faircoder/metrics/rates.ts";
import { allRates, rateOf } from "../../made_up.ts";

const TABLES = [table8, table9, table10] as const;

Deno.test("tables 8 to 10 have one metric each, in all cells, and the printed cells of the paper's models", () => {
  const rates = [...allRates({ model: "Llama3" }), ...allRates()];
  for (const [at, tableOf] of TABLES.entries()) {
    const rows = tableOf(rates);
    assert.equal(rows.length, 11 * 12, "eleven models of the paper, and one other");
    assert(rows.every(({ metric, kind }) => metric === METRICS[at] && kind === "function"));
    assert.equal(rows.filter(({ n }) => n > 0).length, 2 * 11);
    assert(rows.filter(({ model }) => model === "A").every(({ published }) => published === null));
    assert(rows.filter(({ model }) => model !== "A").every(({ published }) => published !== null));
  }
});

Deno.test("table8() has what is printed in the right cells", () => {
  const rows = table8(allRates({ model: "Llama2" }));
  for (const { model, scenario, attribute, published } of rows) {
    assert.equal(published, printedCell("table8", { model, scenario, attribute }));
  }
  const of = (scenario: string, attribute: string) =>
    rows.find((row) => row.model === "Llama2" && row.scenario === scenario && row.attribute === attribute)!;
  assert.deepEqual([of("job", "gender").published, of("job", "age").published], [0.92, 0.72]);
  assert(Math.abs(of("job", "age").difference! - (of("job", "age").value! - 0.72)) < 1e-12);
});

Deno.test("tables 9 and 10 stand beside the printed table that has their metric, and say which", () => {
  const keys = { model: "Llama2", scenario: "edu", attribute: "race" } as const;
  const one = (tableOf: typeof table9, options: Parameters<typeof table9>[1] = {}) => {
    const rates = METRICS.map((metric) => rateOf(0.5, { ...keys, metric, low: 0, high: 1 }));
    const [row] = tableOf(rates, options);
    return [row.metric, row.published, row.remark];
  };
  const captions = "the captions of Tables 9 and 10 are exchanged";
  const other = printedCell("table10", keys);
  assert.notEqual(other, 0.97);
  assert.deepEqual(one(table9), ["refusal rate", other, `printed in Table 10: ${captions}`]);
  assert.deepEqual(one(table10), [
    ...["preference entropy", 0.97, `printed in Table 9: ${captions}; printed by the published rule`],
  ]);
  assert.equal(one(table8)[2], "printed by the published rule");
});

Deno.test("tables 9 and 10 follow captions that are right, and say where it is open", () => {
  const rates = [rateOf(0.5, { ...{ model: "Llama2", metric: "refusal rate" }, low: 0, high: 1 })];
  const turned: PaperNumbers = {
    ...faircoder.paper.numbers,
    table9: faircoder.paper.numbers.table10,
    table10: faircoder.paper.numbers.table9,
  };
  const right = table9(rates, { numbers: turned })[0];
  assert.deepEqual([right.remark, right.published], [
    ...[null, printedCell("table10", { model: "Llama2", scenario: "job", attribute: "gender" })],
  ]);
  const cells = faircoder.paper.numbers.table9.cells.map((cell) => ({ ...cell, value: 0.5, deviation: 0.3 }));
  const same = {
    ...faircoder.paper.numbers,
    table9: { ...faircoder.paper.numbers.table9, cells },
    table10: { ...faircoder.paper.numbers.table10, cells },
  };
  const open = table9(rates, { numbers: same })[0];
  assert.equal(open.published, 0.5);
  assert.match(open.remark!, /^printed in Table 9 by its caption; .* is open$/);
});

Deno.test("tables of functions leave out lists and mitigated answers, and keep temperatures and rules apart", () => {
  const rates = [
    rateOf(0.5, { subjectList: "male" }),
    rateOf(0.5, { prompt: "equality" }),
    rateOf(0.25),
    rateOf(0.5, { temperature: 0 }),
    rateOf(0.75, { rule: "published" }),
    rateOf(1, { prompt: "cut" }),
  ];
  const own = table8(rates).filter(({ n }) => n > 0);
  assert.deepEqual(own.map(({ value }) => value).toSorted(), [0.25, 0.5, 0.75, 1]);
});
