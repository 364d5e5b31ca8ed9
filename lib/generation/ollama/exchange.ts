import { Ollama } from "ollama";
import { ModelError } from "../../errors.ts";
import { networkFailure } from "../failures.ts";
import { Watch } from "../patience.ts";
import { garbage, lacksEndpoint, lineFailure, refusalFailure, startRemedy, withRemedy } from "./failures.ts";
import type { JsonObject } from "../json.ts";
import { type Garbage, LineCheck, objectIn } from "./lines.ts";
import { fetchFollowing } from "./redirects.ts";
import type { OllamaServer } from "./server.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** How long to wait for the words of a refusal, milliseconds. */
const REFUSAL_MS = 2_000;

/** How long to wait for the end of a body whose last object has come, milliseconds. */
const CLOSE_MS = 1_000;

/** Tokens are short; the reader's own buffers are 64 KiB for each piece, which costs more than all the rest. */
const BUFFER_BYTES = 16_384;

/** How one request is made. */
export interface ExchangeOptions {
  readonly server: OllamaServer;
  /** How long to wait for the first object, milliseconds. */
  readonly firstMs: number;
  /** How long to wait for each object after it, milliseconds. */
  readonly idleMs: number;
  readonly signal?: AbortSignal;
  /** Whether an object ends a stream of them; undefined if the answer is one object. */
  readonly isLast?: (object: JsonObject) => boolean;
}

/**
 * One request to a server, made by the `ollama` package with a `fetch` that checks what comes before the package sees
 * it: by itself the package skips what it cannot read, waits for ever and writes to the console.
 */
export class Exchange implements Disposable {
  /** The package's client, for this request only. */
  readonly client: Ollama;
  /** Whether the server turned out not to know what it was asked for. */
  lacksEndpoint = false;
  readonly #options: ExchangeOptions;
  readonly #watch: Watch;
  readonly #garbage: Garbage;
  #check: LineCheck | undefined;
  #body: ReadableStreamBYOBReader | undefined;
  #buffer: Bytes | undefined;

  constructor(options: ExchangeOptions) {
    const { server, firstMs, signal } = options;
    this.#options = options;
    this.#watch = new Watch(server.who, firstMs, signal);
    this.#garbage = (what, shown) => garbage(server, what, shown);
    this.client = new Ollama({
      host: server.url,
      headers: server.headers,
      fetch: (input, init) => this.#fetch(String(input), init ?? {}),
    });
  }

  /** Waits for the end of a stream whose last object has come, so that its connection can be used again. */
  async end(): Promise<void> {
    this.#watch.restart(CLOSE_MS);
    while (this.#body) {
      const bytes = await this.#read().catch((error) => this.#pardoned(error));
      if (bytes) this.#check?.push(bytes);
    }
    this.#check?.end();
  }

  /** Ends the request, if it still goes on. */
  [Symbol.dispose](): void {
    this.#watch[Symbol.dispose]();
    this.#drop();
  }

  /** Closes the connection. Where it already failed, so does this, and there is nothing left to close. */
  #drop(): void {
    if (this.#body) Promise.allSettled([this.#body.cancel()]);
    this.#body = undefined;
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const { server, isLast } = this.#options;
    const { signal } = this.#watch;
    const sending = () => this.#watch.response(fetchFollowing(server, url, { ...init, signal }));
    const response = await this.#reached(sending, false);
    if (!response.ok) throw await this.#refusal(response, /\/api\/\w+$/.exec(url)?.[0] ?? url);
    if (!isLast) return new Response(await this.#object(response));
    this.#body = response.body?.getReader({ mode: "byob" });
    const reported = (message: string) => lineFailure(server, message);
    const check = this.#check = new LineCheck({ isLast, reported, garbage: this.#garbage });
    return responseOf(() => this.#lines(check));
  }

  /** The next lines of the body, each checked; undefined at its end. */
  async #lines(check: LineCheck): Promise<Bytes | undefined> {
    for (;;) {
      if (check.failure) throw check.failure;
      const before = check.count;
      const bytes = await this.#read();
      const lines = bytes ? check.push(bytes) : check.end();
      if (check.count > before) this.#watch.restart(this.#options.idleMs);
      if (lines.length > 0) return lines;
      if (bytes || check.failure) continue;
      if (!check.complete) throw this.#unfinished(before);
      return undefined;
    }
  }

  /** The next bytes of the body; undefined at its end. They stand in one buffer, only until the next are read. */
  async #read(): Promise<Bytes | undefined> {
    const body = this.#body;
    if (!body) return undefined;
    const { done, value } = await this.#reached(
      () => this.#watch.race(body.read(this.#buffer ?? new Uint8Array(BUFFER_BYTES))),
      true,
    );
    if (value) this.#buffer = new Uint8Array(value.buffer);
    if (!done) return value;
    this.#body = undefined;
    return undefined;
  }

  /** What a step of the request gives; its errors become failures of the server. */
  async #reached<T>(step: () => Promise<T>, started: boolean): Promise<T> {
    try {
      return await step();
    } catch (cause) {
      this.#drop();
      if (this.#watch.signal.aborted) throw this.#watch.signal.reason;
      if (cause instanceof ModelError) throw cause;
      const { server } = this.#options;
      const failure = networkFailure(cause, { who: server.who, started, remedy: startRemedy(server) });
      throw started ? withRemedy(failure, "see its log") : failure;
    }
  }

  /** Nothing, where what else came is whole, however the connection ends; not if the caller gave up. */
  #pardoned(error: unknown): undefined {
    if (this.#options.signal?.aborted || !(error instanceof ModelError)) throw error;
    return undefined;
  }

  /** A body that is one object, as it came. */
  async #object(response: Response): Promise<ArrayBuffer> {
    const body = await this.#reached(() => this.#watch.race(response.arrayBuffer()), true);
    objectIn(body, this.#garbage);
    return body;
  }

  async #refusal(response: Response, path: string): Promise<ModelError> {
    this.#watch.restart(REFUSAL_MS);
    const body = await this.#reached(() => this.#watch.race(response.text()), true).catch((error) =>
      this.#pardoned(error)
    );
    const refusal = { status: response.status, body: body ?? "", headers: response.headers, path };
    this.lacksEndpoint = lacksEndpoint(refusal);
    return refusalFailure(this.#options.server, refusal);
  }

  #unfinished(objects: number): ModelError {
    const without = objects === 0 ? "giving one" : "saying that it was done";
    return new ModelError(`${this.#options.server.who} ended its answer without ${without}; see its log`, {
      failure: "unfinished",
      retry: true,
    });
  }
}

/**
 * As much of a response as the package reads of a stream. A whole `Response` of a `ReadableStream` would cost a tenth of
 * the time of a request.
 */
function responseOf(next: () => Promise<Bytes | undefined>): Response {
  const read = async () => {
    const value = await next();
    return { done: value === undefined, value };
  };
  return { ok: true, body: { getReader: () => ({ read, releaseLock() {} }) } } as unknown as Response;
}
