import assert from "node:assert/strict";
import { openOpenAI } from "codebias/generation/openai/openai.ts";
import { PLAIN } from "codebias/generation/sampling.ts";
import type { GenerationRequest } from "codebias/core/types.ts";
import {
  answer,
  body,
  chunk,
  DONE,
  event,
  failing,
  fakeOpenAI,
  inTurn,
  json,
  PLAIN_SERVER,
  request,
  says,
  type Script,
  usage,
} from "../fake_openai.ts";
import { LLAMA_CPP, LM_STUDIO, OLLAMA, SGLANG, VLLM } from "./known_servers.ts";
import { withEnvironment } from "./setup.ts";

/** What a server was sent for a request, and where. */
async function sent(script: Script, asked: GenerationRequest) {
  await using server = fakeOpenAI({ "/v1/chat/completions": says("a"), "/v1/completions": RAW, ...script });
  await openOpenAI("m", { baseUrl: server.baseUrl }).ask(asked);
  assert.equal(server.completions().length, 1);
  const [{ path, body, method, headers }] = server.completions();
  return { path, body, method, headers };
}

const RAW = body([
  event({ object: "text_completion", choices: [{ index: 0, text: " ret", finish_reason: null }] }),
  event({ object: "text_completion", choices: [{ index: 0, text: "urn", finish_reason: "length" }] }),
  event(usage(3, 2)),
  DONE,
]);

const COMMON = {
  model: "m",
  stream: true,
  stream_options: { include_usage: true },
  temperature: 0.2,
  top_p: 1,
  seed: 11,
  max_tokens: 64,
};
const MESSAGES = [{ role: "user", content: "def f(x):" }];

const NO_PENALTY = { presence_penalty: 0, frequency_penalty: 0 };

/** What a llama-server may have been started with, switched off. */
const NEUTRAL = {
  ...{ ...NO_PENALTY, typical_p: 1, top_n_sigma: -1, xtc_probability: 0, dry_multiplier: 0, mirostat: 0 },
  dynatemp_range: 0,
};

const BODIES: Readonly<Record<string, [Script, Record<string, unknown>]>> = {
  "vLLM": [VLLM, { ...COMMON, messages: MESSAGES, top_k: -1, min_p: 0, repetition_penalty: 1 }],
  "SGLang": [SGLANG, { ...COMMON, messages: MESSAGES, top_k: -1, min_p: 0, repetition_penalty: 1 }],
  "llama.cpp": [LLAMA_CPP, {
    ...{ ...COMMON, messages: MESSAGES, top_k: 0, min_p: 0, repeat_penalty: 1 },
    ...NEUTRAL,
  }],
  "LM Studio": [LM_STUDIO, { ...COMMON, messages: MESSAGES, top_k: 0, repeat_penalty: 1, ...NO_PENALTY }],
  "Ollama": [OLLAMA, { ...COMMON, messages: MESSAGES, ...NO_PENALTY }],
  "an unknown server": [PLAIN_SERVER, { ...COMMON, messages: MESSAGES }],
};

for (const [name, [script, expected]] of Object.entries(BODIES)) {
  Deno.test(`openOpenAI sends ${name} every setting that it follows, in its own words`, () =>
    withEnvironment({}, async () => {
      const { path, body, method } = await sent(script, request());
      assert.deepEqual([method, path], ["POST", "/v1/chat/completions"]);
      assert.deepEqual(body, expected);
    }));
}

Deno.test("openOpenAI sends other values than the plain ones, and stop texts", () =>
  withEnvironment({}, async () => {
    const stop = ["\n\n", "求"];
    const sampling = {
      ...PLAIN,
      temperature: 0,
      topK: 5,
      topP: 0.9,
      minP: 0.1,
      repeatPenalty: 1.2,
      maxTokens: 9,
      stop,
    };
    const { body } = await sent(VLLM, request({ sampling, seed: 2 ** 31 - 1 }));
    assert.deepEqual(body, {
      ...COMMON,
      messages: MESSAGES,
      temperature: 0,
      seed: 2 ** 31 - 1,
      max_tokens: 9,
      stop,
      top_p: 0.9,
      top_k: 5,
      min_p: 0.1,
      repetition_penalty: 1.2,
    });
  }));

Deno.test("openOpenAI sends a conversation as it is, and nothing of the sample's name", () =>
  withEnvironment({}, async () => {
    const prompt = [
      { role: "system", content: "Be brief." },
      { role: "user", content: " a\r\n\u0000求😀" },
      { role: "assistant", content: "" },
      { role: "user", content: "again" },
    ] as const;
    const { body } = await sent(PLAIN_SERVER, request({ prompt }));
    assert.deepEqual(body, { ...COMMON, messages: prompt });
  }));

for (
  const [name, script] of Object.entries({
    "vLLM": VLLM,
    "SGLang": SGLANG,
    "llama.cpp": LLAMA_CPP,
    "LM Studio": LM_STUDIO,
  })
) {
  Deno.test(`openOpenAI sends ${name} a raw prompt without the chat template`, () =>
    withEnvironment({}, async () => {
      await using server = fakeOpenAI({ ...script, "/v1/completions": RAW });
      const model = openOpenAI("m", { baseUrl: server.baseUrl });
      const reply = await model.ask(request({ sampling: { ...PLAIN, raw: true } }));
      assert.equal(server.completions().length, 1);
      assert.equal(server.completions()[0].path, "/v1/completions");
      assert.equal(server.completions()[0].body?.prompt, "def f(x):");
      assert.equal(server.completions()[0].body?.messages, undefined);
      assert.deepEqual([reply.text, reply.finish, reply.promptTokens, reply.completionTokens], [
        " return",
        "length",
        3,
        2,
      ]);
    }));
}

Deno.test("openOpenAI does not tell the server what machine it runs on", () =>
  withEnvironment({ OPENAI_ORG_ID: "org-private" }, async () => {
    const { headers } = await sent(PLAIN_SERVER, request());
    assert.equal(headers.get("authorization"), "Bearer unused");
    const names = [...headers.keys()];
    assert.deepEqual(names.filter((name) => /stainless|organization|project|retry/.test(name)), []);
  }));

Deno.test("openOpenAI gives back the text, why it ended, the reasoning and the count of tokens", () =>
  withEnvironment({}, async () => {
    const thinking = [
      event(chunk({ reasoning_content: "hm" })),
      event(chunk({ reasoning: "m" })),
      ...answer(["  x = 1\n", "", "\t求😀 "]),
    ];
    await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": body(thinking) });
    const { firstTokenMs, totalMs, ...reply } = await openOpenAI("m", { baseUrl: server.baseUrl }).ask(
      request(),
    );
    assert.deepEqual(reply, {
      text: "  x = 1\n\t求😀 ",
      finish: "stop",
      reasoning: "hmm",
      promptTokens: 7,
      completionTokens: 3,
    });
    assert(firstTokenMs! > 0 && firstTokenMs! <= totalMs, `${firstTokenMs} of ${totalMs}`);
  }));

const ENDS: Readonly<Record<string, { parts: string[]; finish: string; text: string }>> = {
  "at the limit": { parts: answer(["x"], "length"), finish: "length", text: "x" },
  "by a filter": { parts: answer(["x"], "content_filter"), finish: "refusal", text: "x" },
  "with a refusal": {
    parts: [event(chunk({ refusal: "I can" })), event(chunk({ refusal: "not." })), ...answer([])],
    finish: "refusal",
    text: "I cannot.",
  },
  "with nothing": { parts: answer([]), finish: "stop", text: "" },
  "without the count of tokens": {
    parts: [event(chunk({ content: "x" })), event(chunk({}, "stop")), DONE],
    finish: "stop",
    text: "x",
  },
  "without [DONE]": {
    parts: [event(chunk({ content: "x" })), event(chunk({}, "stop"))],
    finish: "stop",
    text: "x",
  },
  "without a last line end": {
    parts: [event(chunk({ content: "x" })), event(chunk({}, "stop")).trimEnd()],
    finish: "stop",
    text: "x",
  },
};

for (const [name, { parts, finish, text }] of Object.entries(ENDS)) {
  Deno.test(`openOpenAI tells an answer that ends ${name}`, () =>
    withEnvironment({}, async () => {
      await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": body(parts) });
      const reply = await openOpenAI("m", { baseUrl: server.baseUrl }).ask(request());
      assert.deepEqual([reply.text, reply.finish], [text, finish]);
    }));
}

Deno.test("openOpenAI takes an answer in one piece from a server that does not stream", () =>
  withEnvironment({}, async () => {
    const whole = {
      object: "chat.completion",
      choices: [{ index: 0, message: { role: "assistant", content: "x\n" }, finish_reason: "length" }],
      usage: { prompt_tokens: 5, completion_tokens: 2 },
    };
    await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": json(whole) });
    const { firstTokenMs: _, totalMs: __, ...reply } = await openOpenAI("m", { baseUrl: server.baseUrl }).ask(
      request(),
    );
    assert.deepEqual(reply, { text: "x\n", finish: "length", promptTokens: 5, completionTokens: 2 });
  }));

Deno.test("openOpenAI puts together an answer whose letters are cut apart", () =>
  withEnvironment({}, async () => {
    const bytes = new TextEncoder().encode(answer(["求😀", "é\n"]).join(""));
    const parts = Array.from(
      { length: bytes.length / 2 + 1 },
      (_, index) => bytes.slice(2 * index, 2 * index + 2),
    );
    const script = { ...PLAIN_SERVER, "/v1/chat/completions": body(parts, { pauseMs: 0 }) };
    await using server = fakeOpenAI(script);
    const { text, completionTokens } = await openOpenAI("m", { baseUrl: server.baseUrl }).ask(request());
    assert.deepEqual([text, completionTokens], ["求😀é\n", 2]);
  }));

Deno.test("openOpenAI goes on without the count of tokens where a server refuses to be asked", () =>
  withEnvironment({}, async () => {
    const refusal = failing(400, { message: "Unrecognized request argument supplied: stream_options" });
    await using server = fakeOpenAI({
      ...PLAIN_SERVER,
      "/v1/chat/completions": inTurn(refusal, says("a"), says("b")),
    });
    const model = openOpenAI("m", { baseUrl: server.baseUrl });
    assert.equal((await model.ask(request())).text, "a");
    assert.equal((await model.ask(request())).text, "b");
    const asked = server.completions().map(({ body }) => "stream_options" in body!);
    assert.deepEqual(asked, [true, false, false]);
  }));

Deno.test("openOpenAI asks the server which it is once for each run, and for each sample once", () =>
  withEnvironment({}, async () => {
    await using server = fakeOpenAI({ ...VLLM, "/v1/chat/completions": says("a") });
    const model = openOpenAI("m", { baseUrl: server.baseUrl });
    assert.equal(server.asked.length, 0);
    await model.prepare({ sampling: PLAIN, prompts: ["x"] });
    await model.describe();
    for (let seed = 0; seed < 3; seed++) await model.ask(request({ seed }));
    assert.deepEqual(server.asked.map(({ path }) => path), [
      "/v1/models",
      "/version",
      ...Array(3).fill("/v1/chat/completions"),
    ]);
    assert.deepEqual(server.completions().map(({ body }) => body?.seed), [0, 1, 2]);
  }));

Deno.test("openOpenAI keeps answers apart that come at the same time", () =>
  withEnvironment({}, async () => {
    const echo: Script[string] = (asked, raw) =>
      says(..."求😀".repeat(20), ` ${asked.body?.seed}`)(asked, raw);
    await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": echo });
    const model = openOpenAI("m", { baseUrl: server.baseUrl });
    const replies = await Promise.all(Array.from({ length: 30 }, (_, seed) => model.ask(request({ seed }))));
    assert.deepEqual(
      replies.map(({ text }) => text),
      Array.from({ length: 30 }, (_, seed) => `${"求😀".repeat(20)} ${seed}`),
    );
  }));

Deno.test("openOpenAI finds the server by OPENAI_BASE_URL, an option before it", () =>
  withEnvironment({}, async () => {
    await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": says("a") });
    await using other = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": says("b") });
    Deno.env.set("OPENAI_BASE_URL", `${server.baseUrl}/`);
    assert.equal((await openOpenAI("m").ask(request())).text, "a");
    assert.equal((await openOpenAI("m", { baseUrl: other.baseUrl }).ask(request())).text, "b");
    assert.equal((await openOpenAI("m").describe()).details.baseUrl, server.baseUrl);
  }));

Deno.test("openOpenAI keeps a path and a query in the address", () =>
  withEnvironment({}, async () => {
    await using server = fakeOpenAI({
      "/proxy/v1/models": PLAIN_SERVER["/v1/models"],
      "/proxy/v1/chat/completions": says("a"),
    });
    const model = openOpenAI("m", { baseUrl: `${server.root}/proxy/v1?tenant=abcdefgh` });
    assert.equal((await model.ask(request())).text, "a");
    assert.equal(server.completions()[0].path, "/proxy/v1/chat/completions?tenant=abcdefgh");
    assert.equal((await model.describe()).details.baseUrl, `${server.root}/proxy/v1`);
  }));
