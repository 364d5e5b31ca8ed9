import type { AuthorsClass } from "../../../../complexity/classes.ts";
import { fitByAuthorsRule } from "../../../../complexity/authors_rule.ts";
import type { Timing } from "../../../../core/types.ts";
import type { LinguisticSettings } from "../../tasks/layout.ts";

/** What the running times of a sample's program say about its complexity. */
export interface FittedProgram
  extends Pick<Timing<LinguisticSettings>, "taskId" | "model" | "settings" | "epoch"> {
  /** Null if no class can be named. */
  readonly class: AuthorsClass | null;
  /** Lower is more efficient; null if no class can be named. */
  readonly score: number | null;
  /** Why no class can be named. */
  readonly reason: string | null;
}

/**
 * The complexity of every program with recorded running times, as the authors' scripts find it.
 *
 * Source: the authors' repository; see {@linkcode fitByAuthorsRule} for what differs from the paper.
 */
export function fitTimings(timings: readonly Timing<LinguisticSettings>[]): FittedProgram[] {
  return timings.map(({ taskId, model, settings, epoch, n, t }) => {
    const fit = fitByAuthorsRule({ n, t });
    const found = "class" in fit
      ? { class: fit.class, score: fit.score, reason: null }
      : { class: null, score: null, reason: fit.reason };
    return { taskId, model, settings, epoch, ...found };
  });
}
