import { type Behaviour, noSuchModel, refuse, say } from "./ollama/behaviours.ts";
import { openGate } from "./ollama/gate.ts";

/** A request as the fake server got it. */
export interface FakeRequest {
  /** E.g. `/api/generate`. */
  readonly path: string;
  readonly method: string;
  readonly headers: Headers;
  /** The JSON as it came. */
  readonly text: string;
  // deno-lint-ignore no-explicit-any -- whatever the client sent
  readonly body: any;
  /** Which request for a completion this is, from 0; -1 for other requests. */
  readonly index: number;
  /** Resolves when the client has the whole answer, or has gone. */
  readonly over: Promise<void>;
  /** Watches whether the client goes before it has an answer; only for requests that never get one, else Deno warns. */
  watchClient(): void;
  /** Aborts when the server closes, so that no answer outlives it. */
  readonly closing: AbortSignal;
  /** Breaks the connection; only for a server with a gate. */
  hangUp(): void;
}

/** A model that the fake server has. */
export interface FakeModel {
  readonly name: string;
  /** 64 hexadecimal digits. */
  readonly digest?: string;
  readonly size?: number;
  readonly contextTokens?: number;
  readonly template?: string;
  readonly parameters?: string;
  readonly system?: string;
  readonly capabilities?: readonly string[];
}

/** What a fake server is like. */
export interface FakeOllamaOptions {
  /** What it does with a request for a completion. @default answers `ok` */
  readonly script?: (request: FakeRequest) => Behaviour;
  /** @default one model `fake:latest` with a context of 8192 tokens */
  readonly models?: readonly FakeModel[];
  /** @default 0.9.6 */
  readonly version?: string;
  /** What it does with other requests, by their path. */
  readonly routes?: Readonly<Record<string, Behaviour>>;
  /** How many completions it works on at a time; the others wait. @default any number */
  readonly slots?: number;
  /** How long each takes, milliseconds. @default 0 */
  readonly delayMs?: number;
  /** None is answered before this resolves. @default resolved */
  readonly held?: Promise<void>;
  /** More requests than this wait for no slot but get 503. @default any number */
  readonly queue?: number;
  /** Whether `hangUp` can be used: bytes then pass through another listener. @default false */
  readonly gate?: boolean;
  /** @default one that the system chooses */
  readonly port?: number;
}

/** A server that speaks as Ollama does, or as it is told. */
export interface FakeOllama extends AsyncDisposable {
  /** E.g. `http://127.0.0.1:40000`. */
  readonly url: string;
  /** All requests so far. */
  readonly requests: readonly FakeRequest[];
  /** The requests for completions. */
  completions(): FakeRequest[];
  /** Requests for completions that are being answered, or wait, now. */
  readonly active: number;
  /** The most that were at any time. */
  readonly mostActive: number;
  /** Changes what it does with requests for completions from now on. */
  script: (request: FakeRequest) => Behaviour;
}

const COMPLETIONS: readonly string[] = ["/api/generate", "/api/chat"];

/** The model that a fake server has unless others are given. */
export const FAKE: FakeModel = { name: "fake:latest" };

/** Starts a fake server on a free port of this machine. */
export function fakeOllama(options: FakeOllamaOptions = {}): FakeOllama {
  const { models = [FAKE], routes, port = 0 } = options;
  const requests: FakeRequest[] = [];
  const closing = new AbortController();
  const slots = new Slots(options);
  const gate = options.gate ? openGate() : undefined;
  let index = 0;
  const quiet = {
    signal: closing.signal,
    onListen() {},
    onError: (error: unknown) => new Response(String(error), { status: 500 }),
  };
  const server = Deno.serve({ port, hostname: "127.0.0.1", ...quiet }, async (http, info) => {
    const { pathname: path } = new URL(http.url);
    const text = await http.text();
    const over = Promise.withResolvers<void>();
    info.completed.then(over.resolve, () => over.resolve());
    const completes = COMPLETIONS.includes(path) && http.method === "POST";
    const request: FakeRequest = {
      path,
      method: http.method,
      headers: http.headers,
      text,
      body: text === "" ? undefined : JSON.parse(text),
      index: completes ? index++ : -1,
      over: over.promise,
      watchClient: () => http.signal.addEventListener("abort", () => over.resolve(), { once: true }),
      closing: closing.signal,
      hangUp() {
        if (!gate) throw new Error("hangUp needs fakeOllama({ gate: true })");
        gate.hangUp(info.remoteAddr.port);
      },
    };
    requests.push(request);
    if (routes?.[path]) return routes[path](request);
    if (!completes) return knownRoute(request, models, options.version);
    return await slots.work(request, () => {
      const has = models.some(({ name }) =>
        name === request.body.model || name === `${request.body.model}:latest`
      );
      return (has ? fake.script(request) : noSuchModel())(request);
    });
  });
  gate?.lead(server.addr.port);
  const fake: FakeOllama = {
    url: `http://127.0.0.1:${gate?.port ?? server.addr.port}`,
    requests,
    completions: () => requests.filter(({ index }) => index >= 0),
    get active() {
      return slots.active;
    },
    get mostActive() {
      return slots.mostActive;
    },
    script: options.script ?? (() => say("ok")),
    async [Symbol.asyncDispose]() {
      closing.abort();
      await gate?.[Symbol.asyncDispose]();
      await server.finished;
    },
  };
  return fake;
}

/** Lets so many requests be worked on at a time. */
class Slots {
  active = 0;
  mostActive = 0;
  #working = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #limits;

  constructor({ slots = Infinity, delayMs = 0, held, queue = Infinity }: FakeOllamaOptions) {
    this.#limits = { slots, delayMs, held, queue };
  }

  async work(request: FakeRequest, answer: () => Response | Promise<Response>): Promise<Response> {
    this.mostActive = Math.max(this.mostActive, ++this.active);
    request.over.then(() => this.active--);
    const { slots, delayMs, held, queue } = this.#limits;
    if (this.#working < slots) this.#working++;
    else if (this.#waiting.length >= queue) return refuse(503, BUSY)(request);
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    await held;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const next = this.#waiting.shift();
    if (next) next();
    else this.#working--;
    return await answer();
  }
}

const BUSY = "server busy, please try again.  maximum pending requests exceeded";

function knownRoute({ path, body }: FakeRequest, models: readonly FakeModel[], version = "0.9.6"): Response {
  if (path === "/api/version") return Response.json({ version });
  if (path === "/api/tags") return Response.json({ models: models.map(tag) });
  if (path === "/api/show") {
    const model = models.find(({ name }) => name === body.model || name === `${body.model}:latest`);
    if (model) return Response.json(shown(model));
    return Response.json({ error: `model '${body.model}' not found` }, { status: 404 });
  }
  return new Response("404 page not found", { status: 404, headers: { "content-type": "text/plain" } });
}

const DETAILS = {
  parent_model: "",
  format: "gguf",
  family: "fake",
  families: ["fake"],
  parameter_size: "7.6B",
  quantization_level: "Q4_K_M",
};

/** A model as `/api/tags` lists it. */
export function tag({ name, digest = "ab".repeat(32), size = 4_683_087_332 }: FakeModel) {
  return { name, model: name, modified_at: "2025-01-01T00:00:00Z", size, digest, details: DETAILS };
}

/** A model as `/api/show` describes it. */
export function shown(model: FakeModel) {
  const { contextTokens = 8192, template = "{{ .Prompt }}", parameters = "", system } = model;
  return {
    details: DETAILS,
    template,
    ...(parameters ? { parameters } : {}),
    ...(system ? { system } : {}),
    model_info: { "general.architecture": "fake", "fake.context_length": contextTokens },
    capabilities: model.capabilities ?? ["completion"],
    modified_at: "2025-01-01T00:00:00Z",
  };
}
