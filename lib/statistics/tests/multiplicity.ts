import { refuseOther } from "../../core/kinds.ts";

/** p-values in a fixed order; null where there was no test, which then does not count among the tests made. */
export type PValues = readonly (number | null)[];

/**
 * Bonferroni's adjusted p-values: min(1, m p) for m tests.
 *
 * Rejecting those at most α keeps the chance of any false rejection at α or below. Holm's never reject less.
 *
 * Source: Dunn (1961), Journal of the American Statistical Association 56(293), 52-64; agrees with statsmodels
 * `multipletests(method="bonferroni")`.
 *
 * @param ps Each in [0, 1], or null.
 * @returns In the same order, null where `ps` is.
 * @throws {RangeError} If one is not in [0, 1].
 *
 * @example
 * ```ts
 * import { bonferroni } from "codebias/statistics/tests/multiplicity.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(bonferroni([0.01, null, 0.5, 0.25]), [0.03, null, 1, 0.75]);
 * ```
 */
export function bonferroni(ps: PValues): (number | null)[] {
  return adjusted(ps, (sorted) => sorted.map((p) => sorted.length * p));
}

/**
 * Holm's adjusted p-values: for the i-th smallest of m, the largest of (m − j + 1) p₍ⱼ₎ over j ≤ i, at most 1.
 *
 * Rejecting those at most α keeps the chance of any false rejection at α or below, whatever the tests' dependence.
 *
 * Source: Holm (1979), Scandinavian Journal of Statistics 6(2), 65-70; agrees with statsmodels
 * `multipletests(method="holm")`.
 *
 * @param ps Each in [0, 1], or null.
 * @returns In the same order, null where `ps` is.
 * @throws {RangeError} If one is not in [0, 1].
 *
 * @example
 * ```ts
 * import { holm } from "codebias/statistics/tests/multiplicity.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(holm([0.5, 0.125, null, 0.25]), [0.5, 0.375, null, 0.5]);
 * ```
 */
export function holm(ps: PValues): (number | null)[] {
  return adjusted(ps, (sorted) => {
    let most = 0;
    return sorted.map((p, at) => most = Math.max(most, (sorted.length - at) * p));
  });
}

/**
 * Benjamini and Hochberg's adjusted p-values: for the i-th smallest of m, the smallest of m p₍ⱼ₎ / j over j ≥ i.
 *
 * Rejecting those at most q keeps the expected share of false ones among the rejections at q or below, if the tests
 * are independent or positively dependent.
 *
 * Source: Benjamini and Hochberg (1995), Journal of the Royal Statistical Society B 57(1), 289-300; agrees with
 * statsmodels `multipletests(method="fdr_bh")`.
 *
 * @param ps Each in [0, 1], or null.
 * @returns In the same order, null where `ps` is.
 * @throws {RangeError} If one is not in [0, 1].
 *
 * @example
 * ```ts
 * import { benjaminiHochberg } from "codebias/statistics/tests/multiplicity.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(benjaminiHochberg([0.5, 0.125, null, 0.0625]), [0.5, 0.1875, null, 0.1875]);
 * ```
 */
export function benjaminiHochberg(ps: PValues): (number | null)[] {
  return adjusted(ps, (sorted) => {
    let least = 1;
    const fromLargest = sorted.toReversed().map((p, at) => {
      // The ratio is at least 1, so that no rounding takes the adjusted value below p.
      return least = Math.min(least, p * (sorted.length / (sorted.length - at)));
    });
    return fromLargest.toReversed();
  });
}

/** Adjusts those that are not null, in ascending order, and puts them back in their places. */
function adjusted(ps: PValues, adjust: (sorted: readonly number[]) => number[]): (number | null)[] {
  refuseOther("adjust", ps, "a list");
  const tests = [...ps].flatMap((p, at) => p === null ? [] : [{ p: checked(p, at), at }]).toSorted((a, b) =>
    a.p - b.p
  );
  const values = adjust(tests.map(({ p }) => p));
  const result = new Array<number | null>(ps.length).fill(null);
  tests.forEach(({ at }, place) => result[at] = Math.min(1, values[place]));
  return result;
}

function checked(p: number, at: number): number {
  if (p >= 0 && p <= 1) return p;
  throw new RangeError(
    `Cannot adjust ${p}: p-value ${at + 1} must be in [0, 1], or null if there was no test`,
  );
}
