import { ModelError } from "../../core/errors.ts";
import { DESCRIPTION_LIMITS } from "../requests/allowance.ts";
import { jsonIn } from "../../values/plain_json.ts";
import { isObject, type JsonObject, parseJson, text } from "../json.ts";
import { objectIn } from "./complaint.ts";
import { ifTold } from "../requests/failures.ts";
import { type Circumstances, sendingFailure, statusOf } from "./failure.ts";
import type { Engine, Flavour } from "./flavour.ts";
import { textAnswer } from "./json_answer.ts";

/** Options for asking a server about itself and its models. */
export interface Probe extends Circumstances {
  readonly connectMs: number;
  readonly signal?: AbortSignal;
  /** The engine that will answer, if there is no server to ask. */
  readonly engine?: Engine;
  /** Whether a list of models that fails is treated as missing. */
  readonly withoutList?: boolean;
}

/** The facts that a server reports about itself. */
export type Server = Awaited<ReturnType<typeof findServer>>;

/** The kinds of servers by the owner (`owned_by`) in their lists of models. */
const OWNERS: Readonly<Record<string, Flavour>> = {
  library: "ollama",
  vllm: "vllm",
  sglang: "sglang",
  llamacpp: "llama.cpp",
  organization_owner: "lm-studio",
};

/**
 * Finds out the kind of a server, and its models.
 *
 * @throws {ModelError} If no server answers, or the key is not accepted.
 */
export async function findServer(probe: Probe) {
  // The entry that vLLM would list for a model that it serves under the model's own name.
  if (probe.engine) return { flavour: probe.engine, models: [{ id: probe.model, root: probe.model }] };
  const models = await listModels(probe);
  if (probe.endpoint.official) return { flavour: "openai" as const, models };
  const owners = new Set(models?.map(({ owned_by }) => typeof owned_by === "string" ? owned_by : ""));
  const told = owners.values().map((owner) => OWNERS[owner]).find((flavour) => flavour !== undefined);
  const telling = (path: string) => tell(probe, { path: probe.endpoint.root + path });
  const at = told ? telling : (path: string) => ifTold(telling(path));
  const wanted = (flavour: Flavour) => told === undefined || told === flavour;
  const [ollama, vllm, props] = await Promise.all([
    wanted("ollama") ? at("/api/version") : undefined,
    told === "vllm" ? at("/version") : undefined,
    wanted("llama.cpp") ? at("/props") : undefined,
  ]);
  const llama = isObject(props?.default_generation_settings) ? props : undefined;
  const guess: Flavour = text(ollama?.version) ? "ollama" : llama ? "llama.cpp" : "unknown";
  const flavour = told ?? guess;
  const version = { ollama: ollama?.version, vllm: vllm?.version, "llama.cpp": llama?.build_info };
  return {
    flavour,
    version: text(version[flavour as keyof typeof version]),
    /** The models that the server lists; undefined if it lists none. */
    models,
    /** The properties that llama.cpp reports about itself and its model. */
    props: flavour === "llama.cpp" ? llama : undefined,
  };
}

/**
 * The models that a server lists; undefined if it has no list, or none for this key.
 *
 * @throws {ModelError} If no server answers, or the key is not accepted.
 */
export async function listModels(probe: Probe): Promise<readonly JsonObject[] | undefined> {
  const { text, status, failure } = await ask(probe, { path: "/models" });
  // A key may allow completions but no list; a web page comes from a proxy, not from the server.
  const isKept = status === 403 && !failure?.message.includes("a web page") ||
    status === 400 && !/\bapi.?key\b/i.test(failure!.message);
  const none = [404, 405, 410, 422, 501, ...probe.withoutList ? [500] : []];
  if (failure && !isKept && !none.includes(status ?? 0)) throw failure;
  const told = jsonIn(text, parseJson);
  const data = isObject(told) ? told.data : told; // some servers send only the list
  return Array.isArray(data) ? data.filter(isObject) : undefined;
}

/**
 * The JSON object that a server returns at one of its own addresses; undefined if it has no such address.
 * @throws {ModelError} If it is too busy, e.g. while it loads the model, and may answer later.
 */
export async function tell(
  probe: Probe,
  request: { readonly path: string; readonly body?: JsonObject },
): Promise<JsonObject | undefined> {
  const { text, failure } = await ask(probe, request);
  if (failure?.failure === "busy") throw failure;
  return objectIn(text);
}

/** The result of a request; the text is empty if it failed. */
async function ask(
  { connectMs: patienceMs, ...probe }: Probe,
  request: { readonly path: string; readonly body?: JsonObject },
) {
  let status: number | undefined;
  const refusal = (error: unknown, circumstances: Circumstances) => {
    status = statusOf(error);
    return sendingFailure(error, circumstances);
  };
  try {
    return {
      text: await textAnswer({ ...probe, ...request, patienceMs, limits: DESCRIPTION_LIMITS, refusal }),
    };
  } catch (failure) {
    probe.signal?.throwIfAborted();
    if (!(failure instanceof ModelError)) throw failure;
    return { text: "", status, failure };
  }
}
