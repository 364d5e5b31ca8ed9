import { basename, join } from "node:path";
import type { ModelDescription, Reply, Settings } from "../../core/types.ts";
import { jsonIn } from "../../values/plain_json.ts";
import { isObject, type JsonObject, number, text } from "../json.ts";
import type { AskOptions, Model, RunPlan } from "../model.ts";
import { typedPath } from "../typed_path.ts";
import { Recordings } from "./find.ts";
import { manifestsIn, readRecording } from "./read_recorded.ts";

/**
 * A file of completions as a model: each request gets the completion that was recorded for its task, epoch
 * and settings. The file's columns are described at `readRecording`.
 *
 * A folder holds one model's recordings as made by `deno task record`: samples that it lacks are left out, and its
 * manifests have the sampling settings. The model has the name of the recorded model.
 *
 * @param path A JSON Lines or Parquet file or a folder; a relative path starts at the folder where the command was typed.
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

/** Whether a path is a folder; a missing one is reported when it is opened. */
function isFolder(path: string): boolean {
  try {
    return Deno.statSync(typedPath(path)).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}

/** The model's name in the first manifest of a folder; undefined if the manifest is damaged, which opening it reports. */
function recordedModel(folder: string): string | undefined {
  const names = Array.from(Deno.readDirSync(typedPath(folder)), ({ name }) => name);
  const [first] = names.filter((name) => name.endsWith(".json")).sort();
  if (first === undefined) return undefined;
  const manifest = jsonIn(Deno.readTextFileSync(join(typedPath(folder), first)));
  const model = isObject(manifest) && isObject(manifest.model) ? text(manifest.model.spec) : undefined;
  return model && `${model} (recorded)`;
}

/** The sampling settings, except the temperature, on which all manifests of a folder agree. */
function samplingIn(manifests: readonly JsonObject[]): Settings {
  const names = ["topK", "topP", "minP", "repeatPenalty"] as const;
  return Object.fromEntries(names.flatMap((name) => {
    const values = new Set(
      manifests.map(({ sampling }) => isObject(sampling) ? number(sampling[name]) : undefined),
    );
    const [value] = values;
    return values.size === 1 && value !== undefined ? [[name, value]] : [];
  }));
}

/** The identity of the model that was recorded in a folder; undefined if the manifests give none, or several. */
export function recordedIdentity({ details: { manifests } }: ModelDescription): string | undefined {
  const all: readonly unknown[] = Array.isArray(manifests) ? manifests : [];
  const [identity, ...others] = new Set(
    all.map((one) => isObject(one) && isObject(one.model) ? text(one.model.identity) : undefined),
  );
  return others.length === 0 ? identity : undefined;
}

class RecordedModel implements Model {
  readonly spec: string;
  readonly recorded = true;
  readonly #path: string;
  readonly #isFolder: boolean;
  #opened: ReturnType<typeof opened> | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#isFolder = isFolder(path);
    this.spec = (this.#isFolder && recordedModel(path)) || `recorded/${path}`;
  }

  async describe(options: AskOptions = {}): Promise<ModelDescription> {
    const { completions, sha256, manifests } = await this.#open(options);
    const models = [...new Set(completions.map(({ model }) => model).filter((model) => model !== undefined))]
      .sort();
    const tasks = new Set(completions.map(({ taskId }) => taskId)).size;
    return {
      spec: this.spec,
      identity: `sha256:${sha256}`,
      synthetic: false,
      details: {
        file: basename(this.#path),
        rows: completions.length,
        tasks,
        models,
        ...manifests.length > 0 && { manifests },
      },
      notices: [
        "These completions were recorded elsewhere: whether they were sampled as their settings say cannot be checked.",
        ...(completions.every(({ finish }) => finish === undefined)
          ? ["They do not say why they ended; all count as ended by the model."]
          : []),
      ],
    };
  }

  async prepare(_plan: RunPlan, options: AskOptions = {}): Promise<string[]> {
    const { completions } = await this.#open(options);
    if (completions.some(({ settings }) => "temperature" in settings)) return [];
    return [
      `${this.#path} does not say at which temperature its completions were sampled: they are used for any.`,
    ];
  }

  get has(): Model["has"] {
    if (!this.#isFolder) return undefined;
    return async (request) => (await this.#open({})).recordings.has(request);
  }

  async ask(...[request, options = {}]: Parameters<Model["ask"]>): Promise<Reply> {
    const { recordings } = await this.#open(options);
    const { text, finish = "stop", promptTokens, completionTokens, seed } = recordings.find(request);
    return {
      text,
      finish,
      ...(promptTokens === undefined ? {} : { promptTokens }),
      ...(completionTokens === undefined ? {} : { completionTokens }),
      ...(seed === undefined ? {} : { seed }),
      totalMs: 0,
    };
  }

  async #open({ signal }: AskOptions) {
    signal?.throwIfAborted();
    this.#opened ??= opened(this.#path, this.#isFolder);
    try {
      return await this.#opened;
    } catch (error) {
      this.#opened = undefined; // the file may be repaired meanwhile
      throw error;
    }
  }
}

async function opened(path: string, isFolder: boolean) {
  const recording = await readRecording(path);
  const manifests = isFolder ? await manifestsIn(path) : [];
  const completions = recording.completions.map((one) => ({
    ...one,
    settings: { ...samplingIn(manifests), ...one.settings },
  }));
  return {
    ...recording,
    completions,
    /** The manifests of a folder; empty for a file. */
    manifests,
    recordings: new Recordings(completions, path),
  };
}
