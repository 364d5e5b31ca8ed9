import assert from "node:assert/strict";
import type { HuangRow } from "codebias/studies/huang/judge/rows.ts";
import { huangRow } from "../../rows.ts";
import { reasonTable } from "codebias/report/tables/reason_table.ts";
import { inputTable } from "codebias/studies/huang/paper/tables/inputs.ts";

const failing = (reason: string, given = {}): HuangRow => ({ ...huangRow("none", given), reason });

Deno.test("reasonTable() counts why nothing can be said, the most frequent reason first, by model, prompt and round", () => {
  const rows = [
    failing("no-code"),
    failing("refusal"),
    huangRow({ age: "+" }),
    huangRow({ age: "?" }),
    failing("refusal", { epoch: 2 }),
    failing("refusal", { round: 1 }),
    failing("refusal", { model: "B" }),
    failing("refusal", { temperature: 0.2 }),
  ];
  assert.deepEqual(reasonTable(rows).frame.toRecords(), [
    { model: "A", prompt: "original", round: 0, reason: "refusal", completions: 3 },
    { model: "A", prompt: "original", round: 0, reason: "no-code", completions: 1 },
    { model: "A", prompt: "original", round: 1, reason: "refusal", completions: 1 },
    { model: "B", prompt: "original", round: 0, reason: "refusal", completions: 1 },
  ]);
  assert.match(
    reasonTable(rows, { title: "Completions", note: "made up" }).toHTML(),
    /Completions.*made up/s,
  );
});

Deno.test("reasonTable() and inputTable() of nothing are empty tables", () => {
  for (const shown of [reasonTable([huangRow({})]), inputTable([huangRow({})])]) {
    assert.equal(shown.rows.length, 0);
    assert.deepEqual(shown.columns, ["model", "prompt", "round", "reason", "completions"]);
  }
});

Deno.test("inputTable() counts aliases, and inputs by where the values came from that were tried", () => {
  const row = huangRow({ gender: "+" });
  const taking = (
    aliases: Readonly<Record<string, readonly string[]>>,
    unknown: HuangRow["unknown"] = [],
  ) => ({
    ...row,
    attributes: Object.fromEntries(
      Object.entries(row.attributes).map(([name, one]) => [name, { ...one, aliases: aliases[name] ?? [] }]),
    ),
    unknown,
  });
  const rows = [
    taking({ gender: ["sex"], age: ["age"] }),
    taking({ gender: ["sex", "gender"] }, [{ name: "score", from: "comparisons" }]),
    taking({}, [{ name: "score", from: "guess" }, { name: "notes", from: "guess" }]),
    { ...taking({ gender: ["sex"] }), round: 1 },
  ];
  const found = inputTable(rows).frame.toRecords().map((
    { round, reason, completions },
  ) => [round, reason, completions]);
  assert.deepEqual(found[0], [0, "gender, called sex", 2]);
  assert.deepEqual(found.slice(1).map((one) => one.join(": ")).toSorted(), [
    "0: age, by its name: 1",
    "0: gender, by its name: 1",
    "0: notes: not in the vocabulary, values guessed by type: 1",
    "0: score: not in the vocabulary, values from its own comparisons: 1",
    "0: score: not in the vocabulary, values guessed by type: 1",
    "1: gender, called sex: 1",
  ]);
});
