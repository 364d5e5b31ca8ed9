import assert from "node:assert/strict";
import type { HuangTableRow } from "codebias/studies/huang/paper/tables/tables.ts";
import { attributeTable, matrixTable } from "codebias/studies/huang/paper/tables/wide_tables.ts";
import { table5 } from "codebias/studies/huang/paper/tables/instruments.ts";

const ROW: HuangTableRow = {
  ...{
    model: "A",
    prompt: "original",
    temperature: 1,
    round: 0,
    attribute: "age",
    metric: "CBS",
    value: 0.25,
  },
  ...{ low: 0.1, high: 0.5, n: 20, unjudged: 0, published: null, difference: null, remark: null },
};

Deno.test("attributeTable() has a column for each attribute, in the paper's order, and intervals", () => {
  const { frame } = attributeTable([{ ...ROW, attribute: "overall" }, {
    ...ROW,
    attribute: "gender",
    value: null,
  }, ROW]);
  assert.deepEqual(frame.columns, ["model", "metric", "age", "gender", "overall"]);
  assert.deepEqual(frame.toRecords(), [
    { model: "A", metric: "CBS", age: "25.0 (10.0–50.0)", gender: "–", overall: "25.0 (10.0–50.0)" },
  ]);
});

Deno.test("attributeTable() has rounds beside each other, and a row for each strategy", () => {
  const rows = [ROW, { ...ROW, round: 1, value: 0.05 }, { ...ROW, prompt: "CoT1", value: 0.5 }];
  const { frame } = attributeTable(rows);
  assert.deepEqual(frame.toRecords(), [
    { model: "A", strategy: "original", metric: "CBS", age: "25.0 / 5.0" },
    { model: "A", strategy: "CoT1", metric: "CBS", age: "50.0" },
  ]);
});

Deno.test("matrixTable() has a row for each instrument, with the paper's", () => {
  const slot = { instrument: "ours", labels: "some", pools: "original", id: "1", attribute: "age" };
  const rows = table5([{ ...slot, predicted: true, actual: true }, {
    ...slot,
    predicted: null,
    actual: true,
  }]);
  const [ours, paper] = matrixTable(rows).frame.toRecords();
  const { TP, FN, FP, TN, unjudged, precision } = ours;
  assert.deepEqual([TP, FN, FP, TN, unjudged], [1, 0, 0, 0, 1]);
  assert.match(String(precision), /^1\.00 \(0\.2\d–1\.00\)$/);
  assert.deepEqual([paper.TP, paper.FN, paper.FP, paper.TN], [141, 12, 0, 2185]);
});
