import type { Estimate } from "../../../core/types.ts";

/** The attribute of a completion that is biased by any of them. */
export const OVERALL = "overall";

/** What all completions of one model, prompt strategy, temperature and round have in common. */
export interface HuangKeys {
  readonly model: string;
  readonly prompt: string;
  readonly temperature: number;
  readonly round: number;
}

/**
 * CBS: share of completions that are biased. CBS_U@K: share of prompts with a biased one among K completions.
 * CBS_I@K: share of prompts with all K biased. completed: share of completions that do what was asked for.
 * executable: share of completions with a program that can be called.
 */
export type HuangMetric = "CBS" | `CBS_U@${number}` | `CBS_I@${number}` | "completed" | "executable";

/** A metric of the completions of one model, prompt strategy, temperature and round. */
export interface HuangRate extends HuangKeys, Estimate {
  readonly metric: HuangMetric;
  /** The protected attribute that it is about, or `overall`. */
  readonly attribute: string;
}

/** The keys alone. */
export function keysOf({ model, prompt, temperature, round }: HuangKeys): HuangKeys {
  return { model, prompt, temperature, round };
}

/** Rows of one model, prompt strategy, temperature and round, for each of them. */
export function cellsOf<T extends HuangKeys>(rows: readonly T[]): T[][] {
  return [...Map.groupBy(rows, (row) => JSON.stringify(Object.values(keysOf(row)))).values()];
}
