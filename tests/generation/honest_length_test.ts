import assert from "node:assert/strict";
import { generate, openEmbedder } from "codebias";
import { openOllama } from "codebias/generation/ollama/ollama.ts";
import { fakeOllama } from "./fake_ollama.ts";
import { DONE, event, fakeOpenAI, PLAIN_SERVER } from "./fake_openai.ts";
import { openOpenAI } from "codebias/generation/openai/openai.ts";
import { line, say, sendLines, tokenLine } from "./ollama/behaviours.ts";
import { request } from "./ollama/asking.ts";
import { withEnvironment } from "./openai/setup.ts";

const TOKENS = 1_000;

/** A probability as vLLM and llama.cpp write it, of a token that is long in bytes. */
const probability = { token: "                ", logprob: -12.345678329467773, bytes: Array(16).fill(32) };

/** The most that a server says with a token: its probability and those of twenty others. */
const logprobs = { content: [{ ...probability, top_logprobs: Array(20).fill(probability) }], refusal: null };

const chunkOf = (content: string, finish_reason: string | null) => ({
  id: "chatcmpl-0123456789abcdef0123456789abcdef",
  object: "chat.completion.chunk",
  created: 1_754_425_777,
  model: "Qwen/Qwen2.5-Coder-7B-Instruct",
  choices: [{ index: 0, delta: { content }, logprobs, finish_reason, token_ids: null }],
});

Deno.test("an answer with the probabilities of twenty other tokens is not too long", async () => {
  const events = Array.from(
    { length: TOKENS },
    (_, at) => event(chunkOf("                ", at + 1 < TOKENS ? null : "stop")),
  );
  const stream = [...events, DONE].join("");
  assert(stream.length > 2_000 * TOKENS, `${stream.length}`);
  await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": () => new Response(stream) });
  await withEnvironment({}, async () => {
    const model = openOpenAI("m", { baseUrl: server.baseUrl });
    const { text } = await model.ask(request("x", { maxTokens: TOKENS }));
    assert.equal(text.length, 16 * TOKENS);
  });
});

Deno.test("an answer of Ollama with probabilities, and with the tokens of a long prompt, is not too long", async () => {
  const prompt = "word ".repeat(100_000);
  await using server = fakeOllama({
    models: [{ name: "fake", contextTokens: 1_048_576 }],
    script: () =>
      sendLines((asked) => [
        ...Array.from({ length: TOKENS }, () =>
          line({ ...JSON.parse(tokenLine(asked, " tok")), logprobs: [logprobs.content[0]] })),
        line({ response: "", done: true, done_reason: "stop", context: Array(200_000).fill(151_643) }),
      ]),
  });
  const { text } = await openOllama("fake", { host: server.url }).ask(request(prompt, { maxTokens: TOKENS }));
  assert.equal(text, " tok".repeat(TOKENS));
});

Deno.test("the longest embeddings there are, of a whole batch, are not too long", async () => {
  const embedding = Array.from({ length: 12_288 }, (_, at) => -0.012345678901234567 - at * 1e-9);
  await using server = fakeOpenAI({
    "/v1/embeddings": ({ body }) =>
      Response.json({ data: (body!.input as string[]).map((_, index) => ({ index, embedding })) }),
  });
  await withEnvironment({}, async () => {
    const texts = Array.from({ length: 32 }, (_, at) => `text ${at}`);
    const vectors = await openEmbedder("openai/m", { url: server.baseUrl }).embed(texts);
    assert.deepEqual([vectors.length, vectors[31].length], [32, 12_288]);
  });
});

Deno.test("a text whose bytes are tokens is echoed with its probabilities", async () => {
  const prompt = "求".repeat(7_000);
  const bytes = new TextEncoder().encode(prompt + "y");
  const tokens = [...bytes].map((byte) => `bytes:\\x${byte.toString(16)}`);
  const likely = { [tokens[0]]: -12.345678329467773, [tokens[1]]: -0.12345678329467773 };
  await using server = fakeOpenAI({
    "/v1/models": () => Response.json({ data: [{ id: "m", owned_by: "vllm", max_model_len: 32_768 }] }),
    "/v1/completions": () =>
      Response.json({
        choices: [{
          index: 0,
          text: `${prompt}yz`,
          logprobs: {
            tokens,
            token_logprobs: [null, ...tokens.slice(1).map(() => -12.345678329467773)],
            top_logprobs: tokens.map(() => likely),
            text_offset: tokens.map((_, at) => at),
          },
        }],
      }),
  });
  await withEnvironment({}, async () => {
    const likelihood = await openOpenAI("m", { baseUrl: server.baseUrl }).likelihood!({
      prompt,
      text: "y",
      sample: { taskId: "t", runSeed: 1 },
    });
    assert("reason" in likelihood, "these tokens do not add up to the text");
    assert.match(likelihood.reason, /do not add up to the text/);
  });
});

Deno.test("an answer that is too long is one failed sample, asked for once, and the others go on", async () => {
  await using server = fakeOllama({
    script: ({ body }) => body.prompt === "bad" ? say("", { tokens: ["x".repeat(1 << 21)] }) : say("good"),
  });
  const { samples } = await generate({
    model: openOllama("fake", { host: server.url }),
    prompts: ["a", "bad", "b"].map((prompt) => ({ taskId: prompt, prompt })),
    onNotice: () => {},
  });
  assert.deepEqual(samples.map(({ reply }) => reply?.text), ["good", undefined, "good"]);
  assert.match(samples[1].error!.message, /sent more than 1\.1 MiB .* at most 2048 tokens/);
  assert.equal(server.completions().length, 3);
});
