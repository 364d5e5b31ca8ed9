import { ModelError } from "../../core/errors.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import { PULL_LIMITS } from "../requests/allowance.ts";
import { PATIENCE } from "../requests/timeouts.ts";
import { Exchange } from "./exchange.ts";
import { garbage, withRemedy } from "./failures.ts";
import { type JsonObject, number, text } from "../json.ts";
import { wholeName } from "./endpoints.ts";
import { type OllamaServer, ollamaServer } from "./server.ts";

/** The progress of a server in fetching a model. */
export interface PullProgress {
  /** The status in the server's words, e.g. `pulling manifest`. */
  readonly status: string;
  /** The fetched bytes of all parts known so far. */
  readonly completedBytes: number;
  readonly totalBytes: number;
}

/** Options for fetching a model. */
export interface PullOptions {
  /** The address of the server. @default `OLLAMA_HOST`, else this machine */
  readonly host?: string;
  readonly onProgress?: (progress: PullProgress) => void;
  readonly signal?: AbortSignal;
  /** The time for which the server may be silent, milliseconds; checking many gigabytes takes minutes. @default 5 min */
  readonly idleMs?: number;
}

/**
 * Has an Ollama server fetch a model from the library. It can be interrupted, since fetched parts are kept.
 *
 * @param name The model's name, e.g. `qwen2.5-coder:7b`.
 * @throws {RangeError} If the name is malformed.
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

/** The maximum number of parts of a model; models have some ten parts, those in many files some hundred. */
const MAX_PARTS = 10_000;

/** The parts of a model, which are fetched one after the other: the total and the fetched bytes of each. */
type Parts = Map<string, readonly [total: number, completed: number]>;

/** The progress that a line reports; the line's part is added to `parts`. */
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
