import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type AlphaMetric,
  type LabelCounts,
  METRICS,
  pairDistances,
} from "codebias/statistics/agreement/krippendorff_alpha.ts";
import { near } from "../agrees.ts";
import { refused } from "../reviewers.ts";

const LABELS = [0, 1, 2, 5, 12];
const counts = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 9 })), {
  minLength: 1,
  selector: ([place]) => place,
}).map((some) => some.sort(([a], [b]) => a - b));

/** δ² as Krippendorff defines it, of two labels by their places. */
function delta(metric: AlphaMetric, a: number, b: number, pool: LabelCounts): number {
  if (metric === "nominal") return a === b ? 0 : 1;
  if (metric === "interval") return (LABELS[a] - LABELS[b]) ** 2;
  if (metric === "ratio") return a === b ? 0 : ((LABELS[a] - LABELS[b]) / (LABELS[a] + LABELS[b])) ** 2;
  const of = (label: number) => pool.find(([place]) => place === label)?.[1] ?? 0;
  const between = pool.filter(([place]) => Math.min(a, b) <= place && place <= Math.max(a, b));
  return (between.reduce((total, [, count]) => total + count, 0) - (of(a) + of(b)) / 2) ** 2;
}

for (const metric of METRICS) {
  Deno.test(`pairDistances() sums the squared ${metric} distances of all pairs, up to a unit`, () => {
    const unit = metric === "interval" ? 12 ** 2 : 1;
    fc.assert(fc.property(counts, fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), (pool, taken) => {
      const some = pool.filter((_, at) => taken[at]);
      const expected = some.flatMap(([a, countA]) =>
        some.map(([b, countB]) => countA * countB * delta(metric, a, b, pool) / unit)
      ).reduce((total, one) => total + one, 0);
      near(pairDistances(LABELS, metric)(pool)(some), expected, 1e-9 * (1 + expected));
    }));
  });
}

Deno.test("pairDistances() stays within the range of numbers", () => {
  const pool = [[0, 2], [1, 1]] as const;
  for (const size of [1e-200, 1, 1e200]) {
    near(pairDistances([size, 3 * size], "interval")(pool)(pool), 4 * 4 / 9, 1e-12);
    near(pairDistances([size, 3 * size], "ratio")(pool)(pool), 4 / 4, 1e-12);
  }
});

Deno.test("pairDistances() refuses labels that do not suit the metric", () => {
  refused(() => pairDistances(["a", "b"], "interval"), /Cannot use the metric interval with the label "a"/);
  refused(() => pairDistances([true, false], "ratio"), /Cannot use the metric ratio with the label true/);
  refused(
    () => pairDistances([1, -1], "ratio"),
    /Cannot use the metric ratio with the label -1: it needs numbers >= 0/,
  );
  assert.equal(pairDistances([1, -1], "interval")([[0, 1], [1, 1]])([[0, 1], [1, 1]]), 8);
});
