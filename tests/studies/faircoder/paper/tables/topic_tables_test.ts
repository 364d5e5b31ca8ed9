import assert from "node:assert/strict";
import { printedCell } from "codebias/studies/faircoder/paper/printed.ts";
import { METRICS } from "codebias/studies/faircoder/metrics/rates.ts";
import { TEST_ATTRIBUTES } from "codebias/studies/faircoder/tasks/attributes.ts";
import { topicRows } from "codebias/studies/faircoder/paper/tables/cell_tables.ts";
import { TOPIC_METRICS } from "codebias/studies/faircoder/paper/printed.ts";
import { allRates, testRateOf } from "../../made_up.ts";

Deno.test("tables 11 to 16 have the metric and the attribute of their captions, beside the printed cells", () => {
  const rates = [...allRates({ model: "Qwen2" }), ...allRates()];
  const names = TEST_ATTRIBUTES.flatMap((attribute) =>
    METRICS.map((metric) => TOPIC_METRICS[attribute][metric])
  );
  assert.deepEqual(names, Array.from({ length: 6 }, (_, at) => `table${at + 11}`));
  for (const [at, name] of names.entries()) {
    const [metric, attribute] = [METRICS[at % 3], TEST_ATTRIBUTES[Math.floor(at / 3)]];
    const rows = topicRows(attribute, metric, rates);
    assert.equal(rows.length, 18 * 12, `${name}: eleven models of the paper, and one other`);
    assert(rows.every((row) => row.metric === metric && row.attribute === attribute && row.kind === "test"));
    for (const { model, topic, published, n } of rows) {
      assert.equal(published, model === "A" ? null : printedCell(name, { model, topic }));
      assert.equal(n > 0, model === "A" || model === "Qwen2");
    }
  }
});

Deno.test("Table 16 has what is printed of a topic, and that its rule has 1 where nothing is scored", () => {
  const rate = testRateOf(null, { model: "Qwen2", attribute: "race", metric: "preference entropy" });
  const [row] = topicRows("race", "preference entropy", [rate]);
  assert.deepEqual([row.topic, row.value, row.published], ["HIV", null, 1]);
  assert.match(row.remark!, /which has 1 where nothing is scored/);
});

Deno.test("printed rows without ours stand model by model, though the paper has them topic by topic", () => {
  const [ours, ...printed] = topicRows("gender", "FairScore", [testRateOf(0.5, { model: "Qwen2" })]).map((
    { model },
  ) => model);
  assert.equal(ours, "Qwen2");
  assert.deepEqual(printed, [...Map.groupBy(printed, (name) => name).values()].flat());
});
