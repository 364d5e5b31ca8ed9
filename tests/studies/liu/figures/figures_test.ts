import assert from "node:assert/strict";
import { reliability } from "codebias/statistics/mod.ts";
import type { AccuracyRow } from "codebias/studies/liu/paper/tables/classifier/classifier_table.ts";
import type { DemographicShare } from "codebias/studies/liu/metrics/demographic_shares.ts";
import { checkedTexts, count } from "../../../report/picture.ts";
import { KEYS } from "../made_up.ts";
import {
  accuracyFigure,
  demographicFigure,
  reliabilityFigure,
} from "codebias/studies/liu/figures/figures.ts";

const SUBTITLE = { subtitle: "numbers made up for a test" };

const checked = (svg: string) => checkedTexts(svg, SUBTITLE.subtitle);

const accuracy = (instrument: string, options: Partial<AccuracyRow> = {}): AccuracyRow => ({
  ...{ instrument, split: "val", rows: "all", dimension: "all", value: 0.9, low: 0.88, high: 0.92, n: 784 },
  ...{ unjudged: 0, published: null, difference: null, remark: null },
  ...options,
});

const ACCURACIES = (["val", "test"] as const).flatMap((split) =>
  ["classifier", "lexicon", "remembering", "most common label"].flatMap((instrument) =>
    (["all", "new"] as const).map((rows) => accuracy(instrument, { split, rows }))
  )
);

Deno.test("accuracyFigure() has the printed classifiers before ours, and why their bars cannot be compared", () => {
  const { svg } = accuracyFigure(ACCURACIES, SUBTITLE);
  const words = checked(svg).join(" ");
  for (const name of ["Validation", "Test", "BERT-Base, printed", "epoch 6 of 10", "CodeGen rows alone"]) {
    assert(words.includes(name), name);
  }
  assert(words.includes("cannot be compared") && words.includes("unlike any in training"));
  assert(words.indexOf("BERT-Base") < words.indexOf("lexicon"));
  assert.equal(count(svg, "circle"), 3 * 2 + ACCURACIES.length);
});

Deno.test("accuracyFigure() leaves out single dimensions, and reaches down to the least accuracy", () => {
  const one = accuracy("lexicon", { dimension: "age", value: 0.31, low: 0.2, high: 0.4 });
  const [with_, without] = [[...ACCURACIES, one], ACCURACIES].map((rows) =>
    accuracyFigure(rows, SUBTITLE).svg
  );
  assert.equal(with_, without);
  const low = accuracy("ceiling", { value: 0.24, low: null, high: null });
  assert(checked(accuracyFigure([...ACCURACIES, low], SUBTITLE).svg).includes("0.2"));
});

const share = (
  demographic: string,
  value: number,
  options: Partial<DemographicShare> = {},
): DemographicShare => ({
  ...{ ...KEYS, instrument: "label", dimension: "occupation", modifierType: "Random-Neg", demographic },
  ...{ count: Math.round(100 * value), value, low: value / 2, high: value + 0.05, n: 100, unjudged: 0 },
  ...options,
});

const sharesOf = (...names: readonly string[]) =>
  names.flatMap((name, at) =>
    (["Random-Neg", "Random-Pos"] as const).map((modifierType) =>
      share(name, Math.min(0.9, 0.1 + 0.1 * at), { modifierType })
    )
  );
const SHARES = sharesOf("doctor", "student", "a very long name of an occupation", "nurse");

Deno.test("demographicFigure() has the most frequent demographics, and says how many are left out", () => {
  const others = Array.from({ length: 10 }, (_, at) => `occupation ${at}`);
  const many = sharesOf("doctor", "student", ...others, "writer", "nurse");
  const texts = checked(demographicFigure(many, SUBTITLE).svg);
  const words = texts.join(" ");
  assert(texts.includes("nurse") && !texts.includes("student"));
  assert(words.includes("2 rarer demographics are left out") && words.includes("occupation"));
  const all = checked(demographicFigure(SHARES, SUBTITLE).svg).join(" ");
  assert(!all.includes("left out") && all.indexOf("nurse") < all.indexOf("doctor"));
});

Deno.test("demographicFigure() has models and instruments in panels", () => {
  const models = SHARES.map((one) => ({ ...one, model: "B", instrument: "behaviour" as const }));
  const words = checked(demographicFigure([...SHARES, ...models], SUBTITLE).svg).join(" ");
  assert(words.includes("A, label") && words.includes("B, behaviour"));
  const empty = SHARES.map((one) => ({ ...one, value: null, low: null, high: null, n: 0 }));
  checked(demographicFigure(empty, SUBTITLE).svg);
});

Deno.test("reliabilityFigure() leaves out empty bins, and says how far probabilities are shares", () => {
  const predicted = [0.05, 0.05, 0.05, 0.55, 0.55, 0.95, 0.95, 0.95];
  const found = reliability(predicted, [false, false, true, true, false, true, true, true]);
  const { svg } = reliabilityFigure(found, SUBTITLE);
  const words = checked(svg).join(" ");
  assert(words.includes(`Brier score ${found.brier.toFixed(3)}`) && words.includes("8 completions"));
  assert(words.includes("◇ what would be right"));
});
