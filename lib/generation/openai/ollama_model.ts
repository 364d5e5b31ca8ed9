import { isObject, type JsonObject, text } from "../json.ts";
import type { Extra } from "./flavour.ts";
import { type Probe, tell } from "./server.ts";

/** The context window where neither model nor server says otherwise, tokens. */
const DEFAULT_CONTEXT = 4096;

/** What an Ollama server tells of a model beside OpenAI's interface. */
export interface OllamaModel {
  readonly digest?: string;
  readonly quantisation?: string;
  readonly template?: string;
  /** The longest context that the model can have, tokens. */
  readonly longestContext?: number;
  /** The context that it is given, as far as that shows, tokens. */
  readonly contextTokens: number;
  /** The settings that its Modelfile or the server fixes; undefined where that does not show. */
  readonly fixed: Readonly<Record<Extra, number | undefined>>;
}

/** Asks an Ollama server at its own addresses; what they do not tell stays undefined. */
export async function askOllama(probe: Probe, version: string | undefined): Promise<OllamaModel> {
  const { root } = probe.endpoint;
  const [tags, show, loaded] = await Promise.all([
    tell(probe, { path: `${root}/api/tags` }),
    tell(probe, { path: `${root}/api/show`, body: { model: probe.model } }),
    loadedContext(probe),
  ]);
  const parameters = text(show?.parameters) ?? "";
  const info = isObject(show?.model_info) ? show.model_info : {};
  const longest = Object.entries(info).find(([name]) => name.endsWith(".context_length"))?.[1];
  const longestContext = typeof longest === "number" ? longest : undefined;
  const given = loaded ?? parameter(parameters, "num_ctx") ?? DEFAULT_CONTEXT;
  return {
    digest: text(named(tags, probe.model)?.digest),
    quantisation: isObject(show?.details) ? text(show.details.quantization_level) : undefined,
    template: text(show?.template),
    longestContext,
    contextTokens: Math.min(given, longestContext ?? given),
    fixed: {
      topK: parameter(parameters, "top_k") ?? 40,
      minP: parameter(parameters, "min_p") ?? 0,
      repeatPenalty: parameter(parameters, "repeat_penalty") ?? defaultPenalty(version),
    },
  };
}

/** The context of a model that is loaded, tokens; undefined if it is not, or the server does not say. */
export async function loadedContext(probe: Probe): Promise<number | undefined> {
  const loaded = await tell(probe, { path: `${probe.endpoint.root}/api/ps` });
  const context = named(loaded, probe.model)?.context_length;
  return typeof context === "number" && context > 0 ? context : undefined;
}

/** Whether two names mean the same model to Ollama, where no tag means `latest`. */
export function sameModel(one: string, other: string): boolean {
  const full = (name: string) => name.lastIndexOf(":") > name.lastIndexOf("/") ? name : `${name}:latest`;
  return full(one) === full(other);
}

function named(list: JsonObject | undefined, model: string): JsonObject | undefined {
  if (!Array.isArray(list?.models)) return undefined;
  return list.models.filter(isObject).find(({ name }) => typeof name === "string" && sameModel(name, model));
}

/** A number in the text of a Modelfile's parameters. */
function parameter(parameters: string, name: string): number | undefined {
  const value = new RegExp(`^${name}\\s+(\\S+)`, "m").exec(parameters)?.[1];
  return value === undefined || Number.isNaN(Number(value)) ? undefined : Number(value);
}

/** It was 1.1 up to 0.32.5 and is 1 from 0.32.10. */
function defaultPenalty(version = ""): number | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (!match) return undefined;
  const [major, minor, patch] = match.slice(1).map(Number);
  const number = (major * 1000 + minor) * 1000 + patch;
  if (number === 0) return undefined;
  return number <= 32_005 ? 1.1 : number >= 32_010 ? 1 : undefined;
}
