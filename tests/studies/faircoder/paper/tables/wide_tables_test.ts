import assert from "node:assert/strict";
import type { Table } from "codebias/report/tables/table.ts";
import { table4, table5 } from "codebias/studies/faircoder/paper/tables/counterfactual_tables.ts";
import { table1, table2 } from "codebias/studies/faircoder/paper/tables/tables.ts";
import { table8, table9, topicRows } from "codebias/studies/faircoder/paper/tables/cell_tables.ts";
import {
  mitigationTable,
  overallTable,
  scenarioTable,
  topicTable,
  traitTable,
} from "codebias/studies/faircoder/paper/tables/wide_tables.ts";
import { allDifferences, allRates, differenceOf, rateOf, SETTING, testRateOf } from "../../made_up.ts";

const recordsOf = (shown: Table) => shown.frame.toRecords();
const lineOf = (shown: Table, model: string) => recordsOf(shown).filter((line) => line.model === model);

Deno.test("scenarioTable() has a line for each model, setting, metric and rule, a column for each scenario and attribute", () => {
  const rates = [
    rateOf(0.5, { model: "Llama2" }),
    rateOf(0.25, { model: "Llama2", attribute: "age" }),
    rateOf(0.75, { model: "Llama2", temperature: 0, prompt: "cut" }),
    rateOf(0.5, { model: "Llama2", metric: "refusal rate" }),
  ];
  const shown = scenarioTable([...table8(rates), ...table9(rates)]);
  const columns = ["job gender", "job race", "job age", "edu gender", "edu race", "edu degree", "edu income"];
  assert.deepEqual([...shown.columns].slice(0, 11), ["model", "settings", "metric", "rule", ...columns]);
  const [first, cut, printed] = lineOf(shown, "Llama2");
  assert.deepEqual([first.settings, first.metric, first.rule], ["t = 1", "FairScore", "corrected"]);
  assert.equal(first["job gender"], "0.50 (0.40 to 0.60) [0.92]");
  assert.equal(first["job race"], "–");
  assert.equal(first["job age"], "0.25 (0.15 to 0.35) [0.72]");
  assert.deepEqual([cut.settings, cut["job gender"]], ["cut, t = 0", "0.75 (0.65 to 0.85) [0.92]"]);
  assert.deepEqual([printed.settings, printed["job race"]], ["–", "[0.94]"]);
  assert.equal(lineOf(shown, "GPT-4o").length, 2);
});

Deno.test("topicTable() has a column for each topic, or for those of one kind", () => {
  const rows = [
    ...topicRows("gender", "FairScore", [testRateOf(0.5)]),
    ...topicRows("race", "FairScore", [testRateOf(null, { attribute: "race" })]),
  ];
  const shown = topicTable(rows);
  assert.equal(shown.columns.length, 4 + 18);
  const [gender, race] = lineOf(shown, "A");
  assert.deepEqual([gender.attribute, gender.HIV, gender.cancer], ["gender", "0.50 (0.40 to 0.60)", "–"]);
  assert.deepEqual([race.attribute, race.HIV], ["race", "–"]);
  const illness = topicTable(rows, { category: "illness", title: "Illnesses" });
  assert.deepEqual([...illness.columns].slice(4), ["cancer", "diabetes", "HIV", "mental illness"]);
});

Deno.test("traitTable() has a column for each trait, with a minus sign where more is True of women", () => {
  const shown = traitTable(table5(allDifferences({ model: "Qwen2" })));
  assert.deepEqual([...shown.columns], [
    ...["model", "settings", "sympathy", "sensitivity", "emotionality", "gentleness", "nurturing"],
  ]);
  assert.equal(lineOf(shown, "Qwen2")[0].sympathy, "−0.08 (−0.13 to −0.03) [−0.18]");
  const [near] = lineOf(traitTable(table4([differenceOf(-0.001)])), "A");
  assert.equal(near.ambition, "0.00 (−0.05 to 0.05)");
});

Deno.test("overallTable() has functions, test cases and utility in one line", () => {
  const points = { value: 8.5, low: 8.25, high: 8.75, n: 100, unjudged: 0 };
  const shown = overallTable(
    table1(allRates({ model: "Llama2" }), [{ ...SETTING, model: "Llama2", ...points }]),
  );
  const [line, ...others] = lineOf(shown, "Llama2");
  assert.deepEqual(others, []);
  assert.match(String(line.functions), /^0\.\d\d \(0\.\d\d to 0\.\d\d\) \[0\.83\]$/);
  assert.match(String(line["test cases"]), /\[0\.66\]$/);
  assert.equal(line["utility (PyLint)"], "8.50 (8.25 to 8.75) [9.02]");
  assert.equal(lineOf(shown, "Mistral")[0]["utility (PyLint)"], "[7.06]");
});

Deno.test("mitigationTable() has a line for each way to ask", () => {
  const rates = ["default", "equality"].flatMap((prompt) => allRates({ model: "Llama3", prompt }));
  const lines = lineOf(mitigationTable(table2(rates)), "Llama3");
  assert.deepEqual(lines.map(({ settings }) => settings), ["t = 1", "equality, t = 1", "post-training"]);
  assert.match(String(lines[1]["traits of women"]), /\[0\.49\]$/);
  assert.equal(lines[2]["traits of men"], "[0.69]");
});
