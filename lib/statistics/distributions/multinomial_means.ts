/**
 * The means of statistics over all counts of n draws among alternatives, each mean over the counts that have the statistic.
 *
 * @param shares The probabilities of the alternatives, in [0, 1], together 1.
 * @param valuesOf The statistics of counts, one count for each alternative; null where there is none.
 * @returns Null where no counts have the statistic.
 *
 * @example
 * ```ts
 * import { multinomialMeans } from "codebias/statistics/distributions/multinomial_means.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(multinomialMeans([0.25, 0.75], 1, ([first]) => [first, first === 1 ? 5 : null]), [0.25, 5]);
 * ```
 */
export function multinomialMeans(
  shares: readonly number[],
  n: number,
  valuesOf: (counts: readonly number[]) => readonly (number | null)[],
): (number | null)[] {
  const totals: { value: number; chance: number }[] = [];
  const visit = (counts: readonly number[], left: number, chance: number) => {
    if (chance === 0) return;
    const share = shares[counts.length];
    if (counts.length === shares.length - 1) {
      const last = chance * share ** left;
      for (const [at, value] of valuesOf([...counts, left]).entries()) {
        totals[at] ??= { value: 0, chance: 0 };
        if (value === null) continue;
        totals[at].value += last * value;
        totals[at].chance += last;
      }
      return;
    }
    let own = chance;
    for (let count = 0; count <= left; count++) {
      visit([...counts, count], left - count, own);
      // C(left, count + 1) from C(left, count)
      own *= (left - count) / (count + 1) * share;
    }
  };
  visit([], n, 1);
  return totals.map(({ value, chance }) => chance < 1e-12 ? null : value / chance);
}
