import assert from "node:assert/strict";
import { ModelError, type ModelFailure } from "codebias/core/errors.ts";
import type { Patience } from "codebias/generation/model.ts";
import { openOllama } from "codebias/generation/ollama/ollama.ts";
import { PLAIN } from "codebias/generation/sampling.ts";
import type { GenerationRequest, Prompt, Reply, Sampling } from "codebias/core/types.ts";
import { fakeOllama, type FakeOllamaOptions } from "../fake_ollama.ts";
import type { Behaviour } from "./behaviours.ts";

/** A request for one completion. */
export function request(prompt: Prompt = "Write f.", sampling: Partial<Sampling> = {}): GenerationRequest {
  const sample = { study: "test", taskId: "t", settings: {}, epoch: 1, turn: 1, runSeed: 1 };
  return { prompt, sampling: { ...PLAIN, maxTokens: 100, ...sampling }, seed: 17, sample };
}

/** What to ask, of which server. */
export interface Asking extends FakeOllamaOptions {
  readonly prompt?: Prompt;
  readonly sampling?: Partial<Sampling>;
  readonly patience?: Partial<Patience>;
  readonly contextTokens?: number;
}

/** What a model says when its server behaves so. */
export async function answer(behaviour: Behaviour, asking: Asking = {}): Promise<Reply> {
  await using server = fakeOllama({ script: () => behaviour, ...asking });
  const { patience, contextTokens, prompt, sampling } = asking;
  const model = openOllama("fake", { host: server.url, patience, contextTokens });
  return await model.ask(request(prompt, sampling));
}

/** What a failure should be. */
export interface Expected {
  readonly failure: ModelFailure;
  readonly retry: boolean;
  readonly retryAfterMs?: number;
  /** What the sentence says, the name of the server left out. */
  readonly message: RegExp | string;
}

/** Asserts that something fails, in a sentence that names the server and is readable. */
export async function assertFails(action: Promise<unknown>, expected: Expected): Promise<ModelError> {
  const error = await action.then((value) => assert.fail(`gave ${JSON.stringify(value)}`), (error) => error);
  if (!(error instanceof ModelError)) throw error;
  const { failure, retry, retryAfterMs } = expected;
  assert.deepEqual(
    { failure: error.failure, retry: error.retry, retryAfterMs: error.retryAfterMs },
    { failure, retry, retryAfterMs },
    error.message,
  );
  const said = /^The Ollama server at https?:\/\/[^\s]+ (.*)$/.exec(error.message);
  assert(said, `one line that begins with the server: ${error.message}`);
  if (typeof expected.message === "string") assert.equal(said[1], expected.message);
  else assert.match(said[1], expected.message);
  return error;
}

/** Fails instead of waiting for ever. */
export function soon<T>(promise: Promise<T>, what: string): Promise<T> {
  const limit = Promise.withResolvers<T>();
  const timer = setTimeout(() => limit.reject(new Error(`${what}: waited for 60 s`)), 60_000);
  return Promise.race([promise, limit.promise]).finally(() => clearTimeout(timer));
}
