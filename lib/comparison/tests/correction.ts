import { benjaminiHochberg, bonferroni, holm } from "../../statistics/tests/multiplicity.ts";

/** How p is adjusted for several tests: not, for any false finding (Holm, Bonferroni), for the share of false ones. */
export type Correction = "none" | "holm" | "bonferroni" | "benjamini-hochberg";

/** All of them, as they are called in options. */
export const CORRECTIONS: readonly Correction[] = ["none", "holm", "bonferroni", "benjamini-hochberg"];

/** The correction asked for, or else the default: the papers make none. */
export function correctionOf(
  asked: { readonly correction?: Correction; readonly test?: string },
): Correction {
  return asked.correction ?? (asked.test === "paper" ? "none" : "holm");
}

/** Adjusted p, in the same order; null where none is adjusted. A test that was not made has null and does not count. */
export function adjust(ps: readonly (number | null)[], correction: Correction): (number | null)[] {
  switch (correction) {
    case "none":
      return ps.map(() => null);
    case "holm":
      return holm(ps);
    case "bonferroni":
      return bonferroni(ps);
    case "benjamini-hochberg":
      return benjaminiHochberg(ps);
  }
}
