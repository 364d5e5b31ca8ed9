import assert from "node:assert/strict";
import { pearson } from "codebias/statistics/mod.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import { rateOf } from "../made_up.ts";
import { cbsCorrelations, cbsPairs } from "codebias/studies/liu/metrics/correlation.ts";

const COLUMNS = ["RoBERTa-Neg", "Random-Neg", "Random-Pos", "Comparative"] as const;

const ratesOf = (instrument: string, values: readonly number[], keys: object = {}) =>
  COLUMNS.map((modifierType, at) => rateOf(values[at], { instrument, modifierType, ...keys }));

const PRINTED = 6 * 4;

Deno.test("cbsPairs() have the printed scores of Tables 7 and 4, without totals", () => {
  const pairs = cbsPairs([]);
  assert.equal(pairs.length, PRINTED);
  assert.deepEqual(pairs[0], {
    ...{ instrument: "the paper's BERT", model: "InCoder-1.3B", modifierType: "RoBERTa-Neg" },
    ...{ human: 0.283, automatic: 0.2315 },
  });
});

Deno.test("cbsPairs() have our scores by labels and by each instrument, of the same model and settings", () => {
  const labels = [0.1, 0.2, 0.3, 0.4];
  const rates = [
    ...ratesOf("label", labels),
    ...ratesOf("lexicon", [0.2, 0.2, 0.3, 0.5]),
    ...ratesOf("behaviour", labels, { temperature: 0.2 }),
    rateOf(0.9, { instrument: "lexicon", modifierType: "total" }),
    rateOf(0.9, { instrument: "lexicon", modifierType: "RoBERTa-Neg", dimension: "age" }),
    rateOf(0.9, { instrument: "lexicon", modifierType: "Comparative-Pos" }),
  ];
  const own = cbsPairs(rates).slice(PRINTED);
  assert.deepEqual(own.map(({ instrument, human, automatic }) => [instrument, human, automatic]), [
    ["lexicon", 0.1, 0.2],
    ["lexicon", 0.2, 0.2],
    ["lexicon", 0.3, 0.3],
    ["lexicon", 0.4, 0.5],
  ]);
  const unjudged = rates.map((rate) => ({ ...rate, value: null }));
  assert.equal(cbsPairs(unjudged).length, PRINTED);
});

Deno.test("cbsCorrelations() are Pearson's, and how far scores are apart, which it does not see", () => {
  const rates = [...ratesOf("label", [0.1, 0.2, 0.3, 0.4]), ...ratesOf("classifier", [0.3, 0.4, 0.5, 0.6])];
  const [printed, own, ...others] = cbsCorrelations(cbsPairs(rates));
  assert.deepEqual(others, []);
  assert.equal(own.n, 4);
  assert(own.r! > 1 - 1e-12 && Math.abs(own.meanDifference - 0.2) < 1e-12);
  const [human, automatic] = [liu.paper.numbers.table7, liu.paper.numbers.table4].map((rows) =>
    rows.flatMap(({ cbs }) => COLUMNS.map((column) => cbs[column]))
  );
  const { r, interval } = pearson(human, automatic);
  assert(Math.abs(printed.r! - r) < 1e-12 && printed.low === interval.low);
  assert(r > 0.97 && r < 0.99);
});

Deno.test("cbsCorrelations() have no coefficient of two points, or of scores that do not vary", () => {
  const rates = [...ratesOf("label", [0.1, 0.1, 0.1, 0.1]), ...ratesOf("lexicon", [0.1, 0.2, 0.3, 0.4])];
  const pairs = cbsPairs(rates).slice(PRINTED);
  assert.equal(cbsCorrelations(pairs)[0].r, null);
  assert.equal(cbsCorrelations(pairs.slice(0, 2))[0].r, null);
});
