import { hash } from "node:crypto";
import type { GenerationRequest, Prompt, Sampling, Settings } from "../../core/types.ts";

/** The version of the keys, raised whenever they are made differently, so that no completion is taken for another. */
const KEYS = "completion 1";

/**
 * The key of a completion: SHA-256 of everything that determines it.
 *
 * That is the model, the prompt, all sampling settings, the seed, and the sample that is asked for. The sample is included
 * because recorded and synthetic models answer by it; for other models this prevents no sharing, since the seed already
 * depends on the sample. The context window and the server's version are not part of the key.
 *
 * @param identity The model's identity, see `ModelDescription`.
 * @returns 64 hexadecimal digits.
 *
 * @example
 * ```ts
 * import { completionKey } from "codebias/store/run_store/completion_key.ts";
 * import assert from "node:assert/strict";
 * const sampling = { temperature: 1, topK: 0, topP: 1, minP: 0, repeatPenalty: 1, maxTokens: 9, stop: [], raw: false };
 * const sample = { study: "s", taskId: "1", settings: { temperature: 1 }, epoch: 1, turn: 1, runSeed: 1 };
 * const request = { prompt: "Hello", sampling, seed: 7, sample };
 * assert.equal(completionKey("digest", request), completionKey("digest", { ...request }));
 * assert.notEqual(completionKey("digest", request), completionKey("digest", { ...request, seed: 8 }));
 * ```
 */
export function completionKey(
  identity: string,
  { prompt, sampling, seed, sample }: GenerationRequest,
): string {
  const { study, taskId, settings, epoch, turn, runSeed } = sample;
  const how = [...samplingParts(sampling), seed];
  const which = [study, taskId, sortedSettings(settings), epoch, turn, runSeed];
  return hash("sha256", JSON.stringify([KEYS, identity, promptParts(prompt), how, which]));
}

/** SHA-256 of a prompt: equal for equal prompts; a text and a conversation that consists of this text differ. */
export function promptHash(prompt: Prompt): string {
  return hash("sha256", JSON.stringify(promptParts(prompt)));
}

/** Settings as one text that does not depend on the order of the fields. */
export function settingsKey(settings: Settings): string {
  return JSON.stringify(sortedSettings(settings));
}

/** The sampling settings in a fixed order. */
export function samplingParts(sampling: Sampling): readonly unknown[] {
  const { temperature, topK, topP, minP, repeatPenalty, maxTokens, stop, raw } = sampling;
  return [temperature, topK, topP, minP, repeatPenalty, maxTokens, stop, raw];
}

function promptParts(prompt: Prompt): string | [string, string][] {
  return typeof prompt === "string" ? prompt : prompt.map(({ role, content }) => [role, content]);
}

function sortedSettings(settings: Settings): [string, string | number][] {
  return Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
}
