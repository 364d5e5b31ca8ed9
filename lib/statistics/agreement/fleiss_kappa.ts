import { optionsOf } from "../checks.ts";
import { sum } from "../descriptive.ts";
import { itemBootstrap, type ItemBootstrapOptions } from "../bootstrap/item_bootstrap.ts";
import { normalP } from "../distributions/normal.ts";
import {
  type Label,
  type LabelCounts,
  labelCounts,
  labelsByItem,
  labelTotals,
  type Ratings,
  shown,
  UNKNOWN,
} from "./ratings.ts";

/** Items as counts of each of so many labels, as many at each item. */
interface Counts {
  readonly items: readonly LabelCounts[];
  readonly labels: number;
  readonly labelsPerItem: number;
}

/**
 * Fleiss' kappa: how far reviewers agree beyond chance, where all items have equally many labels.
 *
 * With n items of m labels, n_ic of them c, and shares p_c of all labels,
 * P = Σ n_ic (n_ic − 1) / (n m (m − 1)) is observed, E = Σ p_c² is expected, and κ = (P − E) / (1 − E). The
 * labels of an item may come from any reviewers. It is undefined where all labels are the same.
 *
 * The interval is from resampled items, see `itemBootstrap`; there is none where all items agree. At 95 %, it
 * covers 93 to 96 % with 50 or 100 items, 86 to 98 % with 20 and 79 to 99 % with 10, least where one label is
 * rare (simulated, kappa of 0.36 to 0.81). The squared standard error at zero,
 * 2 (s² − Σ p_c q_c (q_c − p_c)) / (n m (m − 1) s²) with q_c = 1 − p_c and s = Σ p_c q_c, holds where labels
 * are given at random and nowhere else: it makes a test, not an interval.
 *
 * Source: Fleiss (1971), Psychological Bulletin 76(5), 378-382; the error at zero: Fleiss, Nee and Landis (1979),
 * Psychological Bulletin 86(5), 974-977, who correct that of 1971; agrees with statsmodels `fleiss_kappa` and R's irr `kappam.fleiss`.
 *
 * @param ratings Reviewers × items, null where a reviewer skipped an item; items without any label are left out.
 * @param options.resamples Number of resamples. Defaults to 2000.
 * @throws {RangeError} If items differ in their number of labels, the ratings are none, or an option is out of range.
 *
 * @example
 * ```ts
 * import { fleissKappa } from "codebias/statistics/agreement/fleiss_kappa.ts";
 * import assert from "node:assert/strict";
 * const { value, n } = fleissKappa([["a", "a", "b", "b"], ["a", "a", "b", "a"], ["a", "a", "b", "b"]]);
 * assert(n === 4 && value !== null && Math.abs(value - 23 / 35) < 1e-15);
 * ```
 */
export function fleissKappa<L extends Label>(ratings: Ratings<L>, options: ItemBootstrapOptions = {}) {
  const { level } = optionsOf(options, { level: 0.95, resamples: undefined, seed: undefined });
  const all = labelsByItem(ratings);
  const items = all.filter((labels) => labels.length > 0);
  checkEqual(items);
  const known = { n: items.length, unjudged: all.length - items.length, level };
  const labels = [...new Set(items.flat())];
  if (labels.length < 2) return { ...nothing(items), ...known };
  const counts = { items: labelCounts(items, labels), labels: labels.length, labelsPerItem: items[0].length };
  const { value, observed, expected } = kappaOf(counts, [...items.keys()])!;
  const standardErrorAtZero = errorAtZero(counts);
  const z = value / standardErrorAtZero;
  return {
    value,
    ...itemBootstrap(items.length, (drawn) => kappaOf(counts, drawn)?.value ?? null, options),
    ...known,
    /** Number of labels of each item; null if there are none. */
    labelsPerItem: counts.labelsPerItem,
    /** Share of the pairs of labels of an item that agree. */
    observed,
    /** Share of all pairs of labels that would agree by chance. */
    expected,
    /** Standard error if labels were given at random: of use for the test only. */
    standardErrorAtZero,
    /** Kappa over its standard error at zero, and the two-sided p-value of kappa = 0. */
    ...{ z, p: normalP(z, "two-sided") },
  };
}

function nothing(items: readonly (readonly Label[])[]) {
  const none = { ...UNKNOWN, standardErrorAtZero: null, z: null, p: null };
  if (items.length === 0) {
    return { ...none, labelsPerItem: null, observed: null, expected: null, reason: "no item has a label" };
  }
  const reason = `all labels are ${shown(items[0][0])}, which says nothing about chance`;
  return { ...none, labelsPerItem: items[0].length, observed: 1, expected: 1, reason };
}

function checkEqual(items: readonly (readonly Label[])[]): void {
  const [first] = items;
  const other = items.find((labels) => labels.length !== first.length);
  if (other !== undefined) {
    throw new RangeError(
      `Cannot compute Fleiss' kappa: some items have ${first.length} labels and some ${other.length}, but all need ` +
        "as many; use krippendorffAlpha, which takes missing labels, or leave these items out",
    );
  }
  if (first?.length === 1) {
    throw new RangeError("Cannot compute Fleiss' kappa: each item has 1 label, at least 2 are needed");
  }
}

/** Kappa of some of the items; null if all their labels are the same. */
function kappaOf({ items, labels, labelsPerItem: m }: Counts, drawn: ArrayLike<number>) {
  const n = drawn.length;
  const totals = labelTotals(items, labels, drawn);
  if (totals.includes(n * m)) return null;
  let agreeing = 0;
  for (let at = 0; at < n; at++) for (const [, count] of items[drawn[at]]) agreeing += count * (count - 1);
  const observed = agreeing / (n * m * (m - 1));
  const apart = sum(totals.map((total) => total / (n * m) * (1 - total / (n * m))));
  return { value: 1 - (1 - observed) / apart, observed, expected: 1 - apart };
}

function errorAtZero({ items, labels, labelsPerItem: m }: Counts): number {
  const n = items.length;
  const shares = labelTotals(items, labels, [...items.keys()]).map((total) => total / n / m);
  const apart = sum(shares.map((p) => p * (1 - p)));
  const spread = apart ** 2 - sum(shares.map((p) => p * (1 - p) * (1 - 2 * p)));
  return Math.sqrt(2 * spread / (n * m * (m - 1))) / apart;
}
