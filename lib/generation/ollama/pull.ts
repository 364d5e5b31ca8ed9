import { ModelError } from "../../core/errors.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { PULL_LIMITS } from "../requests/allowance.ts";
import { PATIENCE } from "../requests/timeouts.ts";
import { Exchange } from "./exchange.ts";
import { garbage, withRemedy } from "./failures.ts";
import { type JsonObject, number, text } from "../json.ts";
import { wholeName } from "./endpoints.ts";
import { type OllamaServer, ollamaServer } from "./server.ts";

/** How far a server has got in fetching a model. */
export interface PullProgress {
  /** In the server's words, e.g. `pulling manifest`. */
  readonly status: string;
  /** Of all parts known so far. */
  readonly completedBytes: number;
  readonly totalBytes: number;
}

/** How to fetch a model. */
export interface PullOptions {
  /** Where the server is: `OLLAMA_HOST` or this machine unless said. */
  readonly host?: string;
  readonly onProgress?: (progress: PullProgress) => void;
  readonly signal?: AbortSignal;
  /** How long the server may be silent, milliseconds. Checking many gigabytes takes it minutes. @default 5 min */
  readonly idleMs?: number;
}

/**
 * Has an Ollama server fetch a model from the library. What was fetched before is kept, so it can be interrupted.
 *
 * @param name The model's name, e.g. `qwen2.5-coder:7b`.
 * @throws {RangeError} If there can be no such name.
 * @throws {ModelError} If the library does not have the model, or the server fails.
 *
 * @example
 * ```ts ignore
 * await pullModel("qwen2.5-coder:7b", { onProgress: ({ status }) => console.log(status) });
 * ```
 */
export async function pullModel(name: string, options: PullOptions = {}): Promise<void> {
  refuseUnknownOptions(options, ["host", "onProgress", "signal", "idleMs"]);
  const { host, onProgress, signal, idleMs = PATIENCE.firstTokenMs } = options;
  wholeName(name);
  const server = ollamaServer(host);
  const isLast = ({ status }: JsonObject) => status === "success";
  using exchange = new Exchange({ server, firstMs: idleMs, idleMs, limits: PULL_LIMITS, signal, isLast });
  const parts: Parts = new Map();
  try {
    for await (const line of exchange.objects((client) => client.pull({ model: name, stream: true }))) {
      const progress = progressOf(line, parts, server);
      onProgress?.(progress);
    }
  } catch (error) {
    throw error instanceof ModelError ? pullFailure(server, name, error) : error;
  }
}

/** Models have some ten parts, those in many files some hundred. */
const MAX_PARTS = 10_000;

/** The parts of a model that are fetched one after the other: how many bytes each has, and how many are there. */
type Parts = Map<string, readonly [total: number, completed: number]>;

/** How far a line says that it has got; notes its part. */
function progressOf(line: JsonObject, parts: Parts, server: OllamaServer): PullProgress {
  const status = text(line.status);
  if (status === undefined) throw garbage(server, "a line without progress", JSON.stringify(line));
  const digest = text(line.digest);
  if (parts.size >= MAX_PARTS) throw garbage(server, `a model of more than ${MAX_PARTS} parts`);
  if (digest) parts.set(digest, [number(line.total) ?? 0, number(line.completed) ?? 0]);
  const [totalBytes, completedBytes] = parts.values()
    .reduce(([total, completed], [all, there]) => [total + all, completed + there], [0, 0]);
  return { status, completedBytes, totalBytes };
}

function pullFailure(server: OllamaServer, name: string, error: ModelError): ModelError {
  if (/file does not exist|manifest unknown|not found/i.test(error.message)) {
    return new ModelError(
      `${server.who} cannot fetch ${name}: the library has no such model; see the names at https://ollama.com/search`,
      { failure: "no-such-model", cause: error },
    );
  }
  if (error.failure === "server-error") return withRemedy(error, "pull again: what was fetched is kept");
  return error;
}
