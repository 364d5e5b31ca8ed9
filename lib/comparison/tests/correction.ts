import { benjaminiHochberg, bonferroni, holm, type PValues } from "../../statistics/tests/multiplicity.ts";

/** Adjustments of p for several tests: of the chance of any false finding (Holm, Bonferroni), or of the share of false ones. */
const ADJUSTED = {
  "none": (ps: PValues) => ps.map(() => null),
  "holm": holm,
  "bonferroni": bonferroni,
  "benjamini-hochberg": benjaminiHochberg,
} as const;

/** A way to adjust p for several tests. */
export type Correction = keyof typeof ADJUSTED;

/** The values that the option can have. */
export const CORRECTIONS = Object.keys(ADJUSTED) as readonly Correction[];

/** The correction asked for, or else the default of the test: the papers' own has none. */
export function correctionOf(
  asked: { readonly correction?: Correction; readonly test?: string },
): Correction {
  return asked.correction ?? (asked.test === "paper" ? "none" : "holm");
}

/** Adjusted p, in the same order; null where none is adjusted. A test that was not made has null and does not count. */
export function adjust(ps: PValues, correction: Correction): (number | null)[] {
  return ADJUSTED[correction](ps);
}
