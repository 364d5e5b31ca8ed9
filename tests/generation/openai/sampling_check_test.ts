import assert from "node:assert/strict";
import { PLAIN } from "codebias/generation/sampling.ts";
import type { Sampling } from "codebias/core/types.ts";
import { json, PLAIN_SERVER, request, type Script } from "../fake_openai.ts";
import { LLAMA_CPP, LM_STUDIO, OLLAMA, VLLM } from "./known_servers.ts";
import { withModel } from "./setup.ts";

const IGNORED: readonly [string, string, Script, Partial<Sampling>, RegExp][] = [
  [
    "topK",
    "Ollama",
    OLLAMA,
    { topK: 5 },
    /^Cannot ask m with topK 5: Ollama .+ does not take it; .+, or use ollama\/m$/,
  ],
  ["minP", "Ollama", OLLAMA, { minP: 0.1 }, /with minP 0\.1: Ollama/],
  ["repeatPenalty", "Ollama", OLLAMA, { repeatPenalty: 1.2 }, /with repeatPenalty 1\.2: Ollama/],
  [
    "raw",
    "Ollama",
    OLLAMA,
    { raw: true },
    /with raw: .+ always applies the chat template, or use ollama\/m$/,
  ],
  [
    "minP",
    "LM Studio",
    LM_STUDIO,
    { minP: 0.1 },
    /with minP 0\.1: LM Studio does not take it; omit minP$/,
  ],
  [
    "topK",
    "an unknown server",
    PLAIN_SERVER,
    { topK: 40 },
    /with topK 40: A server of a kind that codebias does not know does not take it/,
  ],
  [
    "raw",
    "an unknown server",
    PLAIN_SERVER,
    { raw: true },
    /with raw: A server of a kind .+ always applies the chat template$/,
  ],
];

for (const [name, who, script, changes, message] of IGNORED) {
  Deno.test(`openOpenAI refuses ${name} that ${who} would ignore, before anything is sent`, () =>
    withModel(script, async (model, server) => {
      const sampling = { ...PLAIN, ...changes };
      await assert.rejects(model.prepare({ sampling, prompts: ["x"] }), { name: "RangeError", message });
      await assert.rejects(model.ask(request({ sampling })), { name: "RangeError", message });
      assert.equal(server.completions().length, 0);
    }));
}

Deno.test("openOpenAI takes a value that a server has anyway", () =>
  withModel(OLLAMA, async (model) => {
    const sampling = { ...PLAIN, topK: 40, repeatPenalty: 1.1 };
    assert.deepEqual(await model.prepare({ sampling, prompts: ["x"] }), []);
    assert.equal((await model.ask(request({ sampling }))).text, "a");
  }));

Deno.test("openOpenAI refuses to send a conversation raw", () =>
  withModel(VLLM, async (model, server) => {
    const sampling = { ...PLAIN, raw: true };
    const prompt = [{ role: "user", content: "x" }] as const;
    const expected = {
      name: "RangeError",
      message: /^Cannot ask m with raw: a conversation needs the chat template/,
    };
    await assert.rejects(model.prepare({ sampling, prompts: ["x", prompt] }), expected);
    await assert.rejects(model.ask(request({ sampling, prompt })), expected);
    assert.equal(server.completions().length, 0);
  }));

const NOTICES: readonly [string, Script, string[]][] = [
  ["Ollama", OLLAMA, [
    "Ollama behind OpenAI's interface does not take topK and repeatPenalty: it answers with topK 40 and " +
    "repeatPenalty 1.1. Rare answers may be missing from its samples; ollama/m sends all of them.",
  ]],
  ["a newer Ollama", { ...OLLAMA, "/api/version": json({ version: "0.33.0" }) }, [
    "Ollama behind OpenAI's interface does not take topK: it answers with topK 40. " +
    "Rare answers may be missing from its samples; ollama/m sends all of them.",
  ]],
  ["an Ollama without a version", { ...OLLAMA, "/api/version": json({ version: "0.0.0" }) }, [
    "Ollama behind OpenAI's interface does not take topK and repeatPenalty: it answers with topK 40, and " +
    "its own repeatPenalty cannot be known. Rare answers may be missing from its samples; ollama/m sends all of them.",
  ]],
  [
    "an Ollama whose Modelfile has plain sampling",
    {
      ...OLLAMA,
      "/api/show": json({ parameters: "top_k                          0\nrepeat_penalty   1.0" }),
    },
    [],
  ],
  ["LM Studio", LM_STUDIO, [
    "LM Studio does not take minP: its own minP cannot be known. Rare answers may be missing from its samples.",
  ]],
  ["vLLM", VLLM, []],
  ["llama.cpp", LLAMA_CPP, []],
];

for (const [name, script, expected] of NOTICES) {
  Deno.test(`openOpenAI says which plain sampling cannot be had from ${name}`, () =>
    withModel(script, async (model) => {
      assert.deepEqual(await model.prepare({ sampling: PLAIN, prompts: ["x"] }), expected);
    }));
}

Deno.test("openOpenAI says how many prompts may not fit", () =>
  withModel(VLLM, async (model) => {
    const prompts = ["x", "求".repeat(700), "x".repeat(2049), "x".repeat(2048)];
    assert.deepEqual(await model.prepare({ sampling: PLAIN, prompts }), [
      "2 prompts with maxTokens 2048 may not fit into the context of 4096 tokens: " +
      "what does not fit is not answered, or its answer is cut off.",
    ]);
  }));
