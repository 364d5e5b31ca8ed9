import type { Asking, Expected } from "./asking.ts";
import {
  type Behaviour,
  hangUp,
  lastLine,
  line,
  noSuchPath,
  page,
  refuse,
  refusingLong,
  say,
  send,
  sendLines,
  silence,
  tokenLine,
} from "./behaviours.ts";

/** What a server does with a request, and how that fails. */
export interface Row extends Expected {
  readonly name: string;
  readonly does: Behaviour;
  readonly asking?: Asking;
}

/** For servers that are silent. */
const SHORT = { firstTokenMs: 400, idleMs: 400 };
/** For those that are silent after the first token, for which a busy machine may need long. */
const SHORT_AFTER_FIRST = { firstTokenMs: 60_000, idleMs: 400 };
const CHECK = "; check that OLLAMA_HOST names an Ollama server";
const NO_CHANGE = `${CHECK} and nothing that changes its answers`;
const cut = { failure: "cut", retry: true } as const;
const unfinished = { failure: "unfinished", retry: true } as const;
const garbage = { failure: "garbage", retry: true } as const;
const busy = { failure: "busy", retry: true } as const;
const broken = { failure: "server-error", retry: true } as const;
const refused = { failure: "refused-request", retry: false } as const;
const tooLong = { failure: "prompt-too-long", retry: false } as const;
const silent = { failure: "silence", retry: true } as const;

/** Answers with a token, and then with these lines. */
const after = (...lines: (string | Uint8Array)[]): Behaviour =>
  sendLines((asked) => [tokenLine(asked, "a"), ...lines]);

/** Answers with a token, then these lines, then the last line. */
const between = (...lines: (string | Uint8Array)[]): Behaviour =>
  sendLines((asked) => [tokenLine(asked, "a"), ...lines, lastLine(asked)]);

/** All that is known to go wrong between a client and a server of Ollama. */
export const ROWS: readonly Row[] = [
  {
    name: "no answer at all",
    does: silence(),
    asking: { patience: SHORT },
    ...silent,
    message: "did not begin to answer: nothing came for 0.4 s; if it needs more time, raise the idle limit",
  },
  {
    name: "headers, then nothing",
    does: send([""], { ending: "hang" }),
    asking: { patience: SHORT },
    ...silent,
    message: /^did not begin to answer: .*raise the idle limit$/,
  },
  {
    name: "a token, then nothing",
    does: sendLines((asked) => [tokenLine(asked, "a")], { ending: "hang" }),
    asking: { patience: SHORT_AFTER_FIRST },
    ...silent,
    message:
      "stopped in the middle of an answer: nothing came for 0.4 s; if it needs more time, raise the idle limit",
  },
  {
    name: "a token, then bytes that never make a line",
    does: send([`{"response":"a"}\n`, ...`{"response":"bcdefghijklmnopqrstuvwxyz`], {
      pauseMs: 60,
      ending: "hang",
    }),
    asking: { patience: SHORT_AFTER_FIRST },
    ...silent,
    message: /^stopped in the middle of an answer/,
  },
  {
    name: "a connection that breaks before the headers",
    does: hangUp(),
    asking: { gate: true },
    ...cut,
    message: /^broke the connection before it answered: connection closed/,
  },
  {
    name: "a connection that breaks in the middle of a line",
    does: sendLines((asked) => [tokenLine(asked, "a"), `{"respo`], { ending: "cut" }),
    ...cut,
    message: /^broke the connection in the middle of an answer: .*; see its log$/,
  },
  {
    name: "a connection that breaks between lines",
    does: sendLines((asked) => [tokenLine(asked, "a")], { ending: "cut" }),
    ...cut,
    message: /^broke the connection/,
  },
  {
    name: "a body shorter than its Content-Length",
    does: sendLines((asked) => [tokenLine(asked, "a")], {
      ending: "cut",
      headers: { "content-length": "5000" },
    }),
    ...cut,
    message: /^broke the connection/,
  },
  {
    name: "an empty body",
    does: page("", "application/x-ndjson"),
    ...unfinished,
    message: /^ended its answer without giving one; see its log$/,
  },
  {
    name: "no last line",
    does: after(),
    ...unfinished,
    message: /^ended its answer without saying that it is done; see its log$/,
  },
  {
    name: "done: false at the end",
    does: say("a b", { done: false }),
    ...unfinished,
    message: /without saying that it is done/,
  },
  {
    name: "only loaded",
    does: say("", { done_reason: "load" }),
    ...unfinished,
    message: "only loaded the model, so the completion may not be whole; ask again",
  },
  {
    name: "unloaded",
    does: say("a", { done_reason: "unload" }),
    ...unfinished,
    message: /^only unloaded the model/,
  },
  {
    name: "an unknown reason",
    does: say("a", { done_reason: "weather" }),
    ...unfinished,
    message: /^ended its answer for the reason "weather"/,
  },
  {
    name: "a reason that is no text",
    does: say("a", { done_reason: 0 as never }),
    ...unfinished,
    message: /^ended its answer for the reason 0/,
  },
  {
    name: "a line that is not JSON",
    does: between("what?\n"),
    ...garbage,
    message: `sent a line that is not JSON: what?${NO_CHANGE}`,
  },
  {
    name: "half a line",
    does: between(`{"response":"b`, "\n"),
    ...garbage,
    message: /^sent a line that is not JSON: \{"response":"b; check/,
  },
  {
    name: "half a last line",
    does: after(`{"done":tr`),
    ...garbage,
    message: /^sent a line that is not JSON/,
  },
  { name: "an empty line", does: between("\n"), ...garbage, message: /^sent a line without anything; check/ },
  {
    name: "a line that is an array",
    does: between("[]\n"),
    ...garbage,
    message: /^sent a line that is not a JSON object: \[\]; /,
  },
  {
    name: "an object that is no token",
    does: between(`{"status":"ok"}\n`),
    ...garbage,
    message: /^sent a line that is not part of a completion: /,
  },
  {
    name: "a token that is no text",
    does: between(`{"response":1}\n`),
    ...garbage,
    message: /^sent a line that is not part of a completion: /,
  },
  {
    name: "a message that is no object",
    does: between(`{"message":"a"}\n`),
    ...garbage,
    message: /not part of a completion/,
  },
  {
    name: "a count that is none",
    does: after(`{"response":"","done":true,"eval_count":-1}\n`),
    ...garbage,
    message: /^sent an invalid count of tokens: -1; /,
  },
  {
    name: "events instead of lines",
    does: send([`data: {"response":"a"}\n\n`]),
    ...garbage,
    message: /^sent a line that is not JSON: data: /,
  },
  {
    name: "bytes that are not UTF-8",
    does: between(Uint8Array.of(0x22, 0xff, 0x22, 10)),
    ...garbage,
    message: /^sent bytes that are not UTF-8; /,
  },
  {
    name: "half a character at the end",
    does: after(Uint8Array.of(0xe6, 0xb1)),
    ...garbage,
    message: /^sent bytes that are not UTF-8; /,
  },
  {
    name: "half of a surrogate pair",
    does: after(`{"response":"\\ud83d","done":true}\n`),
    ...garbage,
    message: /^sent a text that is not Unicode; /,
  },
  {
    name: "more after the last line",
    does: between(`{"response":"","done":true}\n`),
    ...garbage,
    message: /^sent more after the end of its answer: /,
  },
  {
    name: "a page",
    does: page("<!DOCTYPE html>\n<p>Sign in"),
    ...garbage,
    message: `sent a line that is not JSON: an HTML page${NO_CHANGE}`,
  },
  {
    name: "an object of another kind",
    does: page("{}", "application/json"),
    ...garbage,
    message: /^sent a line that is not part of a completion: \{\}; /,
  },
  {
    name: "an error after the first token",
    does: after(line({ error: "an error was encountered while running the model: unexpected EOF" })),
    ...broken,
    message:
      "failed in the middle of an answer: an error was encountered while running the model: unexpected EOF; see its log",
  },
  {
    name: "an error as the only line",
    does: send([line({ error: "it broke" })]),
    ...broken,
    message: /^failed in the middle of an answer: it broke; see its log$/,
  },
  {
    name: "an error that is an object",
    does: after(line({ error: { code: 1 } })),
    ...broken,
    message: /: \{"code":1\}; see its log$/,
  },
  {
    name: "no memory, after the first token",
    does: after(line({ error: "cudaMalloc failed: out of memory" })),
    ...broken,
    message:
      /^has too little memory: cudaMalloc failed: out of memory; free memory, .* a smaller model or contextTokens$/,
  },
  {
    name: "no memory",
    does: refuse(500, "model requires more system memory (9.1 GiB) than is available (3.8 GiB)"),
    ...broken,
    message: /^has too little memory: model requires more system memory .*; free memory/,
  },
  {
    name: "no memory, in the words of newer servers",
    does: refuse(500, "llama-server reported out-of-memory during startup: x"),
    ...broken,
    message: /^has too little memory/,
  },
  {
    name: "a crash while it loads",
    does: refuse(500, "model runner has unexpectedly stopped, this may be due to resource limitations"),
    ...broken,
    message:
      "answered 500: model runner has unexpectedly stopped, this may be due to resource limitations; see its log",
  },
  {
    name: "500 without words",
    does: () => new Response(null, { status: 500 }),
    ...broken,
    message: "answered 500; see its log",
  },
  {
    name: "500 that hangs within its words",
    does: send([`{"err`], { status: 500, ending: "hang" }),
    ...broken,
    message: "answered 500; see its log",
  },
  {
    name: "502 of a proxy",
    does: page("<html>Bad Gateway</html>", "text/html", 502),
    ...broken,
    message: "answered 502: an HTML page; see its log",
  },
  {
    name: "504 of a proxy",
    does: page("upstream timed out", "text/plain", 504),
    ...broken,
    message: "answered 504: upstream timed out; see its log",
  },
  {
    name: "499",
    does: refuse(499, "request canceled"),
    ...broken,
    message: /^answered 499: request canceled/,
  },
  {
    name: "too many requests",
    does: refuse(429, "slow down", { "retry-after": "2" }),
    ...busy,
    retryAfterMs: 2000,
    message: "answered 429: slow down; ask for fewer completions at once",
  },
  {
    name: "a full queue",
    does: refuse(503, "server busy, please try again.  maximum pending requests exceeded"),
    ...busy,
    message:
      "answered 503: server busy, please try again. maximum pending requests exceeded; ask for fewer completions at once",
  },
  {
    name: "a full queue that says for how long",
    does: refuse(503, "x", { "retry-after": "0.5" }),
    ...busy,
    retryAfterMs: 500,
    message: /^answered 503/,
  },
  {
    name: "400",
    does: refuse(400, "raw mode does not support template"),
    ...refused,
    message: /^answered 400: raw mode does not support template; correct the request/,
  },
  {
    name: "an error in OpenAI's form",
    does: refuse(400, { message: "bad", type: "x" }),
    ...refused,
    message: /^answered 400: bad; /,
  },
  {
    name: "401",
    does: refuse(401, "unauthorized"),
    ...refused,
    message: /^answered 401: unauthorized; check the credentials/,
  },
  {
    name: "403",
    does: page("Forbidden", "text/plain", 403),
    ...refused,
    message: /^answered 403: Forbidden; check the credentials/,
  },
  {
    name: "an option of a wrong type",
    does: refuse(500, `option "temperature" must be of type float32`),
    ...refused,
    message: `refused the settings: option "temperature" must be of type float32; correct the setting`,
  },
  {
    name: "404 for the path",
    does: noSuchPath(),
    ...refused,
    message: `answered 404, so it has no /api/generate${CHECK}`,
  },
  {
    name: "404 of another server",
    does: refuse(404, undefined),
    ...refused,
    message: /^answered 404, so it has no \/api\/generate/,
  },
  {
    name: "405",
    does: page("", "text/plain", 405),
    ...refused,
    message: /^answered 405, so it has no \/api\/generate/,
  },
  {
    name: "a prompt that is too long, as newer servers say",
    does: refusingLong(1400, 512),
    ...tooLong,
    message:
      "refused a prompt of 1400 tokens, as the context holds 512; shorten the prompt, or use a model with a longer context",
  },
  {
    name: "a prompt that is too long, in other words",
    does: refuse(400, "the prompt is longer than the context length currently available to the model"),
    ...tooLong,
    message: /^refused a prompt that is too long: the prompt is longer .*; shorten the prompt/,
  },
  {
    name: "a prompt that is too long, as servers in between say",
    does: refuse(500, "the input length exceeds the context length"),
    ...tooLong,
    message: /; shorten the prompt/,
  },
  {
    name: "a prompt that was cut, as the last line says",
    does: after(line({ response: "", done: true, done_reason: "stop", truncated: true })),
    ...tooLong,
    message: "cut a prompt, as it says; shorten it, or use a longer context",
  },
  {
    name: "a redirection to another host",
    does: () =>
      new Response(null, { status: 307, headers: { location: "http://elsewhere.invalid/api/generate" } }),
    ...refused,
    message:
      "redirects requests to http://elsewhere.invalid, which is not followed; set OLLAMA_HOST to it if that is right",
  },
  {
    name: "a redirection to nowhere",
    does: () => new Response(null, { status: 302 }),
    ...refused,
    message: /^redirects requests to nowhere; /,
  },
  {
    name: "redirections without end",
    does: () => new Response(null, { status: 308, headers: { location: "/api/generate" } }),
    ...refused,
    message: /^redirects requests in circles; /,
  },
];
