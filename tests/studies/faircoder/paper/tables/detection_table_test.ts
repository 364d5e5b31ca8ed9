import assert from "node:assert/strict";
import { detectionTable, table6 } from "codebias/studies/faircoder/paper/tables/detection_table.ts";
import type { DetectionRow } from "codebias/studies/faircoder/metrics/rates.ts";

const rowOf = (instrument: string, options: Partial<DetectionRow> = {}): DetectionRow => ({
  ...{ instrument, labels: "ours", metric: "use of the attribute" },
  ...{ value: 0.84, low: 0.79, high: 0.88, n: 292, unjudged: 0 },
  ...options,
});

Deno.test("table6() has the printed accuracies beside the use of the attribute by the same instrument alone", () => {
  const rows = table6([
    rowOf("keyword"),
    rowOf("keyword", { metric: "score vector" }),
    rowOf("execution", { value: 0.99, low: 0.97, high: 1 }),
  ]);
  assert.deepEqual(rows.map(({ instrument, metric, published }) => [instrument, metric, published]), [
    ...[["keyword", "use of the attribute", 0.96], ["keyword", "score vector", null]],
    ...[["execution", "use of the attribute", null], ["GPT-4o", "use of the attribute", 0.68]],
  ]);
  assert.match(rows[0].remark!, /200 other functions.*; the printed number is not in the interval/);
  assert.deepEqual([rows[1].remark, rows[3].value, rows[3].labels], [null, null, "the paper's"]);
  assert.equal(table6([rowOf("keyword"), rowOf("GPT-4o")]).length, 2);
  assert.deepEqual(table6([]).map(({ published }) => published), [0.96, 0.68]);
});

Deno.test("detectionTable() has all columns of its rows", () => {
  const rows = table6([rowOf("keyword")]);
  assert.deepEqual([...detectionTable(rows).columns].sort(), Object.keys(rows[0]).sort());
});
