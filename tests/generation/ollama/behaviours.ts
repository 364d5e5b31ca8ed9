import type { FakeRequest } from "../fake_ollama.ts";

/** What a fake server does with one request. */
export type Behaviour = (request: FakeRequest) => Response | Promise<Response>;

const NDJSON = { "content-type": "application/x-ndjson" };

/** What a server says at the end of a completion, besides that it is done. */
export interface LastLine {
  readonly done?: boolean;
  readonly done_reason?: string;
  readonly prompt_eval_count?: number;
  readonly eval_count?: number;
}

/** The line of one token, as the request's endpoint has it. */
export function tokenLine(request: FakeRequest, text: string, thinking?: string): string {
  const thought = thinking === undefined ? {} : { thinking };
  const piece = request.path === "/api/chat"
    ? { message: { role: "assistant", content: text, ...thought } }
    : { response: text, ...thought };
  return line({ model: request.body.model, created_at: "2025-01-01T00:00:00Z", ...piece, done: false });
}

/** The line that ends a completion. */
export function lastLine(request: FakeRequest, last: LastLine = {}): string {
  const { response, message } = JSON.parse(tokenLine(request, ""));
  const counts = { prompt_eval_count: 11, eval_count: 3 };
  const piece = { model: request.body.model, response, message };
  return line({ ...piece, done: true, done_reason: "stop", total_duration: 1e9, ...counts, ...last });
}

/** One line of JSON. */
export function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** How a completion is given. */
export interface SayOptions extends LastLine {
  /** The tokens; by default the words of the text. */
  readonly tokens?: readonly string[];
  /** What a reasoning model thinks before. */
  readonly thinking?: readonly string[];
  /** Cuts the bytes of the answer into pieces of so many, each sent on its own. */
  readonly pieceBytes?: number;
  /** Between pieces or lines, milliseconds. */
  readonly pauseMs?: number;
}

/** Answers with a completion. */
export function say(text: string, options: SayOptions = {}): Behaviour {
  const { tokens = text.match(/\s*\S+|\s+$/g) ?? [], thinking = [], pieceBytes, pauseMs, ...last } = options;
  return (request) => {
    const lines = [
      ...thinking.map((thought) => tokenLine(request, "", thought)),
      ...tokens.map((token) => tokenLine(request, token)),
      lastLine(request, last),
    ];
    if (pieceBytes === undefined && pauseMs === undefined) {
      return new Response(lines.join(""), { headers: NDJSON });
    }
    return send(pieces(lines, pieceBytes), { pauseMs })(request);
  };
}

function pieces(lines: readonly string[], pieceBytes?: number): Uint8Array[] {
  const encoder = new TextEncoder();
  if (pieceBytes === undefined) return lines.map((each) => encoder.encode(each));
  const bytes = encoder.encode(lines.join(""));
  const count = Math.ceil(bytes.length / pieceBytes);
  return Array.from(
    { length: count },
    (_, piece) => bytes.slice(piece * pieceBytes, (piece + 1) * pieceBytes),
  );
}

/** How a body that is sent piece by piece goes on after the last one, and how fast. */
export interface SendOptions {
  readonly ending?: "close" | "cut" | "hang";
  readonly pauseMs?: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends pieces of a body, and then closes it, breaks the connection or does nothing more. */
export function send(
  parts: readonly (string | Uint8Array)[],
  { ending = "close", pauseMs = 0, status = 200, headers = NDJSON }: SendOptions = {},
): Behaviour {
  return ({ closing }) => {
    const encoder = new TextEncoder();
    let next = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (next < parts.length) {
          const part = parts[next++];
          if (pauseMs > 0 && next > 1) await pause(pauseMs);
          return controller.enqueue(typeof part === "string" ? encoder.encode(part) : part);
        }
        if (ending === "hang") await closed(closing);
        if (ending === "cut") await pause(20);
        if (ending === "close") controller.close();
        else controller.error();
      },
    }, { highWaterMark: 0 });
    return new Response(body, { status, headers });
  };
}

/** As `send`, of what depends on the request, e.g. lines of tokens. */
export function sendLines(
  lines: (request: FakeRequest) => readonly (string | Uint8Array)[],
  options: SendOptions = {},
): Behaviour {
  return (request) => send(lines(request), options)(request);
}

/** Answers with an error in Ollama's form. */
export function refuse(status: number, error: unknown, headers: HeadersInit = {}): Behaviour {
  return () => Response.json({ error }, { status, headers });
}

/** Answers that there is no such model. */
export function noSuchModel(): Behaviour {
  return (request) => refuse(404, `model '${request.body.model}' not found`)(request);
}

/** Answers that it does not know the path, as the server of Ollama does. */
export function noSuchPath(): Behaviour {
  return () => new Response("404 page not found", { status: 404, headers: { "content-type": "text/plain" } });
}

/** Answers with a body of any kind. */
export function page(body: string, type = "text/html", status = 200): Behaviour {
  return () => new Response(body, { status, headers: { "content-type": type } });
}

/** Gives no sign of life until the client or the server ends. */
export function silence(): Behaviour {
  return (request) => {
    request.watchClient();
    return new Promise(() => {});
  };
}

/** Waits before it does something. */
export function late(ms: number, behaviour: Behaviour): Behaviour {
  return async (request) => {
    await pause(ms);
    return await behaviour(request);
  };
}

/** Breaks the connection without an answer; for a server with a gate. */
export function hangUp(): Behaviour {
  return (request) => {
    request.hangUp();
    return new Response("");
  };
}

/** One behaviour for the first so many completions, another for the rest. */
export function firstTimes(
  times: number,
  first: Behaviour,
  then: Behaviour,
): (request: FakeRequest) => Behaviour {
  return ({ index }) => index < times ? first : then;
}

/**
 * Says `yes` with a count of prompt tokens as old servers do: they cut a prompt that is longer than the window, without a
 * word. Every byte is taken for a token.
 */
export function cutting(kept: "half" | "window" = "window"): Behaviour {
  return (request) => {
    const window: number = request.body.options.num_ctx;
    const texts = request.body.messages?.map(({ content }: { content: string }) => content) ??
      [request.body.prompt];
    const tokens = new TextEncoder().encode(texts.join("")).length;
    const most = kept === "half" ? Math.ceil(window / 2) + 2 : window;
    return say("yes", { prompt_eval_count: tokens <= window ? tokens : most, eval_count: 1 })(request);
  };
}

/** Refuses long prompts as new servers do, who say so in JSON within JSON. */
export function refusingLong(tokens: number, context: number): Behaviour {
  const error = {
    code: 400,
    message:
      `request (${tokens} tokens) exceeds the available context size (${context} tokens), try increasing it`,
    type: "exceed_context_size_error",
    n_prompt_tokens: tokens,
    n_ctx: context,
  };
  return refuse(400, JSON.stringify({ error }));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function closed(closing: AbortSignal): Promise<void> {
  if (closing.aborted) return Promise.resolve();
  return new Promise((resolve) => closing.addEventListener("abort", () => resolve(), { once: true }));
}
