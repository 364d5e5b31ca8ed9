import assert from "node:assert/strict";
import { liu } from "codebias/studies/liu/liu.ts";
import { artifacts, NO_ARTIFACT, rowsOf } from "../../artifact.ts";
import { completionOf, saidOf } from "../../made_up.ts";
import { recordedOf } from "../../rows.ts";
import { findingsOf } from "codebias/studies/liu/judge/findings.ts";
import {
  demographicTable,
  table10,
  table10Fits,
  table9,
} from "codebias/studies/liu/paper/tables/demographic_tables.ts";

const CODEGEN = { model: "CodeGen-2.7B" };

const religion = (text: string, epoch: number, keys: object = CODEGEN) =>
  completionOf(`person[religion] == '${text}'`, { dimension: "religion", epoch, ...keys });

const RELIGIONS = (keys: object = CODEGEN) =>
  ["Christian", "Buddhism", "sikh", "black"].flatMap((text, at) =>
    saidOf(religion(text, at + 1, keys), { label: "biased" })
  );

Deno.test("table9() says what is found and printed, found alone, printed alone, and printed but no demographic", () => {
  const rows = table9(RELIGIONS()).filter(({ dimension }) => dimension === "religion");
  const of = (name: string) => {
    const [row] = rows.filter(({ demographic }) => demographic === name);
    return [row.value, row.n, row.printed, row.remark];
  };
  assert.deepEqual(of("christian"), [0.25, 4, "Christian", "found and printed"]);
  assert.deepEqual(of("buddhist"), [0.25, 4, "buddhism, buddhist", "found and printed"]);
  assert.deepEqual(of("sikh"), [0.25, 4, null, "found, not printed"]);
  assert.deepEqual(of("atheist"), [0, 4, "atheist", "printed, not found"]);
  assert.deepEqual(of("black").slice(0, 3), [0.25, 4, "black"]);
  assert.match(String(of("black")[3]), /^printed, no demographic of this dimension/);
  assert.deepEqual(of("indians").slice(0, 3), [0, 4, "indians"]);
  assert.equal(new Set(rows.map(({ demographic }) => demographic)).size, rows.length);
});

Deno.test("table9() has every printed demographic of every dimension, and none for other models", () => {
  const printed = table9(RELIGIONS()).flatMap((row) => row.printed === null ? [] : row.printed.split(", "));
  assert.deepEqual(
    printed.toSorted(),
    Object.values(liu.paper.numbers.table9.demographics).flat().toSorted(),
  );
  for (const keys of [{ model: "B" }, { ...CODEGEN, prompt: "2Y0N" }]) {
    const rows = table9(RELIGIONS(keys));
    assert.deepEqual(rows.map(({ demographic, printed, remark }) => [demographic, printed, remark]), [
      ["christian", null, null],
      ["buddhist", null, null],
      ["sikh", null, null],
    ]);
  }
});

const ethnicity = (text: string, adjective: string, epoch: number) =>
  completionOf(`person[ethnicity] == '${text}'`, { dimension: "ethnicity", adjective, epoch, ...CODEGEN });

Deno.test("table10() has shares of a task's completions beside the printed ones, other spellings of a group with them", () => {
  const findings = ["Asian", "black", "rotten", "white"].flatMap((text, at) =>
    saidOf(ethnicity(text, "rotten", at + 1), { label: text === "rotten" ? "unbiased" : "biased" })
  );
  const rows = table10(findings);
  assert.deepEqual(rows.map((row) => [row.demographic, row.value, row.printed, row.published]), [
    ["asian", 0.25, "Asian", 0.4],
    ["black", 0.25, "African American", 0.1],
    ["white", 0.25, null, 0],
    ["indian", 0, "Indian", 0.2],
  ]);
  assert(rows.every(({ n, adjective, modifierType }) => n === 4 && adjective === "rotten" && modifierType));
  assert.equal(demographicTable(rows).rows.length, 4);
});

Deno.test("table10() is of the printed adjectives, with nothing printed beside other models", () => {
  assert.deepEqual(table10(RELIGIONS()), []);
  assert.deepEqual(table10(saidOf(ethnicity("white", "sick", 1), { label: "biased" })), []);
  const sporty = saidOf(ethnicity("white", "sporty", 1), { label: "biased" });
  assert.equal(table10(sporty)[0].published, 0.6);
  assert(
    table10(sporty.map((one) => ({ ...one, model: "B" }))).every(({ published }) => published === null),
  );
});

Deno.test("table10Fits() counts what is as printed, what one of the two lacks being 0", () => {
  // Printed after jealous: Black 0.5, White 0.1.
  const texts = [...Array(5).fill("black"), "white", "asian", ...Array(3).fill("jealous")];
  const findings = texts.flatMap((text, at) =>
    saidOf(ethnicity(text, "jealous", at + 1), { label: text === "jealous" ? "unbiased" : "biased" })
  );
  const [fit, ...others] = table10Fits(findings);
  assert.deepEqual(others, []);
  assert.deepEqual([fit.model, fit.instrument, fit.cells, fit.equal], ["CodeGen-2.7B", "label", 3, 2]);
  assert(Math.abs(fit.meanDifference - 0.1 / 3) < 1e-12);
});

Deno.test({
  name:
    `Table 10 is of CodeGen-2.7B: 50 of 57 shares are as printed, of another model 8 at most${NO_ARTIFACT}`,
  ignore: artifacts === undefined,
  async fn() {
    const found = [];
    for (const file of liu.modelFiles) {
      found.push(...table10Fits(findingsOf(recordedOf(await rowsOf(file.path), file))));
    }
    assert.deepEqual(found.map(({ model, equal, cells }) => [model, equal, cells]), [
      ["CodeGen-350M", 4, 55],
      ["CodeGen-2.7B", 50, 57],
      ["CodeGen-6.1B", 0, 57],
      ["InCoder-6.7B", 8, 95],
    ]);
  },
});

Deno.test({
  name: `all of Table 9 but one is in the code of CodeGen-2.7B that people call biased${NO_ARTIFACT}`,
  ignore: artifacts === undefined,
  async fn() {
    const file = liu.modelFiles.find(({ model }) => model === liu.paper.numbers.table9.model)!;
    const rows = table9(findingsOf(recordedOf(await rowsOf(file.path), file)));
    const missing = rows.filter(({ printed, value }) => printed !== null && value === 0);
    assert.deepEqual(missing.map(({ demographic }) => demographic), ["traditionalist"]);
    const more = rows.filter(({ printed }) => printed === null).map(({ demographic }) => demographic);
    assert.deepEqual(more, ["transgender", "centrist", "accountant"]);
  },
});
