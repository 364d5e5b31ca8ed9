import { createHash } from "node:crypto";
import { DataError, ModelError } from "../../core/errors.ts";
import type { Model } from "../../generation/model.ts";
import type { Likelihood, Reply } from "../../core/types.ts";

/**
 * A model that answers every prompt with the likelihood of a text after it, as JSON: so that likelihoods are
 * asked for like completions, at a pace that the server sustains, with retries, and are kept in the same
 * store.
 *
 * @param model One that tells likelihoods.
 * @returns The model, and the name of a text, which a request must give in its setting `answer`.
 */
export function likelihoodScorer(
  model: Model,
): { readonly model: Model; readonly name: (text: string) => string } {
  const texts = new Map<string, string>();
  return {
    name(text) {
      const name = createHash("sha256").update(text).digest("hex").slice(0, 32);
      texts.set(name, text);
      return name;
    },
    model: {
      spec: model.spec,
      describe: (options) => model.describe(options),
      capabilities: (options) => model.capabilities(options),
      prepare: (plan, options) => model.prepare(plan, options),
      async ask({ prompt, sample }, options) {
        const text = texts.get(String(sample.settings.answer))!;
        const started = performance.now();
        const found = await model.likelihood!({ prompt, text, sample }, options);
        if ("reason" in found) {
          throw new ModelError(`The likelihood of the answer is not known: ${found.reason}`, {
            failure: "refused-request",
            retry: false,
          });
        }
        const { nats, tokens, counted } = found;
        const totalMs = performance.now() - started;
        return {
          text: JSON.stringify({ nats, tokens, counted }),
          finish: "stop",
          completionTokens: tokens,
          totalMs,
        };
      },
    },
  };
}

/**
 * The likelihood in such an answer.
 *
 * @throws {DataError} If there is none, e.g. since the store was changed by hand.
 */
export function likelihoodOf({ text }: Reply): Likelihood {
  const { nats, tokens, counted } = JSON.parse(text) as Partial<Likelihood>;
  if ([nats, tokens, counted].every((value) => typeof value === "number")) {
    return { nats: nats!, tokens: tokens!, counted: counted! };
  }
  throw new DataError(`not a log-likelihood: ${text}`);
}
