import { basename } from "node:path";
import type { ModelDescription, Reply, Sampling } from "../../types.ts";
import type { AskOptions, Capabilities, Model, RunPlan } from "../model.ts";
import { PLAIN } from "../sampling.ts";
import { Recordings } from "./find.ts";
import { readRecording, type Recording } from "./read_recorded.ts";

/**
 * Completions in a file in the place of a model: each request gets the one that was recorded for its task, epoch and
 * settings. The file's columns are described at `readRecorded`.
 *
 * @param path JSON Lines or Parquet; relative paths start where the command was started.
 *
 * @example
 * ```ts
 * import { openRecorded } from "codebias/generation/recorded/recorded.ts";
 * import assert from "node:assert/strict";
 * assert.equal(openRecorded("answers.jsonl").spec, "recorded/answers.jsonl");
 * ```
 */
export function openRecorded(path: string): Model {
  return new RecordedModel(path);
}

interface Opened extends Recording {
  readonly recordings: Recordings;
  /** All names of settings in the file. */
  readonly names: ReadonlySet<string>;
}

class RecordedModel implements Model {
  readonly spec: string;
  readonly #path: string;
  #opened: Promise<Opened> | undefined;

  constructor(path: string) {
    this.spec = `recorded/${path}`;
    this.#path = path;
  }

  async describe(options: AskOptions = {}): Promise<ModelDescription> {
    const { completions, sha256 } = await this.#open(options);
    const models = [...new Set(completions.map(({ model }) => model).filter((model) => model !== undefined))]
      .sort();
    const tasks = new Set(completions.map(({ taskId }) => taskId)).size;
    return {
      spec: this.spec,
      identity: `sha256:${sha256}`,
      synthetic: false,
      details: { file: basename(this.#path), rows: completions.length, tasks, models },
      notices: [
        "These completions were recorded elsewhere: that they were sampled as their settings say cannot be checked.",
        ...(completions.every(({ finish }) => finish === undefined)
          ? ["They do not say why they ended; each counts as ended by the model."]
          : []),
      ],
    };
  }

  async capabilities(options: AskOptions = {}): Promise<Capabilities> {
    const { names } = await this.#open(options);
    const sampling = Object.keys(PLAIN).filter((name): name is keyof Sampling => names.has(name));
    return { seed: true, sampling: new Set(sampling), n: false, logprobs: false };
  }

  async prepare(_plan: RunPlan, options: AskOptions = {}): Promise<string[]> {
    const { names } = await this.#open(options);
    if (names.has("temperature")) return [];
    return [
      `${this.#path} does not say at which temperature its completions were sampled: they are given at any.`,
    ];
  }

  async ask(...[request, options = {}]: Parameters<Model["ask"]>): Promise<Reply> {
    const { recordings } = await this.#open(options);
    const { text, finish = "stop", promptTokens, completionTokens } = recordings.find(request);
    return {
      text,
      finish,
      ...(promptTokens === undefined ? {} : { promptTokens }),
      ...(completionTokens === undefined ? {} : { completionTokens }),
      totalMs: 0,
    };
  }

  async #open({ signal }: AskOptions): Promise<Opened> {
    signal?.throwIfAborted();
    this.#opened ??= this.#read();
    try {
      return await this.#opened;
    } catch (error) {
      this.#opened = undefined; // the file may be mended
      throw error;
    }
  }

  async #read(): Promise<Opened> {
    const recording = await readRecording(this.#path);
    const { completions } = recording;
    return {
      ...recording,
      recordings: new Recordings(completions, this.#path),
      names: new Set(completions.flatMap(({ settings }) => Object.keys(settings))),
    };
  }
}
