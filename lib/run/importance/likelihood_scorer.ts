import { hash } from "node:crypto";
import { DataError, ModelError } from "../../core/errors.ts";
import type { Model } from "../../generation/model.ts";
import type { ImportanceAnswers, ImportancePrompt, Likelihood, Reply } from "../../core/types.ts";
import type { GenerateOptions } from "../asking/generate.ts";
import { retry } from "../../generation/requests/retry.ts";

/** A text of several tokens on any server, for testing whether the server supports likelihoods. */
const TRIAL = "def f(x):\n    return x\n";

/** The method of weighing words. */
export interface ChosenMethod {
  readonly method: ImportanceAnswers["method"];
  /** Whether to leave out the chat template; undefined to keep the setting. */
  readonly raw?: boolean;
  /** Why the method is not likelihood, if no other method was requested. */
  readonly fallback?: string;
}

/** The options on which the choice depends. */
interface Wishes extends Pick<GenerateOptions, "sampling" | "seed" | "persistence" | "signal"> {
  readonly method?: ImportanceAnswers["method"];
}

/**
 * Chooses the likelihood if the model supports it, unless the analyst wants another method, or a chat template, with which
 * likelihoods do not work.
 *
 * @throws {RangeError} If the analyst wants likelihoods and they are not available.
 */
export async function chooseMethod(
  model: Model,
  example: ImportancePrompt,
  wishes: Wishes,
): Promise<ChosenMethod> {
  const { method, sampling } = wishes;
  if (method === "output-change") return { method };
  if (method !== undefined && method !== "likelihood") {
    throw new RangeError(`Cannot weigh words by ${method}: methods are likelihood and output-change`);
  }
  const { templates = false } = model;
  const reason = templates && sampling?.raw === false
    ? "Log-likelihoods need prompts without a chat template, and raw is false"
    : await whyNot(model, example, wishes);
  if (reason === undefined) return { method: "likelihood", ...(templates && { raw: true }) };
  if (method === "likelihood") throw new RangeError(`Cannot weigh words by likelihood: ${reason}`);
  return { method: "output-change", fallback: reason };
}

async function whyNot(
  model: Model,
  { taskId, prompt }: ImportancePrompt,
  { seed = 1, persistence, signal }: Wishes,
): Promise<string | undefined> {
  if (!model.likelihood) return `${model.spec} gives no log-likelihoods of given texts`;
  const question = { prompt, text: TRIAL, sample: { taskId, runSeed: seed } };
  try {
    const found = await retry(() => model.likelihood!(question, { signal }), { persistence, signal });
    return "reason" in found ? found.reason : undefined;
  } catch (error) {
    // A prompt that is too long for the model fails again with its own reason, when it is asked.
    if (error instanceof ModelError && error.failure === "prompt-too-long") return undefined;
    throw error;
  }
}

/**
 * A model that answers every prompt with the likelihood of a text after it, as JSON, so that likelihoods are
 * requested like completions, at a pace that the server sustains, with retries, and are kept in the same
 * store.
 *
 * @param model A model that supports likelihoods.
 * @returns The model, and a function that gives a text its name, which a request must have in its setting `answer`.
 */
export function likelihoodScorer(
  model: Model,
): { readonly model: Model; readonly name: (text: string) => string } {
  const texts = new Map<string, string>();
  return {
    name(text) {
      const name = hash("sha256", text).slice(0, 32);
      texts.set(name, text);
      return name;
    },
    model: {
      spec: model.spec,
      describe: (options) => model.describe(options),
      prepare: (plan, options) => model.prepare(plan, options),
      async ask({ prompt, sample }, options) {
        const text = texts.get(String(sample.settings.answer))!;
        const started = performance.now();
        const found = await model.likelihood!({ prompt, text, sample }, options);
        if ("reason" in found) {
          throw new ModelError(`The likelihood of the answer is not known: ${found.reason}`, {
            failure: "refused-request",
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
 * The likelihood in such a reply.
 *
 * @throws {DataError} If there is none, e.g. because the store was changed by hand.
 */
export function likelihoodOf({ text }: Reply): Likelihood {
  const { nats, tokens, counted } = JSON.parse(text) as Partial<Likelihood>;
  if ([nats, tokens, counted].every((value) => typeof value === "number")) {
    return { nats: nats!, tokens: tokens!, counted: counted! };
  }
  throw new DataError(`not a log-likelihood: ${text}`);
}
