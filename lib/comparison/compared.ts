import type pl from "nodejs-polars";
import { orElse } from "../statistics/intervals/task_estimates.ts";
import { decide, type DecisionOptions } from "./decision.ts";

/** A comparison, or why it cannot be made. */
export type Compared =
  | { readonly frame: pl.DataFrame; readonly reason?: undefined }
  | { readonly frame?: undefined; readonly reason: string };

/** Tries to compare: too few answers, e.g. none that a task has at both levels, are a finding and no failure. */
export function tried(make: () => pl.DataFrame): Compared {
  return orElse(() => ({ frame: make() }), ({ message }) => ({ reason: message }));
}

/**
 * What a comparison lets one say, a sentence for each of its rows, or why there is none.
 *
 * @param what What is compared, said first.
 * @param isTold By the levels of a row. @default all are told
 */
export function decisions(
  what: string,
  { frame, reason }: Compared,
  options: DecisionOptions,
  isTold: (levels: readonly unknown[]) => boolean = () => true,
): string[] {
  if (!frame) return [`${what}: ${reason}`];
  const rows = frame.toRecords();
  return decide(frame, options).flatMap(({ text }, at) =>
    isTold([rows[at].level_a, rows[at].level_b]) ? [`${what}: ${text}`] : []
  );
}
