import type { GenerationRequest } from "codebias/core/types.ts";
import { PLAIN } from "codebias/generation/sampling.ts";

/** A request as the fake server saw it. */
export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Headers;
  /** The JSON that was sent; undefined if nothing was. */
  readonly body: Record<string, unknown> | undefined;
  /** Resolves when the client has given up the connection, or the answer is complete. */
  readonly over: Promise<void>;
  /** Resolves when the server is to end. */
  readonly stopped: Promise<unknown>;
}

/** What the server does with a request; the signal of `request` tells when the client has gone. */
export type Behaviour = (asked: Asked, request: Request) => Response | Promise<Response>;

/** What it does with the requests to each path; requests to any other are answered with 404. */
export type Script = Readonly<Record<string, Behaviour>>;

/** A server with OpenAI's interface that does what it is told. */
export interface FakeOpenAI extends AsyncDisposable {
  /** E.g. `http://127.0.0.1:40000/v1` */
  readonly baseUrl: string;
  readonly root: string;
  /** All requests so far. */
  readonly asked: readonly Asked[];
  /** The requests for completions. */
  completions(): readonly Asked[];
}

/** Starts a fake server on a free port. */
export function fakeOpenAI(script: Script): FakeOpenAI {
  const asked: Asked[] = [];
  const stop = Promise.withResolvers<Response>();
  const options = { port: 0, hostname: "127.0.0.1", onListen() {} };
  const server = Deno.serve(options, async (request, { completed }) => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const entry: Asked = {
      method: request.method,
      path: pathname + search,
      headers: request.headers,
      body: text === "" ? undefined : JSON.parse(text),
      over: completed.catch(() => {}),
      stopped: stop.promise,
    };
    asked.push(entry);
    const behaviour = script[pathname];
    if (!behaviour) return new Response("404 page not found", { status: 404 });
    return await Promise.race([behaviour(entry, request), stop.promise]);
  });
  const root = `http://127.0.0.1:${server.addr.port}`;
  return {
    baseUrl: `${root}/v1`,
    root,
    asked,
    completions: () => asked.filter(({ path }) => path.includes("completions")),
    async [Symbol.asyncDispose]() {
      stop.resolve(new Response("shut down", { status: 500 }));
      await server.shutdown();
    },
  };
}

/** Answers with JSON. */
export const json = (value: unknown, init: ResponseInit = {}): Behaviour => () => Response.json(value, init);

/** Answers with an error in OpenAI's form. */
export const failing = (
  status: number,
  error: unknown = { message: "something is wrong", type: "some_error", param: null, code: null },
  headers: HeadersInit = {},
): Behaviour => json({ error }, { status, headers });

/** Does not answer. */
export const silence: Behaviour = (_asked, { signal }) =>
  new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(new Response(null, { status: 500 })))
  );

/** One behaviour after another; the last one from then on. */
export function inTurn(...behaviours: Behaviour[]): Behaviour {
  let turn = 0;
  return (asked, request) => behaviours[Math.min(turn++, behaviours.length - 1)](asked, request);
}

/** How a body goes on after its parts. */
export type Ending = "end" | "cut" | "hang";

/** Answers with these parts of a body, each sent on its own. */
export function body(
  parts: readonly (string | Uint8Array)[],
  { ending = "end", type = "text/event-stream", pauseMs = 5 }: {
    readonly ending?: Ending;
    readonly type?: string;
    /** Between parts. */
    readonly pauseMs?: number;
  } = {},
): Behaviour {
  return ({ stopped }) => {
    const encoder = new TextEncoder();
    const gone = new AbortController();
    const stream = new ReadableStream({
      async start(controller) {
        for (const part of parts) {
          if (gone.signal.aborted) return;
          controller.enqueue(typeof part === "string" ? encoder.encode(part) : part);
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
        if (ending === "hang") await stopped;
        if (!gone.signal.aborted) controller.close();
      },
      cancel: () => gone.abort(),
    });
    // A body that is shorter than it should be ends with its connection.
    const length: HeadersInit = ending === "cut" ? { "content-length": "1000000" } : {};
    return new Response(stream, { headers: { "content-type": type, ...length } });
  };
}

/** The text of one event. */
export const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

export const DONE = "data: [DONE]\n\n";

/** A chunk of a chat as OpenAI sends it. */
export function chunk(delta: Readonly<Record<string, unknown>>, finish: string | null = null) {
  return {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    usage: null,
  };
}

/** The last chunk: no choice, but the count of tokens. */
export const usage = (promptTokens: number, completionTokens: number) => ({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  choices: [],
  usage: {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  },
});

/** All parts of an answer as OpenAI sends it, each piece of the text in a chunk. */
export function answer(pieces: readonly string[], finish: string | null = "stop"): string[] {
  return [
    event(chunk({ role: "assistant", content: "" })),
    ...pieces.map((content) => event(chunk({ content }))),
    event(chunk({}, finish)),
    event(usage(7, pieces.length)),
    DONE,
  ];
}

/** Streams an answer. */
export const says = (...pieces: string[]): Behaviour => body(answer(pieces));

/** What a list of models has. */
export const models = (...records: readonly Readonly<Record<string, unknown>>[]): Behaviour =>
  json({ object: "list", data: records.map((record) => ({ object: "model", ...record })) });

/** A stand-in that lists its model and nothing else. */
export const PLAIN_SERVER: Script = { "/v1/models": models({ id: "m", owned_by: "someone" }) };

/** A request of a study. */
export function request(changes: Partial<GenerationRequest> = {}): GenerationRequest {
  return {
    prompt: "def f(x):",
    sampling: { ...PLAIN, temperature: 0.2, maxTokens: 64 },
    seed: 11,
    sample: { study: "s", taskId: "1", settings: { temperature: 0.2 }, epoch: 1, turn: 1, runSeed: 1 },
    ...changes,
  };
}

/** A server that writes these bytes to whoever asks, whatever was asked, and closes the connection. */
export function rawServer(reply = ""): { readonly baseUrl: string } & AsyncDisposable {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const serving = (async () => {
    for await (const connection of listener) {
      await connection.read(new Uint8Array(65_536));
      await connection.write(new TextEncoder().encode(reply));
      connection.close();
    }
  })();
  return {
    baseUrl: `http://127.0.0.1:${listener.addr.port}/v1`,
    async [Symbol.asyncDispose]() {
      listener.close();
      await serving;
    },
  };
}

/**
 * An address at which nobody listens. It is another one than that of all servers of tests, so that none of them takes the
 * port in the meantime.
 */
export function nobody(): string {
  using listener = Deno.listen({ port: 0, hostname: "127.0.0.9" });
  return `http://127.0.0.9:${listener.addr.port}/v1`;
}
