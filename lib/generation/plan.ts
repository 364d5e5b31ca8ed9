import { isWhole, mustBe } from "../core/kinds.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { seedFrom } from "../statistics/random.ts";
import type { GenerationRequest, Job, Message, Prompt, Sampling, Settings } from "../core/types.ts";
import { PLAIN, samplingOf } from "./sampling.ts";

export type { Job } from "../core/types.ts";

/** The prompt for a task. */
export interface TaskPrompt<S extends Settings = Settings> {
  readonly taskId: string;
  readonly prompt: Prompt;
  /** The settings that the study varies besides temperature, e.g. `{ language: "zh" }`. @default none */
  readonly settings?: S;
}

/** Options that determine the samples of a run. */
export interface PlanOptions<S extends Settings = Settings> {
  /** The purpose of the completions, e.g. a study's name; part of every seed. */
  readonly study: string;
  /** The model's name as the analyst typed it; part of every seed. */
  readonly model: string;
  readonly prompts: readonly TaskPrompt<S>[];
  /** The temperatures. @default 1, the model's own distribution */
  readonly temperatures?: readonly number[];
  /** The number of samples of each task at each setting. @default 1 */
  readonly epochs?: number;
  /** Another seed gives other samples. A non-negative safe integer. @default 1 */
  readonly seed?: number;
  /** The sampling settings except the temperature. @default plain sampling */
  readonly sampling?: Partial<Omit<Sampling, "temperature">>;
}

/**
 * The samples of a run: all epochs of each task at each temperature, in this order.
 *
 * @throws {RangeError} If there are no prompts or temperatures, a task is given twice with the same settings, or an option
 * is out of its range.
 */
export function planJobs(options: PlanOptions): Job[] {
  const { study, prompts, temperatures = [1], epochs = 1, seed = 1, sampling = {} } = options;
  mustBe(isWhole(epochs, 1), `run ${epochs} epochs`, "an integer >= 1");
  mustBe(isWhole(seed), `use the seed ${seed}`, "a safe integer >= 0");
  if (prompts.length === 0) throw new RangeError("Cannot generate without prompts: pass at least one");
  if ("temperature" in sampling) {
    throw new RangeError("Cannot take a temperature from the sampling settings: name it in temperatures");
  }
  if (!Array.isArray(temperatures)) {
    throw new RangeError(`Cannot take temperatures ${temperatures}: expected a list`);
  }
  if (temperatures.length === 0) throw new RangeError("Cannot generate without a temperature: name one");
  if (new Set(temperatures).size < temperatures.length) {
    throw new RangeError(`Cannot generate twice at a temperature: ${temperatures.join(", ")}; use epochs`);
  }
  if (prompts.length * temperatures.length * epochs > MAX_SAMPLES) {
    throw new RangeError(
      `Cannot plan ${prompts.length * temperatures.length * epochs} samples: at most ${MAX_SAMPLES}`,
    );
  }
  const samplings = temperatures.map((temperature) => samplingOf({ ...sampling, temperature }));
  const seen = new Set<string>();
  return prompts.flatMap((one) => {
    refuseUnknownOptions(one, ["taskId", "prompt", "settings"]);
    const { taskId, prompt, settings = {} } = one;
    checkPrompt(taskId, prompt);
    const taken = Object.keys(settings).find((name) => Object.hasOwn(PLAIN, name));
    if (taken !== undefined) {
      throw new RangeError(
        `Cannot ask for ${taskId} with the setting ${taken}: it says how the model samples; ` +
          "name temperatures for the run, and the rest in sampling",
      );
    }
    const id = JSON.stringify([taskId, sorted(settings)]);
    if (seen.has(id)) throw new RangeError(`Cannot ask for ${id} twice: give the prompts different settings`);
    seen.add(id);
    return samplings.flatMap((sampling) =>
      Array.from({ length: epochs }, (_, index): Job => ({
        sample: {
          study,
          taskId,
          settings: { ...settings, temperature: sampling.temperature },
          epoch: index + 1,
          runSeed: seed,
        },
        prompt,
        sampling,
      }))
    );
  });
}

/** The maximum number of samples of one run: more do not fit into memory. */
const MAX_SAMPLES = 10_000_000;

function checkPrompt(taskId: string, prompt: Prompt): void {
  if (typeof taskId !== "string" || taskId === "") {
    throw new RangeError("Cannot ask without a taskId: each prompt needs one, a text");
  }
  if (typeof prompt !== "string" && !Array.isArray(prompt)) {
    throw new RangeError(`Cannot ask for ${taskId}: its prompt must be a text or a list of messages`);
  }
  if (typeof prompt === "string" || (prompt.length > 0 && prompt.at(-1)!.role === "user")) return;
  throw new RangeError(`Cannot ask for ${taskId}: a conversation must end with a user message`);
}

/**
 * The request for one turn of a sample. Its seed is a hash of everything that identifies the sample, so that different
 * samples have different seeds and a repeated run has the same; the length limit of the answer is not part of it.
 *
 * @param spec The model as the analyst named it.
 * @param turn The turn of the conversation, from 1.
 */
export function requestFor(spec: string, job: Job, prompt: Prompt, turn: number): GenerationRequest {
  const { study, settings, taskId, epoch, runSeed } = job.sample;
  const { topK, topP, minP, repeatPenalty } = job.sampling;
  const how = JSON.stringify([sorted(settings), topK, topP, minP, repeatPenalty]);
  const seed = seedFrom(study, spec, how, taskId, epoch, turn, runSeed);
  return { prompt, sampling: job.sampling, seed, sample: { ...job.sample, turn } };
}

/** A conversation with one more answer and question. */
export function continued(prompt: Prompt, answer: string, question: string): Message[] {
  const before: readonly Message[] = typeof prompt === "string"
    ? [{ role: "user", content: prompt }]
    : prompt;
  return [...before, { role: "assistant", content: answer }, { role: "user", content: question }];
}

function sorted(settings: Settings): [string, string | number][] {
  return Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
}
