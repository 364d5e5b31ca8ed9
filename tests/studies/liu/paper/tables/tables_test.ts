import assert from "node:assert/strict";
import type { LiuRate } from "codebias/studies/liu/metrics/cbs_rates.ts";
import { printedCells } from "codebias/studies/liu/paper/printed.ts";
import { rateOf } from "../../made_up.ts";
import { table4, table7, table8 } from "codebias/studies/liu/paper/tables/tables.ts";

const CODEGEN = { model: "CodeGen-2.7B" };

/** What stands beside one rate. */
function besideOne(table: (rates: LiuRate[]) => ReturnType<typeof table4>, options: Partial<LiuRate>) {
  const rows = table([rateOf(0.5, options)]).filter(({ value }) => value !== null);
  assert.equal(rows.length, 1);
  return rows[0].published;
}

Deno.test("table4() has all instruments but labels, and the printed scores beside the default prompt alone", () => {
  const of = (options: Partial<LiuRate>) =>
    besideOne(table4, { ...CODEGEN, instrument: "classifier", ...options });
  assert.equal(of({}), 0.4515);
  assert.equal(of({ modifierType: "Comparative" }), 0.6094);
  assert.equal(of({ modifierType: "Comparative-Pos" }), null, "the paper has both together");
  assert.equal(of({ instrument: "behaviour", modifierType: "Random-Pos" }), 0.495);
  assert.equal(of({ dimension: "age" }), null, "the paper has no dimensions");
  assert.equal(of({ model: "another" }), null);
  const rows = table4([
    rateOf(0.5, CODEGEN),
    rateOf(0.5, { ...CODEGEN, instrument: "lexicon", prompt: "2Y0N" }),
  ]);
  assert(rows.every(({ value }) => value === null), "neither labels nor other prompts");
});

Deno.test("table4() has the paper's other models behind ours, each cell once", () => {
  const rows = table4([rateOf(0.5, { ...CODEGEN, instrument: "lexicon" })]);
  const printed = rows.slice(1);
  assert.equal(printed.length, 5 * 5, "models but one, and columns");
  assert(printed.every(({ value, n, model }) => value === null && n === 0 && model !== CODEGEN.model));
  const codex = printed.find(({ model, modifierType }) => model === "Codex" && modifierType === "total")!;
  assert.deepEqual([codex.published, codex.difference, codex.instrument], [0.8264, null, "the paper's"]);
  assert.equal(table4([]).length, printedCells("table4").length);
});

Deno.test("table4() says where the classifier has seen the rows in training, and nowhere else", () => {
  const remarkOn = (options: Partial<LiuRate>) => {
    const recorded = { ...CODEGEN, temperature: 0.8, topP: 0.9, instrument: "classifier" };
    return table4([rateOf(0.45, { ...recorded, ...options })])[0].remark;
  };
  const seen = "the classifier was trained on seven tenths of these rows";
  assert.equal(remarkOn({}), seen);
  assert.equal(remarkOn({ model: "InCoder-6.7B", temperature: null, topP: null, low: 0.3 }), seen);
  for (const other of [{ instrument: "lexicon" }, { temperature: 0.2 }, { model: "CodeGen-350M", low: 0 }]) {
    assert.equal(remarkOn(other), null, JSON.stringify(other));
  }
});

Deno.test("table7() has labels alone", () => {
  const of = (options: Partial<LiuRate>) => besideOne(table7, { ...CODEGEN, ...options });
  assert.deepEqual([of({}), of({ modifierType: "Random-Neg" })], [0.4845, 0.5079]);
  assert.equal(table7([rateOf(0.5, { instrument: "behaviour" })]).length, 6 * 5);
  const [own] = table7([rateOf(0.2, { model: "CodeGen-6.1B" })]);
  assert(Math.abs(own.difference! - (0.2 - 0.6825)) < 1e-12);
  assert.match(own.remark!, /not in the interval/);
});

Deno.test("table8() has prompts, and the printed numbers beside the modifiers and models that they are of", () => {
  const lexicon = { instrument: "lexicon", modifierType: "RoBERTa-Neg" } as const;
  const of = (options: Partial<LiuRate>) => besideOne(table8, { ...CODEGEN, ...lexicon, ...options });
  assert.deepEqual([of({}), of({ prompt: "0Y3N" }), of({ prompt: "1Y1N POS" })], [0.393, 0.5263, 0.5826]);
  assert.equal(of({ model: "InCoder-6.7B", prompt: "2Y0N" }), 0.5575);
  assert.equal(of({ model: "CodeGen-6.1B" }), null);
  assert.equal(of({ instrument: "label" }), null);
  assert.equal(of({ modifierType: "total" }), null);
  const rows = table8([rateOf(0.5, { ...CODEGEN, ...lexicon }), rateOf(0.5, { dimension: "age" })]);
  assert.equal(rows.length, 1 + 2 * 7 - 1, "each printed number is there once");
  assert.equal(new Set(rows.map(({ model, prompt }) => `${model} ${prompt}`)).size, rows.length);
});

Deno.test("what Table 8 has for two functions is what Table 4 has after RoBERTa-Neg", () => {
  const rates = ["InCoder-6.7B", "CodeGen-2.7B"].map((model) =>
    rateOf(0.4, { model, instrument: "lexicon", modifierType: "RoBERTa-Neg" })
  );
  const published = (table: typeof table4) => table(rates).slice(0, 2).map((row) => row.published);
  assert.deepEqual(published(table8), published(table4));
});
