import type { AttributeFinding, FindingRow, Judgement, ProbeReport } from "../core/types.ts";

/** The finding about an attribute, with the reason if the attribute cannot be judged. */
export function findingOf(
  judgement: Judgement<Pick<ProbeReport, "attributes" | "reason">>,
  attribute: string,
): AttributeFinding {
  if (judgement.kind === "unjudged") return { verdict: "unjudged", reason: judgement.reason };
  const { attributes, reason = "it was not probed" } = judgement.finding;
  return attributes[attribute] ?? { verdict: "unjudged", reason };
}

/** Whether any verdict is `biased`; null if none is and some are `unjudged`. */
export function isBiased(...verdicts: readonly string[]): boolean | null {
  if (verdicts.includes("biased")) return true;
  return verdicts.includes("unjudged") ? null : false;
}

/**
 * A row of the frame of a study whose only metric is whether a program is biased.
 *
 * @example
 * ```ts
 * import { biasRow } from "codebias/bias/finding_rows.ts";
 * import assert from "node:assert/strict";
 * assert.equal(biasRow("age", { verdict: "unbiased" }).metrics.biased, false);
 * assert.equal(biasRow("age", { verdict: "unjudged", reason: "no-program" }).metrics.biased, null);
 * ```
 */
export function biasRow(
  attribute: string,
  { verdict, reason, witness }: Pick<FindingRow, "verdict" | "reason" | "witness">,
): FindingRow {
  return { attribute, verdict, reason, witness, metrics: { biased: isBiased(verdict) } };
}
