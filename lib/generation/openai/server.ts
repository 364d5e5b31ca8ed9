import { ModelError } from "../../core/errors.ts";
import { DESCRIPTION_LIMITS } from "../requests/allowance.ts";
import { jsonIn } from "../../values/plain_json.ts";
import { isObject, type JsonObject, parseJson, text } from "../json.ts";
import { objectIn } from "./complaint.ts";
import { ifTold } from "../requests/failures.ts";
import { type Circumstances, sendingFailure, statusOf } from "./failure.ts";
import type { Engine, Flavour } from "./flavour.ts";
import { textAnswer } from "./json_answer.ts";

/** Asks a server for what takes no work. */
export interface Probe extends Circumstances {
  readonly connectMs: number;
  readonly signal?: AbortSignal;
  /** Where nobody can be asked: what will answer. */
  readonly engine?: Engine;
  /** Whether a list of models that fails is taken for none. */
  readonly withoutList?: boolean;
}

/** What a server says about itself. */
export type Server = Awaited<ReturnType<typeof findServer>>;

/** What names the kind of a server in its list of models. */
const OWNERS: Readonly<Record<string, Flavour>> = {
  library: "ollama",
  vllm: "vllm",
  sglang: "sglang",
  llamacpp: "llama.cpp",
  organization_owner: "lm-studio",
};

/**
 * Finds out which kind of server answers, and which models it has.
 *
 * @throws {ModelError} If nobody answers, or the key is not accepted.
 */
export async function findServer(probe: Probe) {
  // As vLLM lists a model that it serves under the name by which it finds it.
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
    /** Undefined if it does not list them. */
    models,
    /** What llama.cpp tells about itself and its model. */
    props: flavour === "llama.cpp" ? llama : undefined,
  };
}

/**
 * The models that a server lists; undefined if it lists none, or not for this key.
 *
 * @throws {ModelError} If nobody answers, or the key is not accepted.
 */
export async function listModels(probe: Probe): Promise<readonly JsonObject[] | undefined> {
  const { text, status, failure } = await ask(probe, { path: "/models" });
  // A key may be good for asking alone; a page is of somebody in between.
  const isKept = status === 403 && !failure?.message.includes("a web page") ||
    status === 400 && !/\bapi.?key\b/i.test(failure!.message);
  const none = [404, 405, 410, 422, 501, ...probe.withoutList ? [500] : []];
  if (failure && !isKept && !none.includes(status ?? 0)) throw failure;
  const told = jsonIn(text, parseJson);
  const data = isObject(told) ? told.data : told; // some send the bare list
  return Array.isArray(data) ? data.filter(isObject) : undefined;
}

/**
 * What a server tells at one of its own addresses: a JSON object; undefined if it has no such address.
 * @throws {ModelError} If it is too busy to tell, e.g. while it loads the model: it tells later.
 */
export async function tell(
  probe: Probe,
  request: { readonly path: string; readonly body?: JsonObject },
): Promise<JsonObject | undefined> {
  const { text, failure } = await ask(probe, request);
  if (failure?.failure === "busy") throw failure;
  return objectIn(text);
}

/** What came of a question; the text is empty where it failed. */
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
