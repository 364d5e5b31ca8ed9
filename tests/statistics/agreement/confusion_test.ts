import assert from "node:assert/strict";
import fc from "fast-check";
import { confusionMatrix, diagnosticRates } from "codebias/statistics/mod.ts";
import type { Verdict } from "codebias/statistics/agreement/confusion.ts";
import { normalQuantile } from "codebias/statistics/distributions/normal.ts";
import oracle from "../../oracles/instruments.json" with { type: "json" };
import { agrees, near } from "../agrees.ts";
import { refused } from "../reviewers.ts";

const NAMES = ["precision", "recall", "specificity", "falsePositiveRate", "accuracy", "f1"] as const;
const verdict = fc.constantFrom(true, false, null);
const pairs = fc.array(fc.record({ predicted: verdict, actual: verdict }), { maxLength: 40 });
const counts = fc.record({ tp: fc.nat(50), fn: fc.nat(50), fp: fc.nat(50), tn: fc.nat(50) });

Deno.test("diagnosticRates() agree with scikit-learn, and their bounds with statsmodels and SciPy", () => {
  assert.equal(oracle.confusion.length, 14);
  for (const { matrix, level, rates } of oracle.confusion) {
    const ours = diagnosticRates(matrix, { level });
    for (const name of NAMES) {
      for (const part of ["value", "low", "high"] as const) {
        agrees(ours[name][part]!, rates[name][part], `${name} ${part}`, 1e-12);
      }
    }
  }
});

Deno.test("confusionMatrix() counts each item once", () => {
  fc.assert(fc.property(pairs, (pairs) => {
    const { tp, fn, fp, tn, unjudged, ...left } = confusionMatrix(pairs);
    assert.equal(tp + fn + fp + tn + unjudged, pairs.length);
    const blank = pairs.filter(({ predicted, actual }) => predicted === null && actual === null).length;
    assert.equal(Object.values(left).reduce((total, one) => total + one, blank), unjudged);
    assert.equal(tp + fn + left.unjudgedPositives, pairs.filter(({ actual }) => actual).length);
    assert.equal(tp + fp + left.unknownPositives, pairs.filter(({ predicted }) => predicted).length);
    assert.equal(tn + fp + left.unjudgedNegatives, pairs.filter(({ actual }) => actual === false).length);
  }));
});

Deno.test("diagnosticRates() say how many items each rate left out", () => {
  const verdicts: [boolean | null, boolean | null, number][] = [
    [true, true, 5],
    [false, true, 4],
    [true, false, 3],
    [false, false, 2],
    [null, true, 6],
    [null, false, 7],
    [true, null, 8],
    [false, null, 9],
    [null, null, 10],
  ];
  const matrix = confusionMatrix(
    verdicts.flatMap(([predicted, actual, times]) =>
      Array.from({ length: times }, () => ({ predicted, actual }))
    ),
  );
  const rates = diagnosticRates(matrix);
  const left = NAMES.map((name) => [rates[name].n, rates[name].unjudged]);
  assert.deepEqual(left, [[8, 8], [9, 6], [5, 7], [5, 7], [14, 40], [12, 40]]);
  assert.equal(diagnosticRates({ tp: 1, fn: 1, fp: 1, tn: 1, unjudgedPositives: 2 }).accuracy.unjudged, 2);
});

Deno.test("diagnosticRates() lie within their intervals in [0, 1], or are null", () => {
  fc.assert(fc.property(counts, (matrix) => {
    const rates = diagnosticRates(matrix);
    for (const name of NAMES) {
      const { value, low, high, n } = rates[name];
      assert.equal(value === null, n === 0);
      if (value !== null) {
        assert(0 <= low! && low! <= value && value <= high! && high! <= 1, `${name} ${low} ${value} ${high}`);
      }
    }
  }));
});

Deno.test("diagnosticRates() change places when positive and negative do", () => {
  fc.assert(fc.property(counts, ({ tp, fn, fp, tn }) => {
    const [one, other] = [
      diagnosticRates({ tp, fn, fp, tn }),
      diagnosticRates({ tp: tn, fn: fp, fp: fn, tn: tp }),
    ];
    assert.deepEqual(one.recall, other.specificity);
    assert.deepEqual(one.accuracy, other.accuracy);
    const { falsePositiveRate: rate, specificity } = one;
    if (rate.value === null) return;
    near(rate.value + specificity.value!, 1, 1e-12);
    near(rate.low! + specificity.high!, 1, 1e-12);
  }));
});

Deno.test("the F1 of diagnosticRates() is the harmonic mean, and its interval in large samples that of the delta method", () => {
  fc.assert(fc.property(counts, (matrix) => {
    const { precision, recall, f1 } = diagnosticRates(matrix);
    if (!precision.value || !recall.value) return;
    near(f1.value!, 2 / (1 / precision.value + 1 / recall.value), 1e-12);
  }));
  const [tp, fn, fp] = [60_000, 30_000, 20_000];
  const { value, low, high } = diagnosticRates({ tp, fn, fp, tn: 0 }).f1;
  const error = Math.sqrt(value! * (1 - value!) * (2 - value!) / (2 * tp + fn + fp));
  near((high! - low!) / (2 * normalQuantile(0.025) * error), 1, 1e-4);
});

Deno.test("confusionMatrix() and diagnosticRates() refuse what they cannot count", () => {
  const loose = [{ predicted: true, actual: true }, { predicted: true }] as Verdict[];
  refused(
    () => confusionMatrix(loose),
    /Cannot count undefined, actual of item 2: it must be true, false, or null/,
  );
  refused(
    () => confusionMatrix([{ predicted: 1 as unknown as boolean, actual: true }]),
    /Cannot count 1, predicted of item 1/,
  );
  refused(
    () => diagnosticRates({ tp: 1.5, fn: 0, fp: 0, tn: 0 }),
    /Cannot use 1.5 as number of items counted as tp/,
  );
  refused(() => diagnosticRates({ tp: 1, fn: 0, fp: 0, tn: -1 }), /items counted as tn/);
  refused(() => diagnosticRates({ tp: 0, fn: 0, fp: 0, tn: 0 }, { level: 95 }), /Cannot use level 95/);
});
