import { ModelError } from "../../core/errors.ts";
import type { GenerateOptions } from "../asking/generate.ts";
import type { Model } from "../../generation/model.ts";
import { retry } from "../../generation/requests/retry.ts";
import type { ImportanceAnswers, ImportancePrompt } from "../../core/types.ts";

/** A text of several tokens on any server, to try whether it tells likelihoods. */
const TRIAL = "def f(x):\n    return x\n";

/** How words are to be weighed. */
export interface ChosenMethod {
  readonly method: ImportanceAnswers["method"];
  /** Whether to leave out the chat template; undefined to leave that as it is. */
  readonly raw?: boolean;
  /** Why it is not by likelihood, if nobody asked for another method. */
  readonly fallback?: string;
}

/** What the choice depends on. */
interface Wishes extends Pick<GenerateOptions, "sampling" | "seed" | "persistence" | "signal"> {
  readonly method?: ImportanceAnswers["method"];
}

/**
 * By likelihood if the model tells it, unless the analyst wants another method, or a chat template, which
 * likelihoods cannot use.
 *
 * @throws {RangeError} If the analyst wants likelihoods and there are none.
 */
export async function chooseMethod(
  model: Model,
  example: ImportancePrompt,
  wishes: Wishes,
): Promise<ChosenMethod> {
  const { method, sampling, signal } = wishes;
  if (method === "output-change") return { method };
  if (method !== undefined && method !== "likelihood") {
    throw new RangeError(`Cannot weigh words by ${method}: methods are likelihood and output-change`);
  }
  const templates = (await retry(() => model.capabilities({ signal }), wishes)).sampling.has("raw");
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
