import type { Sampling } from "../core/types.ts";

/** The settings for sampling from a chain: those for a model, where missing ones change nothing. */
export type ChainSampling = Pick<Sampling, "temperature"> & Partial<Sampling>;

/**
 * Completes partial settings. Without `maxTokens`, nothing cuts a completion: it is `Infinity`.
 *
 * @throws {RangeError} If a setting is out of its range, or a chain of fragments cannot follow it; the message names it.
 *
 * @example
 * ```ts
 * import { settleSampling } from "codebias/calibration/probabilities.ts";
 * import assert from "node:assert/strict";
 * assert.equal(settleSampling({ temperature: 1 }).topP, 1);
 * assert.throws(() => settleSampling({ temperature: 1, topP: 0 }), /topP 0: it must be above 0 and at most 1/);
 * ```
 */
export function settleSampling(some: ChainSampling) {
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

/** Shares and sums that differ by less count as equal: decimal fractions have no exact binary form. */
const TIE = 1e-9;

/**
 * The probabilities of branches at sampling settings, exactly, from those declared at temperature 1.
 *
 * The order is llama.cpp's:
 *
 * 1. `topK`: only the k most probable branches;
 * 2. `topP`: of these, the most probable ones whose probabilities, renormalised over what `topK` left, first add up to p
 *    or more, the branch that reaches p included;
 * 3. `minP`: of these, those with at least this share of the most probable one's probability;
 * 4. `temperature`: what is left, each p to the power 1/T, renormalised; T = 0 leaves the most probable branch alone.
 *
 * Truncation thus looks at the probabilities of temperature 1. Engines that divide by the temperature first (the newer
 * sampler of Ollama's own engine, vLLM, Hugging Face Transformers) cut off more below T = 1 and less above it: with .6,
 * .3 and .1 at T = 0.2 and topP 0.65, llama.cpp keeps two branches, the others one.
 *
 * Of equally probable branches, the one declared first counts as more probable. A sum that equals p but for rounding
 * reaches it, and a share that equals minP but for rounding is kept; single-precision engines may decide such
 * ties differently, so no conclusion should hang on one.
 *
 * @param declared Probabilities above 0 that add up to 1.
 * @returns As many probabilities, 0 for branches that were cut off.
 * @throws {RangeError} If a setting is out of its range; the message names it.
 *
 * @example
 * ```ts
 * import { branchProbabilities } from "codebias/calibration/probabilities.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(branchProbabilities([0.3, 0.6, 0.1], { temperature: 1 }), [0.3, 0.6, 0.1]);
 * assert.deepEqual(branchProbabilities([0.3, 0.6, 0.1], { temperature: 0 }), [0, 1, 0]);
 * const nucleus = branchProbabilities([0.3, 0.6, 0.1], { temperature: 1, topP: 0.9 });
 * assert.deepEqual(nucleus.map((p) => p.toFixed(4)), ["0.3333", "0.6667", "0.0000"]);
 * ```
 */
export function branchProbabilities(declared: readonly number[], sampling: ChainSampling): number[] {
  const { temperature, topK, topP, minP } = settleSampling(sampling);
  let kept = declared.map((_, at) => at).sort((a, b) => declared[b] - declared[a]);
  if (topK > 0) kept = kept.slice(0, topK);
  if (topP < 1) kept = nucleus(kept, declared, topP);
  const most = declared[kept[0]];
  kept = kept.filter((at) => declared[at] >= minP * most * (1 - TIE));
  if (temperature === 0) kept = kept.slice(0, 1);
  if (temperature === 1 && kept.length === declared.length) return [...declared];
  const weights = declared.map(() => 0);
  for (const at of kept) weights[at] = tempered(declared[at] / most, temperature);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** The shortest prefix of the kept branches with a share of at least p. */
function nucleus(kept: readonly number[], declared: readonly number[], p: number): number[] {
  const total = kept.reduce((sum, at) => sum + declared[at], 0);
  let sum = 0;
  const last = kept.findIndex((at) => (sum += declared[at]) / total >= p - TIE);
  return kept.slice(0, last + 1);
}

function tempered(share: number, temperature: number): number {
  if (temperature === 0 || temperature === 1) return share;
  return Math.exp(Math.log(share) / temperature);
}
