import type { Ollama } from "ollama";
import { ModelError } from "../../core/errors.ts";
import type { Patience } from "../model.ts";
import { DESCRIPTION_LIMITS } from "../requests/allowance.ts";
import { PATIENCE } from "../requests/timeouts.ts";
import { Exchange } from "./exchange.ts";
import { isObject, type JsonObject, number, text } from "../json.ts";
import { type OllamaServer, ollamaServer } from "./server.ts";
import { nearestFirst } from "../requests/failures.ts";

/** Options for requests that need no computation. */
export interface QuickOptions {
  readonly server: OllamaServer;
  readonly patience: Patience;
  readonly signal?: AbortSignal;
}

/** A model that is installed on a server. */
export type InstalledModel = ReturnType<typeof installed>;

/**
 * The models that are installed on an Ollama server.
 *
 * @param options The address of the server, by default `OLLAMA_HOST` or this machine.
 * @throws {ModelError} If it cannot be reached or gives an invalid answer.
 *
 * @example
 * ```ts ignore
 * (await listModels()).map((model) => model.name);
 * ```
 */
export async function listModels(
  { host, signal }: { readonly host?: string; readonly signal?: AbortSignal } = {},
): Promise<InstalledModel[]> {
  const server = ollamaServer(host);
  const models = await installedModels({ server, patience: PATIENCE, signal });
  if (models) return models;
  throw new ModelError(
    `${server.who} cannot list its models; check that OLLAMA_HOST names an Ollama server`,
    { failure: "refused-request" },
  );
}

/** The models that are installed on a server; undefined if it cannot list them. */
export async function installedModels(options: QuickOptions): Promise<InstalledModel[] | undefined> {
  const list = await quick(options, (client) => client.list());
  if (!Array.isArray(list?.models)) return undefined;
  return list.models.filter(isObject).map(installed);
}

/** The part of a model that is on the GPU, in [0, 1]; undefined if it is not loaded, or the server does not report it. */
export async function gpuShare(options: QuickOptions, name: string): Promise<number | undefined> {
  const list = await quick(options, (client) => client.ps());
  const models = Array.isArray(list?.models) ? list.models.filter(isObject) : [];
  const loaded = models.find((model) => sameModel(text(model.name) ?? "", name));
  const [all, onGpu] = [number(loaded?.size), number(loaded?.size_vram)];
  return all && onGpu !== undefined ? Math.min(1, onGpu / all) : undefined;
}

/** The answer to a request that needs no computation; undefined if the server does not know the request. */
export async function quick(
  { server, patience, signal }: QuickOptions,
  call: (client: Ollama) => Promise<unknown>,
): Promise<JsonObject | undefined> {
  const { connectMs } = patience;
  const limits = DESCRIPTION_LIMITS;
  using exchange = new Exchange({ server, firstMs: connectMs, idleMs: connectMs, limits, signal });
  try {
    const answer = await call(exchange.client);
    return isObject(answer) ? answer : undefined;
  } catch (error) {
    if (exchange.lacksEndpoint) return undefined;
    throw error;
  }
}

function installed(model: JsonObject) {
  const details = isObject(model.details) ? model.details : {};
  return {
    /** The name with its tag, e.g. `qwen2.5-coder:7b`. */
    name: text(model.name) ?? text(model.model) ?? "",
    /** The digest of the model with its template and parameters, e.g. `sha256:…`. */
    digest: digest(model.digest),
    sizeBytes: number(model.size),
    /** E.g. `7.6B`. */
    parameterSize: text(details.parameter_size),
    /** E.g. `Q4_K_M`. */
    quantization: text(details.quantization_level),
    format: text(details.format),
    family: text(details.family),
  };
}

/** A digest with the name of the hash, which servers leave out. */
function digest(value: unknown): string | undefined {
  const given = text(value);
  return given && /^[\da-f]{64}$/i.test(given) ? `sha256:${given.toLowerCase()}` : given;
}

/**
 * The failure when a server does not have a model; it names the installed models, and how to get this one.
 *
 * @param installed The server's models, or undefined if they are not known.
 */
export function missingModel(
  { who }: OllamaServer,
  name: string,
  installed: readonly InstalledModel[] | undefined,
): ModelError {
  const has = installed &&
    (installed.length > 0
      ? `: it has ${nearestFirst(name.toLowerCase(), installed.map((model) => model.name), 10)}`
      : ": it has none yet");
  return new ModelError(
    `${who} does not have the model ${name}${has ?? ""}; to get it, use \`ollama pull ${name}\`, ` +
      `\`deno task generate --model ollama/${name} --pull\` or \`await pullModel("${name}")\``,
    { failure: "no-such-model" },
  );
}

/** Ollama's defaults for the parts of a name that may be left out. */
const DEFAULTS = { host: "registry.ollama.ai", namespace: "library", tag: "latest" };

const NAME =
  /^(?:(?:(?:https?:\/\/)?(\w[\w.:-]{0,349})\/)?(\w[\w-]{0,79})\/)?(\w[\w.-]{0,79})(?::(\w[\w.-]{0,79}))?$/;

/**
 * The full name of a model, for comparing names: Ollama ignores case and fills in omitted parts.
 *
 * @param name `model`, `model:tag`, `namespace/model:tag` or `host/namespace/model:tag`.
 * @throws {RangeError} If Ollama accepts no such name.
 *
 * @example
 * ```ts
 * import { wholeName } from "codebias/generation/ollama/endpoints.ts";
 * import assert from "node:assert/strict";
 * assert.equal(wholeName("Llama3.2"), "registry.ollama.ai/library/llama3.2:latest");
 * assert.equal(wholeName("hf.co/ann/model-GGUF:Q4_K_M"), "hf.co/ann/model-gguf:q4_k_m");
 * ```
 */
export function wholeName(name: string): string {
  const match = NAME.exec(name);
  if (!match) {
    throw new RangeError(
      `Cannot name an Ollama model ${JSON.stringify(name)}: expected [[host/]namespace/]model[:tag] ` +
        "of letters, digits and . _ -, e.g. qwen2.5-coder:7b",
    );
  }
  const [, host = DEFAULTS.host, namespace = DEFAULTS.namespace, model, tag = DEFAULTS.tag] = match;
  return `${host}/${namespace}/${model}:${tag}`.toLowerCase();
}

/** Whether two names mean the same model to a server; an invalid name equals no other. */
export function sameModel(one: string, other: string): boolean {
  return NAME.test(one) && NAME.test(other) && wholeName(one) === wholeName(other);
}
