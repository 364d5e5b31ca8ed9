import type { Estimate } from "../../core/types.ts";

/** How far reviewers agree; `n` counts the items that tell, `unjudged` those with too few labels. */
export interface Agreement extends Estimate {
  /** Confidence level of the interval. */
  readonly level: number;
  /** Why there is no value, or no interval; null if there are both. */
  readonly reason: string | null;
}
