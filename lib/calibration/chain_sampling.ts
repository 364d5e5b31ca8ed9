import type { Sampling } from "../core/types.ts";

/** How to sample from a chain: as from a model, but missing settings are plain. */
export type ChainSampling = Pick<Sampling, "temperature"> & Partial<Sampling>;

/** The settings that the chain follows, all of them. */
export type SettledSampling = Pick<Sampling, "temperature" | "topK" | "topP" | "minP" | "maxTokens" | "stop">;

/**
 * Completes partial settings. Without `maxTokens`, nothing cuts a completion: it is `Infinity`.
 *
 * @throws {RangeError} If a setting is out of its range, or a chain of fragments cannot follow it; names it.
 *
 * @example
 * ```ts
 * import { settleSampling } from "codebias/calibration/chain_sampling.ts";
 * import assert from "node:assert/strict";
 * assert.equal(settleSampling({ temperature: 1 }).topP, 1);
 * assert.throws(() => settleSampling({ temperature: 1, topP: 0 }), /topP 0: it must be above 0 and at most 1/);
 * ```
 */
export function settleSampling(some: ChainSampling): SettledSampling {
  const { temperature, topK = 0, topP = 1, minP = 0, maxTokens = Infinity, stop = [], repeatPenalty = 1 } =
    some;
  check("temperature", temperature, temperature >= 0 && temperature < Infinity, "at least 0");
  check("topK", topK, Number.isSafeInteger(topK) && topK >= 0, "an integer >= 0, 0 for all");
  check("topP", topP, topP > 0 && topP <= 1, "above 0 and at most 1");
  check("minP", minP, minP >= 0 && minP <= 1, "from 0 to 1");
  const whole = Number.isSafeInteger(maxTokens) || maxTokens === Infinity;
  check("maxTokens", maxTokens, whole && maxTokens >= 1, "an integer >= 1, or Infinity");
  check(
    "repeatPenalty",
    repeatPenalty,
    repeatPenalty === 1,
    "1, as the declared probabilities have no penalty",
  );
  if (stop.includes("")) {
    throw new RangeError("Cannot sample with an empty stop text: it would end every completion");
  }
  return { temperature, topK, topP, minP, maxTokens, stop };
}

function check(name: string, value: number, good: boolean, range: string): void {
  if (!good) throw new RangeError(`Cannot sample with ${name} ${value}: it must be ${range}`);
}
