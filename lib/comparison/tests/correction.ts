import { benjaminiHochberg, bonferroni, holm, type PValues } from "../../statistics/tests/multiplicity.ts";

/** How p is adjusted for several tests: not, for any false finding (Holm, Bonferroni), for the share of false ones. */
const ADJUSTED = {
  "none": (ps: PValues) => ps.map(() => null),
  "holm": holm,
  "bonferroni": bonferroni,
  "benjamini-hochberg": benjaminiHochberg,
} as const;

/** A way to adjust p for several tests. */
export type Correction = keyof typeof ADJUSTED;

/** All of them, as they are called in options. */
export const CORRECTIONS = Object.keys(ADJUSTED) as readonly Correction[];

/** The correction asked for, or else the default: the papers make none. */
export function correctionOf(
  asked: { readonly correction?: Correction; readonly test?: string },
): Correction {
  return asked.correction ?? (asked.test === "paper" ? "none" : "holm");
}

/** Adjusted p, in the same order; null where none is adjusted. A test that was not made has null and does not count. */
export function adjust(ps: PValues, correction: Correction): (number | null)[] {
  return ADJUSTED[correction](ps);
}
