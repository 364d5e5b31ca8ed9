import assert from "node:assert/strict";
import { openOpenAI } from "codebias/generation/openai/openai.ts";
import { PLAIN } from "codebias/generation/sampling.ts";
import type { Sampling } from "codebias/core/types.ts";
import { generate } from "codebias/run/asking/generate.ts";
import { exportRun } from "codebias/store/run_store/exchange/export_run.ts";
import { importRun } from "codebias/store/run_store/exchange/import_run.ts";
import { openStore } from "codebias/store/run_store/run_store.ts";
import { join } from "node:path";
import { withFiles } from "../../store/repository.ts";
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
  PLAIN_SERVER,
  request,
  says,
  type Script,
} from "../fake_openai.ts";
import { type Expected, fails } from "./expected.ts";
import { LLAMA_CPP, VLLM } from "./known_servers.ts";
import { withEnvironment, withModel } from "./setup.ts";

/** An answer in one piece. */
const whole = (message: object, finish_reason = "stop", more: object = {}) =>
  json({ model: "m", choices: [{ index: 0, message, finish_reason }], ...more });

const counted = (completion_tokens: number) => ({ usage: { prompt_tokens: 5, completion_tokens } });

const asks = (chat: Behaviour): Script => ({ ...PLAIN_SERVER, "/v1/chat/completions": chat });

type Answer = readonly [text: string, finish: string];

/** What servers send, the text and the end that it stands for, and stop texts. */
const SENT: Readonly<Record<string, [Behaviour, Answer, string[]?]>> = {
  "an answer that a filter stopped, as Gemini has it": [body(answer(["x"], "SAFETY")), ["x", "refusal"]],
  "a reason with details": [body(answer(["x"], "content_filter: RECITATION")), ["x", "refusal"]],
  "another reason before the end of the stream": [
    body([event(chunk({ content: "x" }, "length")), event(chunk({}, "stop")), DONE]),
    ["x", "length"],
  ],
  "a stop exactly at the limit": [whole({ content: "x" }, "stop", counted(64)), ["x", "length"]],
  "a stop before the limit": [whole({ content: "x" }, "stop", counted(63)), ["x", "stop"]],
  "a text with its stop text": [whole({ content: "x\n#END" }), ["x\n", "stop"], ["#END"]],
  "a text that goes on after its stop texts": [
    whole({ content: "a;b#c" }, "length", counted(64)),
    ["a", "stop"],
    ["#", ";"],
  ],
  "a text with half of its stop text": [whole({ content: "x#EN" }), ["x#EN", "stop"], ["#END"]],
  "counts without choices": [
    body([...answer(["x"]).slice(0, 3), event({ choices: null, usage: { prompt_tokens: 1 } }), DONE]),
    ["x", "stop"],
  ],
  "events without data": [body(["data:\n\n", ...answer(["x"]), "data: \n\n"]), ["x", "stop"]],
  "an error that is none": [whole({ content: "x" }, "stop", { error: "" }), ["x", "stop"]],
  "no calls of tools": [whole({ content: "x", tool_calls: [], function_call: null }), ["x", "stop"]],
  "half a character in each of two chunks": [
    body([
      event(chunk({ content: "\ud83d" })).replace("\ud83d", "\\ud83d"),
      event(chunk({ content: "\ude00" }, "stop")).replace("\ude00", "\\ude00"),
    ]),
    ["😀", "stop"],
  ],
  "a compressed stream": [
    () => {
      const stream = new Blob(answer(["x", "é求"])).stream().pipeThrough(new CompressionStream("gzip"));
      return new Response(stream, { headers: { "content-encoding": "gzip" } });
    },
    ["xé求", "stop"],
  ],
};

for (const [name, [behaviour, expected, stop = []]] of Object.entries(SENT)) {
  Deno.test(`openOpenAI understands ${name}`, () =>
    withModel(asks(behaviour), async (model) => {
      const { text, finish } = await model.ask(request({ sampling: { ...PLAIN, maxTokens: 64, stop } }));
      assert.deepEqual([text, finish], expected);
    }));
}

const tool: Expected = {
  failure: "garbage",
  retry: true,
  says: /sent the call of a tool that nobody offered/,
};

const FAILURES: Readonly<Record<string, [Behaviour, Expected]>> = {
  "calls a tool in place of a text": [
    whole({ content: null, tool_calls: [{ function: { name: "python" } }] }),
    tool,
  ],
  "calls a tool in a chunk": [
    body([event(chunk({ tool_calls: [{ index: 0 }] })), event(chunk({}, "stop")), DONE]),
    tool,
  ],
  "calls a function": [whole({ content: "", function_call: { name: "f", arguments: "" } }), tool],
  "has half a character": [
    whole({ content: "a\ud83d" }),
    { failure: "garbage", retry: true, says: /sent a text that is not Unicode/ },
  ],
  "has an error without the name of an event": [
    body([event(chunk({ content: "x" })), 'error: {"code":500,"message":"kv cache is full"}\n\n']),
    { failure: "server-error", retry: true, says: /kv cache is full$/ },
  ],
  "has such an error for a prompt that is too long": [
    body(['error: {"code":400,"type":"exceed_context_size_error","n_prompt_tokens":900,"n_ctx":512}\n\n']),
    { failure: "prompt-too-long", retry: false, says: /context holds 512 tokens, the prompt has 900/ },
  ],
};

for (const [name, [behaviour, expected]] of Object.entries(FAILURES)) {
  Deno.test(`openOpenAI does not take an answer that ${name}`, () => fails(behaviour, expected));
}

Deno.test("a model that has to be loaded first is missing in the server's own words", () =>
  fails(
    failing(404, { message: "No models loaded. Use `lms load`.", code: "model_not_found" }),
    {
      failure: "no-such-model",
      retry: false,
      says: /does not have the model m: No models loaded\. Use `lms load`$/,
    },
  ));

/** Refuses requests with a field that is not as it should be. */
const refusing = (field: string, message: string, chat: Behaviour): Behaviour => (asked, http) =>
  asked.body![field] ? Response.json({ error: { message } }, { status: 400 }) : chat(asked, http);

/** Samples of a server, asked for one after the other. */
async function samplesOf(script: Script, sampling: Partial<Omit<Sampling, "temperature">> = {}) {
  const notices: string[] = [];
  let asked: readonly Asked[] = [];
  const made = { texts: [] as (string | undefined)[], without: [] as unknown[], identity: "" };
  const inFolder = async (folder: string) => {
    await using server = fakeOpenAI(script);
    using store = openStore(join(folder, "runs.sqlite"));
    using other = openStore(join(folder, "other.sqlite"));
    const model = openOpenAI("m", { baseUrl: server.baseUrl });
    const { samples, run } = await generate({
      ...{ model, prompts: [{ taskId: "1", prompt: "x" }], epochs: 3, concurrency: 1, sampling, store },
      ...{ persistence: { firstWaitMs: 1 }, onNotice: (said: string) => notices.push(said) },
    });
    made.texts = samples.map(({ reply, error }) => reply?.text ?? error?.message);
    await exportRun(run!, join(folder, "run"));
    const again = await importRun(join(folder, "run"), other);
    const [stored, imported] = [run!, again].map((run) => [...run.samples()].map((one) => one.sampling));
    assert.deepEqual(stored, imported);
    made.without = stored.map(({ without }) => without);
    made.identity = run!.description.identity;
    asked = server.completions();
  };
  await withEnvironment({}, () => withFiles({}, inFolder));
  const usual = /of a kind unknown|of a kind that codebias does not know|^All .+ have|^The epochs/;
  return { ...made, asked, notices: notices.filter((notice) => !usual.test(notice)) };
}

Deno.test("a server that streams to nobody is asked for answers in one piece", async () => {
  const chat = refusing(
    "stream",
    "Your organization must be verified to stream this model.",
    (asked, http) =>
      refusing("stream_options", "stream_options needs stream", whole({ content: "x" }))(asked, http),
  );
  const { texts, asked, without } = await samplesOf(asks(chat));
  assert.deepEqual(texts, ["x", "x", "x"]);
  assert.equal(asked.length, 5);
  assert.deepEqual(without, [undefined, undefined, undefined]);
});

Deno.test("where a server refuses stop texts, answers end there all the same", async () => {
  const chat = refusing("stop", "Unsupported parameter: 'stop'", says("x#E", "ND y"));
  const { texts, without } = await samplesOf(asks(chat), { stop: ["#END"] });
  assert.deepEqual(texts, ["x", "x", "x"]);
  assert.deepEqual(without, [undefined, undefined, undefined]);
});

Deno.test("what a sample was asked without is stored with its settings", async () => {
  const chat = refusing("seed", "Seed is not supported by this model", says("x"));
  const { texts, without, asked } = await samplesOf(asks(chat));
  assert.deepEqual(texts, ["x", "x", "x"]);
  assert.equal(asked.length, 4);
  assert.deepEqual(without, [["seed"], ["seed"], ["seed"]]);
});

const WORDS: Readonly<Record<string, [field: string, refusal: Behaviour]>> = {
  "by the name of the parameter alone": [
    "seed",
    failing(400, { message: "Unsupported parameter", param: "seed" }),
  ],
  "in another spelling": ["top_p", failing(400, { message: "Argument not supported on this model: topP" })],
  "with success": ["seed", json({ error: { message: "seed is not supported", code: 400 } })],
  "in a stream": ["seed", body([event({ error: { message: "seed is not supported", code: 400 } })])],
};

for (const [name, [field, refusal]] of Object.entries(WORDS)) {
  Deno.test(`a server may refuse a setting ${name}`, async () => {
    const chat: Behaviour = (asked, http) => (asked.body![field] ? refusal : says("x"))(asked, http);
    const { texts, without, notices } = await samplesOf(asks(chat));
    assert.deepEqual(texts, ["x", "x", "x"]);
    assert.deepEqual(without, [[field], [field], [field]]);
    assert.match(notices.join(), new RegExp(`refuses ${field}: it was asked without`));
  });
}

Deno.test("it is said when answers are longer than they may be", async () => {
  const chat = inTurn(...[64, 65, 70].map((tokens) => whole({ content: "x" }, "stop", counted(tokens))));
  const { notices } = await samplesOf(asks(chat), { maxTokens: 64 });
  assert.equal(notices.length, 1, Deno.inspect(notices));
  assert.match(
    notices[0],
    /^The server at .+ counts up to 6 tokens more than maxTokens: it does not keep to/,
  );
});

/** Answers without a text and how that is said, of three answers of which the last one has a text. */
const TEXTLESS: Readonly<Record<string, [Behaviour, Behaviour, RegExp]>> = {
  "since they are nothing but thoughts": [
    whole({ content: null, reasoning: "def f(): pass" }),
    whole({ content: "\n", reasoning: "def f(): pass" }),
    / \(nothing but thoughts: 2\); its server may take whole answers for thoughts: have it leave/,
  ],
  "and no reason for that shows": [
    whole({ content: null }),
    whole({}),
    / \(simply ended: 2\); .+ see the log/,
  ],
  "of which one is filtered and one is cut off": [
    whole({ content: "" }, "content_filter"),
    whole({ content: "", reasoning: "hm" }, "length"),
    / \(refused or filtered: 1, cut off at the limit of tokens: 1\); raise maxTokens\.$/,
  ],
};

for (const [name, [first, second, says]] of Object.entries(TEXTLESS)) {
  Deno.test(`it is said when answers have no text, ${name}`, async () => {
    const { texts, notices } = await samplesOf(asks(inTurn(first, second, whole({ content: "x" }))));
    assert.deepEqual([texts.slice(0, 2).join("").trim(), texts[2]], ["", "x"]);
    assert.equal(notices.length, 1);
    assert.match(notices[0], /^openai\/m gave no text in 2 of 3 answers \(/);
    assert.match(notices[0], says);
  });
}

Deno.test("it is said when answers that count came from another server of an unknown kind", () =>
  withEnvironment({}, () =>
    withFiles({}, async (folder) => {
      using store = openStore(join(folder, "runs.sqlite"));
      const told = async (script: Script, epochs: number) => {
        await using server = fakeOpenAI(script);
        const notices: string[] = [];
        const onNotice = (said: string) => notices.push(said);
        const model = openOpenAI("m", { baseUrl: server.baseUrl });
        await generate({ ...{ model, prompts: [{ taskId: "1", prompt: "x" }], epochs, store, onNotice } });
        return { notices: notices.filter((said) => said.includes("and they count")), at: server.baseUrl };
      };
      const first = await told(asks(says("x")), 1);
      const second = await told(asks(says("x")), 2);
      assert.deepEqual(first.notices, []);
      assert.equal(second.notices.length, 1);
      assert(second.notices[0].startsWith(`The server at ${first.at} gave some answers of this run before`));
      for (const epochs of [1, 2]) {
        assert.deepEqual((await told({ ...asks(says("x")), ...VLLM }, epochs)).notices, []);
      }
    })));

for (const status of [400, 500]) {
  Deno.test(`a server that always answers ${status} where its models are to be listed is asked all the same`, async () => {
    const { texts, notices } = await samplesOf({ ...asks(says("x")), "/v1/models": failing(status) });
    assert.deepEqual(texts, ["x", "x", "x"]);
    assert.match(notices.join(), /does not list its models, so m was not looked for\.$/);
  });
}

Deno.test("a key that is answered with 400 where models are to be listed is told before anything is asked", () =>
  withModel(
    { ...asks(says("x")), "/v1/models": failing(400, { message: "API key not valid." }) },
    (model) => assert.rejects(model.describe(), /API key not valid; set its key in OPENAI_API_KEY/),
  ));

Deno.test("models are found in a list without anything around it", async () => {
  const { notices } = await samplesOf({ ...asks(says("x")), "/v1/models": json([{ id: "m" }]) });
  assert.deepEqual(notices, []);
});

Deno.test("a llama.cpp that still loads its model is waited for, and is then what it was before", async () => {
  const loading = failing(503, { message: "Loading model" });
  const { identity, notices, texts } = await samplesOf({
    ...LLAMA_CPP,
    "/props": inTurn(...Array(8).fill(loading), LLAMA_CPP["/props"]),
    "/v1/chat/completions": inTurn(...Array(8).fill(loading), says("x")),
  });
  assert.match(notices[0], /answered 503: Loading model; it is asked again for some minutes$/);
  assert.match(identity, /^llama\.cpp .*32000 \w{16}$/);
  assert.deepEqual(texts, ["x", "x", "x"]);
  assert.deepEqual(notices.filter((notice) => notice.includes("changed")), []);
});
