/** A server of Ollama's and OpenAI's interface that answers well, or with malice, as the prompt says. */

import { head, MALICE, type Malice } from "./malice.ts";

/** A running server. */
export interface MaliciousServer extends AsyncDisposable {
  /** E.g. `http://127.0.0.1:40000`. */
  readonly url: string;
}

/** How it answers. */
export interface MaliciousOptions {
  /** Told of the prompt of each request for a completion; it is answered once this resolves. */
  readonly onAsked?: (prompt: string) => Promise<void> | void;
  /** Told of the bytes that went out for completions. */
  readonly onSent?: (bytes: number) => void;
  readonly malice?: Readonly<Record<string, Malice>>;
}

/** Starts a server on a free port of this machine. */
export function maliciousServer(options: MaliciousOptions = {}): MaliciousServer {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const open = new Set<Deno.TcpConn>();
  const serving: Promise<void>[] = [];
  const serve = async (conn: Deno.TcpConn) => {
    open.add(conn);
    try {
      for (let request; (request = await requestOf(conn));) {
        if (!await answer(conn, request, options)) break;
      }
    } catch (error) {
      if (!GONE.some((kind) => error instanceof kind)) throw error;
    }
    open.delete(conn);
    close(conn);
  };
  const accept = async () => {
    for await (const conn of listener) serving.push(serve(conn));
  };
  const accepting = accept();
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const conn of open) close(conn);
      await accepting;
      await Promise.all(serving);
    },
  };
}

/** What is thrown when the client has gone, or the server is being closed. */
const GONE = [
  Deno.errors.BrokenPipe,
  Deno.errors.ConnectionReset,
  Deno.errors.BadResource,
  Deno.errors.Interrupted,
  Deno.errors.UnexpectedEof,
];

function close(conn: Deno.TcpConn): void {
  try {
    conn.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}

interface Request {
  readonly path: string;
  // deno-lint-ignore no-explicit-any -- whatever the client sent
  readonly body: any;
}

/** The next request of a connection; undefined at its end. */
async function requestOf(conn: Deno.TcpConn): Promise<Request | undefined> {
  let text = "";
  const buffer = new Uint8Array(65_536);
  for (;;) {
    const [, path, length = "0"] = /^\w+ (\S+) [^]*?(?:content-length: (\d+)[^]*?)?\r\n\r\n/i.exec(text) ??
      [];
    const from = text.indexOf("\r\n\r\n") + 4;
    if (path && text.length - from >= Number(length)) {
      return { path, body: length === "0" ? undefined : JSON.parse(text.slice(from)) };
    }
    const count = await conn.read(buffer);
    if (count === null) return undefined;
    text += new TextDecoder("latin1").decode(buffer.subarray(0, count));
  }
}

/** Answers one request; whether the connection can serve another. */
async function answer(
  conn: Deno.TcpConn,
  { path, body }: Request,
  { malice = MALICE, onAsked, onSent }: MaliciousOptions,
): Promise<boolean> {
  const writer = conn.writable.getWriter();
  const encoder = new TextEncoder();
  const completes = path === "/api/generate" || path === "/v1/chat/completions";
  const send = async (part: string | Uint8Array) => {
    await writer.write(typeof part === "string" ? encoder.encode(part) : part);
    if (completes) onSent?.(part.length);
  };
  try {
    if (!completes) {
      await send(described(path));
      return true;
    }
    const ollama = path === "/api/generate";
    const prompt: string = ollama ? body.prompt : body.messages[0].content;
    await onAsked?.(prompt);
    const token = (text: string) =>
      ollama
        ? `${JSON.stringify({ model: "m", response: text, done: false })}\n`
        : `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] })}\n\n`;
    const last = ollama
      ? `{"response":"","done":true,"done_reason":"stop"}\n`
      : `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`;
    const flood = async (part: string | Uint8Array): Promise<never> => {
      const bytes = typeof part === "string" ? encoder.encode(part) : part;
      for (;;) await send(bytes);
    };
    const good = withLength(token("good") + last);
    const acts = malice[prompt];
    await (acts ? acts({ ollama, send, flood, token }) : send(good));
    return !acts;
  } finally {
    writer.releaseLock();
  }
}

/** What the server says about itself and its model `m`. */
function described(path: string): string {
  if (path === "/api/tags") {
    return withLength(`{"models":[{"name":"m:latest","digest":"${"ab".repeat(32)}"}]}`);
  }
  if (path === "/api/show") {
    return withLength(
      `{"model_info":{"general.architecture":"fake","fake.context_length":8192},"capabilities":["completion"]}`,
    );
  }
  if (path === "/v1/models") {
    return withLength(`{"data":[{"id":"m","owned_by":"vllm","max_model_len":8192}]}`);
  }
  if (path.endsWith("/version")) return withLength(`{"version":"0.30.0"}`);
  return "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n";
}

function withLength(body: string): string {
  return head(`content-length: ${new TextEncoder().encode(body).length}`) + body;
}
