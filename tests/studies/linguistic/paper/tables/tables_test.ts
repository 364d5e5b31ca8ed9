import assert from "node:assert/strict";
import { table } from "codebias";
import {
  disagreementTable,
  executedTable,
  impossibleCellTable,
  impossibleTaskTable,
  verdictTable,
} from "codebias/studies/linguistic/paper/tables/tables.ts";
import { executedRows } from "codebias/studies/linguistic/metrics/executed.ts";
import { rates } from "codebias/studies/linguistic/metrics/rates.ts";
import { table3 } from "codebias/studies/linguistic/paper/tables/table3.ts";
import { VERDICTS } from "codebias/studies/linguistic/judge/verdict.ts";
import type { Table } from "codebias/report/tables/table.ts";
import { sample, samples } from "../../samples.ts";

/** The rows of a table as objects. */
function rows({ columns, rows }: Table): Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(row.map((value, at) => [columns[at], value])));
}

const SETTING = { model: "A", prompt: "DI", temperature: 0.2 };

Deno.test("verdictTable() counts the samples of each verdict, a row for each rule and setting", () => {
  const mixed = [...VERDICTS, "passed", "unjudged"].map((verdict) => sample(verdict as "passed"));
  const chinese = [sample("wrong", { language: "zh" })];
  const found = verdictTable([
    ["published", { samples: [...mixed, ...chinese] }],
    ["corrected", { samples: chinese }],
  ]);
  const none = Object.fromEntries([...VERDICTS, "unjudged"].map((verdict) => [verdict, 0]));
  const one = Object.fromEntries([...VERDICTS, "unjudged"].map((verdict) => [verdict, 1]));
  assert.deepEqual(rows(found), [
    { rule: "published", ...SETTING, language: "en", samples: 10, ...one, passed: 2 },
    { rule: "published", ...SETTING, language: "zh", samples: 1, ...none, wrong: 1 },
    { rule: "corrected", ...SETTING, language: "zh", samples: 1, ...none, wrong: 1 },
  ]);
});

Deno.test("verdictTable() has its columns without samples, too", () => {
  const setting = ["rule", "model", "prompt", "temperature", "language", "samples"];
  for (const found of [verdictTable([]), verdictTable([["published", { samples: [] }]])]) {
    assert.deepEqual(found.columns, [...setting, ...VERDICTS, "unjudged"]);
    assert.deepEqual(found.rows, []);
  }
});

Deno.test("impossibleTaskTable() lists invalid tasks with the reason in numbers", () => {
  const report = { taskId: "a", draws: 100, usable: 100, problems: {} };
  const flaky = { taskId: "b", draws: 100, usable: 99, problems: { "input generator raised X": 1 } };
  const problems = { "input generator raised X": 60, "reference solution raised Y": 40 };
  const broken = { taskId: "c", draws: 100, usable: 0, problems, invalid: "…" };
  const found = impossibleTaskTable([
    ["published", { tasks: [report, flaky, broken] }],
    ["corrected", { tasks: [report] }],
  ]);
  assert.deepEqual(rows(found), [{
    rule: "published",
    taskId: "c",
    draws: 100,
    usable: 0,
    reason: "input generator raised X (60 of 100 draws); reference solution raised Y (40 of 100 draws)",
  }]);
  assert.deepEqual(impossibleTaskTable([]).columns, [
    "rule",
    "taskId",
    "draws",
    "usable",
    "reason",
  ]);
});

Deno.test("impossibleCellTable() has all impossible cells, printed with two decimals", () => {
  const found = impossibleCellTable();
  assert.deepEqual(found.columns, ["label", "temperature", "metric", "published", "remark"]);
  assert.equal(found.rows.length, 15);
  assert.match(found.toHTML(), />0\.14</);
});

Deno.test("rateTable() has the columns that the README promises", () => {
  const found = table(
    table3(rates(samples({ a: { en: "p", zh: "w" } }))),
    { title: "T", note: "N" },
  );
  const setting = ["model", "prompt", "temperature", "metric"];
  assert.deepEqual(found.columns, [...setting, ..."value low high n published difference remark".split(" ")]);
  assert.equal(found.rows.length, 4);
  assert.match(found.toString(), /^T\n.*\nN$/s);
});

Deno.test("executedTable() has its columns, without rows too", () => {
  const columns = "rule model prompt temperature metric value low high n recorded difference".split(" ");
  const given = samples({ a: { en: "p", zh: "w" } });
  const found = executedTable(
    executedRows({ published: given, corrected: given }, rates(given)),
  );
  assert.deepEqual(found.columns, columns);
  assert.equal(found.rows.length, 8);
  assert.deepEqual(executedTable([]).columns, columns);
});

Deno.test("disagreementTable() says of each sample what was recorded, executed and found out", () => {
  const recorded = { passed: true, result: "passed" };
  const found = disagreementTable([
    { sample: sample("wrong", { recorded, language: "zh", epoch: 3 }), cause: "aliasing", evidence: "why" },
    {
      sample: sample("passed", { taskId: "b", recorded: { passed: false, result: "" } }),
      cause: "luck",
      evidence: "rare",
    },
  ]);
  assert.deepEqual(rows(found), [
    {
      ...{ ...SETTING, language: "zh", taskId: "test/1", epoch: 3, recorded: "passed", executed: "wrong" },
      ...{ cause: "aliasing", evidence: "why" },
    },
    {
      ...{ ...SETTING, language: "en", taskId: "b", epoch: 1, recorded: "failed", executed: "passed" },
      ...{ cause: "luck", evidence: "rare" },
    },
  ]);
  assert.deepEqual(disagreementTable([]).columns, found.columns);
});
