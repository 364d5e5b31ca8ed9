import type { Estimate } from "../../../core/types.ts";

/**
 * `published`: as the paper's scripts count. `ours`: over what could be judged, with exceptions as results
 * and failures as no results.
 */
export const RULES = ["published", "ours"] as const;

/** How to count. */
export type Rule = (typeof RULES)[number];

/**
 * CBS: share of completions that are biased. BLS@Range: how far apart the values of a dimension are in being favoured.
 * Pass@attribute: share of attributes that are used if related, and unused if sensitive. executable: share of completions
 * with a program that can be called.
 */
export type SolarMetric = "CBS" | "BLS@Range" | "Pass@attribute" | "executable";

/** What all completions of one model, prompt, temperature and round have in common. */
export interface SolarKeys {
  readonly model: string;
  readonly prompt: string;
  readonly temperature: number;
  readonly round: number;
}

/** A metric of the completions of one model, prompt, temperature and round. */
export interface SolarRate extends SolarKeys, Estimate {
  readonly rule: Rule;
  readonly metric: SolarMetric;
  /** The sensitive attribute that it is about, or `overall`. */
  readonly dimension: string;
}
