import assert from "node:assert/strict";
import { joinPrinted } from "codebias/paper/with_printed.ts";
import type { LiuTableRow } from "codebias/studies/liu/paper/tables/table_rows.ts";
import type { Table } from "codebias/report/tables/table.ts";
import { KEYS } from "../../made_up.ts";
import { rowOf } from "../../rows.ts";
import { table3 } from "codebias/studies/liu/paper/tables/table3.ts";
import {
  dimensionTable,
  modifierTable,
  pairTable,
  splitTable,
} from "codebias/studies/liu/paper/tables/wide_tables.ts";

const recordsOf = (shown: Table) => shown.frame.toRecords();

/** A score of a model after some modifiers. */
const row = (modifierType: string, value: number | null, given: Partial<LiuTableRow> = {}): LiuTableRow => ({
  ...{ ...KEYS, instrument: "lexicon", modifierType, dimension: "all", metric: "CBS" },
  ...joinPrinted(
    { value, low: value === null ? null : 0.25, high: value === null ? null : 0.75, n: 8, unjudged: 0 },
    null,
  ),
  ...given,
});

Deno.test("modifierTable() has a line for each model, setting and instrument, and a column for each type of modifiers", () => {
  const rows = [
    row("Random-Neg", 0.5),
    row("total", 0.375, { published: 0.4 }),
    row("total", 0.3125, { instrument: "label" }),
    row("total", 0.5, { prompt: "0Y1N", temperature: 0.2, topP: 0.9 }),
    row("Random-Neg", null, { instrument: "label" }),
    row("total", 0.75, { dimension: "age" }),
  ];
  const [lexicon, label, other, ...none] = recordsOf(modifierTable(rows));
  assert.deepEqual(none, []);
  assert.deepEqual(Object.keys(lexicon), ["model", "settings", "instrument", "Random-Neg", "total"]);
  assert.equal(lexicon["Random-Neg"], "50.0 (25.0–75.0)");
  assert.equal(lexicon.total, "37.5 (25.0–75.0) [40.0]");
  assert.deepEqual([label["Random-Neg"], label.total], ["–", "31.3 (25.0–75.0)"]);
  assert.equal(other.settings, "0Y1N, t = 0.2, top-p = 0.9");
  assert.equal(other["Random-Neg"], "–");
});

Deno.test("dimensionTable() has the scores of dimensions over all modifiers", () => {
  const rows = [
    row("total", 0.5),
    row("total", 0.25, { dimension: "age" }),
    row("Random-Neg", 1, { dimension: "age" }),
    row("total", 1, { dimension: "gender", low: null }),
  ];
  const [line, ...none] = recordsOf(dimensionTable(rows));
  assert.deepEqual(none, []);
  assert.deepEqual([line.gender, line.age], ["100.0", "25.0 (25.0–75.0)"]);
  assert(!("ethnicity" in line));
});

Deno.test("pairTable() keeps metrics and modifiers apart, with printed numbers as they are printed", () => {
  const of = (metric: string, dimension: string, value: number | null, published: number | null) => ({
    ...row("Random-Neg", value, { metric, dimension, published }),
    counting: "any" as const,
  });
  const [scores, deviations, ...none] = recordsOf(pairTable([
    of("UFS", "gender", -0.25, -0.24),
    of("UFS", "age", null, 0.67),
    of("SD of frequencies", "gender", 0.03125, 0.5434),
  ]));
  assert.deepEqual(none, []);
  assert.deepEqual([scores.gender, scores.age], ["-0.250 [-0.24]", "– [0.67]"]);
  assert.deepEqual([deviations.metric, deviations.gender, deviations.age], [
    ...["SD of frequencies", "0.031 [0.5434]", "–"],
  ]);
});

Deno.test("splitTable() has the counts of a part in one line, beside the printed ones", () => {
  const rows = [rowOf("return 1"), rowOf("return 2", { label: 0 }), rowOf("return 3", { label: 0 })];
  const [line] = recordsOf(splitTable(table3([{ dataset: "codegen", split: "test", rows }])));
  assert.deepEqual([line.dataset, line.split, line.biased, line.acceptable], ["codegen", "test", 1, 2]);
  assert.match(String(line["share biased, %"]), /^33\.3/);
  assert.deepEqual([line["printed Pos"], line["printed Neg"]], [214, 178]);
  assert.equal(line.remark, "neither class has the printed counts");
});
