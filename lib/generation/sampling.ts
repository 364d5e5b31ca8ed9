import { settled } from "../core/nearest.ts";
import type { Sampling } from "../core/types.ts";

/**
 * Plain sampling: every token at the model's own probability. The defaults of servers cut off rare tokens, and rare
 * behaviour with them, so that a bias in one of fourteen answers would never be seen.
 */
export const PLAIN: Required<Omit<Sampling, "without">> = {
  temperature: 1,
  topK: 0,
  topP: 1,
  minP: 0,
  repeatPenalty: 1,
  maxTokens: 2048,
  stop: [],
  raw: false,
};

/** The maximum of `maxTokens`. */
const MAX_TOKENS = 1 << 20;

/**
 * Completes partial sampling settings; the rest is plain.
 *
 * @throws {RangeError} If a setting is unknown or out of its range; names it.
 *
 * @example
 * ```ts
 * import { samplingOf } from "codebias/generation/sampling.ts";
 * import assert from "node:assert/strict";
 * assert.equal(samplingOf({ temperature: 0.2 }).topP, 1);
 * assert.throws(() => samplingOf({ temperature: -1 }), /temperature must be >= 0/);
 * ```
 */
export function samplingOf(some: Partial<Omit<Sampling, "without">> = {}): Sampling {
  const sampling = settled(some, PLAIN);
  const { temperature, topK, topP, minP, repeatPenalty, maxTokens, stop } = sampling;
  number("temperature", temperature, temperature >= 0, ">= 0");
  number("topK", topK, Number.isInteger(topK) && topK >= 0, "an integer >= 0, 0 for all tokens");
  number("topP", topP, topP > 0 && topP <= 1, "above 0 and at most 1");
  number("minP", minP, minP >= 0 && minP <= 1, "from 0 to 1");
  number("repeatPenalty", repeatPenalty, repeatPenalty > 0, "above 0");
  const whole = Number.isInteger(maxTokens) && maxTokens >= 1 && maxTokens <= MAX_TOKENS;
  number("maxTokens", maxTokens, whole, `an integer from 1 to ${MAX_TOKENS}`);
  if (!Array.isArray(stop) || stop.some((text) => typeof text !== "string" || text === "")) {
    throw new RangeError("Cannot sample with these stop texts: expected a list of non-empty texts");
  }
  return sampling;
}

function number(name: string, value: unknown, good: boolean, range: string): void {
  if (typeof value === "number" && Number.isFinite(value) && good) return;
  throw new RangeError(`Cannot sample with ${name} ${value}: ${name} must be ${range}`);
}
