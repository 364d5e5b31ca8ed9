import assert from "node:assert/strict";
import { openOpenAI } from "codebias/generation/openai/openai.ts";
import { PLAIN } from "codebias/generation/sampling.ts";
import { generate } from "codebias/run/asking/generate.ts";
import {
  answer,
  type Asked,
  type Behaviour,
  body,
  chunk,
  DONE,
  event,
  failing,
  fakeOpenAI,
  inTurn,
  json,
  models,
  PLAIN_SERVER,
  request,
  says,
  type Script,
} from "../fake_openai.ts";
import { VLLM } from "./known_servers.ts";
import { withEnvironment, withModel } from "./setup.ts";

const asks = (chat: Behaviour) => ({ ...PLAIN_SERVER, "/v1/chat/completions": chat });

const text = (words: string) => ({ type: "text", text: words });
const thought = (words: string) => ({ type: "thinking", thinking: [text(words)] });

/** What servers with OpenAI's interface send in their own words. */
const SENT: Readonly<Record<string, [Behaviour, { text: string; finish: string; reasoning?: string }]>> = {
  "eos": [body(answer(["x"], "eos")), { text: "x", finish: "stop" }],
  "eos_token": [body(answer(["x"], "eos_token")), { text: "x", finish: "stop" }],
  "stop_sequence": [body(answer(["x"], "stop_sequence")), { text: "x", finish: "stop" }],
  "model_length": [body(answer(["x"], "model_length")), { text: "x", finish: "length" }],
  "repetition": [body(answer(["x"], "repetition")), { text: "x", finish: "looping" }],
  "COMPLETE": [body(answer(["x"], "COMPLETE")), { text: "x", finish: "stop" }],
  "STOP": [body(answer(["x"], "STOP")), { text: "x", finish: "stop" }],
  "MAX_TOKENS": [body(answer(["x"], "MAX_TOKENS")), { text: "x", finish: "length" }],
  "a list of parts": [
    json({ choices: [{ message: { content: [text("x"), text("y")] }, finish_reason: "stop" }] }),
    { text: "xy", finish: "stop" },
  ],
  "thoughts among parts": [
    body([
      event(chunk({ content: [thought("h")] })),
      event(chunk({ content: [thought("m"), text("x")] })),
      event(chunk({ content: "y" }, "stop")),
      DONE,
    ]),
    { text: "xy", finish: "stop", reasoning: "hm" },
  ],
  "thoughts in a summary of them": [
    json({
      choices: [{
        message: {
          content: [
            { type: "reasoning", summary: [{ type: "summary_text", text: "hm" }] },
            { type: "output_text", text: "x" },
          ],
        },
        finish_reason: "stop",
      }],
    }),
    { text: "x", finish: "stop", reasoning: "hm" },
  ],
  "events that only keep the connection open": [
    body(['event: ping\ndata: {"type": "ping"}\n\n', ...answer(["x"])]),
    { text: "x", finish: "stop" },
  ],
  "thoughts in the newer of two fields": [
    body([event(chunk({ reasoning_content: "", reasoning: "hm" })), ...answer(["x"])]),
    { text: "x", finish: "stop", reasoning: "hm" },
  ],
};

for (const [name, [behaviour, expected]] of Object.entries(SENT)) {
  Deno.test(`openOpenAI reads ${name}`, () =>
    withModel(asks(behaviour), async (model) => {
      const { text, finish, reasoning } = await model.ask(request());
      assert.deepEqual({ text, finish, reasoning }, { reasoning: undefined, ...expected });
    }));
}

Deno.test("openOpenAI takes no part of an answer that it does not know", () =>
  withModel(
    asks(json({ choices: [{ message: { content: [{ type: "image_url" }] }, finish_reason: "stop" }] })),
    (model) =>
      assert.rejects(model.ask(request()), { failure: "garbage", message: /a text of another type/ }),
  ));

/** Refuses requests with any of these fields, each in the words of a server. */
const refusing = (words: Readonly<Record<string, unknown>>, status = 400): Behaviour => (asked, raw) => {
  const field = Object.keys(words).find((name) => name in asked.body!);
  return field === undefined ? says("x")(asked, raw) : Response.json({ error: words[field] }, { status });
};

const unsupported = (name: string, instead = "") => ({
  message: `Unsupported parameter: '${name}' is not supported with this model.${instead}`,
  type: "invalid_request_error",
  param: name,
  code: "unsupported_parameter",
});

const REASONING = refusing({
  max_tokens: unsupported("max_tokens", " Use 'max_completion_tokens' instead."),
  temperature: unsupported("temperature"),
  top_p: unsupported("top_p"),
  seed: unsupported("seed"),
});

const extra = (...names: string[]) => ({
  object: "error",
  message: { detail: names.map((name) => ({ type: "extra_forbidden", loc: ["body", name], msg: "no" })) },
});

/** What is asked of a server after all, and how often, for two samples at the model's own distribution. */
const REFUSALS: Readonly<Record<string, [Behaviour, readonly string[], number, RegExp?, Script?]>> = {
  "a reasoning model": [
    REASONING,
    ["max_completion_tokens", "messages", "model", "stream", "stream_options"],
    6,
    /^The server at .+ refuses seed, temperature and top_p: it was asked without, and answers in its own way\.$/,
  ],
  "a server that allows no other fields": [
    (asked, raw) => {
      const names = ["seed", "stream_options"].filter((name) => name in asked.body!);
      return names.length > 0 ? Response.json(extra(...names), { status: 422 }) : says("x")(asked, raw);
    },
    ["max_tokens", "messages", "model", "stream", "temperature", "top_p"],
    5,
    /refuses seed: it was asked without/,
  ],
  "a server that names what it takes before what it refuses, and each call by letters": [
    (asked, raw) => {
      const call = crypto.randomUUID().replace(/[\d-]/g, "").replaceAll("a", "xyz");
      const message = `Only temperature, top_p and stream are known here, no seed (call ${call})`;
      return refusing({ seed: { message } })(asked, raw);
    },
    ["max_tokens", "messages", "model", "stream", "stream_options", "temperature", "top_p"],
    6,
    /refuses seed: it was asked without/,
  ],
  "a server that repeats the whole request": [
    (asked, raw) => {
      const input = JSON.stringify(asked.body).replaceAll('"', "'");
      return refusing({ seed: { message: `[{'msg': 'Value error, no seed', 'input': ${input}}]` } })(
        asked,
        raw,
      );
    },
    ["max_tokens", "messages", "model", "stream", "stream_options", "temperature", "top_p"],
    3,
    /refuses seed: it was asked without/,
  ],
  "a server that takes no top_p of 1": [
    refusing({ top_p: "Input validation error: `top_p` must be > 0.0 and < 1.0" }, 422),
    ["max_tokens", "messages", "model", "seed", "stream", "stream_options", "temperature"],
    3,
    /refuses top_p: it was asked without/,
  ],
  "a vLLM with another decoder": [
    refusing({ min_p: { message: "min_p is not supported with speculative decoding" } }),
    [
      ...["max_tokens", "messages", "model", "repetition_penalty", "seed"],
      ...["stream", "stream_options", "temperature", "top_k", "top_p"],
    ],
    3,
    /refuses min_p: it was asked without/,
    VLLM,
  ],
  "a server that does not count": [
    refusing({ stream_options: { message: "Unknown field: include_usage" } }),
    ["max_tokens", "messages", "model", "seed", "stream", "temperature", "top_p"],
    3,
  ],
};

/** Two samples of a server, asked for one after the other. */
async function twoSamples(chat: Behaviour, temperature = 1, script: Script = PLAIN_SERVER) {
  const notices: string[] = [];
  const asked: Asked[] = [];
  const errors: (string | undefined)[] = [];
  await withEnvironment({}, async () => {
    await using server = fakeOpenAI({ ...asks(chat), ...script });
    const { samples } = await generate({
      model: openOpenAI("m", { baseUrl: server.baseUrl }),
      prompts: [{ taskId: "1", prompt: "x" }],
      ...{ temperatures: [temperature], epochs: 2, concurrency: 1, onNotice: (said) => notices.push(said) },
    });
    asked.push(...server.completions());
    errors.push(...samples.map(({ error }) => error?.message));
  });
  const usual = /of a kind unknown|of a kind that codebias does not know|^None of/;
  return { asked, errors, notices: notices.filter((notice) => !usual.test(notice)) };
}

for (const [name, [chat, fields, times, says, script]] of Object.entries(REFUSALS)) {
  Deno.test(`what ${name} refuses is left out where that asks for the same, and said`, async () => {
    const { asked, errors, notices } = await twoSamples(chat, 1, script);
    assert.deepEqual(errors, [undefined, undefined]);
    assert.deepEqual(Object.keys(asked.at(-1)!.body!).sort(), fields);
    assert.equal(asked.length, times);
    assert.equal(notices.length, says ? 1 : 0);
    if (says) assert.match(notices[0], says);
  });
}

Deno.test("what a server refused is said also if it has gone after its last answer", async () => {
  let asked = 0;
  const list: Behaviour = (...given) => (asked++ ? failing(503) : PLAIN_SERVER["/v1/models"])(...given);
  const { errors, notices } = await twoSamples(REASONING, 1, { "/v1/models": list });
  assert.deepEqual(errors, [undefined, undefined]);
  assert.equal(notices.length, 1);
  assert.match(notices[0], / refuses seed, temperature and top_p: it was asked without/);
});

Deno.test("a setting that was chosen is never left out, whatever was before", async () => {
  const { asked, errors } = await twoSamples(refusing({ temperature: unsupported("temperature") }), 0.2);
  assert.equal(asked.length, 2);
  for (const error of errors) assert.match(error!, /'temperature' is not supported with this model; change/);
  await withModel(asks(refusing({ temperature: unsupported("temperature") })), async (model, server) => {
    await model.ask(request({ sampling: { ...PLAIN, temperature: 1 } }));
    await assert.rejects(model.ask(request()), { failure: "refused-request" });
    assert.equal(server.completions().at(-1)!.body!.temperature, 0.2);
  });
});

Deno.test("the limit of tokens has another name only where a server says so", () =>
  withModel(
    asks(refusing({ max_tokens: { message: "max_tokens is too large: 64" } })),
    async (model, server) => {
      await assert.rejects(model.ask(request()), { failure: "refused-request" });
      assert.equal(server.completions().length, 1);
    },
  ));

Deno.test("what a server refuses with everything else is refused in its first words", async () => {
  const all = json({ error: { message: "seed, top_p and temperature are wrong" } }, { status: 400 });
  const { asked, errors, notices } = await twoSamples(all);
  assert.equal(asked.length, 10); // by itself without each of them, and without all
  for (const error of errors) assert.match(error!, /answered 400: seed, top_p and temperature are wrong;/);
  assert.deepEqual(notices, []);
});

const as = (model: string) =>
  body(answer(["x"]).map((part) => part.replace('"model":"m"', `"model":"${model}"`)));

const NAMES: Readonly<Record<string, [Behaviour, RegExp?]>> = {
  "the same": [as("m")],
  "none": [as("")],
  "the same, with its tag": [as("m:latest")],
  "another": [as("m-mini"), /^The server at .+\/v1 answered as m-mini where m was asked for\.$/],
  "first one, then another": [
    inTurn(as("m"), as("/somewhere/private/m-mini.gguf")),
    /answered as m and m-mini\.gguf where m was asked for: samples may be of different models\.$/,
  ],
};

for (const [name, [chat, says]] of Object.entries(NAMES)) {
  Deno.test(`answers may bear a name of a model: ${name}`, async () => {
    const { errors, notices } = await twoSamples(chat);
    assert.deepEqual(errors, [undefined, undefined]);
    assert.equal(notices.length, says ? 1 : 0);
    if (says) assert.match(notices[0], says);
  });
}

Deno.test("it is said when a server that hands requests on has the model from several others", async () => {
  const by = (provider: string) =>
    json({ provider, model: "m", choices: [{ message: { content: "x" }, finish_reason: "stop" }] });
  assert.deepEqual((await twoSamples(by("One"))).notices, []);
  const { notices: [notice] } = await twoSamples(inTurn(by("One"), by("Two")));
  assert.match(notice, / had m from One and Two, whose quantisations and limits may differ: have it ask one/);
});

Deno.test("a failure that stands in the choice is told in its own words", () => {
  const failed = (error: object) =>
    json({ choices: [{ message: { content: "de" }, finish_reason: "error", error }] });
  const script = asks(
    inTurn(
      failed({ code: 429, message: "Rate limited upstream" }),
      failed({ code: 502, message: "Provider returned error" }),
    ),
  );
  return withModel(script, async (model) => {
    await assert.rejects(model.ask(request()), { failure: "busy", message: /429: Rate limited upstream$/ });
    await assert.rejects(model.ask(request()), {
      failure: "server-error",
      message: /Provider returned error$/,
    });
  });
});

const counting = (prompt_tokens: number, more: object = {}) =>
  json({
    choices: [{ message: { content: "x" }, finish_reason: "stop" }],
    usage: { prompt_tokens, ...more },
  });

Deno.test("a prompt of which a server of unknown context counts too little was cut", () =>
  withModel(asks(inTurn(...[500, 600, 0].map((tokens) => counting(tokens)))), async (model) => {
    const prompt = "decide ".repeat(700);
    await assert.rejects(model.ask(request({ prompt })), {
      failure: "prompt-too-long",
      message: /cut a prompt: it counts 500 tokens in 4900 bytes; shorten it, or give m a longer context$/,
    });
    assert.equal((await model.ask(request({ prompt: prompt.slice(0, 4500) }))).text, "x");
    assert.equal((await model.ask(request({ prompt }))).text, "x");
  }));

Deno.test("what an unknown server lists as its context does not vouch for the prompt", () =>
  withModel(
    { ...asks(counting(500)), "/v1/models": models({ id: "m", context_length: 32_768 }) },
    (model) =>
      assert.rejects(model.ask(request({ prompt: "decide ".repeat(700) })), { failure: "prompt-too-long" }),
  ));

Deno.test("tokens that were cached count where a server leaves them out and says how many", () =>
  withModel(
    asks(
      inTurn(
        counting(5, { prompt_tokens_details: { cached_tokens: 900 } }),
        counting(905, { prompt_tokens_details: { cached_tokens: 900 } }),
      ),
    ),
    async (model) => {
      const prompt = "decide ".repeat(700);
      for (const _ of [1, 2]) assert.equal((await model.ask(request({ prompt }))).promptTokens, 905);
    },
  ));
