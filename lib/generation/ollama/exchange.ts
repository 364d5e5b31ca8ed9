import { Ollama } from "ollama";
import { ModelError } from "../../core/errors.ts";
import { Allowance, type Limits } from "../requests/allowance.ts";
import { BoundedBody } from "../requests/bounded_body.ts";
import { networkFailure, quote } from "../requests/failures.ts";
import { Watch } from "../requests/timeouts.ts";
import { garbage, lacksEndpoint, lineFailure, refusalFailure, startRemedy } from "./failures.ts";
import type { JsonObject } from "../json.ts";
import { type Garbage, LineReader, objectIn } from "./lines.ts";
import type { OllamaServer } from "./server.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The time to wait for the text of a refusal, milliseconds. */
const REFUSAL_MS = 2_000;

/** The time to wait for the end of a body after its last object, milliseconds. */
const CLOSE_MS = 1_000;

/** Options for one request. */
export interface ExchangeOptions {
  readonly server: OllamaServer;
  /** The timeout for the first object, milliseconds. */
  readonly firstMs: number;
  /** The timeout for each later object, milliseconds. */
  readonly idleMs: number;
  /** The maximum size of the answer. */
  readonly limits: Limits;
  readonly signal?: AbortSignal;
  /** Whether an object is the last of a stream; undefined if the answer is one object. */
  readonly isLast?: (object: JsonObject) => boolean;
}

/**
 * One request to a server. The `ollama` package makes it, with a `fetch` that reads and checks the answer: by itself the
 * package skips text that it cannot parse, has no timeout, and writes to the console.
 */
export class Exchange implements Disposable {
  /** The package's client, for this request only. */
  readonly client: Ollama;
  /** The rest of the limits for the answer. */
  readonly allowance: Allowance;
  /** Whether the server turned out not to know the path of the request. */
  lacksEndpoint = false;
  readonly #options: ExchangeOptions;
  readonly #watch: Watch;
  readonly #garbage: Garbage;
  #body: BoundedBody | undefined;

  constructor(options: ExchangeOptions) {
    const { server, firstMs, limits, signal } = options;
    this.#options = options;
    this.allowance = new Allowance(server.who, limits);
    this.#watch = new Watch(server.who, firstMs, signal);
    this.#garbage = (what, shown) => garbage(server, what, shown);
    this.client = new Ollama({
      host: server.url,
      headers: server.headers,
      fetch: (input, init) => this.#fetch(String(input), init ?? {}),
    });
  }

  /**
   * The objects of a stream, as they come. Reads to the end of the body, not only to the last object, so that the connection
   * can be reused.
   *
   * @param send Sends the request with the client.
   * @throws {ModelError} If a line does not follow the protocol, or the stream ends without its last object.
   */
  async *objects(send: (client: Ollama) => Promise<unknown>): AsyncGenerator<JsonObject, void> {
    await send(this.client);
    const { server, idleMs, isLast = () => false } = this.#options;
    const reported = (message: string) => lineFailure(server, message);
    const lines = new LineReader({ isLast, reported, allowance: this.allowance, garbage: this.#garbage });
    while (!lines.complete) {
      const bytes = await this.#read();
      for (const object of lines.read(bytes)) {
        this.#watch.restart(idleMs);
        yield object;
      }
      if (!bytes && !lines.complete) throw this.#unfinished(lines.count);
    }
    this.#watch.restart(CLOSE_MS);
    while (this.#body && !this.#body.ended) {
      const bytes = await this.#read().catch((error) => this.#pardoned(error));
      lines.read(bytes).next(); // reads the rest, which must have no more objects
    }
  }

  /** Ends the request, if it has not ended. */
  [Symbol.dispose](): void {
    this.#watch[Symbol.dispose]();
    this.#body?.close();
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const { server, isLast } = this.#options;
    const { signal } = this.#watch;
    const sending = () => this.#watch.response(fetchFollowing(server, url, { ...init, signal }));
    const response = await this.#reached(sending, false);
    const body = this.#body = new BoundedBody(response, this.#watch, this.allowance);
    if (!response.ok) throw await this.#refusal(response, body, /\/api\/\w+$/.exec(url)?.[0] ?? url);
    if (isLast) return { ok: true, body: {} } as Response; // `objects` reads the body instead
    const object = await this.#reached(() => objectIn(body, this.#garbage), true);
    return { ok: true, json: () => Promise.resolve(object) } as Response;
  }

  /** The next bytes of the body; undefined at its end. */
  #read(): Promise<Bytes | undefined> {
    return this.#reached(() => this.#body?.read() ?? Promise.resolve(undefined), true);
  }

  /** The result of a step of the request; errors of the step become failures of the server. */
  async #reached<T>(step: () => Promise<T>, started: boolean): Promise<T> {
    try {
      return await step();
    } catch (cause) {
      this.#body?.close();
      if (this.#watch.signal.aborted) throw this.#watch.signal.reason;
      const { server } = this.#options;
      throw networkFailure(cause, { who: server.who, started, remedy: startRemedy(server) });
    }
  }

  /** Ignores an error at the end of the connection, when the answer is complete; not if the caller gave up. */
  #pardoned(error: unknown): undefined {
    if (this.#options.signal?.aborted || !(error instanceof ModelError)) throw error;
    return undefined;
  }

  async #refusal({ status, headers }: Response, body: BoundedBody, path: string): Promise<ModelError> {
    this.#watch.restart(REFUSAL_MS);
    const words = await this.#reached(() => body.words(), true).catch((error) => this.#pardoned(error));
    const refusal = { status, body: words ?? "", headers, path };
    this.lacksEndpoint = lacksEndpoint(refusal);
    return refusalFailure(this.#options.server, refusal);
  }

  #unfinished(objects: number): ModelError {
    const without = objects === 0 ? "giving one" : "saying that it is done";
    return new ModelError(`${this.#options.server.who} ended its answer without ${without}; see its log`, {
      failure: "unfinished",
    });
  }
}

const REDIRECTS: readonly number[] = [301, 302, 307, 308];

const MAX_REDIRECTS = 5;

/**
 * Fetches, following redirections only to the same server, including those from http to https at their default ports, so that
 * prompts and credentials go to no other server, and no other server answers.
 *
 * @throws {ModelError} If the server redirects to another server, or in circles.
 */
async function fetchFollowing({ who }: OllamaServer, url: string, init: RequestInit): Promise<Response> {
  let at = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await fetch(at, { ...init, redirect: "manual" });
    if (!REDIRECTS.includes(response.status)) return response;
    await response.body?.cancel();
    at = next(who, new URL(at), response.headers.get("location"));
  }
  throw refused(`${who} redirects requests in circles; set OLLAMA_HOST to the address that answers`);
}

function next(who: string, from: URL, location: string | null): string {
  const to = location === null ? null : URL.parse(location, from);
  if (!to) {
    throw refused(`${who} redirects requests to nowhere; check that OLLAMA_HOST names an Ollama server`);
  }
  const upgrade = to.protocol === "https:" && to.host === from.host && to.port === "";
  if (to.origin === from.origin || upgrade) return to.href;
  throw refused(
    `${who} redirects requests to ${quote(to.origin)}, which is not followed; ` +
      "set OLLAMA_HOST to it if that is right",
  );
}

function refused(message: string): ModelError {
  return new ModelError(message, { failure: "refused-request" });
}
