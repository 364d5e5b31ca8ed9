import type { Model } from "codebias/generation/model.ts";
import type { ModelFailure } from "codebias/core/errors.ts";
import { ModelError } from "codebias/core/errors.ts";
import type { GenerationRequest, Reply } from "codebias/core/types.ts";

/** A model in this process that answers as a test says. */
export interface ScriptedModel extends Model {
  /** All requests so far, in the order in which they came. */
  readonly requests: GenerationRequest[];
  /** The largest number of requests that were under way at once. */
  readonly atOnce: () => number;
}

/** What to answer; `index` counts requests from 0. */
export type Script = (request: GenerationRequest, index: number) => Partial<Reply> | Promise<Partial<Reply>>;

/** A model that answers each request with its script, at once or when the script's promise is kept. */
export function scriptedModel(script: Script = () => ({}), identity = "scripted"): ScriptedModel {
  const requests: GenerationRequest[] = [];
  let [active, most] = [0, 0];
  return {
    spec: "scripted/model",
    requests,
    atOnce: () => most,
    describe: () =>
      Promise.resolve({ spec: "scripted/model", identity, synthetic: true, details: {}, notices: [] }),
    prepare: () => Promise.resolve([]),
    async ask(request, { signal } = {}) {
      signal?.throwIfAborted();
      const index = requests.push(request) - 1;
      most = Math.max(most, ++active);
      try {
        const reply = await script(request, index);
        signal?.throwIfAborted();
        return { text: `answer ${request.seed}`, finish: "stop", completionTokens: 2, totalMs: 1, ...reply };
      } finally {
        active--;
      }
    },
  };
}

/** A failure as a backend throws it. */
export function failure(
  kind: ModelFailure,
  options: { retry?: boolean; retryAfterMs?: number; forAll?: boolean | "perhaps" } = {},
): ModelError {
  return new ModelError(`The server failed: ${kind}`, { failure: kind, retry: true, ...options });
}
