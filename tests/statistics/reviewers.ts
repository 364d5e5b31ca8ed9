import assert from "node:assert/strict";
import fc from "fast-check";

/** Ratings of 2 to 5 reviewers, labels 0 to 3, of which some are missing. */
export const ratings: fc.Arbitrary<(number | null)[][]> = fc.tuple(
  fc.integer({ min: 2, max: 5 }),
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 1, max: 3 }),
).chain(([reviewers, items, highest]) =>
  fc.array(
    fc.array(fc.option(fc.integer({ min: 0, max: highest }), { freq: 4 }), {
      minLength: items,
      maxLength: items,
    }),
    { minLength: reviewers, maxLength: reviewers },
  )
);

/** The same without missing labels. */
export const complete: fc.Arbitrary<number[][]> = ratings.map((lists) =>
  lists.map((labels) => labels.map((label) => label ?? 0))
);

/** Ratings and a number by which {@linkcode shuffled} mixes. */
export const seed: fc.Arbitrary<number> = fc.integer({ min: 1, max: 1_000_000 });

/** A list in another order, which the number decides. */
export function shuffled<T>(list: readonly T[], number: number): T[] {
  const keys = list.map((_, at) => (at + 1) * number * 7919 % 1_000_003);
  return list.map((one, at) => ({ one, key: keys[at] })).sort((a, b) => a.key - b.key).map(({ one }) => one);
}

/** Ratings with the items in another order. */
export function mixedItems<L>(lists: readonly (readonly L[])[], number: number): L[][] {
  return lists.map((labels) => shuffled(labels, number));
}

/** Ratings with other names for the labels. */
export function renamed<L, M>(
  lists: readonly (readonly (L | null)[])[],
  name: (label: L) => M,
): (M | null)[][] {
  return lists.map((labels) => labels.map((label) => label === null ? null : name(label)));
}

/** Fails unless two numbers differ by no more than the tolerance, or both are null. */
export function nearOrNull(actual: number | null, expected: number | null, tolerance = 1e-12): void {
  if (actual === null || expected === null) return assert.equal(actual, expected);
  assert(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} within ${tolerance}`);
}

/** Fails unless what a call throws is a RangeError with this message. */
export function refused(run: () => unknown, message: RegExp): void {
  assert.throws(run, { name: "RangeError", message });
}
