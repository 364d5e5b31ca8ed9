import { ModelError } from "../../core/errors.ts";
import type { ModelDescription } from "../../core/types.ts";
import { literalText } from "./context.ts";
import { installedModels, missingModel, quick, type QuickOptions, sameModel } from "./endpoints.ts";
import { isObject, type JsonObject, number, text } from "../json.ts";
import { promptBytes } from "../requests/allowance.ts";

/** The facts that a server reports about one of its models. */
export type ModelFacts = Awaited<ReturnType<typeof modelFacts>>;

const NOT_VISIBLE =
  "OLLAMA_NUM_PARALLEL, OLLAMA_KV_CACHE_TYPE and OLLAMA_FLASH_ATTENTION can change completions " +
  "slightly, but the server does not tell them: note them yourself";

/**
 * Asks a server for all facts about a model.
 *
 * @throws {ModelError} If the server cannot be reached, or does not have the model.
 */
export async function modelFacts(name: string, options: QuickOptions) {
  const models = await installedModels(options);
  const listed = models?.find((model) => sameModel(model.name, name));
  const shown = await quick(options, (client) => client.show({ model: name })).catch((error) => {
    const isMissing = error instanceof ModelError && error.failure === "no-such-model";
    throw isMissing ? missingModel(options.server, name, models) : error;
  });
  if (models && !listed && !shown) throw missingModel(options.server, name, models);
  const version = text((await quick(options, (client) => client.version()))?.version);
  const capabilities = capabilitiesOf(shown);
  const thinks = capabilities?.includes("thinking") ?? false;
  const parameters = text(shown?.parameters);
  const details = isObject(shown?.details) ? shown.details : {};
  const contextTokens = contextLimit(shown);
  const description: ModelDescription = {
    spec: `ollama/${name}`,
    identity: listed?.digest ?? `${name} unknown digest`,
    synthetic: false,
    contextTokens,
    details: JSON.parse(JSON.stringify({
      name: listed?.name || name,
      digest: listed?.digest,
      sizeBytes: listed?.sizeBytes,
      parameterSize: listed?.parameterSize ?? text(details.parameter_size),
      quantization: listed?.quantization ?? text(details.quantization_level),
      format: listed?.format ?? text(details.format),
      family: listed?.family ?? text(details.family),
      template: text(shown?.template),
      systemPrompt: text(shown?.system),
      parameters,
      contextTokens,
      serverVersion: version,
      capabilities,
      notVisible: NOT_VISIBLE,
    })),
    notices: [
      !listed?.digest &&
      `The server does not report the digest of ${name}: if the model behind this name changes, nobody notices.`,
      !shown &&
      `The server cannot say what ${name} is: its template, context length and stop texts are unknown.`,
      !version && "The server does not say its version.",
      thinks &&
      `${name} reasons before it answers: its thoughts are kept separate from the text and count towards maxTokens.`,
    ].filter((notice) => notice !== false),
  };
  return {
    description,
    context: {
      limit: contextTokens,
      templateTokens: templateTokens(shown),
      refusesLong: isSince(version, 0, 13),
    },
    /** Texts at which the model's own parameters end a completion. */
    stops: stopsOf(parameters ?? ""),
    /** Whether the model reasons before it answers. */
    thinks,
  };
}

/** A notice about a model that is only partly on the GPU. @param share The part on the GPU, in [0, 1]. */
export function shareNotices(name: string, share = 0): string[] {
  if (share === 0 || share === 1) return [];
  return [
    `Only ${
      Math.floor(100 * share)
    } % of ${name} is on the GPU, the rest in main memory, so that it answers slowly: ` +
    "use a smaller model, a stronger quantisation or a shorter context.",
  ];
}

function capabilitiesOf(shown: JsonObject | undefined): string[] | undefined {
  const told = shown?.capabilities;
  return Array.isArray(told) ? told.filter((each) => typeof each === "string") : undefined;
}

/** The context length for which the model was trained, tokens. */
function contextLimit(shown: JsonObject | undefined): number | undefined {
  if (!isObject(shown?.model_info)) return undefined;
  const info = shown.model_info;
  const architecture = text(info["general.architecture"]);
  const key = architecture ? `${architecture}.context_length` : undefined;
  const limit = number(key && info[key]);
  return limit && limit >= 1 ? Math.floor(limit) : undefined;
}

/** The maximum number of tokens that the template, system prompt and messages of the model add to a prompt. */
function templateTokens(shown: JsonObject | undefined): number {
  const messages = Array.isArray(shown?.messages) ? shown.messages.filter(isObject) : [];
  const parts = [
    literalText(text(shown?.template) ?? ""),
    text(shown?.system) ?? "",
    ...messages.map((message) => `${text(message.content) ?? ""}${" ".repeat(64)}`),
  ];
  return parts.reduce((sum, part) => sum + promptBytes(part), 0);
}

/** Whether a server has at least a version; a version without a number counts as old. */
function isSince(version: string | undefined, major: number, minor: number): boolean {
  const [, first, second] = /^v?(\d+)\.(\d+)/.exec(version ?? "") ?? [];
  return Number(first) > major || (Number(first) === major && Number(second) >= minor);
}

/** The escape sequences of Go's quoted strings, except those with a character's number. */
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" },
};

/**
 * The texts at which a model's own parameters end a completion. The stop texts of a request replace them, so they are
 * sent along.
 *
 * @param parameters The parameters as `/api/show` lists them: one a line, the value after the name, texts quoted.
 *
 * @example
 * ```ts
 * import { stopsOf } from "codebias/generation/ollama/describe.ts";
 * import assert from "node:assert/strict";
 * const parameters = 'stop                           "<|im_end|>"\ntop_k                          40';
 * assert.deepEqual(stopsOf(parameters), ["<|im_end|>"]);
 * ```
 */
export function stopsOf(parameters: string): string[] {
  const stops = parameters.split("\n").filter((line) => /^stop\s/.test(line)).flatMap((line) => {
    const value = line.slice("stop".length).trim();
    return value ? [unquoted(value)] : [];
  });
  return [...new Set(stops)];
}

/** The text of a value in Go's quotes, or without quotes. */
function unquoted(value: string): string {
  if (/^`[^`]*`$/s.test(value)) return value.slice(1, -1);
  if (!/^"(?:[^"\\]|\\.)*"$/s.test(value)) return value;
  return value.slice(1, -1).replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|(.))/gs,
    (_, byte, short, long, octal, character) => {
      if (octal) return String.fromCodePoint(parseInt(octal, 8));
      if (character) return ESCAPES[character] ?? character;
      return String.fromCodePoint(parseInt(byte ?? short ?? long, 16));
    },
  );
}
