import { join } from "node:path";
import { openStore } from "codebias";
import type { Answered } from "codebias/store/run_store/completions.ts";
import type { RunStore } from "codebias/store/run_store/run_store.ts";
import type {
  GenerationRequest,
  Job,
  ModelDescription,
  Prompt,
  Reply,
  Sampling,
  Settings,
} from "codebias/core/types.ts";
import { withFiles } from "../repository.ts";

/** Runs a test with a store that does not exist yet, in a folder that does not either. */
export function withStore(test: (store: RunStore, path: string) => Promise<void> | void): Promise<void> {
  return withFiles({}, async (folder) => {
    const path = join(folder, "outputs", "runs.sqlite");
    using store = openStore(path);
    await test(store, path);
  });
}

/** Plain sampling. */
export const SAMPLING: Sampling = {
  temperature: 1,
  topK: 0,
  topP: 1,
  minP: 0,
  repeatPenalty: 1,
  maxTokens: 2048,
  stop: [],
  raw: false,
};

/** Which samples a test wants. */
export interface Wanted {
  readonly study?: string;
  readonly tasks?: readonly string[];
  readonly settings?: readonly Settings[];
  readonly epochs?: number;
  readonly seed?: number;
  readonly prompt?: (taskId: string) => Prompt;
  readonly sampling?: Partial<Sampling>;
}

/** Samples of each task at each of the settings. */
export function jobs(wanted: Wanted = {}): Job[] {
  const { study = "toy", tasks = ["a", "b"], settings = [{ language: "en" }], epochs = 2, seed = 1 } = wanted;
  const { prompt = (taskId: string) => `Solve ${taskId}.`, sampling = {} } = wanted;
  return tasks.flatMap((taskId) => {
    const asked = prompt(taskId);
    return settings.flatMap((settings) =>
      Array.from({ length: epochs }, (_, index): Job => ({
        sample: { study, taskId, settings, epoch: index + 1, runSeed: seed },
        prompt: asked,
        sampling: { ...SAMPLING, ...sampling },
      }))
    );
  });
}

/** The request for a turn of a sample. */
export function request({ sample, prompt, sampling }: Job, turn = 1): GenerationRequest {
  return { prompt, sampling, seed: 100 * sample.epoch + turn, sample: { ...sample, turn } };
}

/** All that a model says of itself. */
export function description(changes: Partial<ModelDescription> = {}): ModelDescription {
  return {
    spec: "ollama/toy:1b",
    identity: "sha256:1",
    synthetic: false,
    contextTokens: 4096,
    details: { quantization: "Q8_0" },
    notices: [],
    ...changes,
  };
}

/** An answer. */
export function answered(text: string, changes: Partial<Reply> = {}): Answered {
  const reply: Reply = {
    text,
    finish: "stop",
    promptTokens: 7,
    completionTokens: 5,
    totalMs: 12.5,
    ...changes,
  };
  return { reply, answer: "complete", tries: 1 };
}

/** Begins a run of these samples with a model. */
export function begin(
  store: RunStore,
  wanted: Wanted & { name?: string; variant?: string } = {},
  model = description(),
) {
  const { name, variant, ...rest } = wanted;
  return store.beginRun({ name, variant, model: model.spec, jobs: jobs(rest) }, model);
}

/** Begins a run and answers all of it; the text says what was asked. */
export function complete(store: RunStore, wanted: Wanted & { name?: string } = {}, model = description()) {
  const begun = begin(store, wanted, model);
  for (const job of jobs(wanted)) begun.put(request(job), answered(textOf(job)));
  return begun;
}

/** The text with which {@linkcode complete} answers a sample. */
export function textOf({ sample: { taskId, settings, epoch } }: Job): string {
  return `${taskId} ${Object.values(settings).join(" ")} ${epoch}`;
}
