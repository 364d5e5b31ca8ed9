import assert from "node:assert/strict";
import { ModelError } from "codebias/core/errors.ts";
import { openOllama } from "codebias/generation/ollama/ollama.ts";
import type { GenerationRequest, Message, Prompt } from "codebias/core/types.ts";
import { fakeOllama, type FakeOllamaOptions } from "../fake_ollama.ts";
import { answer, request } from "./asking.ts";
import { say, tokenLine } from "./behaviours.ts";

/** The JSON that the server gets for a request. */
async function sent(asked: GenerationRequest, options: FakeOllamaOptions = {}) {
  await using server = fakeOllama(options);
  await openOllama("fake", { host: server.url }).ask(asked);
  return server.completions()[0];
}

const OPTIONS = {
  temperature: 1,
  top_k: 0,
  top_p: 1,
  min_p: 0,
  typical_p: 1,
  repeat_penalty: 1,
  repeat_last_n: 64,
  presence_penalty: 0,
  frequency_penalty: 0,
  seed: 17,
  num_ctx: 4096,
  num_predict: 100,
  stop: [],
};

Deno.test("a text goes to /api/generate with every option", async () => {
  const { path, method, body, headers } = await sent(request("Write f."));
  assert.deepEqual([method, path, headers.get("content-type")], [
    "POST",
    "/api/generate",
    "application/json",
  ]);
  assert.deepEqual(body, {
    model: "fake",
    prompt: "Write f.",
    stream: true,
    truncate: false,
    shift: false,
    options: OPTIONS,
  });
});

Deno.test("a conversation goes to /api/chat with every option", async () => {
  const messages: Message[] = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Write f." },
    { role: "assistant", content: "f" },
    { role: "user", content: "" },
  ];
  const { path, body } = await sent(request(messages));
  assert.equal(path, "/api/chat");
  assert.deepEqual(body, {
    model: "fake",
    messages,
    stream: true,
    truncate: false,
    shift: false,
    options: OPTIONS,
  });
});

Deno.test("every setting is sent as it is", async () => {
  const sampling = {
    temperature: 0,
    topK: 40,
    topP: 0.95,
    minP: 0.05,
    repeatPenalty: 1.1,
    maxTokens: 7,
    stop: ["\n\n"],
  };
  const { body } = await sent({ ...request("f", sampling), seed: 2 ** 31 - 1 });
  assert.deepEqual(body.options, {
    ...OPTIONS,
    temperature: 0,
    top_k: 40,
    top_p: 0.95,
    min_p: 0.05,
    repeat_penalty: 1.1,
    num_predict: 7,
    stop: ["\n\n"],
    seed: 2 ** 31 - 1,
  });
});

Deno.test("a raw prompt is marked, and only that", async () => {
  const { path, body } = await sent(request("def f(", { raw: true }));
  assert.equal(path, "/api/generate");
  assert.equal(body.raw, true);
  assert.equal(body.prompt, "def f(");
});

Deno.test("the model's own stop texts are kept besides the study's", async () => {
  const parameters = `stop                           "<|im_end|>"\nstop                           "\\n#"`;
  const models = [{ name: "fake:latest", parameters }];
  assert.deepEqual((await sent(request(), { models })).body.options.stop, ["<|im_end|>", "\n#"]);
  const own = request("f", { stop: ["\n#", "END"] });
  assert.deepEqual((await sent(own, { models })).body.options.stop, ["<|im_end|>", "\n#", "END"]);
});

Deno.test("a model that reasons is told to keep its thoughts apart, but not in a raw prompt", async () => {
  const models = [{ name: "fake:latest", capabilities: ["completion", "thinking"] }];
  const think = async (asked: GenerationRequest, options = {}) => (await sent(asked, options)).body.think;
  assert.equal(await think(request(), { models }), true);
  assert.equal(await think(request([{ role: "user", content: "f" }]), { models }), true);
  assert.equal(await think(request("f", { raw: true }), { models }), false);
  assert.equal(await think(request()), undefined);
});

/** Whatever may stand in a prompt or in code, and what transports are known to change. */
const ODD = [
  "a\r\nb\rc\n",
  "nul\0 bell\x07 esc\x1b del\x7f",
  "line\u2028paragraph\u2029 nel\u0085",
  "\ufeffBOM and \u200b\u00ad\u202e",
  "é vs e\u0301, ﷺ, 求, 😀👩‍👩‍👧, \u{10ffff}, \uffff",
  `quotes " ' \` \\ </script> {{ .Prompt }} <|im_end|> [INST] %s`,
  " \t leading and trailing \n\n",
];

Deno.test("prompts reach the server unchanged", async () => {
  for (const text of ODD) {
    assert.equal((await sent(request(text))).body.prompt, text);
    assert.equal((await sent(request([{ role: "user", content: text }]))).body.messages[0].content, text);
    assert.deepEqual((await sent(request("f", { stop: [text] }))).body.options.stop, [text]);
  }
});

Deno.test("texts come back unchanged, however their bytes are cut", async () => {
  for (const text of ODD) {
    for (const pieceBytes of [undefined, 1, 2, 3, 5]) {
      const reply = await answer(say(text, { tokens: [...text], pieceBytes }));
      assert.equal(reply.text, text);
    }
    const reply = await answer(say(text, { tokens: [...text] }), {
      prompt: [{ role: "user", content: "f" }],
    });
    assert.equal(reply.text, text);
  }
});

Deno.test("a prompt and a text of a megabyte pass whole", async () => {
  const text = "0123456789 abcdé\n".repeat(60_000);
  const models = [{ name: "fake:latest", contextTokens: 4_000_000 }];
  await using server = fakeOllama({ models, script: () => say(text, { tokens: [text] }) });
  const { text: said } = await openOllama("fake", { host: server.url }).ask(request(text));
  assert.equal(said === text, true);
  assert.equal(server.completions()[0].body.prompt === text, true);
});

Deno.test("a request that cannot be changed is not changed", async () => {
  const frozen = <T extends object>(value: T): T => {
    for (const each of Object.values(value)) if (each !== null && typeof each === "object") frozen(each);
    return Object.freeze(value);
  };
  const prompts: Prompt[] = ["f", [{ role: "user", content: "f" }]];
  for (const prompt of prompts) {
    const asked = frozen(request(prompt, { stop: ["x"] }));
    const copy = structuredClone(asked);
    await sent(asked);
    assert.deepEqual(asked, copy);
  }
});

Deno.test("a text that UTF-8 cannot hold is refused before anything is sent", async () => {
  await using server = fakeOllama();
  const model = openOllama("fake", { host: server.url });
  const refused = [
    request("ab\ud800c"),
    request("\udc00"),
    request([{ role: "system", content: "\ud83d" }, { role: "user", content: "f" }]),
    request("f", { stop: ["\udfff"] }),
  ];
  for (const asked of refused) {
    const error = await model.ask(asked).catch((error) => error);
    assert(error instanceof RangeError, String(error));
    assert.match(
      error.message,
      /^Cannot send (the prompt|a stop text): at character \d .*half of a surrogate pair/,
    );
  }
  assert.match((await model.ask(refused[0]).catch((error) => error)).message, /at character 3 /);
  const plan = { sampling: request().sampling, prompts: ["f", "\ud800"] };
  await assert.rejects(model.prepare(plan), { name: "RangeError", message: /half of a surrogate pair/ });
  assert.deepEqual(server.requests, []);
});

Deno.test("a conversation is not sent raw, since Ollama would not do so", async () => {
  await using server = fakeOllama();
  const model = openOllama("fake", { host: server.url });
  const { prompt, sampling, ...rest } = request([{ role: "user", content: "f" }], { raw: true });
  const expected = { name: "RangeError", message: /^Cannot send a conversation raw: .*; set raw to false/ };
  await assert.rejects(model.prepare({ sampling, prompts: [prompt] }), expected);
  await assert.rejects(model.ask({ prompt, sampling, ...rest }), expected);
  assert.deepEqual(server.requests, []);
});

Deno.test("an empty prompt is not sent, since Ollama would only load the model", async () => {
  await using server = fakeOllama();
  const model = openOllama("fake", { host: server.url });
  for (const prompt of ["", []]) {
    await assert.rejects(model.ask(request(prompt)), (error) => {
      assert(error instanceof ModelError);
      assert.deepEqual([error.failure, error.retry], ["refused-request", false]);
      assert.match(
        error.message,
        /^Ollama would only load the model for an empty prompt: give a text or at least one message$/,
      );
      return true;
    });
  }
  assert.deepEqual(server.completions(), []);
});

Deno.test("credentials and a path in the address go with each request", async () => {
  await using server = fakeOllama({
    routes: {
      "/x/api/tags": () => Response.json({ models: [{ name: "fake:latest" }] }),
      "/x/api/show": () => Response.json({}),
      "/x/api/version": () => Response.json({ version: "0.9.6" }),
      "/x/api/generate": (asked) => new Response(tokenLine(asked, "a") + `{"done":true}`),
    },
  });
  const host = `${server.url.replace("//", "//ann:secret@")}/x/`;
  const { text } = await openOllama("fake", { host }).ask(request());
  assert.equal(text, "a");
  assert.equal(server.requests.length, 4);
  for (const { headers } of server.requests) {
    assert.equal(headers.get("authorization"), `Basic ${btoa("ann:secret")}`);
  }
});
