import { hash } from "node:crypto";
import type { ModelError } from "../../core/errors.ts";
import type { ModelDescription } from "../../core/types.ts";
import { isObject, type JsonObject, text } from "../json.ts";
import { count } from "./complaint.ts";
import { noModelFailure } from "./failure.ts";
import { USUAL_MOST } from "../requests/concurrency.ts";
import { ifTold, nearestFirst, quote } from "../requests/failures.ts";
import { type Extra, EXTRAS, type Flavour, TRAITS, traitsOf } from "./flavour.ts";
import { findServer, listModels, type Probe, type Server, tell } from "./server.ts";

/** The maximum number of models that a message lists. */
const MAX_LISTED = 20;

/** The description of a model, with the kind and traits of its server. */
export type Described = Awaited<ReturnType<typeof describeModel>>;

/** The facts about a model that depend on the kind of its server. */
interface Particulars {
  /** The values that tell the model from others under the same name. */
  readonly identity: readonly unknown[];
  readonly contextTokens?: number;
  readonly details?: JsonObject;
  /** The values of settings that cannot be sent; undefined if a value is not known. */
  readonly fixed?: Readonly<Partial<Record<Extra, number>>>;
  readonly notices?: readonly string[];
}

/**
 * Describes a model, from its server's answers.
 *
 * @throws {ModelError} If the server cannot be reached or does not have the model.
 */
export async function describeModel(spec: string, probe: Probe) {
  const server = await findServer(probe);
  const { flavour, models, version } = server;
  const { baseUrl, key } = probe.endpoint;
  const traits = traitsOf(flavour, probe.model, server.props && (version ?? ""));
  const record = findModel(server, probe);
  const { identity, contextTokens, details, fixed = {}, notices = [] } = await particularsOf(
    server,
    probe,
    record,
  );
  const unset = EXTRAS.filter((name) => !(name in traits.fields));
  const description: ModelDescription = {
    spec,
    identity: [flavour, ...key.redactJson([nameOf(record) ?? probe.model, ...identity])].join(" ").trimEnd(),
    synthetic: false,
    contextTokens,
    details: key.redactJson({
      ...probe.engine === undefined ? { baseUrl } : { answersBatches: true },
      flavour,
      serverVersion: version,
      model: record && { ...record, id: nameOf(record), aliases: undefined },
      ...details,
      effectiveSampling: Object.fromEntries(unset.map((name) => [name, fixed[name] ?? null])),
    }),
    notices: [
      ...probe.engine === undefined ? listNotices(probe, record, models) : [unasked(probe)],
      ...notices,
    ],
  };
  return {
    ...{ flavour, traits, fixed, description },
    /** The maximum number of requests at once: the server's slots, but at least the usual number. */
    slots: Math.max(count(server.props?.total_slots) ?? 0, USUAL_MOST),
  };
}

/** The entry of a model in the server's list; undefined if there is none, although the server may have the model. */
function findModel(server: Server, probe: Probe): JsonObject | undefined {
  const { flavour, models } = server;
  const isSame = flavour === "ollama" ? sameModel : (one: string, other: string) => one === other;
  const record = models?.find(({ id }) => typeof id === "string" && isSame(id, probe.model));
  if (record || !models) return record;
  if (flavour === "llama.cpp" && models.length === 1) return models[0];
  if (flavour !== "llama.cpp" && !TRAITS[flavour].listsAll) return undefined;
  throw noModelFailure(probe, whatThereIs(server, probe.model));
}

/** The failure when a server does not have a model; it names the available models, if the server lists them. */
export async function missingModel(probe: Probe, flavour: Flavour, said: ModelError): Promise<ModelError> {
  const models = await ifTold(listModels(probe));
  // A model that is listed nevertheless may have to be loaded first, as the server's own message says.
  if (models?.some(({ id }) => id === probe.model)) return said;
  return noModelFailure(probe, whatThereIs({ models, flavour }, probe.model));
}

/** The end of the message that a server does not have a model: the models that it has, and the remedy. */
function whatThereIs({ models, flavour }: Pick<Server, "models" | "flavour">, model: string): string {
  const names = models?.map(({ id }) => id).filter((id) => typeof id === "string");
  const remedy = flavour === "ollama" ? `; to get it: ollama pull ${model}` : "";
  if (!names) return remedy;
  const has = names.length === 0 ? "it lists none" : `it has ${nearestFirst(model, names, MAX_LISTED)}`;
  return `: ${has}${remedy}`;
}

function listNotices(
  { endpoint: { who }, model }: Probe,
  record?: JsonObject,
  models?: readonly JsonObject[],
): string[] {
  if (!models) return [`${who} does not list its models, so ${model} was not looked for.`];
  if (!record) return [`${who} does not list ${model}; some servers have more models than they list.`];
  if (models.length > 1 || (typeof record.id === "string" && sameModel(record.id, model))) return [];
  return [
    `${who} answers with ${quote(nameOf(record) ?? "a model without a name")}, whatever name is given.`,
  ];
}

/** The notice about a model that was described without a server. */
function unasked({ model, engine }: Probe): string {
  return `No server was asked what ${model} is: the answers count as those of a ${engine} that has it under this name, so ` +
    "whoever runs the batch must name the same model.";
}

async function particularsOf(server: Server, probe: Probe, record?: JsonObject): Promise<Particulars> {
  switch (server.flavour) {
    case "openai":
      return {
        identity: [record?.created],
        // OpenAI has no such filters.
        fixed: { topK: 0, minP: 0, repeatPenalty: 1 },
        notices: [
          "OpenAI follows a seed only roughly, and may change the model behind a name without a date.",
        ],
      };
    case "ollama":
      return await ofOllama(server, probe, record);
    case "llama.cpp":
      return ofLlamaCpp(server.props, record);
    case "lm-studio": {
      const own = await askLmStudio(probe);
      const { arch, quantization, compatibility_type, loaded_context_length, max_context_length } = own ?? {};
      const max = count(max_context_length) ?? DEFAULT_CONTEXT;
      return {
        identity: [arch, quantization, compatibility_type],
        // Of a model that is not loaded, only the maximum is reported, which is seldom used.
        contextTokens: count(loaded_context_length) ?? (own && Math.min(DEFAULT_CONTEXT, max)),
        details: { loaded: own },
      };
    }
    default:
      return {
        identity: [record?.root],
        contextTokens: count(record?.max_model_len) ?? count(record?.context_length),
        notices: server.flavour !== "unknown" ? [] : [
          `${probe.endpoint.who} is of a kind unknown to codebias: it is not known whether it follows the seed, ` +
          "and another model under the same name would not be noticed.",
        ],
      };
  }
}

async function ofOllama({ version }: Server, probe: Probe, record?: JsonObject): Promise<Particulars> {
  const { digest, contextTokens, fixed, ...details } = await askOllama(probe, version);
  return {
    // Without a digest, the time of the last change; the version, as it decides on settings that cannot be sent.
    identity: [digest ?? record?.created, version],
    contextTokens,
    fixed,
    details: { digest, ...details },
    notices: [
      `OpenAI's interface cannot set Ollama's context window, here taken to be ${contextTokens} tokens; an answer to ` +
      `a prompt that may have been cut is refused. ollama/${probe.model} chooses the window.`,
    ],
  };
}

function ofLlamaCpp(props: JsonObject = {}, record?: JsonObject): Particulars {
  const settings = isObject(props.default_generation_settings) ? props.default_generation_settings : {};
  const meta = isObject(record?.meta) ? record.meta : {};
  const template = text(props.chat_template);
  const file = fileName(text(props.model_path));
  const { n_params, size, n_vocab, n_ctx, n_ctx_train } = meta;
  return {
    identity: [file, n_params, size, n_vocab, template && hash("sha256", template).slice(0, 16)],
    contextTokens: count(settings.n_ctx) || count(n_ctx) || count(n_ctx_train),
    details: { file, template, slots: props.total_slots },
  };
}

/** The name of a model in a list; if it is the path of a file on the server, the file's name. */
export function nameOf(record: JsonObject | undefined): string | undefined {
  const id = text(record?.id);
  return id && /^(?:[/\\]|[A-Za-z]:[/\\])|\.gguf$/.test(id) ? fileName(id) : id;
}

function fileName(path: string | undefined): string | undefined {
  return path?.replace(/^.*[/\\]/, "");
}

/** The context window if neither the model nor the server gives another, tokens. */
const DEFAULT_CONTEXT = 4096;

/** Asks an Ollama server at its own addresses; facts that it does not report are undefined. */
async function askOllama(probe: Probe, version: string | undefined) {
  const { root } = probe.endpoint;
  const [tags, show, loaded] = await Promise.all([
    tell(probe, { path: `${root}/api/tags` }),
    tell(probe, { path: `${root}/api/show`, body: { model: probe.model } }),
    loadedContext(probe),
  ]);
  const parameters = text(show?.parameters) ?? "";
  const info = isObject(show?.model_info) ? show.model_info : {};
  const longest = Object.entries(info).find(([name]) => name.endsWith(".context_length"))?.[1];
  const longestContext = count(longest);
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

/** The facts that LM Studio reports about a model at its own address. */
function askLmStudio(probe: Probe): Promise<JsonObject | undefined> {
  return tell(probe, { path: `${probe.endpoint.root}/api/v0/models/${encodeURI(probe.model)}` });
}

/** The context of a loaded model, tokens; undefined if it is not loaded, or the server does not report it. */
export async function loadedContext(probe: Probe, flavour: Flavour = "ollama"): Promise<number | undefined> {
  if (flavour === "lm-studio") return count((await askLmStudio(probe))?.loaded_context_length);
  const loaded = await tell(probe, { path: `${probe.endpoint.root}/api/ps` });
  return count(named(loaded, probe.model)?.context_length) || undefined;
}

/** Whether two names mean the same model to Ollama; a missing tag means `latest`. */
export function sameModel(one: string, other: string): boolean {
  const full = (name: string) => name.lastIndexOf(":") > name.lastIndexOf("/") ? name : `${name}:latest`;
  return full(one) === full(other);
}

function named(list: JsonObject | undefined, model: string): JsonObject | undefined {
  if (!Array.isArray(list?.models)) return undefined;
  return list.models.filter(isObject).find(({ name }) => typeof name === "string" && sameModel(name, model));
}

/** The value of a parameter in the text of a Modelfile's parameters; undefined if it is not a number. */
function parameter(parameters: string, name: string): number | undefined {
  const value = new RegExp(`^${name}\\s+(\\S+)`, "m").exec(parameters)?.[1];
  return value === undefined || Number.isNaN(Number(value)) ? undefined : Number(value);
}

/** Ollama's default repeat penalty: 1.1 up to version 0.32.5, and 1 from 0.32.10; undefined between these. */
function defaultPenalty(version = ""): number | undefined {
  const [major, minor, patch] = (/^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
  const number = (major * 1000 + minor) * 1000 + patch;
  return number >= 32_010 ? 1 : number > 0 && number <= 32_005 ? 1.1 : undefined;
}
