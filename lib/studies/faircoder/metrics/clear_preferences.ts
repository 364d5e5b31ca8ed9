import { benjaminiHochberg } from "../../../statistics/tests/multiplicity.ts";
import type { PreferredRow } from "./rates.ts";

/** The expected share of chance among preferences that are called clear. */
export const FALSE_SHARE = 0.05;

/** A preference, and whether it is clear. */
export interface JudgedPreference extends PreferredRow {
  /** Whether there is a preferred group that chance hardly gives, among all rows. */
  readonly isClear: boolean;
}

/**
 * Which preferences are clear: the expected share of chance among these is at most 0.05.
 *
 * Source: the p-values adjusted by Benjamini and Hochberg's way over all rows handed over.
 *
 * @example
 * ```ts
 * import { judgedPreferences } from "codebias/studies/faircoder/metrics/clear_preferences.ts";
 * import assert from "node:assert/strict";
 * const of = { model: "m", prompt: "default", temperature: 1, kind: "function", scenario: "job", attribute: "age" } as const;
 * const row = { ...of, subjectList: "all", topic: "all", group: "young", entropy: 0.5, n: 40 };
 * const judged = judgedPreferences([{ ...row, p: 0.001 }, { ...row, p: 0.04 }, { ...row, p: 0.5 }]);
 * assert.deepEqual(judged.map(({ isClear }) => isClear), [true, false, false]);
 * ```
 */
export function judgedPreferences(rows: readonly PreferredRow[]): JudgedPreference[] {
  const adjusted = benjaminiHochberg(rows.map(({ p }) => p));
  return rows.map((row, at) => {
    const p = adjusted[at];
    return { ...row, isClear: row.group !== null && p !== null && p <= FALSE_SHARE };
  });
}
