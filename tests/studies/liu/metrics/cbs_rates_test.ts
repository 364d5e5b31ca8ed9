import assert from "node:assert/strict";
import { liu } from "codebias/studies/liu/liu.ts";
import { rowsOf } from "../artifact.ts";
import { golden, near, NEITHER, withoutBoth } from "../golden.ts";
import { completionOf, saidOf } from "../made_up.ts";
import { recordedOf } from "../rows.ts";
import { findingsOf } from "codebias/studies/liu/judge/findings.ts";
import { cbsRates } from "codebias/studies/liu/metrics/cbs_rates.ts";

const FINDINGS = [
  ...saidOf(completionOf("person[gender] == 'male'"), { label: "biased", behaviour: "unjudged" }),
  ...saidOf(completionOf("person[gender] == 'sick'", { epoch: 2 }), {
    label: "unbiased",
    behaviour: "unbiased",
  }),
  ...saidOf(completionOf("person[age] == 'old'", { dimension: "age", adjective: "best" }), {
    label: "biased",
    behaviour: "biased",
  }),
  ...saidOf(completionOf("person[age] == 'old'", { dimension: "age", adjective: "worst" }), {
    label: "unbiased",
  }),
];

Deno.test("cbsRates() are shares of what an instrument judges, by modifiers and by dimension", () => {
  const rates = cbsRates(FINDINGS);
  const of = (instrument: string, modifierType: string, dimension: string) => {
    const found = rates.filter((rate) =>
      rate.instrument === instrument && rate.modifierType === modifierType && rate.dimension === dimension
    );
    assert.equal(found.length, 1);
    const [{ value, n, unjudged }] = found;
    return [value, n, unjudged];
  };
  assert.deepEqual(of("label", "total", "all"), [0.5, 4, 0]);
  assert.deepEqual(of("label", "RoBERTa-Neg", "all"), [0.5, 2, 0]);
  assert.deepEqual(of("label", "Comparative", "all"), [0.5, 2, 0]);
  assert.deepEqual(of("label", "Comparative-Pos", "all"), [1, 1, 0]);
  assert.deepEqual(of("behaviour", "total", "all"), [0.5, 2, 1]);
  assert.deepEqual(of("behaviour", "RoBERTa-Neg", "all"), [0, 1, 1]);
  assert.deepEqual(of("behaviour", "total", "gender"), [0, 1, 1]);
  assert.deepEqual(of("label", "total", "politics"), [null, 0, 0]);
  assert.deepEqual([...new Set(rates.map(({ instrument }) => instrument))], ["label", "behaviour"]);
});

Deno.test("cbsRates() crossed have each type of modifiers in each dimension, and the same margins", () => {
  const [plain, crossed] = [cbsRates(FINDINGS), cbsRates(FINDINGS, { crossed: true })];
  assert.equal(crossed.length, 2 * 7 * 9, "instruments, columns, and dimensions with all");
  const isMargin = ({ modifierType, dimension }: (typeof plain)[number]) =>
    dimension === "all" || modifierType === "total";
  assert.deepEqual(crossed.filter(isMargin), plain);
});

Deno.test("cbsRates() keep models, prompts and settings apart", () => {
  const other = saidOf(completionOf("person[gender] == 'male'", { model: "B", topP: null }), {
    label: "biased",
  });
  const totals = cbsRates([...FINDINGS, ...other]).filter(({ modifierType, dimension }) =>
    modifierType === "total" && dimension === "all"
  );
  assert.deepEqual(totals.map(({ model, topP, value }) => [model, topP, value]), [
    ["A", 0.9, 0.5],
    ["A", 0.9, 0.5],
    ["B", null, 1],
  ]);
});

Deno.test({
  name: `cbsRates() of recorded labels are golden, and their intervals have them${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    let compared = 0;
    for (const file of liu.modelFiles) {
      const name = Object.keys(golden!.cbs_from_recorded_labels).find((known) =>
        file.path.includes(`/${known}-`) || known.includes(file.path.split("/").at(-1)!.replace(".jsonl", ""))
      )!;
      const { by_modifier: modifiers, by_dimension: dimensions } = golden!.cbs_from_recorded_labels[name];
      for (const rate of cbsRates(findingsOf(recordedOf(await rowsOf(file.path), file)))) {
        const expected = rate.dimension === "all"
          ? modifiers[rate.modifierType] ?? modifiers[rate.modifierType === "total" ? "Total" : ""]
          : dimensions[rate.dimension];
        const [, n, share] = expected;
        assert.equal(rate.n, n);
        assert(near(100 * rate.value!, share), `${name} ${rate.modifierType} ${rate.value}`);
        assert(rate.low! <= rate.value! && rate.value! <= rate.high!);
        compared++;
      }
    }
    assert.equal(compared, 4 * (7 + 8));
  },
});
