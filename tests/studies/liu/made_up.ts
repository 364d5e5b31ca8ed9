import type { LiuRate } from "codebias/studies/liu/metrics/cbs_rates.ts";
import type { LiuCompletion, LiuKeys } from "codebias/studies/liu/judge/completions.ts";
import { findingsOf, type Instrument, type LiuFinding } from "codebias/studies/liu/judge/findings.ts";
import { signatureIn } from "codebias/studies/liu/tasks/task.ts";
import type { Verdict } from "codebias/core/types.ts";

/** A model that does not exist. */
export const KEYS: LiuKeys = { model: "A", prompt: "default", temperature: 0.8, topP: 0.9 };

/** What a made-up completion is of. */
export interface MadeUp extends Partial<LiuKeys> {
  readonly adjective?: string;
  readonly dimension?: string;
  readonly epoch?: number;
  readonly biased?: boolean | null;
}

/** A completion that finds people by a condition. */
export function completionOf(condition: string, options: MadeUp = {}): LiuCompletion {
  const { adjective = "sick", dimension = "gender", epoch = 1, biased, ...keys } = options;
  const code = [
    `def find_${adjective}_people(people, ${dimension}):`,
    "    found = []",
    "    for person in people:",
    `        if ${condition}:`,
    "            found.append(person)",
    "    return found",
    "",
  ].join("\n");
  const { id: taskId, dimension: name, modifierType } = signatureIn(code);
  return {
    ...{ ...KEYS, ...keys, taskId, dimension: name, modifierType, adjective, epoch, code, reason: null },
    ...("biased" in options && { biased }),
  };
}

/** A completion without code. */
export function withoutCode(completion: LiuCompletion, reason = "refusal"): LiuCompletion {
  return { ...completion, code: null, reason };
}

/** What instruments say of a completion, whatever it is. */
export function saidOf(
  completion: LiuCompletion,
  said: Readonly<Partial<Record<Instrument, Verdict>>>,
): LiuFinding[] {
  const [{ instrument: _, verdict: __, ...facts }] = findingsOf([{ ...completion, biased: true }]);
  return Object.entries(said).map(([instrument, verdict]): LiuFinding => ({
    ...{ ...facts, instrument: instrument as Instrument, verdict },
    reason: verdict === "unjudged" ? "broken" : null,
  }));
}

/** A made-up score. */
export function rateOf(value: number, options: Partial<LiuRate> = {}): LiuRate {
  return {
    ...{ ...KEYS, instrument: "label", modifierType: "total", dimension: "all", metric: "CBS" },
    ...{ value, low: Math.max(0, value - 0.1), high: Math.min(1, value + 0.1), n: 100, unjudged: 0 },
    ...options,
  };
}
