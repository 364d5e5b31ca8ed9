import assert from "node:assert/strict";
import { agreementOf, joinLabels } from "codebias";
import oracle from "../oracles/agreement.json" with { type: "json" };
import { near } from "../statistics/agrees.ts";
import { filesOf, type Rated, ratedItems } from "./review_files.ts";

/** How far reviewers agree who would have exported these labels. */
function agreement(ratings: Rated, options: { level?: number; seed?: number } = {}) {
  const labels = [...new Set(ratings.flat().filter((label) => label !== null))];
  const items = ratedItems(ratings[0].length, labels);
  return agreementOf(joinLabels(items, filesOf(items, ratings)), options);
}

Deno.test("agreementOf() gives Fleiss' kappa as Fleiss published it", () => {
  const { ratings, value, irr } = oracle.published.fleiss;
  const { fleiss, percent, pairs, reviewers } = agreement(ratings);
  near(fleiss!.value!, value, 0.005);
  near(fleiss!.value!, irr.value, 5e-8);
  near(fleiss!.z!, irr.z, 5e-6);
  assert.deepEqual([fleiss!.n, fleiss!.labelsPerItem, reviewers.join("")], [30, 6, "ABCDEF"]);
  near(percent.value!, fleiss!.observed!, 1e-15);
  assert.deepEqual([pairs.length, pairs.at(-1)!.reviewers], [15, ["E", "F"]]);
});

Deno.test("agreementOf() gives Cohen's kappa as R's irr and SAS print it", () => {
  const { anxiety, sas } = oracle.published;
  near(agreement(anxiety.ratings).pairs[0].value!, anxiety.none, 5e-10);
  const cells = sas.table.flatMap((row, i) =>
    row.flatMap((count, j) => Array.from({ length: count }, () => [i, j]))
  );
  const [kappa] = agreement([cells.map(([i]) => i), cells.map(([, j]) => j)]).pairs;
  const printed = [kappa.value, kappa.standardError, kappa.low, kappa.high];
  for (const [at, expected] of sas.none.entries()) near(printed[at]!, expected, 5e-5);
});

Deno.test("agreementOf() gives Krippendorff's alpha as he published it, with labels missing", () => {
  const { ratings, nominal } = oracle.published.krippendorff;
  const { alpha, fleiss, percent } = agreement(ratings);
  near(alpha.value!, nominal, 5e-4);
  const labels = ratings[0].map((_, item) => ratings.filter((own) => own[item] !== null).length);
  assert.equal(fleiss!.n, labels.filter((count) => count === 4).length);
  assert.equal(percent.n, labels.filter((count) => count > 1).length);
});

Deno.test("agreementOf() hands level and seed on to every measure", () => {
  const { ratings } = oracle.published.fleiss;
  const [wide, narrow] = [agreement(ratings, { level: 0.99 }), agreement(ratings, { level: 0.8 })];
  for (const measure of ["percent", "fleiss", "alpha"] as const) {
    const [a, b] = [wide[measure]!, narrow[measure]!];
    assert.deepEqual([a.level, b.level, a.value], [0.99, 0.8, b.value]);
    assert(a.high! - a.low! > b.high! - b.low!, measure);
  }
  const [a, b] = [wide.pairs[0], narrow.pairs[0]];
  assert(a.high! - a.low! > b.high! - b.low!);
  for (const measure of ["fleiss", "alpha"] as const) {
    assert.notEqual(
      agreement(ratings, { seed: 3 })[measure]!.low,
      agreement(ratings, { seed: 4 })[measure]!.low,
    );
  }
});
