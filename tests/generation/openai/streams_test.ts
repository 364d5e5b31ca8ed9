import assert from "node:assert/strict";
import type { Patience } from "codebias/generation/model.ts";
import { openOpenAI } from "codebias/generation/openai/openai.ts";
import {
  answer,
  type Behaviour,
  body,
  chunk,
  DONE,
  event,
  fakeOpenAI,
  json,
  PLAIN_SERVER,
  request,
  silence,
} from "../fake_openai.ts";
import { type Expected, fails, soon } from "./expected.ts";
import { PATIENCE, withEnvironment, withModel } from "./setup.ts";
import { OLLAMA } from "./known_servers.ts";

const begun = answer(["x", "y"]).slice(0, 3);
const unsaid: Expected = { failure: "unfinished", retry: true, says: /ended its answer without saying why$/ };
const cut: Expected = {
  failure: "cut",
  retry: true,
  says: /broke the connection in the middle of an answer/,
};
const garbage = (says: RegExp): Expected => ({ failure: "garbage", retry: true, says });

const STREAMS: Readonly<Record<string, [Behaviour, Expected]>> = {
  "ends without a reason": [body(begun), unsaid],
  "ends with [DONE], but without a reason": [body([...begun, DONE]), unsaid],
  "is empty": [body([]), unsaid],
  "has only comments": [body([": keep-alive\n\n", ": keep-alive\n\n"]), unsaid],
  "is cut": [body(begun, { ending: "cut" }), cut],
  "is cut after its reason": [body(answer(["x"]).slice(0, 3), { ending: "cut" }), cut],
  "ends within a line": [body([...begun, 'data: {"choices": [{"in']), cut],
  "ends within an object in one piece": [body(['{"choices": [{"message": {"content": "x']), cut],
  "has a line that is no JSON": [
    body([...begun, "data: {oops}\n\n"]),
    garbage(/sent what is not JSON: \{oops\}$/),
  ],
  "has a line of another kind": [
    body([...begun, "Segmentation fault\n\n", ...answer(["z"])]),
    garbage(/sent not a line of an event stream: Segmentation fault$/),
  ],
  "is NDJSON": [body([`{"response":"x"}\n{"done":true}\n`]), garbage(/sent what is not JSON/)],
  "is a web page": [
    body(["\n<!doctype html><p>Sign in"], { type: "text/html" }),
    garbage(/sent a web page; check that/),
  ],
  "is no UTF-8": [
    body([...begun, Uint8Array.of(0x64, 0xff, 0xfe)]),
    garbage(/sent bytes that are not UTF-8$/),
  ],
  "has two choices": [
    body([event({ choices: [{ index: 0, delta: {} }, { index: 1, delta: {} }] })]),
    garbage(/a chunk without one choice/),
  ],
  "has another choice": [
    body([event({ choices: [{ index: 1, delta: {} }] })]),
    garbage(/a choice nobody asked for/),
  ],
  "has no choices": [body([event({ id: 1 }), ...answer(["x"])]), garbage(/a chunk without one choice/)],
  "has a text of another type": [body([event(chunk({ content: ["x"] }))]), garbage(/a text of another type/)],
  "has more after its end": [
    body([event(chunk({ content: "x" }, "stop")), event(chunk({ content: "y" }))]),
    garbage(/more text after the end/),
  ],
  "calls a tool": [body(answer(["x"], "tool_calls")), garbage(/an unknown way to end, "tool_calls":/)],
  "has an error": [body([...begun, event({ error: { message: "CUDA out of memory", code: 500 } })]), {
    failure: "server-error",
    retry: true,
    says: /ended its answer with an error: CUDA out of memory$/,
  }],
  "has an error with a status that lasts": [
    body([...begun, event({ error: { message: "Insufficient credits", code: 402 } })]),
    {
      failure: "refused-request",
      retry: false,
      says: /Insufficient credits; the account has no credit left/,
    },
  ],
  "is an error of a busy server": [json({ error: { message: "Rate limited, retry in 2.5s", code: 429 } }), {
    failure: "busy",
    retry: true,
    retryAfterMs: 2500,
    says: /Rate limited, retry in 2\.5s$/,
  }],
  "is an error with a code that is no status": [json({ error: { message: "no", code: 1500 } }), {
    failure: "server-error",
    retry: true,
    says: /ended its answer with an error: no$/,
  }],
  "begins with an error": [body(['event: error\ndata: {"message": "no slot"}\n\n']), {
    failure: "server-error",
    retry: true,
    says: /ended its answer with an error: no slot$/,
  }],
  "has an error after its reason": [
    body([...answer(["x"]).slice(0, 3), event({ error: "lost" })]),
    { failure: "server-error", retry: true, says: /ended its answer with an error: lost$/ },
  ],
  "is an error in one piece": [json({ error: "Unexpected endpoint or method." }), {
    failure: "server-error",
    retry: true,
    says: /ended its answer with an error: Unexpected endpoint or method\.$/,
  }],
  "has an error in its choice, and calls its end a stop": [
    json({ choices: [{ message: { content: "" }, finish_reason: "stop", error: { message: "no GPU" } }] }),
    { failure: "server-error", retry: true, says: /ended its answer with an error: no GPU$/ },
  ],
  "says by the kind of its error alone that it is too busy": [
    body([...begun, 'event: error\ndata: {"error": {"type": "overloaded_error", "message": "later"}}\n\n']),
    { failure: "busy", retry: true, says: /ended its answer with an error: later$/ },
  ],
  "says by the kind of its error alone that there is no credit": [
    body([...begun, event({ error: { message: "You exceeded your quota", code: "insufficient_quota" } })]),
    { failure: "refused-request", retry: false, says: /the account has no credit left/, forAll: true },
  ],
  "counts tokens and tells what is wrong where its choices should be": [
    json({ choices: null, base_resp: { status_msg: "login fail" }, usage: { total_tokens: 0 } }),
    { failure: "unfinished", retry: true, says: /ended its answer without saying why: .+login fail/ },
  ],
  "refuses in what is no Unicode": [
    body([event(chunk({ refusal: "no \ud800" })), ...answer([]).slice(1)]),
    garbage(/a text that is not Unicode/),
  ],
  "was given up by the server": [body(answer(["x"], "abort")), {
    failure: "server-error",
    retry: true,
    says: /finish_reason abort/,
  }],
};

for (const [name, [behaviour, expected]] of Object.entries(STREAMS)) {
  Deno.test(`openOpenAI tells an answer that ${name}`, () => fails(behaviour, expected));
}

const began = /stopped in the middle of an answer: nothing came for 0\.4 s; .+ raise the idle limit$/;
const notBegun = /did not begin to answer: nothing came for 0\.4 s/;
const [first, ...others] = answer(["x", "y"]);
const comments = Array(100).fill(": keep-alive\n\n");

const SILENCES: Readonly<Record<string, [Behaviour, Partial<Patience>, RegExp]>> = {
  "hangs after a token": [body(begun, { ending: "hang" }), { idleMs: 400 }, began],
  "hangs before a token": [body([first], { ending: "hang" }), { firstTokenMs: 400 }, notBegun],
  "does not begin": [silence, { firstTokenMs: 400 }, notBegun],
  "has only comments for a while": [body([...begun, ...comments, ...others], { pauseMs: 20 }), {
    idleMs: 400,
  }, began],
  "has only comments at first": [body([first, ...comments, ...others], { pauseMs: 20 }), {
    firstTokenMs: 400,
  }, notBegun],
};

for (const [name, [behaviour, patience, says]] of Object.entries(SILENCES)) {
  Deno.test(`openOpenAI gives up an answer that ${name}`, () =>
    fails(behaviour, { failure: "silence", retry: true, says }, patience));
}

Deno.test("openOpenAI waits for as long as tokens come", () =>
  withEnvironment({}, async () => {
    const slow = body(answer(Array(20).fill("x ")), { pauseMs: 210 });
    await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": slow });
    // A busy machine may stop this process, which is both client and server, for 4 s between two tokens.
    const patience = { ...PATIENCE, idleMs: 4_500 };
    const reply = await openOpenAI("m", { baseUrl: server.baseUrl, patience }).ask(request());
    assert.equal(reply.text, "x ".repeat(20));
    assert(reply.totalMs > patience.idleMs, `${reply.totalMs}`);
  }));

Deno.test("openOpenAI needs no end of the connection after [DONE]", () =>
  withEnvironment({}, async () => {
    const open = body(answer(["x"]), { ending: "hang" });
    await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": open });
    assert.equal((await openOpenAI("m", { baseUrl: server.baseUrl }).ask(request())).text, "x");
    await soon(server.completions()[0].over);
  }));

Deno.test("openOpenAI tells an Ollama's answer that repeats itself, which that server ends without a reason", async () => {
  const repeating = [
    event(chunk({ role: "assistant", content: "a" })),
    ...Array.from({ length: 31 }, (_, index) => event(chunk({ content: index % 2 ? "x" : " x" }))),
  ];
  const script = { "/v1/chat/completions": body(repeating, { pauseMs: 0 }) };
  await withModel({ ...OLLAMA, ...script }, async (model) => {
    const { finish, text } = await model.ask(request());
    assert.deepEqual([finish, text], ["looping", `a${" xx".repeat(15)} x`]);
  });
  await withModel({ ...PLAIN_SERVER, ...script }, async (model) => {
    await assert.rejects(model.ask(request()), { failure: "unfinished" });
  });
  const shorter = { "/v1/chat/completions": body(repeating.slice(0, -1), { pauseMs: 0 }) };
  await withModel({ ...OLLAMA, ...shorter }, async (model) => {
    await assert.rejects(model.ask(request()), { failure: "unfinished" });
  });
});
