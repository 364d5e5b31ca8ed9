import { optionsOf } from "../checks.ts";
import { sum } from "../descriptive.ts";
import { normalQuantile } from "../distributions/normal.ts";
import { type Label, labelsByItem, shown, UNKNOWN } from "./ratings.ts";

/** A spread below this, as a share of its terms, is what rounding leaves of 0. */
const ROUNDING = 1e-12;

/**
 * Cohen's kappa: how far two reviewers agree beyond chance.
 *
 * With p_ij the share of items that a labels i and b labels j, margins p_i. and p_.j, and disagreements d_ij
 * of 0 for the same label and otherwise 1, q = Σ p_ij d_ij is observed, e = Σ p_i. p_.j d_ij is expected, and
 * κ = 1 − q / e. With e_i. = Σ_j p_.j d_ij and e_.j = Σ_i p_i. d_ij, the squared standard error is Σ p_ij (d_ij − (e_i. + e_.j) q / e + q)² / (n e²), and
 * the interval κ ± z · SE, cut off at −1 and 1.
 *
 * It is 1 if they always agree, 0 if as often as by chance. It is undefined where both gave all items the same label, and
 * has no interval where its standard error is 0, as where they always agree or one of them always gave the
 * same label: the approximation then fails, which is not certainty. The interval is for many items: at 95 %,
 * it covers 91 to 95 % with 50 to 300 items, 90 to 99 % with 20 (simulated, kappa of 0.36 to 0.81), and errs
 * upwards.
 *
 * Source: Cohen (1960), Educational and Psychological Measurement 20(1), 37-46; the error: Fleiss, Cohen and Everitt (1969), Psychological Bulletin 72(5), 323-327; agrees with statsmodels
 * `cohens_kappa`, which does not cut off the interval.
 *
 * @param a Labels of one reviewer, null where there is none.
 * @param b Labels of the other for the same items.
 * @param options.level Confidence level in (0, 1). Defaults to 0.95.
 * @throws {RangeError} If the lists differ in length, a label is none, or the level is out of range.
 *
 * @example
 * ```ts
 * import { cohensKappa } from "codebias/statistics/agreement/cohens_kappa.ts";
 * import assert from "node:assert/strict";
 * const { value, observed, expected } = cohensKappa([true, true, false, false], [true, false, false, false]);
 * assert.deepEqual([value, observed, expected], [0.5, 0.75, 0.5]);
 * assert.equal(cohensKappa([true, true], [true, true]).value, null);
 * ```
 */
export function cohensKappa<L extends Label>(
  a: readonly (L | null)[],
  b: readonly (L | null)[],
  options: { level?: number } = {},
) {
  const { level } = optionsOf(options, { level: 0.95 });
  const items = labelsByItem([a, b]);
  const pairs = items.filter((labels) => labels.length === 2);
  const labels = [...new Set(pairs.flat())];
  const known = { n: pairs.length, unjudged: items.length - pairs.length, level };
  if (pairs.length === 0) {
    const reason = "no item has a label of both reviewers";
    return { ...UNKNOWN, observed: null, expected: null, ...known, reason };
  }
  const [[only]] = pairs;
  if (pairs.every(([one, other]) => one === only && other === only)) {
    const reason = `both reviewers gave all items the label ${shown(only)}, which says nothing about chance`;
    return { ...UNKNOWN, observed: 1, expected: 1, ...known, reason };
  }
  return { ...known, ...estimate(tableOf(pairs, labels), known) };
}

/** How far apart two labels are, d. */
function d(i: number, j: number): 0 | 1 {
  return i === j ? 0 : 1;
}

/** Items that both labelled, as shares: of each pair of labels, of each label of a, of each label of b. */
function tableOf(pairs: readonly (readonly Label[])[], labels: readonly Label[]) {
  const place = new Map(labels.map((label, at) => [label, at]));
  const [a, b] = [labels.map(() => 0), labels.map(() => 0)];
  const counts = labels.map(() => new Map<number, number>());
  for (const [one, other] of pairs) {
    const [i, j] = [place.get(one)!, place.get(other)!];
    a[i]++;
    b[j]++;
    counts[i].set(j, (counts[i].get(j) ?? 0) + 1);
  }
  const share = (count: number) => count / pairs.length;
  const cells = counts.flatMap((row, i) =>
    [...row].map(([j, count]) => ({ a: i, b: j, share: share(count) }))
  );
  return { cells, a: a.map(share), b: b.map(share) };
}

function estimate({ cells, a, b }: ReturnType<typeof tableOf>, { n, level }: { n: number; level: number }) {
  const observed = sum(cells.map((cell) => cell.share * d(cell.a, cell.b)));
  const ofA = a.map((_, i) => sum(b.map((share, j) => share * d(i, j))));
  const ofB = b.map((_, j) => sum(a.map((share, i) => share * d(i, j))));
  const expected = sum(a.map((share, i) => share * ofA[i]));
  const ratio = observed / expected;
  const deviation = (i: number, j: number) => d(i, j) - (ofA[i] + ofB[j]) * ratio + observed;
  const spread = Math.sqrt(sum(cells.map((cell) => cell.share * deviation(cell.a, cell.b) ** 2)));
  // The terms of a deviation are on average q, 2 q and q.
  const standardError = spread <= ROUNDING * observed ? 0 : spread / Math.sqrt(n) / expected;
  const value = 1 - ratio;
  const shares = {
    ...{ value, standardError },
    /** Share of the items on which they agree. */
    observed: 1 - observed,
    /** The same if each kept their shares of labels but gave them to items at random. */
    expected: 1 - expected,
  };
  if (standardError === 0) {
    const reason = "the standard error is 0, as the labels do not vary around the estimate";
    return { ...shares, low: null, high: null, reason };
  }
  const reach = normalQuantile((1 - level) / 2) * standardError;
  return { ...shares, low: Math.max(-1, value - reach), high: Math.min(1, value + reach), reason: null };
}
