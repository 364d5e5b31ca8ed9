/** What a malicious server may answer to a request for a completion. */

import { brotliCompressSync, constants, deflateRawSync, gzipSync } from "node:zlib";

/** A request for a completion, and how to answer it. */
export interface Asked {
  /** Whether it came by Ollama's interface. */
  readonly ollama: boolean;
  /** Sends bytes; rejected once the client has gone. */
  send(part: string | Uint8Array): Promise<void>;
  /** Sends the same for ever: until the client has gone. */
  flood(part: string | Uint8Array): Promise<never>;
  /** The line, or the event, of one token. */
  token(text: string): string;
}

/** How a server answers one request. */
export type Malice = (asked: Asked) => Promise<void>;

/** A good status and these headers. */
export const head = (...headers: string[]) =>
  `HTTP/1.1 200 OK\r\n${headers.map((line) => `${line}\r\n`).join("")}\r\n`;
/** A body that ends with its connection. */
const OPEN = head("content-type: text/plain", "connection: close");
const CHUNKED = head("transfer-encoding: chunked");
const error = (status: number, ...headers: string[]) =>
  `HTTP/1.1 ${status} No\r\n${[...headers, "connection: close"].join("\r\n")}\r\n\r\n`;

/** Ten bytes of the head of gzip, and a part of its stream, of some 16 MiB, that can be repeated. */
const GZIP_HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);
const repeatable = (bytes: Uint8Array) => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
const filled = (text: string, bytes: number) =>
  new TextEncoder().encode(text.repeat(Math.ceil(bytes / text.length)));
const MANY = 2 ** 24;

/** What is sent over and over, made when it is first needed. */
const once = <T>(make: () => T) => {
  let made: T | undefined;
  return () => made ??= make();
};
const zeros = once(() => repeatable(new Uint8Array(MANY)));
const zippedTokens = once(() => repeatable(filled(`{"response":"","done":false}\n`, MANY)));
const brotli = once(() =>
  brotliCompressSync(new Uint8Array(4 * MANY), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
);
const twice = once(() => gzipSync(gzipSync(new Uint8Array(MANY))));
const a = once(() => "a".repeat(65_536));
const deep = once(() => "[".repeat(65_536));

/** Says for ever that an answer will come. */
export const PROMISES: Malice = async ({ flood }) =>
  await flood("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(2_000));

/** All that is known of malice but what goes on until the limit for silence, by a name that is the prompt. */
export const MALICE: Readonly<Record<string, Malice>> = {
  "zipped nothing": async ({ send, flood }) => {
    await send(head("content-encoding: gzip", "connection: close"));
    await send(GZIP_HEAD);
    await flood(zeros());
  },
  "zipped tokens of nothing": async ({ send, flood }) => {
    await send(head("content-encoding: gzip", "connection: close"));
    await send(GZIP_HEAD);
    await flood(zippedTokens());
  },
  "nothing by brotli": async ({ send }) => {
    const { length } = brotli();
    await send(head("content-encoding: br", `content-length: ${length}`));
    await send(brotli());
  },
  "zipped twice": async ({ send }) => {
    await send(head("content-encoding: gzip, gzip", `content-length: ${twice().length}`));
    await send(twice());
  },
  "a line without an end": async ({ send, flood, token, ollama }) => {
    await send(OPEN + token("x") + (ollama ? `{"response":"` : `data: {"choices":[{"delta":{"content":"`));
    await flood(a());
  },
  "events without an end": async ({ send, flood }) => {
    await send(OPEN);
    await flood("data: 1\n".repeat(8_000));
  },
  "a stream without an end": async ({ send, flood, token }) => {
    await send(OPEN);
    await flood(token("word ").repeat(500));
  },
  "tokens of nothing": async ({ send, flood, token }) => {
    await send(OPEN);
    await flood(token("").repeat(500));
  },
  "empty lines": async ({ send, flood }) => {
    await send(OPEN);
    await flood("\r\n".repeat(30_000));
  },
  "white space": async ({ send, flood }) => {
    await send(OPEN);
    await flood(" ".repeat(65_536));
  },
  "comments": async ({ send, flood }) => {
    await send(OPEN);
    await flood(": wait\n\n".repeat(8_000));
  },
  "a long token": async ({ send, token }) => {
    await send(OPEN);
    for (let times = 0; times < 40; times++) await send(token("b".repeat(60_000)));
  },
  "a head without an end": async ({ send, flood }) => {
    await send("HTTP/1.1 200 OK\r\n");
    await flood(`x-more: ${"y".repeat(1000)}\r\n`.repeat(60));
  },
  "a header without an end": async ({ send, flood }) => {
    await send("HTTP/1.1 200 OK\r\nx-long: ");
    await flood(a());
  },
  "trailers without an end": async ({ send, flood }) => {
    await send(CHUNKED + "1\r\n{\r\n0\r\n");
    await flood(`x-more: ${"y".repeat(1000)}\r\n`.repeat(60));
  },
  "the size of a chunk without an end": async ({ send, flood }) => {
    await send(CHUNKED + "1;");
    await flood(a());
  },
  "chunks of nonsense": async ({ send }) => await send(CHUNKED + "oops\r\nwhat\r\n"),
  "a chunk of a petabyte": async ({ send, flood }) => {
    await send(CHUNKED + "ffffffffffff\r\n");
    await flood(a());
  },
  "a length of a petabyte": async ({ send, flood }) => {
    await send(head("content-length: 1125899906842624"));
    await flood(a());
  },
  "a length that is none": async ({ send }) => await send(head("content-length: -5") + "{}"),
  "two lengths": async ({ send }) => await send(head("content-length: 2", "content-length: 9") + "{}"),
  "a length that is too short": async ({ send, token }) =>
    await send(head(`content-length: ${token("x").length}`) + token("x") + token("y").repeat(9)),
  "a length that is too long": async ({ send, token }) =>
    await send(head("content-length: 99999", "connection: close") + token("x")),
  "round and round": async ({ send, ollama }) =>
    await send(
      `HTTP/1.1 307 Go\r\nlocation: ${
        ollama ? "/api/generate" : "/v1/chat/completions"
      }\r\ncontent-length: 0\r\n\r\n`,
    ),
  "another host": async ({ send }) =>
    await send("HTTP/1.1 307 Go\r\nlocation: http://elsewhere.invalid/api\r\ncontent-length: 0\r\n\r\n"),
  "another port": async ({ send }) =>
    await send("HTTP/1.1 307 Go\r\nlocation: http://127.0.0.1:9/api\r\ncontent-length: 0\r\n\r\n"),
  "a redirection with much to say": async ({ send, flood }) => {
    await send(error(307, `location: http://${"e".repeat(50_000)}.invalid/`));
    await flood(a());
  },
  "a web page": async ({ send, flood }) => {
    await send(head("content-type: text/html", "connection: close") + "<!doctype html><html>");
    await flood("<title".repeat(10_000));
  },
  "a picture": async ({ send }) => {
    await send(head("content-type: image/png", "connection: close"));
    await send(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 0x1a, 10, 0xff, 0xd8));
  },
  "depth": async ({ send, ollama }) => {
    await send(OPEN + (ollama ? `{"response":` : `data: {"choices":`));
    await send(
      deep().slice(0, 20_000) + deep().slice(0, 20_000).replaceAll("[", "]") + "}" + (ollama ? "\n" : "\n\n"),
    );
  },
  "lists without number": async ({ send, ollama }) => {
    await send(OPEN + (ollama ? `{"response":[` : `data: {"choices":[`));
    await send("{},".repeat(300_000) + "{}]}" + (ollama ? "\n" : "\n\n"));
  },
  "an error without an end": async ({ send, flood }) => {
    await send(error(400) + "model ");
    await flood("model \u001b[31m\u0007 ".repeat(4_000));
  },
  "an error of depth": async ({ send }) => {
    await send(error(400));
    await send(`{"error":`.repeat(3_000) + deep().slice(0, 14_000) + "1");
    await send("]".repeat(14_000) + "}".repeat(3_000));
  },
  "an error of much white space": async ({ send, flood }) => {
    await send(error(500) + "x");
    await flood(" ".repeat(60_000) + "x");
  },
  "a long error in the stream": async ({ send, token, ollama }) => {
    await send(OPEN + token("x"));
    const words = "model \\u001b[2J <title ".repeat(40_000);
    await send((ollama ? "" : "data: ") + `{"error":{"message":"${words}"}}\n\n`);
  },
  "a status that is none": async ({ send }) =>
    await send("HTTP/1.1 999 \u0007\r\ncontent-length: 2\r\n\r\nno"),
  "no HTTP": async ({ send }) => await send("SSH-2.0-OpenSSH_9.2p1\r\n"),
  "another protocol": async ({ send }) =>
    await send("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nxyz"),
  "nothing at all": async ({ send }) => await send("HTTP/1.1 204 No Content\r\n\r\n"),
};
