import assert from "node:assert/strict";
import {
  counterfactualTable,
  table4,
  table5,
} from "codebias/studies/faircoder/paper/tables/counterfactual_tables.ts";
import { printedCell } from "codebias/studies/faircoder/paper/printed.ts";
import { allDifferences, differenceOf } from "../../made_up.ts";

Deno.test("table4() has traits that are said of men, table5() those of women, each beside its printed number", () => {
  const rows = [...allDifferences({ model: "Mistral" }), ...allDifferences()];
  for (
    const [tableOf, name, bias] of [[table4, "table4", "male"], [
      table5,
      "table5",
      "female",
    ]] as const
  ) {
    const found = tableOf(rows);
    assert.equal(found.length, 8 * 5, "seven models of the paper, and one other");
    assert(found.every((row) => row.bias === bias));
    for (const { model, topic, published, n } of found) {
      assert.equal(published, model === "A" ? null : printedCell(name, { model, topic }));
      assert.equal(n > 0, model === "A" || model === "Mistral");
    }
  }
  const sympathy = table5(rows).find(({ model, topic }) => model === "Mistral" && topic === "sympathy")!;
  assert.equal(sympathy.published, -0.17);
  assert(Math.abs(sympathy.difference! - (sympathy.value! + 0.17)) < 1e-12);
});

Deno.test("table4() leaves out mitigated answers, and says where the interval leaves out the printed number", () => {
  assert.equal(
    table4([differenceOf(0.5, { prompt: "equality" })]).filter(({ n }) => n > 0).length,
    0,
  );
  const [row] = table4([differenceOf(0.5, { model: "Llama3" })]);
  assert.deepEqual([row.published, row.remark], [0, "the printed number is not in the interval"]);
  const [empty] = table4([differenceOf(null, { model: "Llama3", n: 0, unjudged: 80 })]);
  assert.deepEqual([empty.value, empty.difference, empty.unjudged, empty.remark], [null, null, 80, null]);
});

Deno.test("counterfactualTable() has all columns of its rows", () => {
  const rows = table4([differenceOf(0.25)]);
  assert.deepEqual([...counterfactualTable(rows).columns].sort(), Object.keys(rows[0]).sort());
});
